package io.daybook.api;

/**
 * What a follower has made of the results up to a snapshot, to be written into it. It must not change any more: the
 * follower goes on meanwhile.
 */
@FunctionalInterface
public interface FollowerPart {

    /**
     * Writes all of it, on the thread that writes snapshots. What it throws costs this follower its part, and the
     * snapshot nothing.
     *
     * @param out valid during the call only
     */
    void writeTo(PartWriter out);
}
