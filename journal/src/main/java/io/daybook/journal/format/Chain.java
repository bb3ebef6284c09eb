package io.daybook.journal.format;

/**
 * The chain value ties every frame to all earlier ones, so that a frame of another journal, or one that this journal
 * held before a truncation, cannot take a place here. It is not a signature: it protects from mistakes, not from
 * forgers.
 */
public final class Chain {
    private Chain() {}

    /** The value before the first frame of segment 1. */
    public static long start(final long exchangeIdHigh, final long exchangeIdLow) {
        return mix(mix(exchangeIdHigh) ^ exchangeIdLow);
    }

    /** The value after a frame, from the one before it and the frame's two checksums. */
    public static long next(final long chain, final int headerCrc, final int payloadCrc) {
        return mix(chain ^ (((long) headerCrc << 32) | (payloadCrc & 0xFFFF_FFFFL)));
    }

    /** The finaliser of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014). */
    private static long mix(final long value) {
        long z = value + 0x9E37_79B9_7F4A_7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D0_49BB_1331_11EBL;
        return z ^ (z >>> 31);
    }
}
