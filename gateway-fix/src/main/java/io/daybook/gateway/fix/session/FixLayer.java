package io.daybook.gateway.fix.session;

import io.daybook.api.CommandDoor;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.ExchangeState;
import io.daybook.api.FollowerPoller;
import io.daybook.gateway.fix.book.FixBook;
import io.daybook.gateway.fix.book.FixBookSession;
import io.daybook.gateway.fix.message.FixListings;
import io.daybook.gateway.fix.message.ReportText;
import io.daybook.sessions.DoorSetup;
import io.daybook.sessions.SessionLayer;
import io.daybook.sessions.SessionLog;
import io.daybook.sessions.audit.AuditEvent;
import io.daybook.sessions.member.Closing;
import io.daybook.sessions.outbox.OutboxLimits;
import io.daybook.sessions.outbox.Outboxes;
import io.daybook.wire.ByeReason;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.mina.core.filterchain.IoFilter.NextFilter;
import org.apache.mina.core.session.IoSession;
import org.jspecify.annotations.Nullable;
import quickfix.SessionID;

/**
 * The sessions of the FIX door, over their {@linkplain #sessions layer}: logons, numbers, days, and the messages that
 * are sent through QuickFIX/J.
 *
 * <p>One thread of the gateway polls the follower and calls {@link #duty}; threads of QuickFIX/J and MINA call the
 * other methods. All share one lock, {@link #lock}, under which no thread waits: QuickFIX/J, which has locks of its
 * own, is called only without it.
 */
public final class FixLayer {
    public static final String NAME = "gateway-fix";

    private static final String FOLDER = "gateway";

    /** Stands for the exchange's id, for which FIX has no field. */
    private static final UUID NOT_TOLD = new UUID(0, 0);

    private static final int POLL_LIMIT = 256;

    private final Object lock = new Object();
    private final FixBook book;
    private final SessionLayer<FixSession, DoorConnection> layer;
    private final FixSessions sessions;
    private final ReportSender sender;
    private final Dispatcher dispatcher = new Dispatcher();
    private final SessionNumbers numbers;
    private final Logons logons;
    private final DayRoll roll;

    private @Nullable Exchange exchange;
    private @Nullable FollowerPoller poller;
    private Runnable onPublished = () -> {};

    /** The session whose Logon QuickFIX/J processes now, on the gateway's thread; null if there is none. */
    private volatile @Nullable FixSession handedOver;

    public FixLayer(final DoorSetup setup, final FixListings listings) {
        final Outboxes outboxes =
                new Outboxes(setup.storage(), setup.data(), OutboxLimits.of(setup.limits()), setup.onFailure());
        this.book = new FixBook(outboxes, setup.limits().closedKept());
        this.sender = new ReportSender(
                lock,
                book,
                new ReportText(listings, setup.history()),
                setup.limits(),
                new Resender(setup.clock()),
                setup.onFailure());
        this.numbers = new SessionNumbers(
                setup.storage(), setup.data().resolve(FOLDER), setup.clock(), sender, dispatcher, setup.onFailure());
        this.roll = new DayRoll(book);
        this.sessions = new FixSessions(book, numbers, sender, roll);
        this.layer = new SessionLayer<>(NAME, setup, lock, outboxes, book, sessions);
        this.logons = new Logons(layer, book, sessions, numbers, setup.clock());
        book.fences(new LayerFences(layer, sessions, numbers, roll));
    }

    /** The layer of the door's sessions. */
    public SessionLayer<FixSession, DoorConnection> sessions() {
        return layer;
    }

    /** The lock of all state that the door's threads share; no thread waits while it holds this lock. */
    public Object lock() {
        return lock;
    }

    public FixBook book() {
        return book;
    }

    public Dispatcher dispatcher() {
        return dispatcher;
    }

    // ---- start and end -------------------------------------------------------------------------------------------

    /** Begins on a running exchange: from now on clients may come, and leftovers of the last process are cleaned up. */
    public void open(final Exchange running) {
        synchronized (lock) {
            layer.open(running, NOT_TOLD);
            exchange = running;
            poller = running.poller(NAME);
        }
    }

    /**
     * Begins on a log that nodes share; see {@link SessionLayer#open(SessionLog)}.
     *
     * @param published called when a request waits for the gateway's thread
     */
    public void open(final SessionLog shared, final FollowerPoller polled, final Runnable published) {
        synchronized (lock) {
            sessions.shared();
            onPublished = published;
            layer.open(shared);
            poller = polled;
        }
    }

    /**
     * Returns whether a session's requests are accepted: only while this node leads, and only if the session's numbers
     * are those of the log.
     */
    public boolean takes(final FixSession own) {
        return layer.leads() && own.isCurrent;
    }

    /** Called when a request waits for the gateway's thread. */
    public void published() {
        onPublished.run();
    }

    /** Ends the day; {@link #isRolled} becomes true once the journal has it. */
    public void roll() {
        synchronized (lock) {
            roll.begin();
        }
    }

    /** Returns whether all commands of the end of a day were sent. */
    public boolean isRolled() {
        synchronized (lock) {
            return roll.isOver();
        }
    }

