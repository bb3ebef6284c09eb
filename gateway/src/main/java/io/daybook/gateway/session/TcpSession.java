package io.daybook.gateway.session;

import io.daybook.sessions.LiveSession;
import io.daybook.sessions.member.SessionSettings;

/** What the session layer keeps of a session of TCP while the process runs. */
public final class TcpSession extends LiveSession<Connection> {
    /** The last request that was sent to the ring. */
    long lastSent;

    TcpSession(final SessionSettings settings, final long nowNs) {
        super(settings, nowNs);
    }
}
