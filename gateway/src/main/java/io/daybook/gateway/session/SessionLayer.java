package io.daybook.gateway.session;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.Follower;
import io.daybook.host.Clock;
import io.daybook.host.storage.JournalStorage;
import io.daybook.sessions.BookFollower;
import io.daybook.sessions.DoorSetup;
import io.daybook.sessions.GatewayCommands;
import io.daybook.sessions.OwnLog;
import io.daybook.sessions.SessionLog;
import io.daybook.sessions.SessionRules;
import io.daybook.sessions.SessionStatus;
import io.daybook.sessions.Upkeep;
import io.daybook.sessions.ViewSource;
import io.daybook.sessions.audit.AuditEvent;
import io.daybook.sessions.audit.AuditLog;
import io.daybook.sessions.hops.VenueHops;
import io.daybook.sessions.limit.Addresses;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.Protocol;
import io.daybook.sessions.member.SessionSettings;
import io.daybook.sessions.outbox.Histories;
import io.daybook.sessions.outbox.Outbox;
import io.daybook.sessions.outbox.OutboxLimits;
import io.daybook.sessions.outbox.Outboxes;
import io.daybook.sessions.outbox.StreamWriter;
import io.daybook.sessions.outbox.Transport;
import io.daybook.wire.ByeReason;
import io.daybook.wire.LoginDescriptor;
import io.daybook.wire.WelcomeDescriptor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of a gateway while it runs: who may log in, what requests become, and what is sent. It knows no socket,
 * no thread and no time but what it is given, so that a test can run it as it likes.
 *
 * <p>Its {@link #follower} is restored and told the recovery by the thread that starts the exchange. From {@link #open}
 * on everything belongs to one thread, which polls the follower and calls {@link #duty} after each poll; only what a
 * snapshot writes is written by another.
 */
public final class SessionLayer {
    /** The name of its follower. */
    public static final String NAME = "gateway";

    static final long MS = 1_000_000L;
    static final long SECOND = 1_000 * MS;

    private static final long TICK_NS = 10 * MS;

    private final SessionLimits limits;
    private final Histories.Current history;
    private final IntPredicate admitted;
    private final byte[] exchangeId = new byte[WelcomeDescriptor.EXCHANGE_ID_LENGTH];
    private final boolean lossOnPowerFailure;
    private final Clock clock;
    private final AuditLog audit;
    private final BiConsumer<String, Throwable> onFailure;
    private final Outboxes outboxes;
    private final SessionBook book;
    private final BookFollower follower;
    private final Addresses addresses;
    private final List<Connection> connections = new ArrayList<>();
    private final Upkeep<TcpSession> upkeep;

    private VenueHops hops = VenueHops.none();
    private Members members;
    private @Nullable SessionLog log;
    private long leadership = SessionLog.NONE;
    private @Nullable Commands commands;
    private @Nullable GatewayCommands own;
    private final AtomicInteger upCount = new AtomicInteger();
    private int newCount;
    private boolean isStuck;
    private boolean isClosing;
    private @Nullable ViewSource viewSource;

    /** Those that have something to do at the next duty, and those of the duty after it. */
    private List<Connection> due = new ArrayList<>();

    private List<Connection> dueNext = new ArrayList<>();

    private long lastTickNs;

    /** A layer whose follower is to be attached. */
    public SessionLayer(final DoorSetup setup) {
        this(setup, OutboxLimits.of(setup.limits()));
    }

    /** The same with files of another size. */
    SessionLayer(final DoorSetup setup, final OutboxLimits outboxLimits) {
        this.limits = setup.limits();
        this.lossOnPowerFailure = setup.lossOnPowerFailure();
        this.members = setup.members();
        this.clock = setup.clock();
        this.audit = setup.audit();
        this.onFailure = setup.onFailure();
        this.outboxes = new Outboxes(setup.storage(), setup.data(), outboxLimits, onFailure);
        this.book = new SessionBook(outboxes, limits.closedKept());
        this.follower = new BookFollower(NAME, book, outboxes, setup.isKnownElsewhere());
        this.history = setup.history();
        this.admitted =
                session -> Histories.isAdmitted(setup.storage(), setup.data(), history, Integer.toString(session));
        follower.in(history);
        this.upkeep = new Upkeep<>(book, audit);
        this.addresses = new Addresses(limits, audit);
    }

    /** Commands are timed on their way from now on: before {@link #open}. */
    public void timedBy(final VenueHops recorder) {
        hops = recorder;
        follower.timedBy(recorder, clock);
    }

    VenueHops hops() {
        return hops;
    }

    /** What is to be attached to the exchange before it starts, with HALT. */
    public Follower follower() {
        return follower;
    }

    /** Whether the book knows a session. While the exchange starts, on the thread that starts it. */
    public boolean knows(final int session) {
        return book.session(session) != null;
    }

    // ---- start and end -------------------------------------------------------------------------------------------

    /**
     * The exchange runs: from now on clients may come, and what the last process left is cleaned up.
     *
     * @param id tells this exchange from all others
     * @throws IllegalArgumentException where exchange and members do not fit the promises of a gateway
     */
    public void open(final Exchange running, final UUID id) {
        SessionRules.requireFit(running.config(), lossOnPowerFailure);
        begin(new OwnLog(running, id, follower.name()));
    }

    /**
     * The same on a log that nodes share, once that is {@linkplain SessionLog#isReady ready}: clients are let in while
     * this node lets their commands in, and are told who does else.
     *
     * @throws IllegalArgumentException where members contradict what their sessions have been
     */
    public void open(final SessionLog shared) {
        follower.requirePart();
        begin(shared);
    }

    private void begin(final SessionLog stands) {
        final UUID id = stands.exchangeId();
        ByteBuffer.wrap(exchangeId).putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
        book.forEach(known -> SessionRules.requireFit(members, known));
        log = stands;
        commands = new Commands(stands.door());
        own = new GatewayCommands(stands.door());
        book.fences(new SessionFences(upkeep, clock, this::due));
        follower.onBatchEnd(this::writeAndSend);
        lastTickNs = nowNs();
        lookAtLeadership(stands);
    }

    /** Behind each break all clients log in anew, so that each learns what became of its requests. */
    private void lookAtLeadership(final SessionLog stands) {
        final long now = stands.leadership();
        if (now == leadership) {
            return;
        }
        if (leadership != SessionLog.NONE) {
            byeAll(ByeReason.NOT_LEADER, stands.leader());
            upkeep.stop();
        }
        leadership = SessionLog.NONE; // until all is taken over: what throws is tried again
        if (now == SessionLog.NONE) {
            return;
        }
        outboxes.recovered();
        final long nowNs = nowNs();
        for (final SessionSettings settings : members.sessions()) {
            if (book.session(settings.session()) != null) {
                upkeep.takeOver(live(settings), nowNs);
            }
        }
        upkeep.open(own(), stands::isOpen);
        leadership = now;
    }

    /** Whether clients are let in. */
    boolean leads() {
        return leadership != SessionLog.NONE;
    }

    SessionLog log() {
        return opened(log);
    }

    /**
     * Other members count from now on, all of them or, where they do not fit, none. Connections of sessions that are no
     * longer there, or whose rights have changed, are ended.
     *
     * @throws IllegalArgumentException where they contradict what the sessions have been
     */
    public void reload(final Members other) {
        if (log != null) {
            book.forEach(known -> SessionRules.requireFit(other, known));
        }
        final Members before = members;
        members = other;
        int changed = 0;
        int removed = 0;
        int kept = 0;
        for (final SessionSettings old : before.sessions()) {
            final SessionSettings settings = other.session(old.session());
            final TcpSession known = upkeep.session(old.session());
            if (settings == null) {
                removed++;
            } else {
                kept++;
                changed += settings.equals(old) ? 0 : 1;
                if (known != null) {
                    known.settings(settings);
                }
            }
            final Connection connection = known == null ? null : known.connection();
            if (connection != null && (settings == null || SessionRules.takesAway(old, settings))) {
                connection.bye(ByeReason.ENDED_BY_OPERATOR, 0, "the session's settings have changed");
            }
        }
        final int added = other.sessions().size() - kept;
        audit.write(new AuditEvent.MembersReloaded(other.sessions().size(), added, changed, removed));
        upkeep.commandDue();
    }

    /** Nobody may come any more, and all connections end. {@link #duty} goes on until {@link #isQuiet}. */
    public void end() {
        isClosing = true;
        byeAll(ByeReason.CLOSING, "the venue closes");
    }

    /** Whether every END of a connection was sent. */
    public boolean isQuiet() {
        return upkeep.isQuiet();
    }

    /** Forces what was written, and closes it; nothing may follow. */
    public void close() {
        try {
            outboxes.close();
        } catch (IOException e) {
            throw new UncheckedIOException("an outbox cannot be closed", e);
        }
    }

    /**
     * Forgets what a session was told, so that the next start makes its outbox again: the way out where it is ahead of
     * the journal. The gateway must not run.
     *
     * @param data the folder that the gateway has for itself
     * @return the outbox's new epoch
     * @throws IllegalArgumentException where there is no such outbox
     */
    public static int resetOutbox(final JournalStorage storage, final Path data, final int session) throws IOException {
        return Outboxes.reset(storage, data, session);
    }

    private void byeAll(final ByeReason reason, final String text) {
        for (int i = connections.size() - 1; i >= 0; i--) {
            connections.get(i).bye(reason, 0, text);
        }
    }

    // ---- connections ---------------------------------------------------------------------------------------------

    /** A connection was accepted; null where it is over a limit, and to be closed. */
    public @Nullable Connection connect(final Transport transport, final InetAddress address) {
        final long nowNs = nowNs();
        final String reason = isClosing || isStopped()
                ? "CLOSING"
                : connections.size() >= limits.connections()
                        ? "CONNECTIONS"
                        : newCount >= limits.notLoggedIn() ? "NOT_LOGGED_IN" : null;
        if (!addresses.connect(address, reason, nowNs)) {
            return null;
        }
        final Connection connection = new Connection(this, transport, address, nowNs);
        connection.index = connections.size();
        connections.add(connection);
        newCount++;
        return connection;
    }

    /** A connection has ended. */
    void remove(final Connection connection) {
        final Connection last = connections.remove(connections.size() - 1);
        if (last != connection) {
            connections.set(connection.index, last);
            last.index = connection.index;
        }
        if (connection.isCounted) {
            upCount.decrementAndGet();
        } else {
            newCount--;
        }
        addresses.disconnect(connection.address());
        upkeep.commandDue();
    }

    /** Whether somebody may log in as a session; null where not, which is written down and counted. */
    @Nullable
    SessionSettings admit(final Connection connection, final int session, final byte[] frame, final int offset) {
        final SessionSettings settings = members.session(session);
        final String fault;
        if (addresses.hasFailedTooOften(connection.address(), nowNs())) {
            fault = "TOO_MANY_FAILURES";
        } else if (settings == null || settings.protocol() != Protocol.TCP) {
            fault = "UNKNOWN_SESSION";
        } else if (settings.retired()) {
            fault = "RETIRED";
        } else if (!settings.mayComeFrom(connection.address())) {
            fault = "ADDRESS";
        } else if (!settings.admits(
                frame, LoginDescriptor.secretOffset(offset), LoginDescriptor.secretLength(frame, offset))) {
            fault = "SECRET";
        } else {
            return settings;
        }
        addresses.failed(connection.address(), nowNs());
        refused(connection, session, fault);
        return null;
    }

    void refused(final Connection connection, final int session, final String reason) {
        audit.write(new AuditEvent.LoginRefused(
                Integer.toUnsignedLong(session), connection.address().getHostAddress(), reason));
    }

    void loggedIn(
            final Connection connection, final SessionSettings settings, final String program, final long lastRequest) {
        connection.isCounted = true;
        newCount--;
        upCount.incrementAndGet();
        audit.write(new AuditEvent.LoggedIn(
                settings.session(), settings.member(), connection.address().getHostAddress(), program, lastRequest));
    }

    void ended(
            final Connection connection,
            final SessionSettings settings,
            final String reason,
            final long requests,
            final long messages,
            final long refusals) {
        audit.write(new AuditEvent.Ended(
                settings.session(),
                settings.member(),
                connection.address().getHostAddress(),
                reason,
                requests,
                messages,
                refusals));
    }

    void failed(final Connection connection, final Throwable cause) {
        onFailure.accept("a connection from " + connection.address().getHostAddress(), cause);
    }

    /** The drop copies of a session may differ from its settings. */
    void dropCopiesDue(final TcpSession session) {
        upkeep.dropCopiesDue(session);
    }

    /** The connection of a session has ended, of which the journal has not heard. */
    void endDue(final TcpSession session, final boolean isLogout) {
        upkeep.ended(session, isLogout);
    }

    /** From where subscribers of the feed are served, null where there is none. */
    @Nullable
    ViewSource viewSource() {
        return viewSource;
    }

    /** From now on subscribers of the feed are served from there. */
    public void viewSource(final ViewSource source) {
        viewSource = source;
    }

    /** A connection has something to do. */
    void due(final Connection connection) {
        if (!connection.isDue) {
            connection.isDue = true;
            due.add(connection);
        }
    }

    TcpSession live(final SessionSettings settings) {
        final TcpSession known = upkeep.session(settings.session());
        if (known != null) {
            return known;
        }
        final TcpSession fresh = new TcpSession(settings, nowNs());
        upkeep.add(fresh);
        return fresh;
    }

    /** Sends what clients ask for. */
    Commands commands() {
        return opened(commands);
    }

    /** Sends what the gateway says itself. */
    GatewayCommands own() {
        return opened(own);
    }

    private static <T> T opened(final @Nullable T sender) {
        if (sender == null) {
            throw new IllegalStateException("the layer must be open before clients come");
        }
        return sender;
    }

    SessionBook book() {
        return book;
    }

    SessionLimits limits() {
        return limits;
    }

    byte[] exchangeId() {
        return exchangeId;
    }

    /** The number of the history; 0 where no backup was restored. */
    long history() {
        return history.number();
    }

    /** Whether an operator has let a session in since the last restore of a backup. */
    boolean isAdmitted(final int session) {
        return admitted.test(session);
    }

    boolean isLossy() {
        return lossOnPowerFailure;
    }

    long nowNs() {
        return clock.nanoTime();
    }

    // ---- what operators see and do -------------------------------------------------------------------------------

    /** How many sessions are logged in. Any thread. */
    public int upCount() {
        return upCount.get();
    }

    /** All sessions of this protocol, by ascending number. */
    public List<SessionStatus> sessions() {
        return members.sessions().stream()
                .filter(session -> session.protocol() == Protocol.TCP)
                .map(this::status)
                .toList();
    }

    private SessionStatus status(final SessionSettings settings) {
        final TcpSession known = upkeep.session(settings.session());
        final Connection connection = known == null ? null : known.connection();
        final BookSession stream = book.session(settings.session());
        return new SessionStatus(
                settings.session(),
                settings.member(),
                Protocol.TCP,
                SessionStatus.stateOf(settings, known, connection != null && !connection.isNew()),
                connection == null ? "" : connection.address().getHostAddress(),
                stream == null ? 0 : stream.lastRequest(),
                stream == null ? 1 : stream.nextOut(),
                connection == null ? 0 : connection.transport.unsent());
    }

    /**
     * Ends the connection of a session, as an operator wants; it may log in again.
     *
     * @return whether it had one
     */
    public boolean end(final int session) {
        final TcpSession known = upkeep.session(session);
        final Connection connection = known == null ? null : known.connection();
        if (connection == null) {
            return false;
        }
        connection.bye(ByeReason.ENDED_BY_OPERATOR, 0, "an operator has ended the session");
        return true;
    }

    // ---- results -------------------------------------------------------------------------------------------------

    /** Writes what the book has made, then sends it: a message that is not in the outbox must not be sent. */
    private void writeAndSend() {
        final StreamWriter streams = book.streams();
        boolean isWritten = true;
        for (int i = 0; i < streams.dirtyCount(); i++) {
            final BookSession session = (BookSession) streams.dirty(i);
            final Outbox outbox = session.outbox();
            if (outbox.pendingLength() > 0) {
                if (outbox.write()) {
                    final TcpSession known = session.live;
                    final Connection connection = known == null ? null : known.connection();
                    if (connection != null) {
                        try {
                            connection.onWritten();
                        } catch (RuntimeException e) {
                            end(connection, e);
                        }
                    }
                    outbox.clear();
                } else {
                    isWritten = false;
                }
            }
        }
        if (isWritten) {
            streams.written();
        }
        isStuck = !isWritten;
    }

    /**
     * Whether an outbox cannot be written for the moment: then the follower must not be polled, so that the ring fills
     * and clients wait. {@link #duty} tries again.
     */
    public boolean isStuck() {
        return isStuck;
    }

    // ---- duty ----------------------------------------------------------------------------------------------------

    /**
     * Does what is due: answers logins, goes on where it had to wait, watches the time.
     *
     * @return whether something was done, so that it is worth calling again soon
     */
    public boolean duty() {
        final long nowNs = nowNs();
        final SessionLog stands = log();
        boolean didWork = stands.work();
        lookAtLeadership(stands);
        if (nowNs - lastTickNs >= TICK_NS) {
            tick(nowNs, lastTickNs);
            lastTickNs = nowNs;
        }
        if (isStuck) {
            writeAndSend();
        }
        didWork |= sendCommands();
        if (!due.isEmpty()) {
            final List<Connection> now = due;
            due = dueNext;
            dueNext = now;
            for (int i = 0; i < now.size(); i++) {
                final Connection connection = now.get(i);
                connection.isDue = false;
                try {
                    didWork |= connection.duty();
                } catch (RuntimeException e) {
                    end(connection, e);
                }
            }
            now.clear();
        }
        return didWork;
    }

    /**
     * Time has passed.
     *
     * @param readNs of the tick before: sockets were read since, so that what came until then has been read. What came
     *     later may lie in a socket, where this thread was held up.
     */
    private void tick(final long nowNs, final long readNs) {
        if (isStopped() && !connections.isEmpty()) {
            byeAll(ByeReason.HALTED, "the exchange has stopped");
        }
        for (int i = connections.size() - 1; i >= 0; i--) {
            final Connection connection = connections.get(i);
            try {
                connection.tick(nowNs, readNs);
            } catch (RuntimeException e) {
                end(connection, e);
            }
        }
        addresses.tick(nowNs);
        upkeep.tick(nowNs);
    }

    /** What a session throws ends that session and nothing else. */
    private void end(final Connection connection, final RuntimeException cause) {
        failed(connection, cause);
        try {
            connection.bye(ByeReason.INTERNAL, 0, "the session failed inside the venue");
        } catch (RuntimeException e) {
            connection.closed("INTERNAL");
        }
    }

    private boolean isStopped() {
        final SessionLog stands = log;
        return stands == null || stands.hasEnded();
    }

    /** What the gateway itself has to say to the journal, as far as there is room. */
    private boolean sendCommands() {
        try {
            return upkeep.sendCommands();
        } catch (ExchangeClosedException e) {
            byeAll(ByeReason.HALTED, "the exchange has stopped");
            return true;
        }
    }
}
