package io.daybook.sessions;

import io.daybook.sessions.outbox.SessionStream;
import org.jspecify.annotations.Nullable;

/** The queries that the upkeep of sessions sends to a book. */
public interface SessionOrders {

    /** The fields of a live order that a cancel has to name. */
    record LiveOrder(long uid, int symbol) {}

    /** Returns a session that has logged in at some time, or null. */
    @Nullable
    SessionStream stream(int session);

    /** Returns the ids of a session's live orders, in the order in which they arrived. */
    long[] liveOrders(int session);

    /** Returns a live order, or null. */
    @Nullable
    LiveOrder liveOrder(long orderId);
}
