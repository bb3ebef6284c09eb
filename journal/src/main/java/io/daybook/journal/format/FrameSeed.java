package io.daybook.journal.format;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * The random bytes of one segment that, with its number, start the checksums of its frame headers, so that no payload
 * of a client passes for a header. Compared by value; {@code toString} hides the bytes, so that no message or log
 * reveals them.
 */
public final class FrameSeed {
    public static final int LENGTH = 16;

    /** The empty seed of a segment of format version 1. */
    public static final FrameSeed NONE = new FrameSeed(new byte[0]);

    private final byte[] bytes;

    private FrameSeed(final byte[] bytes) {
        this.bytes = bytes;
    }

    public static FrameSeed random(final RandomGenerator source) {
        final byte[] bytes = new byte[LENGTH];
        source.nextBytes(bytes);
        return new FrameSeed(bytes);
    }

    public static FrameSeed read(final byte[] block, final int offset) {
        return new FrameSeed(Arrays.copyOfRange(block, offset, offset + LENGTH));
    }

    public void write(final byte[] block, final int offset) {
        System.arraycopy(bytes, 0, block, offset, bytes.length);
    }

    /** The bytes that start the checksum of a header: these, then the number of the segment. */
    public byte[] before(final long segmentNumber) {
        final byte[] seed = Arrays.copyOf(bytes, bytes.length + Long.BYTES);
        FrameDescriptor.putLong(seed, bytes.length, segmentNumber);
        return seed;
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof FrameSeed seed && Arrays.equals(bytes, seed.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "FrameSeed";
    }
}
