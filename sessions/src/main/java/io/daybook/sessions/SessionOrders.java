package io.daybook.sessions;

import io.daybook.sessions.outbox.SessionStream;
import org.jspecify.annotations.Nullable;

/** The queries of the upkeep of sessions to a book. */
public interface SessionOrders {

    /** The fields of a live order that a cancel has to name. */
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
