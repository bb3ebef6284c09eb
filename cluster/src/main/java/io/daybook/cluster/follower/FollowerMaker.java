package io.daybook.cluster.follower;

import io.daybook.api.Attachment;

/** Creates a follower when the settings of a node's log name it. */
@FunctionalInterface
public interface FollowerMaker {

    /**
     * Creates a follower that has received nothing, on the service's thread.
     *
     * @param beginning where the follower begins
     */
    Attachment make(FollowerBeginning beginning);
}
