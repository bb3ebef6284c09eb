package io.daybook.journal;

/** The type of a frame, with the code that is written to disk. Codes are never reused. */
public enum FrameType {
    /** Commands. */
    DATA(1),
    /**
     * Written after a force when no other frame follows: it proves that everything before it was forced. The mark
     * itself is forced as well.
     */
    SYNCMARK(2),
    /** Fills the file up to the next sector, so that an acknowledged sector is never written again. */
    PAD(3),
    /** Records that a snapshot at some seq was completed, and the hash of its state. */
    SNAPMARK(4),
    /** The last frame of a segment; everything before it was forced before it was written. */
    SEAL(5);

    private static final FrameType[] BY_CODE = {null, DATA, SYNCMARK, PAD, SNAPMARK, SEAL};

    private final byte code;

    FrameType(final int code) {
        this.code = (byte) code;
    }

    public byte code() {
        return code;
    }

    public static boolean isKnown(final int code) {
        return code >= DATA.code && code <= SEAL.code;
    }

    /** Returns the type of a known code. */
    public static FrameType of(final int code) {
        return BY_CODE[code];
    }
}
