package io.daybook.gateway.session;

import org.jspecify.annotations.Nullable;

/** What the session book knows of one session of TCP. Only the book changes it. */
final class BookSession extends SessionStream {

    /** The last request that has its fate. */
    long lastRequest;

    /** The ends of the list of its live orders. */
    int firstOrder = LiveOrders.NONE;

    int lastOrder = LiveOrders.NONE;
    int liveOrders;

    /** What the session layer has of it; null where it has not been there since the start. */
    @Nullable
    TcpSession live;

    BookSession(final int session, final Protocol protocol, final long owner, final Outbox outbox) {
        super(session, protocol, owner, outbox);
    }

    long lastRequest() {
        return lastRequest;
    }
}
