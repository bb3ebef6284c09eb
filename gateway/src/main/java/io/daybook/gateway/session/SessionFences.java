package io.daybook.gateway.session;

import io.daybook.host.Clock;
import io.daybook.sessions.Upkeep;
import java.util.function.Consumer;

/** Hears the fences of the session book for the connections that wait for them. Used by the thread of the sessions. */
final class SessionFences implements SessionBook.FenceListener {
    private final Upkeep<TcpSession> upkeep;
    private final Clock clock;
    private final Consumer<Connection> due;

    /**
     * For the sessions of an upkeep.
     *
     * @param due takes connections that have something to do now
     */
    SessionFences(final Upkeep<TcpSession> upkeep, final Clock clock, final Consumer<Connection> due) {
        this.upkeep = upkeep;
        this.clock = clock;
        this.due = due;
    }

    @Override
    public void onLogon(final BookSession session, final long number) {
        final TcpSession known = upkeep.session(session.session());
        if (known != null) {
            session.live = known;
            final long logon = number == 0 ? ++known.logonsSeen : number;
            final Connection connection = known.connection();
            if (connection != null) {
                connection.onLogon(session, logon);
                due.accept(connection);
            }
        }
    }

    @Override
    public void onEnd(final BookSession session) {
        final TcpSession known = upkeep.session(session.session());
        if (known == null) {
            return;
        }
        final Connection connection = known.connection();
        if (connection != null) {
            connection.onEnd();
            due.accept(connection);
        }
        upkeep.endSeen(known, clock.nanoTime());
    }
}
