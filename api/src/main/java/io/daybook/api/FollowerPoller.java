package io.daybook.api;

/**
 * Runs a follower on its owner's thread. One thread at a time.
 *
 * <p>The ring is free only behind the slowest follower: a thread that polls must go on polling, and must not wait for
 * the ring. Claims on it that would wait throw {@link IllegalStateException}; {@code try…} of {@link CommandDoor} says
 * that there is no room.
 */
public interface FollowerPoller {

    /**
     * Tells the follower what there is to tell.
     *
     * @param limit the most slots of the ring to pass; those of queries and void ones tell nothing
     * @return how many were passed; 0 where there is nothing, and for ever once the follower was detached or the
     *     exchange has ended
     * @throws IllegalStateException when another thread is inside
     */
    int poll(int limit);

    /**
     * Whether nothing will come any more: the exchange was closed and all is told, the follower was detached, or the
     * exchange failed.
     */
    boolean isDrained();
}
