package io.daybook.client.book;

/**
 * The share of an order in the hash of its book. The hash is the wrapping sum of all shares, so that orders may be
 * added and removed in any sequence; references order the queue, so that books with equal hashes have equal queues.
 */
public final class BookHash {
    /** The golden ratio in 64 bits, as in snapshots. */
    private static final long G = 0x9E37_79B9_7F4A_7C15L;

    private BookHash() {}

    /** The value that is added with an order, and subtracted when it is removed. */
    public static long of(final long reference, final long price, final long size, final int side) {
        return mix(mix(mix(reference + G) ^ price) ^ (2 * size + (side == OrderLevels.ASK ? 1 : 0)));
    }

    /** The finalizer of SplitMix64 (Steele, Lea and Flood, 2014), as in docs/journal-format.md, under "Chain". */
    private static long mix(final long value) {
        long z = value + G;
        z = (z ^ z >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
        return z ^ z >>> 31;
    }
}
