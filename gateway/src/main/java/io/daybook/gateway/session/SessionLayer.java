package io.daybook.gateway.session;

import io.daybook.api.AckMode;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeState;
import io.daybook.api.Follower;
import io.daybook.client.wire.ByeReason;
import io.daybook.client.wire.LoginDescriptor;
import io.daybook.client.wire.WelcomeDescriptor;
import io.daybook.journal.host.Clock;
import io.daybook.journal.storage.JournalStorage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiConsumer;
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
    static final long MS = 1_000_000L;
    static final long SECOND = 1_000 * MS;

    private static final long TICK_NS = 10 * MS;

    private final SessionLimits limits;
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
    private final Map<Integer, LiveSession> live = new TreeMap<>();

    private VenueHops hops = VenueHops.none();
    private Members members;
    private @Nullable Exchange exchange;
    private @Nullable Commands commands;
    private int newCount;
    private boolean isStuck;
    private boolean isClosing;

    /** Those that have something to do at the next duty, and those of the duty after it. */
    private List<Connection> due = new ArrayList<>();

    private List<Connection> dueNext = new ArrayList<>();

    /** Whether the gateway itself may have something to say to the journal. */
    private boolean isCommandDue;

    private long lastTickNs;

    /**
     * A layer whose follower is to be attached.
     *
     * @param lossOnPowerFailure whether the exchange may answer before it is forced
     * @param data the folder that the gateway has for itself
     * @param onFailure hears what a session has thrown, with what it was about
     */
    public SessionLayer(
            final SessionLimits limits,
            final boolean lossOnPowerFailure,
            final Members members,
            final JournalStorage storage,
            final Path data,
            final Clock clock,
            final AuditLog audit,
            final BiConsumer<String, Throwable> onFailure) {
        this(limits, OutboxLimits.of(limits), lossOnPowerFailure, members, storage, data, clock, audit, onFailure);
    }

    /** The same with files of another size. */
    SessionLayer(
            final SessionLimits limits,
            final OutboxLimits outboxLimits,
            final boolean lossOnPowerFailure,
            final Members members,
            final JournalStorage storage,
            final Path data,
            final Clock clock,
            final AuditLog audit,
            final BiConsumer<String, Throwable> onFailure) {
        this.limits = limits;
        this.lossOnPowerFailure = lossOnPowerFailure;
        this.members = members;
        this.clock = clock;
        this.audit = audit;
        this.onFailure = onFailure;
        this.outboxes = new Outboxes(storage, data, outboxLimits, onFailure);
        this.book = new SessionBook(outboxes, limits.closedKept());
        this.follower = new BookFollower(book, outboxes);
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

    // ---- start and end -------------------------------------------------------------------------------------------

    /**
     * The exchange runs: from now on clients may come, and what the last process left is cleaned up.
     *
     * @param id tells this exchange from all others
     * @throws IllegalArgumentException where exchange and members do not fit the promises of a gateway
     */
    public void open(final Exchange running, final UUID id) {
        ByteBuffer.wrap(exchangeId).putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
        requireFit(running.config());
        requireFit(members);
        exchange = running;
        commands = new Commands(running.newDoor(follower.name()));
        outboxes.recovered();
        book.fences(new Fences());
        follower.onBatchEnd(this::writeAndSend);
        final long nowNs = nowNs();
        lastTickNs = nowNs;
        for (final SessionSettings settings : members.sessions()) {
            final BookSession known = book.session(settings.session());
            if (known != null) {
                final LiveSession own = live(settings);
                own.isDropCopyDue = true;
                if (settings.cancelOnDisconnect() != CancelOnDisconnect.NONE) {
                    startGrace(own, nowNs);
                }
            }
        }
        isCommandDue = true;
    }

    private void requireFit(final ExchangeConfig config) {
        if (config.resetAllowed()) {
            throw new IllegalArgumentException("resetAllowed must be false where a gateway is attached: a RESET ends"
                    + " the orders of all members: resetAllowed=true");
        }
        if (config.journal() == null) {
            throw new IllegalArgumentException("journal must be set where a gateway is attached: clients are answered"
                    + " from the journal: journal=none");
        }
        if (config.ackMode() != AckMode.AFTER_FORCE && !lossOnPowerFailure) {
            throw new IllegalArgumentException(
                    "ackMode must be AFTER_FORCE, or lossOnPowerFailure must be true: a power"
                            + " failure would take back what clients were told: ackMode=" + config.ackMode());
        }
    }

    /** A session is its protocol's and owner's for ever, so that nobody inherits the orders of another. */
    private void requireFit(final Members other) {
        for (int number = 1; number < book.sessionLimit(); number++) {
            final BookSession known = book.session(number);
            if (known == null) {
                continue;
            }
            final SessionSettings settings = other.session(number);
            if (settings == null) {
                throw new IllegalArgumentException("session " + number + " has logged in before and must stay in the"
                        + " members file: add it again, with \"retired\":true where it is over");
            }
            if (settings.protocol() != known.protocol() || settings.owner() != known.owner()) {
                throw new IllegalArgumentException("session " + number + " belongs to another member or protocol since"
                        + " its first login, and its number cannot be given away: give " + settings.member()
                        + " another number");
            }
        }
    }

    /**
     * Other members count from now on, all of them or, where they do not fit, none. Connections of sessions that are no
     * longer there, or whose rights have changed, are ended.
     *
     * @throws IllegalArgumentException where they contradict what the sessions have been
     */
    public void reload(final Members other) {
        requireFit(other);
        final Members before = members;
        members = other;
        int changed = 0;
        int removed = 0;
        int kept = 0;
        for (final SessionSettings old : before.sessions()) {
            final SessionSettings settings = other.session(old.session());
            final LiveSession own = live.get(old.session());
            if (settings == null) {
                removed++;
            } else {
                kept++;
                changed += settings.equals(old) ? 0 : 1;
                if (own != null) {
                    own.settings(settings);
                }
            }
            final Connection connection = own == null ? null : own.connection;
            if (connection != null && (settings == null || takesAway(old, settings))) {
                connection.bye(ByeReason.ENDED_BY_OPERATOR, 0, "the session's settings have changed");
            }
        }
        final int added = other.sessions().size() - kept;
        audit.write(new AuditEvent.MembersReloaded(other.sessions().size(), added, changed, removed));
        isCommandDue = true;
    }

    /** Whether what a connection stands on is no longer so. */
    private static boolean takesAway(final SessionSettings old, final SessionSettings now) {
        return now.retired()
                || !now.rights().containsAll(old.rights())
                || !now.accounts().containsAll(old.accounts())
                || !now.secrets().containsAll(old.secrets())
                || !now.from().equals(old.from());
    }

    /** Nobody may come any more, and all connections end. {@link #duty} goes on until {@link #isQuiet}. */
    public void end() {
        isClosing = true;
        byeAll(ByeReason.CLOSING, "the venue closes");
    }

    /** Whether every END of a connection was sent. */
    public boolean isQuiet() {
        return live.values().stream().noneMatch(own -> own.isEndDue);
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
        if (!connection.isCounted) {
            newCount--;
        }
        addresses.disconnect(connection.address());
        isCommandDue = true;
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
    void dropCopiesDue(final LiveSession own) {
        own.isDropCopyDue = true;
        isCommandDue = true;
    }

    /** A connection has something to do. */
    void due(final Connection connection) {
        if (!connection.isDue) {
            connection.isDue = true;
            due.add(connection);
        }
    }

    LiveSession live(final SessionSettings settings) {
        final LiveSession known = live.get(settings.session());
        if (known != null) {
            return known;
        }
        final LiveSession fresh = new LiveSession(settings, nowNs());
        live.put(settings.session(), fresh);
        return fresh;
    }

    Commands commands() {
        final Commands open = commands;
        if (open == null) {
            throw new IllegalStateException("the layer must be open before clients come");
        }
        return open;
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

    boolean isLossy() {
        return lossOnPowerFailure;
    }

    long nowNs() {
        return clock.nanoTime();
    }

    // ---- results -------------------------------------------------------------------------------------------------

    private final class Fences implements SessionBook.FenceListener {

        @Override
        public void onLogon(final BookSession session) {
            final LiveSession own = live.get(session.session());
            if (own != null) {
                session.live = own;
                own.logonsSeen++;
                final Connection connection = own.connection;
                if (connection != null) {
                    connection.onLogon(session, own.logonsSeen);
                    due(connection);
                }
            }
        }

        @Override
        public void onEnd(final BookSession session) {
            final LiveSession own = live.get(session.session());
            if (own == null) {
                return;
            }
            final Connection connection = own.connection;
            if (connection != null) {
                connection.onEnd();
                due(connection);
            }
            final boolean isBack = connection != null && !own.isEndLogout;
            final CancelOnDisconnect mode = own.settings().cancelOnDisconnect();
            final boolean cancels = own.isEndLogout ? mode.afterLogout() : mode.afterLoss();
            if (!isBack && cancels) {
                startGrace(own, nowNs());
            }
        }
    }

    private void startGrace(final LiveSession own, final long nowNs) {
        own.isGraceRunning = true;
        own.graceEndNs = nowNs + own.settings().graceMs() * MS;
    }

    /** Writes what the book has made, then sends it: a message that is not in the outbox must not be sent. */
    private void writeAndSend() {
        final TcpMessages messages = book.messages();
        boolean isWritten = true;
        for (int i = 0; i < messages.dirtyCount(); i++) {
            final BookSession session = messages.dirty(i);
            final Outbox outbox = session.outbox();
            if (outbox.pendingLength() > 0) {
                if (outbox.write()) {
                    final LiveSession own = session.live;
                    final Connection connection = own == null ? null : own.connection;
                    if (connection != null) {
                        try {
                            connection.onWritten(outbox);
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
            messages.written();
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
        boolean didWork = false;
        if (nowNs - lastTickNs >= TICK_NS) {
            lastTickNs = nowNs;
            tick(nowNs);
        }
        if (isStuck) {
            writeAndSend();
        }
        if (isCommandDue) {
            didWork = true;
            sendCommands();
        }
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

    private void tick(final long nowNs) {
        if (isStopped() && !connections.isEmpty()) {
            byeAll(ByeReason.HALTED, "the exchange has stopped");
        }
        for (int i = connections.size() - 1; i >= 0; i--) {
            final Connection connection = connections.get(i);
            try {
                connection.tick(nowNs);
            } catch (RuntimeException e) {
                end(connection, e);
            }
        }
        addresses.tick(nowNs);
        for (final LiveSession own : live.values()) {
            if (own.isGraceRunning && nowNs - own.graceEndNs >= 0) {
                own.isGraceRunning = false;
                own.isAway = own.connection == null;
                own.nextLookNs = nowNs;
            }
            if (own.isAway && nowNs - own.nextLookNs >= 0 && !own.isCancelling()) {
                own.nextLookNs = nowNs + SECOND;
                cancelOrders(own);
            }
        }
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
        final Exchange running = exchange;
        return running == null || running.state() == ExchangeState.FAILED || running.state() == ExchangeState.CLOSED;
    }

    private void cancelOrders(final LiveSession own) {
        final BookSession known = book.session(own.session());
        if (known == null || known.liveOrders == 0) {
            return;
        }
        final long[] ids = new long[known.liveOrders];
        int count = 0;
        for (int row = known.firstOrder;
                row != LiveOrders.NONE;
                row = book.orders().next(row)) {
            ids[count++] = book.orders().id(row);
        }
        own.cancelling = Arrays.copyOf(ids, count);
        own.cancelled = 0;
        isCommandDue = true;
        audit.write(new AuditEvent.OrdersCancelled(own.session(), own.settings().member(), count));
    }

    /** What the gateway itself has to say to the journal, as far as there is room. */
    private void sendCommands() {
        isCommandDue = false;
        try {
            if (!sendWhatIsDue()) {
                isCommandDue = true;
            }
        } catch (ExchangeClosedException e) {
            byeAll(ByeReason.HALTED, "the exchange has stopped");
        }
    }

    private boolean sendWhatIsDue() {
        for (final LiveSession own : live.values()) {
            if (own.isEndDue) {
                own.isEndDue = false;
                if (!commands().end(own.session())) {
                    own.isEndDue = true;
                    return false;
                }
            }
            if (own.isCancelling() && !sendCancels(own) || own.isDropCopyDue && !sendDropCopies(own)) {
                return false;
            }
        }
        return true;
    }

    private boolean sendCancels(final LiveSession own) {
        final LiveOrders orders = book.orders();
        while (own.isCancelling()) {
            final long id = own.cancelling[own.cancelled];
            final int row = orders.find(id);
            if (row != LiveOrders.NONE
                    && !commands().cancelForGateway(own.session(), orders.uid(row), orders.symbol(row), id)) {
                return false;
            }
            own.cancelled++;
        }
        own.cancelNone();
        return true;
    }

    /** Journals what the members file says differently from the book: the book hears from there alone. */
    private boolean sendDropCopies(final LiveSession own) {
        final BookSession known = book.session(own.session());
        if (known == null) {
            own.isDropCopyDue = false;
            return true;
        }
        final SessionSettings settings = own.settings();
        final boolean hears = settings.may(Right.DROPCOPY) && !settings.retired();
        for (final long uid : known.dropCopies()) {
            if (!(hears && settings.mayActFor(uid)) && !commands().dropCopy(own.session(), uid, false)) {
                return false;
            }
        }
        if (hears) {
            for (final Account account : settings.accounts()) {
                if (!known.hearsOf(account.uid()) && !commands().dropCopy(own.session(), account.uid(), true)) {
                    return false;
                }
            }
        }
        own.isDropCopyDue = false;
        return true;
    }
}
