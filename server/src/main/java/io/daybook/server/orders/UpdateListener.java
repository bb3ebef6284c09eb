package io.daybook.server.orders;

/** Hears of updates as they are made, in order; on the follower's thread, with the book locked: be quick. */
@FunctionalInterface
public interface UpdateListener {
    /** An update of a user's. */
    void onUpdate(long uid, Update update);
}
