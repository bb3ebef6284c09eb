package io.daybook.cluster.state;

import io.daybook.api.StateView;
import io.daybook.engine.EngineHost;
import io.daybook.engine.EngineStateCopy;
import io.daybook.engine.codec.CodecException;
import io.daybook.engine.codec.ReportCodec;
import io.daybook.engine.matching.BookTypes;
import io.daybook.engine.matching.terms.DueListener;
import io.daybook.engine.state.SnapshotContentException;
import io.daybook.kernel.slab.HashSecret;
import io.daybook.wire.OrderNumbers;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A cluster as a function of its log: it carries out requests, and gives each request one fate. Only its calls, in the
 * order of the log, determine state and replies, so all nodes agree, and a restarted node agrees with itself.
 *
 * <p>A message of commands with requests {@code first} to {@code last}, where N is the last one carried out:
 *
 * <pre>
 *  session unknown, or epoch not the table's    REFUSED; nothing changes
 *  first = 0                                    carried out; N stays; not kept, never to be sent again
 *  first = N + 1                                carried out; N := last; the reply is kept
 *  1 ≤ first, last ≤ N                          not carried out; the kept reply; FORGOTTEN if it is gone
 *  first > N + 1                                GAP {N}
 *  1 ≤ first ≤ N &lt; last                         REFUSED: messages never change when they are sent again
 * </pre>
 *
 * <p>A request may have any bytes: invalid requests are refused. An exception is a fault of the program or of the
 * machine, and the state must not be used afterwards. Used by one thread.
 */
public final class ClusterState {
    /** The value of {@link #nextDueNs()} if no book is due. */
    public static final long NEVER = DueListener.NEVER;

    /** The number of nodes in a cluster. */
    private static final int NODES = 3;

    private final BookTypes bookTypes;
    private final HashSecret hashSecret;
    private final EngineHost.@Nullable Sink observer;
    private final @Nullable ResultSink results;
    private final Request request = new Request();
    private final CommandUnit unit = new CommandUnit();
    private final ReplyWriter replies = new ReplyWriter();
    private final SessionTable sessions = new SessionTable();
    private final RequestCounts counts = new RequestCounts();
    private final StateImport importing = new StateImport();

    private @Nullable ClusterSettings settings;
    private @Nullable Carrier carrier;
    private byte[] scratch = {};

    /**
     * Creates the state before the first message of a log.
     *
     * @param bookTypes the price indexes of books; they change no result
     * @param hashSecret seeds the hashes of ids; changes no result
     */
    public ClusterState(final BookTypes bookTypes, final HashSecret hashSecret) {
        this(bookTypes, hashSecret, null, null);
    }

    /** Creates the state with an observer, which receives every command that is carried out; null for none. */
    public ClusterState(
            final BookTypes bookTypes, final HashSecret hashSecret, final EngineHost.@Nullable Sink observer) {
        this(bookTypes, hashSecret, observer, null);
    }

    /** Creates the state with followers, which receive every result. */
    public static ClusterState followed(
            final BookTypes bookTypes, final HashSecret hashSecret, final ResultSink results) {
        return new ClusterState(bookTypes, hashSecret, null, results);
    }

    private ClusterState(
            final BookTypes bookTypes,
            final HashSecret hashSecret,
            final EngineHost.@Nullable Sink observer,
            final @Nullable ResultSink results) {
        this.bookTypes = bookTypes;
        this.hashSecret = hashSecret;
        this.observer = observer;
        this.results = results;
    }

    /** Carries out a message of a connection with all rights. */
    public void onRequest(
            final byte[] bytes,
            final int offset,
            final int length,
            final long timestampNs,
            final boolean isAnswering,
            final ReplySink sink) {
        onRequest(Principal.ALL, bytes, offset, length, timestampNs, isAnswering, sink);
    }

