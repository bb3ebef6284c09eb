package io.daybook.journal.format;

import io.daybook.journal.Compression;
import io.daybook.journal.FrameType;
import java.nio.ByteBuffer;

/**
 * The SEAL that ends a segment. Everything before it is forced, so its bytes are fixed before it is written: the
 * successor, which gets its name first, is chained to it.
 */
public final class SealFrame {
    public static final int LENGTH = FrameDescriptor.SECTOR_LENGTH;

    private final FrameEncoder encoder = new FrameEncoder(Compression.NONE, LENGTH);
    private final long chainAfter;

    /**
     * Builds the SEAL for a place.
     *
     * @param seed the seed of the segment's header checksums
     * @param at the place of the SEAL: the start of a sector, after the last frame of the segment
     */
    public SealFrame(final byte[] seed, final FrameCursor.Place at) {
        encoder.stageMark(FrameType.SEAL, LENGTH);
        encoder.place(seed, at.position(), at.chain(), at.nextSeq(), 0, 0, at.nextSeq() - 1);
        chainAfter = encoder.chainAfter(at.chain());
    }

    public ByteBuffer bytes() {
        return encoder.frame();
    }

    /** The chain value at the start of the successor. */
    public long chainAfter() {
        return chainAfter;
    }
}
