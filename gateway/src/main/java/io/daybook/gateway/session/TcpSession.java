package io.daybook.gateway.session;

import io.daybook.sessions.LiveSession;
import io.daybook.sessions.member.SessionSettings;
import org.jspecify.annotations.Nullable;

/** What the session layer keeps of a session of TCP while the process runs. */
final class TcpSession extends LiveSession {

    /** Its connection, from the LOGIN on. */
    private @Nullable Connection connection;

    /** The last request that was sent to the ring. */
    long lastSent;

    /** LOGONs sent, and come back, where their log does not number them. */
    long logonsSent;

    long logonsSeen;

    TcpSession(final SessionSettings settings, final long nowNs) {
        super(settings, nowNs);
    }

    @Nullable
    Connection connection() {
        return connection;
    }

    void connection(final @Nullable Connection other) {
        connection = other;
        isConnected(other != null);
    }
}
