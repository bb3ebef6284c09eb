package io.daybook.server.orders;

/** Receives updates in order, on the follower's thread, with the book locked, so its method must be quick. */
@FunctionalInterface
public interface UpdateListener {
    /** Called for each update of a user. */
    void onUpdate(long uid, Update update);
}
