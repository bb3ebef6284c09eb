package io.daybook.gateway.fix.session;

import io.daybook.api.CommandDoor;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.ExchangeState;
import io.daybook.api.Follower;
import io.daybook.api.FollowerPoller;
import io.daybook.gateway.fix.book.FixBook;
import io.daybook.gateway.fix.book.FixBookSession;
import io.daybook.gateway.fix.message.FixListings;
import io.daybook.gateway.fix.message.ReportText;
import io.daybook.host.Clock;
import io.daybook.sessions.BookFollower;
import io.daybook.sessions.DoorSetup;
import io.daybook.sessions.GatewayCommands;
import io.daybook.sessions.OwnLog;
import io.daybook.sessions.SessionLog;
import io.daybook.sessions.SessionRules;
import io.daybook.sessions.SessionStatus;
import io.daybook.sessions.Upkeep;
import io.daybook.sessions.audit.AuditEvent;
import io.daybook.sessions.audit.AuditLog;
import io.daybook.sessions.limit.Addresses;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.member.Closing;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.outbox.Histories;
import io.daybook.sessions.outbox.Outbox;
import io.daybook.sessions.outbox.OutboxLimits;
import io.daybook.sessions.outbox.Outboxes;
import io.daybook.sessions.outbox.StreamWriter;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.mina.core.filterchain.IoFilter.NextFilter;
import org.apache.mina.core.session.IoSession;
import org.jspecify.annotations.Nullable;
import quickfix.SessionID;

/**
 * The sessions of the FIX door while it runs: who may log on, what the journal is told, and what is sent.
 *
 * <p>One thread of the gateway polls the follower and calls {@link #duty}; threads of QuickFIX/J and MINA come in by
 * the other methods. All share one lock, {@link #lock}, under which nothing waits: QuickFIX/J, which has locks of its
 * own, is called only without it.
 */
public final class FixLayer {
    public static final String NAME = "gateway-fix";

    private static final String FOLDER = "gateway";

    /** What clients are told where their requests find no exchange any more. */
    private static final String HALTED = "the exchange has stopped; log on again when it runs";

    /** No client of FIX is told which exchange it is. */
    private static final UUID NOT_TOLD = new UUID(0, 0);

    private static final long MS = 1_000_000L;
    private static final long TICK_NS = 10 * MS;
    private static final int POLL_LIMIT = 256;

    private final SessionLimits limits;
    private final boolean lossOnPowerFailure;
    private final Histories.Current history;
    private final Clock clock;
    private final AuditLog audit;
    private final Outboxes outboxes;
    private final FixBook book;
    private final BookFollower follower;
    private final Upkeep<FixSession> upkeep;
    private final Addresses addresses;
    private final ReportSender sender;
    private final Object lock = new Object();
    private final List<DoorConnection> connections = new ArrayList<>();
    private final Dispatcher dispatcher = new Dispatcher();
    private final SessionNumbers numbers;
    private final Roster roster;
    private final Logons logons;
    private final DayRoll roll;

    private @Nullable Exchange exchange;
    private @Nullable FollowerPoller poller;
    private @Nullable GatewayCommands commands;
    private @Nullable SessionLog log;
    private long leadership = SessionLog.NONE;
    private boolean isShared;
    private Runnable onPublished = () -> {};

    /** Whose Logon QuickFIX/J is given at this moment, by the gateway's thread. */
    private volatile @Nullable FixSession handedOver;

    private int newCount;
    private boolean isStuck;
    private boolean isClosing;
    private long lastTickNs;

    public FixLayer(final DoorSetup setup, final FixListings listings) {
        this.limits = setup.limits();
        this.lossOnPowerFailure = setup.lossOnPowerFailure();
        this.clock = setup.clock();
        this.audit = setup.audit();
        this.outboxes = new Outboxes(setup.storage(), setup.data(), OutboxLimits.of(limits), setup.onFailure());
        this.book = new FixBook(outboxes, limits.closedKept());
        this.follower = new BookFollower(NAME, book, outboxes, setup.isKnownElsewhere());
        this.upkeep = new Upkeep<>(book, audit);
        this.addresses = new Addresses(limits, audit);
        this.history = setup.history();
        follower.in(history);
        this.sender = new ReportSender(
                lock, book, new ReportText(listings, history), limits, new Resender(clock), setup.onFailure());
        this.numbers = new SessionNumbers(
                setup.storage(), setup.data().resolve(FOLDER), clock, sender, dispatcher, setup.onFailure());
        this.roll = new DayRoll(book);
        this.roster = new Roster(setup.members(), book, upkeep, numbers, sender, audit, clock);
        this.logons = new Logons(book, roster, numbers, upkeep, addresses, audit, clock);
        if (history.isRestored()) {
            logons.admittingAfterRestore(
                    session -> Histories.isAdmitted(setup.storage(), setup.data(), history, Integer.toString(session)));
        }
    }

