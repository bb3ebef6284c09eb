package io.daybook.feed.wire;

import io.daybook.api.FollowerPoller;

/** The source of a feed if nodes share a log: the results of this node. Used by the feed's thread. */
public interface SharedLog extends FollowerPoller {

    /** Returns whether the follower has its position and can be polled. */
    boolean isReady();

    /**
     * Returns the share that this node must send, once it is ready.
     *
     * @return {@link Sending#LINE_A} only if the follower has received everything that any node can have sent before
     */
    Sending sending();
}