    /**
     * Carries out the next message of the log.
     *
     * @param principal the rights of its connection
     * @param isAnswering whether replies are delivered; if not, queries, which change nothing, are skipped
     */
    public void onRequest(
            final Principal principal,
            final byte[] bytes,
            final int offset,
            final int length,
            final long timestampNs,
            final boolean isAnswering,
            final ReplySink sink) {
        if (!request.wrap(bytes, offset, length)) {
            refuse(Refusal.MALFORMED, 0, 0, 0, sink);
            return;
        }
        if (!mayAsk(principal)) {
            refuse(Refusal.NOT_ALLOWED, sink);
            return;
        }
        switch (request.kind()) {
            case SETTINGS -> onSettings(sink);
            case IMPORT -> onImport(false, sink);
            case IMPORT_LAST -> onImport(true, sink);
            default -> {
                if (carrier == null) {
                    refuse(Refusal.NO_SETTINGS, sink);
                } else {
                    onRunning(principal, carrier, timestampNs, isAnswering, sink);
                }
            }
        }
    }

    /** Carries out a request of a kind that needs settings. */
    private void onRunning(
            final Principal principal,
            final Carrier engine,
            final long timestampNs,
            final boolean isAnswering,
            final ReplySink sink) {
        switch (request.kind()) {
            case COMMANDS -> onCommands(principal, engine, timestampNs, sink);
            case QUERY -> {
                if (isAnswering) {
                    onQuery(engine, sink);
                }
            }
            case OPEN -> onOpen(engine, false, sink);
            case OPEN_DOOR -> onOpen(engine, true, sink);
            case SET_FOLLOWERS -> onFollowers(false, sink);
            case ADD_FOLLOWERS -> onFollowers(true, sink);
            case ACTIVATE -> onActivate(engine, sink);
            case SETTINGS, IMPORT, IMPORT_LAST ->
                throw new IllegalStateException("needs no settings: " + request.kind());
        }
    }

    /** Returns whether a principal may send the message; commands are checked when they are decoded. */
    private boolean mayAsk(final Principal principal) {
        return switch (request.kind()) {
            case COMMANDS -> mayUse(principal, sessions.get(request.session()));
            case OPEN -> principal.mayUse(request.session());
            case OPEN_DOOR -> principal.may(Principal.DOOR);
            case QUERY -> principal.may(Principal.VIEW);
            case SETTINGS, SET_FOLLOWERS, ADD_FOLLOWERS, IMPORT, IMPORT_LAST, ACTIVATE ->
                principal.may(Principal.ADMIN);
        };
    }

    /**
     * Returns whether a principal may use a session. Sessions of doors are for doors only; a session that was never
     * opened belongs to neither doors nor clients.
     */
    private boolean mayUse(final Principal principal, final @Nullable ClientSession session) {
        final boolean isDoor = principal.may(Principal.DOOR);
        if (session == null) {
            return isDoor || principal.mayUse(request.session());
        }
        return session.isDoor ? isDoor : principal.mayUse(request.session());
    }

    /**
     * Handles the timer of {@link #nextDueNs()}, at its place in the log: sends TICK to each book that is due. If no
     * book is due, nothing happens.
     */
    public void onTimer(final long timestampNs) {
        if (carrier != null) {
            carrier.tickDue(timestampNs);
        }
    }

    /** Returns when the first book is due: ns since the epoch, 0 for at once, or {@link #NEVER}. */
    public long nextDueNs() {
        return carrier == null ? NEVER : carrier.nextDueNs();
    }

    private void onSettings(final ReplySink sink) {
        final ClusterSettings offered =
                ClusterSettings.decode(request.bytes(), request.blockOffset(), request.blockLength());
        if (offered == null) {
            refuse(Refusal.MALFORMED, sink);
        } else if (settings != null && !settings.equals(offered)) {
            refuse(Refusal.OTHER_SETTINGS, sink);
        } else {
            if (settings == null) {
                take(offered);
            }
            replies.reply(ReplyKind.RESULTS, 0, 0, request.first(), 0, sink);
        }
    }

