package io.daybook.journal.format;

/**
 * What is found at the first position p of a segment without a valid frame, where seq b is expected.
 *
 * @param lastSegment whether no segment follows
 * @param sealDue the segment that follows is the last, empty, and chained to a SEAL at p
 * @param sealBehind a header-valid SEAL lies behind p
 * @param forcedBehind a header-valid frame behind p says that b was forced
 * @param front what lies at p
 * @param sectorsLost the frame at p has more sectors of zeros than its header says were written so
 */
record TailFacts(
        boolean lastSegment,
        boolean sealDue,
        boolean sealBehind,
        boolean forcedBehind,
        Front front,
        boolean sectorsLost) {

    /** What lies at p. */
    enum Front {
        /** Zeros, from p to the end of the file. */
        ZERO_TO_END,
        /** 64 bytes of zeros, and something behind them. */
        HEADER_ZERO,
        /** Bytes that are no header: magic or checksum fails. */
        HEADER_INVALID,
        /** A header whose checksum holds, and that is impossible or does not follow the frame before. */
        CONTRADICTION,
        /** A header that follows, and a payload whose checksum fails. */
        BODY_INVALID
    }

    /** Whether something behind p proves that the frame at p was forced. */
    boolean provenForced() {
        return sealBehind || forcedBehind;
    }

    /** Whether they contradict each other; facts that were collected from a file never do. */
    boolean areImpossible() {
        return sealDue && (lastSegment || front != Front.ZERO_TO_END)
                || provenForced() && front == Front.ZERO_TO_END
                || sectorsLost && front != Front.BODY_INVALID;
    }
}