    public Follower follower() {
        return follower;
    }

    /** What all that the layer owns is used under; nobody waits while he holds it. */
    public Object lock() {
        return lock;
    }

    public FixBook book() {
        return book;
    }

    public SessionLimits limits() {
        return limits;
    }

    public Dispatcher dispatcher() {
        return dispatcher;
    }

    /** The history that the exchange is in. */
    public Histories.Current history() {
        return history;
    }

    public boolean isLossy() {
        return lossOnPowerFailure;
    }

    public long nowNs() {
        return clock.nanoTime();
    }

    // ---- start and end -------------------------------------------------------------------------------------------

    /** The exchange runs: from now on clients may come, and what the last process left is cleaned up. */
    public void open(final Exchange running) {
        SessionRules.requireFit(running.config(), lossOnPowerFailure);
        synchronized (lock) {
            exchange = running;
            final SessionLog stands = new OwnLog(running, NOT_TOLD, NAME);
            final GatewayCommands open = begin(stands, running.poller(NAME));
            outboxes.recovered();
            roster.open(lastTickNs);
            upkeep.open(open);
            leadership = stands.leadership();
        }
    }

    /** Nodes share the log. Called before the layer's thread begins. */
    public void shared() {
        isShared = true;
        roster.shared();
    }

    /**
     * The same on a log that nodes share, once that is {@linkplain SessionLog#isReady ready}: clients are let in while
     * this node lets their commands in, and are told who does else.
     *
     * @param published is called when a request waits for the gateway's thread
     * @throws IllegalArgumentException where the members contradict what the sessions have been
     */
    public void open(final SessionLog shared, final FollowerPoller polled, final Runnable published) {
        synchronized (lock) {
            roster.openShared(clock.nanoTime());
            onPublished = published;
            follower.requirePart();
            final GatewayCommands unused = begin(shared, polled);
        }
    }

    private GatewayCommands begin(final SessionLog stands, final FollowerPoller polled) {
        final GatewayCommands open = new GatewayCommands(stands.door());
        commands = open;
        poller = polled;
        log = stands;
        book.fences(new LayerFences(upkeep, numbers, roll, clock, isShared, () -> stands.leadership() == leadership));
        follower.onBatchEnd(this::write);
        lastTickNs = clock.nanoTime();
        return open;
    }

    /** Behind each break all clients log on anew, so that each learns what became of its requests. */
    private void lookAtLeadership(final SessionLog stands, final GatewayCommands open) {
        final long now = stands.leadership();
        if (now == leadership) {
            return;
        }
        if (leadership != SessionLog.NONE) {
            leaveAll(Logons.told(stands.leader()));
            upkeep.stop();
            numbers.stop();
            roll.stop();
            roster.leave();
        }
        leadership = SessionLog.NONE; // until all is taken over
        if (now == SessionLog.NONE) {
            return;
        }
        outboxes.recovered();
        roster.takeOver(clock.nanoTime());
        book.forEach(session -> roll.overFor((FixBookSession) session));
        upkeep.open(open, stands::isOpen);
        leadership = now;
    }

    /** Whether clients are let in. */
    public boolean leads() {
        synchronized (lock) {
            return leadership != SessionLog.NONE;
        }
    }

    /** Those whose Logon has not come yet are told then. */
    private void leaveAll(final String words) {
        for (final DoorConnection connection : List.copyOf(connections)) {
            if (connection.session != null) {
                end(connection, words, Logons.NOT_LEADER);
                connection.giveUp();
            }
        }
    }

    /** Whether a request of a session goes in: not one that came before this node, or its log, lost its place. */
    public boolean takes(final FixSession own) {
        return leadership != SessionLog.NONE && own.isCurrent;
    }

    /** A request waits for the gateway's thread. */
    public void published() {
        onPublished.run();
    }

    /**
     * Whether other members could count from now on.
     *
     * @throws IllegalArgumentException where they contradict what the sessions have been
     */
    public void requireFit(final Members other) {
        synchronized (lock) {
            roster.requireFit(other);
        }
    }

    /** Other members count from now on, all of them or none. */
    public void reload(final Members other) {
        synchronized (lock) {
            roster.reload(other);
        }
    }

    /** All sessions, by ascending number. */
    public List<SessionStatus> sessions() {
        synchronized (lock) {
            return roster.statuses();
        }
    }

    /** How many sessions are logged on. Any thread. */
    public int upCount() {
        return roster.upCount();
    }

