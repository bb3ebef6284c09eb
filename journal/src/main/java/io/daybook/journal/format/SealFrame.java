package io.daybook.journal.format;

import io.daybook.journal.Compression;
import io.daybook.journal.FrameType;
import java.nio.ByteBuffer;

/**
 * The SEAL that ends a segment. Everything before it is forced, so its bytes are known before it is written: the
 * successor, which is named first, is chained to it.
 */
public final class SealFrame {
    public static final int LENGTH = FrameDescriptor.SECTOR_LENGTH;

    private final FrameEncoder encoder = new FrameEncoder(Compression.NONE, LENGTH);
    private final long chainAfter;

    /**
     * Builds the SEAL for a place.
     *
     * @param seed of the segment's header checksums
     * @param at the start of a sector, after the last frame of the segment
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
