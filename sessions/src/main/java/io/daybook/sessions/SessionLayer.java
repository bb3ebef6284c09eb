package io.daybook.sessions;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeClosedException;
import io.daybook.sessions.audit.AuditLog;
import io.daybook.sessions.hops.VenueHops;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.outbox.Histories;
import io.daybook.sessions.outbox.Outbox;
import io.daybook.sessions.outbox.Outboxes;
import io.daybook.sessions.outbox.SessionStream;
import io.daybook.sessions.outbox.StreamWriter;
import io.daybook.wire.ByeReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of one door over a log, for any protocol. The layer decides which clients may connect and log in,
 * updates the sessions when another node leads or the members file is read again, and ensures that a message is in its
 * outbox before it is sent.
 *
 * <p>The layer has no thread. One thread of the door polls the {@link #follower} and calls {@link #duty} after each
 * poll. The door provides a lock: if it has other threads as well, they use the door's state under it. Methods that
 * take the lock themselves are marked "Any thread". A door whose sessions belong to one thread provides a private lock.
 *
 * @param <S> the protocol's state of a session
 * @param <C> the connections of its protocol
 */
public final class SessionLayer<S extends LiveSession<C>, C extends SessionConnection> {
    private static final long TICK_NS = 10_000_000;

    private final DoorSetup setup;
    private final Object lock;
    private final SessionProtocol<S, C> protocol;
    private final Outboxes outboxes;
    private final ProtocolBook book;
    private final BookFollower follower;
    private final Upkeep<S> upkeep;
    private final Connections<C> connections;
    private final Roster<S, C> roster;

    private @Nullable SessionLog log;
    private @Nullable GatewayCommands commands;

    /** The leadership under which all sessions were taken over. */
    private long leadership = SessionLog.NONE;

    private boolean isStuck;
    private boolean isClosing;
    private long lastTickNs;

    /**
     * Creates a layer. Its follower must then be attached.
     *
     * @param name the name of the follower
     * @param lock the lock under which the door's threads use the layer
     */
    public SessionLayer(
            final String name,
            final DoorSetup setup,
            final Object lock,
            final Outboxes outboxes,
            final ProtocolBook book,
            final SessionProtocol<S, C> protocol) {
        this.setup = setup;
        this.lock = lock;
        this.protocol = protocol;
        this.outboxes = outboxes;
        this.book = book;
        this.follower = new BookFollower(name, book, outboxes, setup.isKnownElsewhere());
        this.upkeep = new Upkeep<>(book, setup.audit());
        this.connections = new Connections<>(setup, protocol.protocol());
        this.roster = new Roster<>(setup, lock, book, upkeep, protocol);
        follower.in(setup.history());
    }

    /** The follower, which is attached with HALT before the exchange starts. */
    public BookFollower follower() {
        return follower;
    }

    /** Sets the recorder of the times of commands. Called before {@link #open}. */
    public void timedBy(final VenueHops recorder) {
        follower.timedBy(recorder, setup.clock());
    }

    /** The duties of the gateway for its sessions. */
    public Upkeep<S> upkeep() {
        return upkeep;
    }

    public Roster<S, C> roster() {
        return roster;
    }

    public SessionLimits limits() {
        return setup.limits();
    }

    /** The history that the exchange is in. */
    public Histories.Current history() {
        return setup.history();
    }

    /** Returns whether an operator has admitted a session since the last restore of a backup. */
    public boolean isAdmitted(final int session) {
        return Histories.isAdmitted(setup.storage(), setup.data(), setup.history(), Integer.toString(session));
    }

    /** Returns whether a loss of power may take back answers. */
    public boolean isLossy() {
        return setup.lossOnPowerFailure();
    }

    public AuditLog audit() {
        return setup.audit();
    }

    public long nowNs() {
        return setup.clock().nanoTime();
    }

    // ---- start and end -------------------------------------------------------------------------------------------

    /**
     * Opens the layer on a running exchange: clients may connect from now on, and leftovers of the last process are
     * cleaned up. Any thread.
     *
     * @param id the exchange's id
     * @throws IllegalArgumentException if exchange and members do not fit the promises of a gateway
     */
    public void open(final Exchange running, final UUID id) {
        SessionRules.requireFit(running.config(), setup.lossOnPowerFailure());
        begin(new OwnLog(running, id, follower.name()));
    }

    /**
     * Opens the layer on a log that nodes share, once the log is {@linkplain SessionLog#isReady ready}. Clients are
     * admitted while this node leads; otherwise they get the address of the leading node. Any thread.
     *
     * @throws IllegalArgumentException if the members contradict their sessions' past
     */
    public void open(final SessionLog shared) {
        follower.requirePart();
        begin(shared);
    }

    private void begin(final SessionLog begun) {
        synchronized (lock) {
            roster.open();
            log = begun;
            commands = new GatewayCommands(begun.door());
            follower.onBatchEnd(this::write);
            lastTickNs = nowNs();
            checkLeadership(begun);
        }
    }

    /**
     * Follows the leadership. After each break all clients log in again, so that each gets the outcome of its requests.
     */
    private void checkLeadership(final SessionLog on) {
        final long now = on.leadership();
        if (now == leadership) {
            return;
        }
        if (leadership != SessionLog.NONE) {
            endAll(ByeReason.NOT_LEADER, on.leader());
            upkeep.stop();
            roster.leave();
            protocol.stop();
        }
        leadership = SessionLog.NONE; // until all is taken over: after an exception the next call tries again
        if (now == SessionLog.NONE) {
            return;
        }
        outboxes.recovered();
        roster.takeOver();
        protocol.lead();
        upkeep.open(commands(), on::isOpen);
        leadership = now;
    }

    /** Returns whether clients may log in. Called under the lock or by the door's thread. */
    public boolean leads() {
        return leadership != SessionLog.NONE;
    }

    /** Returns whether commands that come back now were accepted after the sessions were taken over. */
    public boolean isCurrent() {
        return leads() && log().leadership() == leadership;
    }

    /** The log on which the layer was opened. */
    public SessionLog log() {
        return opened(log);
    }

    /** The sender of the gateway's own commands. */
    public GatewayCommands commands() {
        return opened(commands);
    }

    private static <T> T opened(final @Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("the layer must be open before clients come");
        }
        return part;
    }

    /** Ends all connections and accepts no more. {@link #duty} continues until {@link #isQuiet}. Any thread. */
    public void end() {
        end(ByeReason.CLOSING, "the venue closes");
    }

    /** Ends all connections for a reason of the door, and lets no client in. Any thread. */
    public void end(final ByeReason reason, final String words) {
        synchronized (lock) {
            isClosing = true;
            endAll(reason, words);
        }
    }

    private void endAll(final ByeReason reason, final String words) {
        connections.forEach(connection -> protocol.end(connection, reason, words));
    }

    /** Ends all connections because the exchange has ended. */
    public void halt() {
        endAll(ByeReason.HALTED, "the exchange has stopped");
    }

    /** Returns whether every connection has ended and every END was sent. Any thread. */
    public boolean isQuiet() {
        synchronized (lock) {
            return connections.isEmpty() && upkeep.isQuiet();
        }
    }

    /** Closes the log: the layer sends no more commands. Any thread. */
    public void leaveLog() {
        synchronized (lock) {
            if (log != null) {
                log.close();
            }
        }
    }

    /** Forces and closes the outboxes. No call may follow. */
    public void close() {
        try {
            outboxes.close();
        } catch (IOException e) {
            throw new UncheckedIOException("an outbox cannot be closed", e);
        }
    }

    // ---- connections ---------------------------------------------------------------------------------------------

    /** The connections of the door. */
    public Connections<C> connections() {
        return connections;
    }

    /** Returns whether an accepted connection may stay. The caller then calls {@link Connections#add}. */
    public boolean admits(final InetAddress address) {
        return connections.admits(address, isClosing || isStopped());
    }

    /** Ends one connection because its session threw an exception; the others continue. */
    public void fail(final C connection, final RuntimeException cause) {
        connections.thrown(connection, cause);
        protocol.end(connection, ByeReason.INTERNAL, "the session failed inside the venue");
    }

    // ---- fences --------------------------------------------------------------------------------------------------

    /**
     * Handles a LOGON that came back.
     *
     * @param number the number from {@link SessionLog#open}; 0 if the log does not number LOGONs
     */
    public void onLogon(final SessionStream session, final long number) {
        final S known = upkeep.session(session.session());
        if (known != null) {
            final long logon = known.logonSeen(number);
            final C connection = known.connection();
            if (connection != null) {
                connection.onLogon(session, logon);
            }
        }
    }

    /** Handles an END that came back. */
    public void onEnd(final SessionStream session) {
        final S known = upkeep.session(session.session());
        if (known != null) {
            final C connection = known.connection();
            if (connection != null) {
                connection.onEnd();
            }
            upkeep.endSeen(known, nowNs());
        }
    }

    // ---- duty ----------------------------------------------------------------------------------------------------

    /**
     * Writes the messages that the book has made, then has them sent: a message that is not in the outbox must not be
     * sent.
     */
    private void write() {
        final StreamWriter streams = book.streams();
        boolean isWritten = true;
        for (int i = 0; i < streams.dirtyCount(); i++) {
            final SessionStream session = streams.dirty(i);
            final Outbox outbox = session.outbox();
            if (outbox.pendingLength() > 0) {
                if (outbox.write()) {
                    protocol.written(session);
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
     * Returns whether an outbox cannot be written at the moment. Then the follower must not be polled, so that the ring
     * fills and clients wait. {@link #duty} tries again.
     */
    public boolean isStuck() {
        return isStuck;
    }

    /**
     * Does all due work that is common to the protocols: follows the leadership, checks deadlines, retries writes that
     * found no room, and sends the gateway's own commands. Called by the door's thread, under the lock.
     *
     * @return whether some work was done, so that another call soon is worthwhile
     */
    public boolean duty() {
        final long nowNs = nowNs();
        final SessionLog on = log();
        boolean didWork = on.work();
        checkLeadership(on);
        if (nowNs - lastTickNs >= TICK_NS) {
            tick(nowNs, lastTickNs);
            lastTickNs = nowNs;
        }
        if (isStuck) {
            write();
        }
        try {
            didWork |= upkeep.sendCommands();
        } catch (ExchangeClosedException e) {
            halt();
            didWork = true;
        }
        return didWork;
    }

    private void tick(final long nowNs, final long readNs) {
        if (isStopped()) {
            halt();
        }
        connections.forEach(connection -> {
            try {
                connection.tick(nowNs, readNs);
            } catch (RuntimeException e) {
                fail(connection, e);
            }
        });
        connections.tick(nowNs);
        upkeep.tick(nowNs);
    }

    private boolean isStopped() {
        final SessionLog on = log;
        return on == null || on.hasEnded();
    }
}