    /**
     * Ends the connection of a session, as an operator wants; it may log on again.
     *
     * @return whether it had one
     */
    public boolean end(final int session) {
        synchronized (lock) {
            final FixSession own = upkeep.session(session);
            final DoorConnection connection = own == null ? null : own.connection;
            if (own == null || connection == null) {
                return false;
            }
            end(connection, "an operator has ended the session", "ENDED_BY_OPERATOR");
            return true;
        }
    }

    /** The day is over; {@link #isRolled} says when the journal was told. */
    public void roll() {
        synchronized (lock) {
            roll.begin();
        }
    }

    /** Whether what belongs to the end of a day was sent. */
    public boolean isRolled() {
        synchronized (lock) {
            return roll.isOver();
        }
    }

    /** Nobody may come any more, and all connections end. */
    public void end() {
        synchronized (lock) {
            isClosing = true;
            endAll("the venue closes", "CLOSING");
        }
    }

    /** Says Logout to those who are logged on, and ends all connections. The words leave without the lock. */
    private void endAll(final String words, final String reason) {
        connections.forEach(connection -> end(connection, words, reason));
    }

    private void end(final DoorConnection connection, final String words, final String reason) {
        final FixSession own = connection.session;
        if (own != null && own.isLoggedOn) {
            sender.logout(own, words, reason);
        } else {
            connection.close(reason);
        }
    }

    /** Whether every connection has ended, and the journal was told. */
    public boolean isQuiet() {
        synchronized (lock) {
            return connections.isEmpty() && upkeep.isQuiet() && numbers.isQuiet();
        }
    }

    /** No command follows; what a log that nodes share goes by is known to it. */
    public void leaveLog() {
        synchronized (lock) {
            final SessionLog stands = log;
            if (stands != null) {
                stands.close();
            }
        }
    }

    /** Nothing follows any more: what was written is forced, and where numbering goes on is written down. */
    public void close() {
        synchronized (lock) {
            final List<AutoCloseable> ends = new ArrayList<>();
            for (final FixSession own : isShared ? roster.all() : upkeep.sessions()) {
                final FixStore store = own.store;
                if (own.reader != null) {
                    ends.add(own.reader::close);
                }
                if (store != null && (isShared || !own.isToldAgain())) {
                    ends.add(store::leave);
                } else if (store != null && book.session(own.session()) != null) {
                    ends.add(store::close);
                }
            }
            ends.add(outboxes::close);
            Closing.all(ends);
        }
    }

    // ---- connections ---------------------------------------------------------------------------------------------

    /** A connection was accepted; null where it is over a limit. */
    public @Nullable DoorConnection connect(final IoSession io, final InetAddress address, final NextFilter next) {
        synchronized (lock) {
            final long nowNs = clock.nanoTime();
            final String reason = isClosing || isStopped()
                    ? "CLOSING"
                    : connections.size() >= limits.connections()
                            ? "CONNECTIONS"
                            : newCount >= limits.notLoggedIn() ? "NOT_LOGGED_IN" : null;
            if (!addresses.connect(address, reason, nowNs)) {
                return null;
            }
            final DoorConnection connection = new DoorConnection(io, address, next, nowNs);
            connections.add(connection);
            newCount++;
            return connection;
        }
    }

    /** Its first message came. */
    public void arrived(final DoorConnection connection) {
        synchronized (lock) {
            if (connection.state == DoorConnection.State.NEW) {
                connection.state = DoorConnection.State.ARRIVED;
                connection.pause();
            }
        }
    }

    /** A connection has ended. */
    public void closed(final DoorConnection connection) {
        synchronized (lock) {
            if (!connections.remove(connection)) {
                return;
            }
            addresses.disconnect(connection.address());
            newCount -= connection.isCounted ? 0 : 1;
            final FixSession own = connection.session;
            final boolean wasJournaled = connection.state.compareTo(DoorConnection.State.JOURNALED) >= 0;
            connection.state = DoorConnection.State.ENDED;
            if (own != null && own.connection == connection) {
                own.connection = null;
                own.isConnected(false);
                own.isLoggedOn = false;
                own.statusList = null;
                if (wasJournaled && upkeep.session(own.session()) == own) {
                    upkeep.ended(own, own.saidLogout);
                    numbers.ended(own);
                }
                audit.write(new AuditEvent.Ended(
                        own.session(),
                        own.settings().member(),
                        connection.address().getHostAddress(),
                        own.saidLogout ? "LOGGED_OUT" : connection.endReason,
                        own.requests,
                        own.reports,
                        own.refusals));
            }
        }
    }

    /** A session of the members file, by its CompIDs, or null. Any thread, without the lock. */
    public @Nullable FixSession session(final SessionID id) {
        return roster.session(id);
    }

