package io.daybook.sessions;

import io.daybook.sessions.outbox.SessionStream;
import org.jspecify.annotations.Nullable;

/** What the upkeep of sessions asks a book. */
public interface SessionOrders {

    /** Of a live order, what a cancel has to name. */
    record LiveOrder(long uid, int symbol) {}

    /** A session that has logged in at some time, or null. */
    @Nullable
    SessionStream stream(int session);

    /** The ids of a session's live orders, as they came. */
    long[] liveOrders(int session);

    /** A live order, or null. */
    @Nullable
    LiveOrder liveOrder(long orderId);
}
