package io.daybook.api;

/**
 * Runs a follower on its owner's thread. One thread at a time.
 *
 * <p>Slots are free only after the slowest follower has passed them: a thread that polls must go on polling, and must
 * not wait for the ring. Claims on it that would wait throw {@link IllegalStateException}; the {@code try…} methods of
 * {@link CommandDoor} return null.
 */
public interface FollowerPoller {

    /**
     * Passes available results to the follower.
     *
     * @param limit the most slots of the ring to pass, including slots of queries and void slots
     * @return how many were passed; 0 if there is nothing to pass, and always once the follower was detached or the
     *     exchange has ended
     * @throws IllegalStateException if another thread is inside
     */
    int poll(int limit);

    /**
     * Whether nothing more will come: the exchange was closed and everything is passed on, the follower was detached,
     * or the exchange failed.
     */
    boolean isDrained();
}