    /** QuickFIX/J has taken a Logon. */
    public void loggedOn(final FixSession own) {
        synchronized (lock) {
            final DoorConnection connection = own.connection;
            if (connection == null) {
                return;
            }
            own.isBack();
            storeOf(own).resend().clear();
            own.isLoggedOn = true;
            final FixBookSession known = book.session(own.session());
            audit.write(new AuditEvent.LoggedIn(
                    own.session(),
                    own.settings().member(),
                    connection.address().getHostAddress(),
                    own.id().toString(),
                    known == null ? 0 : known.lastRequest()));
        }
    }

    public static FixStore storeOf(final FixSession own) {
        final FixStore store = own.store;
        if (store == null) {
            throw new IllegalStateException("an admitted session must have a store: session=" + own.session());
        }
        return store;
    }

    // ---- results -------------------------------------------------------------------------------------------------

    /** Writes what the book has made: a report that is not in the outbox must not be sent. */
    private void write() {
        final StreamWriter streams = book.streams();
        boolean isWritten = true;
        for (int i = 0; i < streams.dirtyCount(); i++) {
            final Outbox outbox = streams.dirty(i).outbox();
            if (outbox.pendingLength() > 0) {
                if (outbox.write()) {
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

    // ---- duty ----------------------------------------------------------------------------------------------------

    /**
     * Does what is due.
     *
     * @return how much was done
     */
    public int duty() {
        int work = 0;
        final List<DoorConnection> ready = new ArrayList<>();
        synchronized (lock) {
            final FollowerPoller polled = poller;
            final GatewayCommands open = commands;
            final SessionLog stands = log;
            if (polled == null || open == null || stands == null) {
                return 0;
            }
            if (isStuck) {
                write();
            }
            work += isStuck ? 0 : polled.poll(POLL_LIMIT);
            work += stands.work() ? 1 : 0;
            lookAtLeadership(stands, open);
            final long nowNs = clock.nanoTime();
            if (nowNs - lastTickNs >= TICK_NS) {
                lastTickNs = nowNs;
                tick(nowNs);
            }
            try {
                final SessionLog led = leadership == SessionLog.NONE ? null : stands;
                if (led != null) {
                    work += upkeep.sendCommands() ? 1 : 0;
                    work += numbers.sendResets(open, led::isOpen);
                    work += roll.send(open, led::isOpen);
                }
                for (int i = 0; i < connections.size(); i++) {
                    final DoorConnection connection = connections.get(i);
                    if (logons.advance(connection, open, led, stands.leader(), isStuck)) {
                        connection.isCounted = true;
                        newCount--;
                        ready.add(connection);
                    } else if (led != null) {
                        reserve(connection.session, open);
                    }
                }
            } catch (ExchangeClosedException e) {
                endAll(HALTED, "HALTED");
            }
        }
        ready.forEach(this::handOver);
        return work + ready.size() + sender.send(roster.all(), SessionNumbers.SPARE);
    }

    /** Not for a session whose connection is of a time before this node led. */
    private void reserve(final @Nullable FixSession own, final GatewayCommands open) {
        if (own != null && own.isLoggedOn && upkeep.session(own.session()) == own) {
            numbers.reserve(own, storeOf(own), open);
        }
    }

    private void handOver(final DoorConnection connection) {
        handedOver = connection.session;
        try {
            connection.through();
        } finally {
            handedOver = null;
        }
    }

    /** Whether the Logon of a session is being handed to QuickFIX/J now. */
    public boolean isHandedOver(final SessionID id) {
        final FixSession own = handedOver;
        return own != null && own.id().equals(id);
    }

    private void tick(final long nowNs) {
        if (isStopped()) {
            endAll(HALTED, "HALTED");
        }
        for (final DoorConnection connection : List.copyOf(connections)) {
            connection.watch(limits, nowNs);
        }
        addresses.tick(nowNs);
        upkeep.tick(nowNs);
    }

    /** Nothing that sessions would be told could be believed: nobody stays. */
    public void failed() {
        synchronized (lock) {
            isClosing = true;
            connections.forEach(connection -> connection.close("INTERNAL"));
        }
    }

    private boolean isStopped() {
        final SessionLog stands = log;
        return stands == null || stands.hasEnded();
    }

    /** Whether nothing will be told any more. */
    public boolean isDrained() {
        final FollowerPoller polled = poller;
        final Exchange running = exchange;
        return polled == null || running == null || running.state() == ExchangeState.RUNNING || polled.isDrained();
    }

    // ---- requests ------------------------------------------------------------------------------------------------

    /** A fast door for the thread that asks. */
    public CommandDoor newDoor() {
        final SessionLog stands = log;
        if (stands == null) {
            throw new IllegalStateException("the layer must be open before clients come");
        }
        return stands.newDoor();
    }
}
