package io.daybook.feed.wire;

import io.daybook.api.FollowerPoller;

/** What a feed stands on where nodes share a log: the results of one of them. Used by the feed's thread. */
public interface SharedLog extends FollowerPoller {

    /** Whether the follower was given its place and can be polled. */
    boolean isReady();

    /**
     * What this node has to send, once it is ready.
     *
     * @return {@link Sending#LINE_A} only where the follower has heard all that any node can have sent before
     */
    Sending sending();
}
