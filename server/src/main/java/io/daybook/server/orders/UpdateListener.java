package io.daybook.server.orders;

/** Receives updates in order, on the follower's thread, with the book locked: be quick. */
@FunctionalInterface
public interface UpdateListener {
    /** An update of a user's. */
    void onUpdate(long uid, Update update);
}
