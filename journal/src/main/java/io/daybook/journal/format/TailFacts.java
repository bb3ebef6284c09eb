package io.daybook.journal.format;

/**
 * The facts about the first position p of a segment without a valid frame, where seq b is expected.
 *
 * @param lastSegment whether no segment follows
 * @param sealDue whether the segment that follows is the last, empty, and chained to a SEAL at p
 * @param sealBehind whether there is a SEAL with a valid header after p
 * @param forcedBehind whether a frame with a valid header after p proves that b was forced
 * @param front what is at p
 * @param sectorsLost whether the frame at p has more sectors of zeros than its header counts
 */
record TailFacts(
        boolean lastSegment,
        boolean sealDue,
        boolean sealBehind,
        boolean forcedBehind,
        Front front,
        boolean sectorsLost) {

    /** What is at p. */
    enum Front {
        /** Zeros, from p to the end of the file. */
        ZERO_TO_END,
        /** 64 bytes of zeros, and other bytes after them. */
        HEADER_ZERO,
        /** Not a header: magic or checksum fails. */
        HEADER_INVALID,
        /** A header with a valid checksum that is impossible or does not follow the frame before. */
        CONTRADICTION,
        /** A header that follows the frame before, with a payload whose checksum fails. */
        BODY_INVALID
    }

    /** Returns whether something after p proves that the frame at p was forced. */
    boolean provenForced() {
        return sealBehind || forcedBehind;
    }

    /** Returns whether the facts contradict each other; facts collected from a file never do. */
    boolean areImpossible() {
        return sealDue && (lastSegment || front != Front.ZERO_TO_END)
                || provenForced() && front == Front.ZERO_TO_END
                || sectorsLost && front != Front.BODY_INVALID;
    }
}
