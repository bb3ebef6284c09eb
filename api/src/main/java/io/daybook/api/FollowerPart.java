package io.daybook.api;

/**
 * The state that a follower derives from the results up to a snapshot, to be written into it. It must not change any
 * more, because the follower continues meanwhile.
 */
@FunctionalInterface
public interface FollowerPart {

    /**
     * Writes all of it, on the thread that writes snapshots. If it throws, the snapshot is completed without this part.
     *
     * @param out valid during the call only
     */
    void writeTo(PartWriter out);
}
