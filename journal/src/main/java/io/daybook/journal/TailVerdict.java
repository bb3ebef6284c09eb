package io.daybook.journal;

/** What the first position of a journal at which no valid frame lies means. */
public enum TailVerdict {
    /** The journal ends here. */
    CLEAN_END,
    /** A crash cut what was being written and had not been forced: it is removed, kept aside, and reported. */
    TORN,
    /** A crash cut a rotation: the empty successor is there, the SEAL is not. Recovery writes the SEAL. */
    UNSEALED,
    /** Damage that no crash explains, of bytes that may have been acknowledged: refused. */
    SUSPECT,
    /** Bytes that were forced are damaged: refused. */
    CORRUPT;

    /**
     * The verdict, row by row; the order of the rows is part of the rule.
     *
     * <p>A header lies within one sector, and a sector is written whole or not at all: so a header that is neither zero
     * nor valid was not torn, it was damaged. A torn body shows as sectors of zeros, for files are zeroed before use.
     */
    public static TailVerdict of(Tail tail) {
        if (tail.sealAfter() || tail.laterFrameProvesForced()) {
            return CORRUPT;
        }
        if (!tail.lastSegment()) {
            return tail.allZero() && tail.sealDue() ? UNSEALED : CORRUPT;
        }
        if (tail.allZero()) {
            return CLEAN_END;
        }
        if (tail.headerZero()) {
            return TORN;
        }
        if (!tail.headerValid()) {
            return SUSPECT;
        }
        if (!tail.continues()) {
            return CORRUPT; // whole, and yet not what follows the frame before: no crash writes that
        }
        return tail.zeroSectors() > tail.declaredZeroSectors() ? TORN : SUSPECT;
    }

    /**
     * The facts at the first invalid position p, where seq b is expected.
     *
     * @param lastSegment whether no segment follows
     * @param sealDue the segment that follows is the last, empty, and chained to a SEAL at p
     * @param sealAfter a header-valid SEAL lies after p
     * @param laterFrameProvesForced a header-valid frame after p says that b was forced
     * @param allZero from p to the end of the file
     * @param headerZero the 64 bytes at p are zero
     * @param headerValid magic and header checksum hold at p
     * @param continues the header at p is a possible one, and its seq and chain are those expected
     * @param zeroSectors how many sectors of the frame at p are all zero
     * @param declaredZeroSectors how many of them its header says were written so
     */
    public record Tail(
            boolean lastSegment,
            boolean sealDue,
            boolean sealAfter,
            boolean laterFrameProvesForced,
            boolean allZero,
            boolean headerZero,
            boolean headerValid,
            boolean continues,
            int zeroSectors,
            int declaredZeroSectors) {}
}
