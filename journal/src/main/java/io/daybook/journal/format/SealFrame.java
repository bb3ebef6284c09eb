package io.daybook.journal.format;

import io.daybook.journal.Compression;
import io.daybook.journal.FrameType;
import java.nio.ByteBuffer;

/**
 * The SEAL that ends a segment at some place. Everything before it is forced by then, so all its bytes are known before
 * it is written: the successor, which gets its name first, is chained to it.
 */
public final class SealFrame {
    public static final int LENGTH = FrameDescriptor.SECTOR_LENGTH;

    private final FrameEncoder encoder = new FrameEncoder(Compression.NONE, LENGTH);
    private final long chainAfter;

    /**
     * The SEAL at a place.
     *
     * @param seed of the segment's header checksums
     * @param at a sector; behind the last frame of the segment
     */
    public SealFrame(final byte[] seed, final FrameCursor.Place at) {
        encoder.stageMark(FrameType.SEAL, LENGTH);
        encoder.place(seed, at.position(), at.chain(), at.nextSeq(), 0, 0, at.nextSeq() - 1);
        chainAfter = encoder.chainAfter(at.chain());
    }

    public ByteBuffer bytes() {
        return encoder.frame();
    }

    /** The chain value with which the successor begins. */
    public long chainAfter() {
        return chainAfter;
    }
}