    /** Changes the followers; no other settings can change. */
    private void onFollowers(final boolean isAdding, final ReplySink sink) {
        final ClusterSettings before = Objects.requireNonNull(settings);
        final List<String> names =
                ClusterSettings.decodeFollowers(request.bytes(), request.blockOffset(), request.blockLength());
        if (names == null) {
            refuse(Refusal.MALFORMED, sink);
            return;
        }
        final Set<String> named = new TreeSet<>(names);
        if (isAdding) {
            named.addAll(before.followers());
        }
        if (named.size() > ClusterSettings.MAX_FOLLOWERS) {
            refuse(Refusal.TOO_LARGE, sink);
            return;
        }
        final ClusterSettings after = before.withFollowers(named);
        if (!after.hasAllThatStayOf(before)) {
            refuse(Refusal.DOORS_STAY, sink);
        } else if (after.hasDoors() && !before.hasDoors() && hasOrdersOfSessions()) {
            refuse(Refusal.ORDERS_REST, sink);
        } else {
            settings = after;
            final byte[] list = ClusterSettings.followerBytes(named);
            replies.reply(ReplyKind.RESULTS, 0, 0, 0, request.first(), 0, 0, list, list.length, sink);
        }
    }

    /**
     * Returns whether orders of sessions rest: they would trade without the doors' sessions being informed, so the
     * doors' book cannot begin while they rest.
     */
    private boolean hasOrdersOfSessions() {
        final boolean[] found = {false};
        view().forEachOrder(order -> found[0] |= OrderNumbers.isOfSession(order.orderId()));
        return found[0];
    }

    private Carrier take(final ClusterSettings taken) {
        settings = taken;
        carrier = new Carrier(taken, false, bookTypes, hashSecret, observer, results);
        return carrier;
    }

    /** The first chunk begins a new import; the last one creates the state, or refuses all of them. */
    private void onImport(final boolean isLast, final ReplySink sink) {
        final long number = request.first();
        if (settings != null) {
            refuse(Refusal.OTHER_SETTINGS, sink);
            return;
        }
        if (number == 0 || request.blockLength() < 1 || request.blockLength() > ChunkWriter.MAX_LENGTH) {
            refuse(Refusal.MALFORMED, sink);
            return;
        }
        if (number == 1) {
            importing.clear();
        }
        if (number > importing.count() + 1) {
            counts.gaps++;
            replies.reply(ReplyKind.GAP, 0, 0, number, importing.count(), sink);
            return;
        }
        if (number == importing.count() + 1) {
            if (!importing.add(request.bytes(), request.blockOffset(), request.blockLength())) {
                refuse(Refusal.TOO_LARGE, sink);
                return;
            }
            if (isLast && !takeImported()) {
                refuse(Refusal.MALFORMED, sink);
                return;
            }
        }
        replies.reply(ReplyKind.RESULTS, 0, 0, number, importing.count(), sink);
    }

    private boolean takeImported() {
        final SessionTable none = new SessionTable();
        boolean isTaken = false;
        try {
            StateSnapshot.restore(importing.source(), none, new StateImport(), this::take);
            isTaken = settings != null && none.count() == 0;
        } catch (SnapshotContentException e) {
            isTaken = false; // the reply reports the refusal: the sender has the journal, and can check it
        }
        if (!isTaken) {
            settings = null;
            carrier = null;
        }
        importing.clear();
        return isTaken;
    }

    private void onOpen(final Carrier engine, final boolean isDoor, final ReplySink sink) {
        final int number = (int) request.session();
        if (number == 0 || request.first() == 0 || request.blockLength() != 0) {
            refuse(Refusal.MALFORMED, sink);
            return;
        }
        final ClientSession session = sessions.getOrAdd(number);
        if (session.openNumber != 0 && session.isDoor != isDoor) {
            refuse(Refusal.OTHER_KIND, session.last, sink);
            return;
        }
        if (session.openNumber != request.first()) {
            if (session.epoch == ClientSession.MAX_EPOCH) {
                refuse(Refusal.SPENT, session.last, sink);
                return;
            }
            session.openNumber = request.first();
            session.epoch++;
            session.isDoor = isDoor;
        }
        final byte[] id = Objects.requireNonNull(settings).exchangeId();
        replies.reply(
                ReplyKind.OPENED,
                0,
                number,
                session.epoch,
                request.first(),
                session.last,
                engine.seq(),
                id,
                id.length,
                sink);
    }

