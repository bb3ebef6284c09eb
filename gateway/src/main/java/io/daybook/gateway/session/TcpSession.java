package io.daybook.gateway.session;

import io.daybook.sessions.LiveSession;
import io.daybook.sessions.member.SessionSettings;

/** The session layer's state of a TCP session while the process runs. */
public final class TcpSession extends LiveSession<Connection> {
    /** The last request that was sent to the ring. */
    long lastSent;

    TcpSession(final SessionSettings settings, final long nowNs) {
        super(settings, nowNs);
    }
}
