package io.daybook.gateway.session;

import io.daybook.sessions.DoorSetup;
import io.daybook.sessions.SessionLayer;
import io.daybook.sessions.SessionProtocol;
import io.daybook.sessions.ViewSource;
import io.daybook.sessions.hops.VenueHops;
import io.daybook.sessions.member.Protocol;
import io.daybook.sessions.member.SessionSettings;
import io.daybook.sessions.outbox.OutboxLimits;
import io.daybook.sessions.outbox.Outboxes;
import io.daybook.sessions.outbox.SessionStream;
import io.daybook.sessions.outbox.Transport;
import io.daybook.wire.ByeReason;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of the TCP door, over their {@linkplain #sessions layer}: which connections have something to do, and
 * their shared state. It gets sockets, thread and time from outside, so that a test can control them.
 *
 * <p>The thread that starts the exchange restores the layer's follower and passes the recovered results to it. Once the
 * layer is open, everything belongs to one thread, which polls the follower and calls {@link #duty} after each poll;
 * only snapshots are written by another thread.
 */
public final class TcpLayer {
    /** The name of the layer's follower. */
    public static final String NAME = "gateway";

    static final long MS = 1_000_000L;
    static final long SECOND = 1_000 * MS;

    private final SessionLayer<TcpSession, Connection> sessions;
    private final SessionBook book;

    private VenueHops hops = VenueHops.none();
    private RequestGate gate = RequestGate.OPEN;
    private @Nullable Commands commands;
    private @Nullable ViewSource viewSource;

    /** The connections with something to do at the next duty. */
    private List<Connection> due = new ArrayList<>();

    /** The list that replaces {@link #due} while a duty works on it; otherwise empty. */
    private List<Connection> dueNext = new ArrayList<>();

    /** The parts of the layer that are specific to TCP. */
    private final class Words implements SessionProtocol<TcpSession, Connection> {
        @Override
        public Protocol protocol() {
            return Protocol.TCP;
        }

        @Override
        public TcpSession session(final SessionSettings settings, final long nowNs) {
            return new TcpSession(settings, nowNs);
        }

        @Override
        public void end(final Connection connection, final ByeReason reason, final String words) {
            try {
                connection.bye(reason, 0, words);
            } catch (RuntimeException e) {
                connection.closed(reason.name());
            }
        }

        @Override
        public void written(final SessionStream stream) {
            final TcpSession live = ((BookSession) stream).live;
            final Connection connection = live == null ? null : live.connection();
            if (connection != null) {
                try {
                    connection.onWritten();
                } catch (RuntimeException e) {
                    sessions.fail(connection, e);
                }
            }
        }
    }

    /** Creates a door whose follower is to be attached. */
    public TcpLayer(final DoorSetup setup) {
        this(setup, OutboxLimits.of(setup.limits()));
    }

    /** Creates a layer whose outbox files have a given size. */
    TcpLayer(final DoorSetup setup, final OutboxLimits outboxLimits) {
        final Outboxes outboxes = new Outboxes(setup.storage(), setup.data(), outboxLimits, setup.onFailure());
        this.book = new SessionBook(outboxes, setup.limits().closedKept());
        this.sessions = new SessionLayer<>(NAME, setup, new Object(), outboxes, book, new Words());
        book.fences(new SessionBook.FenceListener() {
            @Override
            public void onLogon(final BookSession session, final long number) {
                session.live = sessions.upkeep().session(session.session());
                sessions.onLogon(session, number);
            }

            @Override
            public void onEnd(final BookSession session) {
                sessions.onEnd(session);
            }
        });
    }

    /** The layer of the door's sessions. */
    public SessionLayer<TcpSession, Connection> sessions() {
        return sessions;
    }

    /** Times commands on their way from now on. Call it before the layer is open. */
    public void timedBy(final VenueHops recorder) {
        hops = recorder;
        sessions.timedBy(recorder);
    }

    /** Sets a gate, which may refuse requests. Called before the start. */
    public void gatedBy(final RequestGate other) {
        gate = other;
    }

    RequestGate gate() {
        return gate;
    }

    VenueHops hops() {
        return hops;
    }

    SessionBook book() {
        return book;
    }

    /** Returns whether the book has a session. Called while the exchange starts, on the thread that starts it. */
    public boolean knows(final int session) {
        return book.session(session) != null;
    }

    /** The source from which subscribers of the feed are served; null if there is none. */
    @Nullable
    ViewSource viewSource() {
        return viewSource;
    }

    /** Sets the source from which subscribers of the feed are served. */
    public void viewSource(final ViewSource source) {
        viewSource = source;
    }

    /** Sends the requests of clients. */
    Commands commands() {
        Commands open = commands;
        if (open == null) {
            open = new Commands(sessions.log().door());
            commands = open;
        }
        return open;
    }

    /** Accepts a connection; null if it is over a limit and must be closed. */
    public @Nullable Connection connect(final Transport transport, final InetAddress address) {
        if (!sessions.admits(address)) {
            return null;
        }
        final Connection connection = new Connection(this, transport, address);
        sessions.connections().add(connection);
        return connection;
    }

    /** Marks a connection that has something to do. */
    void due(final Connection connection) {
        if (!connection.isDue) {
            connection.isDue = true;
            due.add(connection);
        }
    }

    /**
     * Does the work that is due: answers logins, retries frames that had to wait, checks deadlines.
     *
     * @return whether something was done, so that it is worth calling again soon
     */
    public boolean duty() {
        boolean didWork = sessions.duty();
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
                    sessions.fail(connection, e);
                }
            }
            now.clear();
        }
        return didWork;
    }
}