    /** Activates the next version; the current one may be requested again. A node that lacks it cannot continue. */
    private void onActivate(final Carrier engine, final ReplySink sink) {
        final ClusterSettings before = Objects.requireNonNull(settings);
        final int version = request.count();
        boolean isKnown = request.blockLength() == NODES;
        for (int i = 0; isKnown && i < NODES; i++) {
            isKnown = request.bytes()[request.blockOffset() + i] >= version;
        }
        if (!isKnown || version != before.semanticsVersion() && version != before.semanticsVersion() + 1) {
            refuse(Refusal.SEMANTICS, before.semanticsVersion(), sink);
            return;
        }
        settings = before.withSemantics(version);
        engine.semanticsVersion(version);
        replies.reply(ReplyKind.RESULTS, 0, 0, request.first(), version, sink);
    }

    private void onCommands(
            final Principal principal, final Carrier engine, final long timestampNs, final ReplySink sink) {
        final ClientSession session = sessions.get(request.session());
        if (session == null) {
            refuse(Refusal.UNKNOWN_SESSION, sink);
            return;
        }
        if (session.epoch != request.epoch()) {
            refuse(Refusal.OLD_EPOCH, session.last, sink);
            return;
        }
        final long first = request.first();
        final long received = request.receivedBelow();
        if (received > first) {
            refuse(Refusal.MALFORMED, session.last, sink);
            return;
        }
        if (received > 0 && first - received > session.last) {
            refuse(Refusal.HISTORY_LOST, session.last, sink);
            return;
        }
        if (first > session.last + 1) {
            counts.gaps++;
            replies.reply(ReplyKind.GAP, session.number, 0, first, session.last, sink);
            return;
        }
        if (received > 0) {
            sessions.freeUpTo(session, first - received);
        }
        if (first > 0 && first <= session.last) {
            onDuplicate(session, first, sink);
            return;
        }
        if (first > OrderNumbers.MAX_REQUEST - request.count()) {
            refuse(Refusal.SPENT, session.last, sink);
            return;
        }
        if (first > 0 && !session.isDoor && !sessions.hasRoom(session, request.count())) {
            refuse(Refusal.WINDOW, session.last, sink);
            return;
        }
        final ClusterSettings own = Objects.requireNonNull(settings);
        final boolean isKeptFromDoors = !session.isDoor && own.hasDoors();
        final boolean mayRoll = own.hasFixDoors() && principal.may(Principal.ADMIN);
        final Refusal refusal = unit.decode(request, principal, isKeptFromDoors, mayRoll);
        if (refusal != null) {
            refuse(refusal, session.last, sink);
            return;
        }
        carryOut(engine, session, first, timestampNs, sink);
    }

    private void carryOut(
            final Carrier engine,
            final ClientSession session,
            final long first,
            final long timestampNs,
            final ReplySink sink) {
        final long firstSeq = engine.seq() + 1;
        engine.begin();
        for (int i = 0; i < unit.count(); i++) {
            engine.apply(unit.command(i), timestampNs);
        }
        if (first > 0) {
            session.last = first + unit.count() - 1;
        }
        if (session.isDoor) {
            return; // the door receives results through its follower
        }
        if (first > 0 && engine.length() <= Reply.MAX_BLOCK_LENGTH) {
            sessions.keep(session, first, unit.count(), firstSeq, engine.timeNs(), engine.block(), engine.length());
        }
        results(session, first, unit.count(), firstSeq, engine.timeNs(), engine.block(), engine.length(), sink);
    }

    private void onDuplicate(final ClientSession session, final long first, final ReplySink sink) {
        counts.duplicates++;
        final int count = request.count();
        if (first + count - 1 > session.last) {
            refuse(Refusal.CHANGED, session.last, sink);
            return;
        }
        final ReplyCache kept = session.replies;
        final int index = kept.find(first);
        if (index < 0) {
            replies.reply(ReplyKind.FORGOTTEN, session.number, 0, first, session.last, sink);
        } else if (kept.first(index) != first || kept.count(index) != count) {
            refuse(Refusal.CHANGED, session.last, sink);
        } else {
            final int length = kept.length(index);
            if (length > scratch.length) {
                scratch = new byte[Math.max(length, Reply.MAX_LENGTH)];
            }
            kept.copy(index, scratch);
            results(session, first, count, kept.firstSeq(index), kept.timeNs(index), scratch, length, sink);
        }
    }

