package io.daybook.gateway.session;

import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.outbox.Transport;
import org.jspecify.annotations.Nullable;

/** Checks whether a client reads the bytes that it is sent. Used by the thread that owns the sessions. */
final class ReadingWatch {
    private final Transport transport;

    /** The time at which the network last took bytes, or at which no byte was waiting. */
    private long progressNs;

    private long progressSent;
    private long backlogAllowed;

    ReadingWatch(final Transport transport, final long nowNs) {
        this.transport = transport;
        this.progressNs = nowNs;
    }

    /** Allows a larger backlog by this number of bytes, because they were requested at once. */
    void allow(final long bytes) {
        backlogAllowed += bytes;
    }

    /** The reason why the client is too slow, or null. */
    @Nullable
    String fault(final long behind, final SessionLimits limits, final long nowNs) {
        if (transport.sent() != progressSent || transport.unsent() == 0) {
            progressSent = transport.sent();
            progressNs = nowNs;
        }
        backlogAllowed = Math.min(backlogAllowed, behind);
        if (nowNs - progressNs > limits.stuckMs() * TcpLayer.MS) {
            return "sent bytes are not read";
        }
        return behind - backlogAllowed > limits.behindBytes() ? "too far behind its messages" : null;
    }
}
