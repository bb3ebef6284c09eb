package io.daybook.journal.format;

import io.daybook.journal.Compression;
import java.util.Random;

/** Gives a benchmark access to the journal's internal encoder of frames; hence in this package. One thread. */
public final class FrameMaker {
    private static final long POSITION = 4096;

    private final FrameEncoder encoder;
    private final byte[] seed = FrameSeed.random(new Random(1)).before(1);
    private long chain;

    /**
     * A maker of frames.
     *
     * @param maxBlockBytes of a block
     */
    public FrameMaker(final Compression compression, final int maxBlockBytes) {
        encoder = new FrameEncoder(compression, maxBlockBytes);
    }

    /** Makes the next frame of a segment, ready to be written, in a buffer of its own; gives its length. */
    public int make(final byte[] block, final int length, final int count, final long firstTimestampNs) {
        final int frameLength = encoder.stageData(block, 0, length);
        encoder.place(seed, POSITION, chain, 1, count, firstTimestampNs, 0);
        chain = encoder.chainAfter(chain);
        return frameLength;
    }
}
