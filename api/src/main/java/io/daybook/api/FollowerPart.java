package io.daybook.api;

/**
 * The state that a follower derives from the results up to a snapshot, to be written into that snapshot. The part must
 * not change any more, although the follower continues meanwhile.
 */
@FunctionalInterface
public interface FollowerPart {

    /**
     * Writes the whole part, on the thread that writes snapshots. If this throws, the snapshot is completed without the
     * part.
     *
     * @param out valid during the call only
     */
    void writeTo(PartWriter out);
}
