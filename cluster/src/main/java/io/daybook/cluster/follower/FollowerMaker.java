package io.daybook.cluster.follower;

import io.daybook.api.Attachment;

/** Makes the follower of a name where the settings of a node's log have it. */
@FunctionalInterface
public interface FollowerMaker {

    /**
     * A new follower, which has heard nothing. On the service's thread.
     *
     * @param beginning where it begins
     */
    Attachment make(FollowerBeginning beginning);
}