    /** Replies with results; commands whose results are too long to send were carried out nevertheless. */
    private void results(
            final ClientSession session,
            final long first,
            final int count,
            final long firstSeq,
            final long timeNs,
            final byte[] block,
            final int length,
            final ReplySink sink) {
        if (length > Reply.MAX_BLOCK_LENGTH) {
            replies.reply(ReplyKind.FORGOTTEN, session.number, 0, first, session.last, sink);
            return;
        }
        replies.reply(ReplyKind.RESULTS, count, session.number, 0, first, firstSeq, timeNs, block, length, sink);
    }

    private void onQuery(final Carrier engine, final ReplySink sink) {
        final byte[] report;
        try {
            report = ReportCodec.encodeReport(engine.answer(
                    ReportCodec.decodeQuery(request.bytes(), request.blockOffset(), request.blockLength())));
        } catch (CodecException e) {
            refuse(Refusal.MALFORMED, sink);
            return;
        }
        if (report.length > Reply.MAX_BLOCK_LENGTH) {
            refuse(Refusal.TOO_LARGE, sink);
            return;
        }
        replies.reply(
                ReplyKind.REPORT,
                0,
                (int) request.session(),
                0,
                request.first(),
                engine.seq(),
                engine.timeNs(),
                report,
                report.length,
                sink);
    }

    private void refuse(final Refusal why, final ReplySink sink) {
        refuse(why, 0, sink);
    }

    private void refuse(final Refusal why, final long last, final ReplySink sink) {
        refuse(why, (int) request.session(), request.first(), last, sink);
    }

    private void refuse(final Refusal why, final int session, final long first, final long last, final ReplySink sink) {
        counts.refuse(why);
        replies.reply(ReplyKind.REFUSED, session, why.code(), first, last, sink);
    }

    /**
     * Writes everything that a node needs to continue from here without the earlier log. Called between messages.
     *
     * @param parts the parts of followers, at the same place
     * @return how many chunks were written
     */
    public long write(final List<StatePart> parts, final ChunkSink sink) {
        return StateSnapshot.write(settings, carrier, sessions, importing, parts, sink);
    }

    /**
     * Restores a state that {@link #write} wrote. Called before the first message only.
     *
     * @return the parts of followers
     * @throws io.daybook.engine.state.SnapshotContentException if the chunks are not a complete state; this state must
     *     not be used then
     */
    public List<StatePart> restore(final ChunkSource source) {
        if (settings != null || sessions.count() > 0) {
            throw new IllegalStateException("a state must be new to be restored: seq=" + seq());
        }
        return StateSnapshot.restore(source, sessions, importing, this::take);
    }

    /** The current state, to be read before the next message; only after SETTINGS. */
    public StateView view() {
        if (carrier == null) {
            throw new IllegalStateException("there must be settings before there is a state");
        }
        return carrier.view();
    }

    /** The settings of the log; null before its first message. */
    public @Nullable ClusterSettings settings() {
        return settings;
    }

    /** The number of the last command, 0 before the first. */
    public long seq() {
        return carrier == null ? 0 : carrier.seq();
    }

    /** The time of the last command, ns since the epoch; 0 before the first. */
    public long timeNs() {
        return carrier == null ? 0 : carrier.timeNs();
    }

    /** 64 bits over every result so far: equal on two nodes only if all results were. */
    public long chain() {
        return carrier == null ? 0 : carrier.chain();
    }

    /** 64 bits over the logical state of the engine; takes time in proportion to the state. 0 before SETTINGS. */
    public long stateHash() {
        return carrier == null ? 0 : carrier.stateHash();
    }

    /** A copy of the engine's state, for a snapshot of a journal; only after SETTINGS. */
    public EngineStateCopy copyState() {
        if (carrier == null) {
            throw new IllegalStateException("there must be settings before there is a state");
        }
        return carrier.copyState();
    }

    /** Returns how many sessions were opened. */
    public int sessionCount() {
        return sessions.count();
    }

    /** The counts since this node started; not replicated. */
    public RequestCounts counts() {
        return counts;
    }
}