    /** Returns whether every connection has ended, and the ends are journaled. */
    public boolean isQuiet() {
        synchronized (lock) {
            return layer.isQuiet() && numbers.isQuiet();
        }
    }

    /** Ends all sessions after a failure of the gateway's thread, because no report would be right. */
    public void failed() {
        layer.end(ByeReason.INTERNAL, "");
    }

    /** Returns whether no result will come any more. */
    public boolean isDrained() {
        final FollowerPoller polled = poller;
        final Exchange running = exchange;
        return polled == null || running == null || running.state() == ExchangeState.RUNNING || polled.isDrained();
    }

    /** Closes the sessions' files: forces what was written, and stores the next numbers. */
    public void close() {
        synchronized (lock) {
            final List<AutoCloseable> ends = new ArrayList<>();
            for (final FixSession own : sessions.all()) {
                final FixStore store = own.store;
                if (own.reader != null) {
                    ends.add(own.reader::close);
                }
                if (store != null && (sessions.isShared() || !own.isToldAgain())) {
                    ends.add(store::leave);
                } else if (store != null && book.session(own.session()) != null) {
                    ends.add(store::close);
                }
            }
            ends.add(layer::close);
            Closing.all(ends);
        }
    }

    // ---- connections ---------------------------------------------------------------------------------------------

    /** Registers an accepted connection; returns null if it is over a limit. */
    public @Nullable DoorConnection connect(final IoSession io, final InetAddress address, final NextFilter next) {
        synchronized (lock) {
            if (!layer.admits(address)) {
                return null;
            }
            final DoorConnection connection = new DoorConnection(io, address, next, layer.limits(), layer.nowNs());
            layer.connections().add(connection);
            return connection;
        }
    }

    /** Called when the first messages of a connection came. */
    public void arrived(final DoorConnection connection) {
        synchronized (lock) {
            if (connection.state == DoorConnection.State.NEW) {
                connection.state = DoorConnection.State.ARRIVED;
                connection.pause();
            }
        }
    }

    /** Called when a connection has ended. */
    public void closed(final DoorConnection connection) {
        synchronized (lock) {
            if (!layer.connections().remove(connection)) {
                return;
            }
            final FixSession own = connection.session;
            final boolean wasJournaled = connection.state.compareTo(DoorConnection.State.JOURNALED) >= 0;
            connection.state = DoorConnection.State.ENDED;
            if (own != null && own.connection() == connection) {
                own.connection(null);
                own.isLoggedOn = false;
                own.statusList = null;
                if (wasJournaled && layer.upkeep().session(own.session()) == own) {
                    layer.upkeep().ended(own, own.saidLogout);
                    numbers.ended(own);
                }
                layer.audit()
                        .write(new AuditEvent.Ended(
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
        return sessions.session(id);
    }

    /** Called when QuickFIX/J has accepted a Logon. */
    public void loggedOn(final FixSession own) {
        synchronized (lock) {
            final DoorConnection connection = own.connection();
            if (connection == null) {
                return;
            }
            own.isBack();
            storeOf(own).resend().clear();
            own.isLoggedOn = true;
            layer.connections().up(connection);
            final FixBookSession known = book.session(own.session());
            layer.audit()
                    .write(new AuditEvent.LoggedIn(
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

    // ---- duty ----------------------------------------------------------------------------------------------------

    /**
     * Does the work that is due.
     *
     * @return how much was done
     */
    public int duty() {
        int work = 0;
        final List<DoorConnection> ready = new ArrayList<>();
        synchronized (lock) {
            final FollowerPoller polled = poller;
            if (polled == null) {
                return 0;
            }
            work += layer.isStuck() ? 0 : polled.poll(POLL_LIMIT);
            work += layer.duty() ? 1 : 0;
            try {
                if (layer.leads()) {
                    work += numbers.sendResets(layer.commands(), layer.log()::isOpen);
                    work += roll.send(layer.commands(), layer.log()::isOpen);
                }
                layer.connections().forEach(connection -> {
                    if (logons.advance(connection)) {
                        ready.add(connection);
                    } else if (layer.leads()) {
                        reserve(connection.session);
                    }
                });
            } catch (ExchangeClosedException e) {
                layer.halt();
            }
        }
        ready.forEach(this::handOver);
        return work + ready.size() + sender.send(sessions.named(), SessionNumbers.SPARE);
    }

    /** Reserves numbers, except for a session whose connection began before this node led. */
    private void reserve(final @Nullable FixSession own) {
        if (own != null && own.isLoggedOn && layer.upkeep().session(own.session()) == own) {
            numbers.reserve(own, storeOf(own), layer.commands());
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

    /** Returns whether the Logon of a session is being handed to QuickFIX/J now. */
    public boolean isHandedOver(final SessionID id) {
        final FixSession own = handedOver;
        return own != null && own.id().equals(id);
    }

    /** Creates a fast door for the calling thread. */
    public CommandDoor newDoor() {
        return layer.log().newDoor();
    }
}
