package io.daybook.feed.wire;

import io.daybook.host.Clock;
import io.daybook.wire.Bytes;
import io.daybook.wire.feed.FeedDescriptor;
import io.daybook.wire.feed.FeedTemplates;
import io.daybook.wire.hops.Hop;
import io.daybook.wire.hops.HopFile;
import io.daybook.wire.hops.HopRing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Times every n-th command on its way through the feed: when its messages were made (T5m), and when the packet with the
 * last of them was given to the lines (T6m). A command that nobody may see anything of has no times; of one that is
 * told in several channels the first counts. Used by the feed's thread, but for what says otherwise.
 */
public final class FeedHops {
    /** The newest so many commands are kept, of those that are timed. */
    private static final int ROWS = 1 << 16;

    /** Groups that wait for their packet and are timed; of more, the rest is not. */
    private static final int TOGETHER = 1 << 10;

    private static final int T5M = 0;
    private static final int T6M = 1;

    private final HopRing ring;
    private final Clock clock;
    private final boolean isOn;

    /** For each channel the timed group that is under way, and its last message; 0 for none. */
    private long[] seqs = {};

    private long[] ends = {};

    /** Groups that are made and not sent, in the order of their making. */
    private final long[] waitingSeqs;

    private final long[] waitingEnds;
    private final int[] waitingChannels;
    private int waiting;

    /**
     * Without times.
     *
     * @param every which seqs are timed: multiples of this power of two; 0 for none
     * @param clock the exchange's
     * @throws IllegalArgumentException when it is out of range
     */
    public FeedHops(final int every, final Clock clock) {
        this.clock = clock;
        ring = new HopRing(every, ROWS, Hop.T5M, Hop.T6M);
        isOn = every > 0;
        final int together = isOn ? TOGETHER : 0;
        waitingSeqs = new long[together];
        waitingEnds = new long[together];
        waitingChannels = new int[together];
    }

    /** Whether anything is timed. */
    boolean isOn() {
        return isOn;
    }

    /** A message was made, and is sent next. Where anything is timed. */
    void onMessage(final int channel, final long number, final byte[] bytes, final int offset) {
        if (channel >= seqs.length) {
            seqs = Arrays.copyOf(seqs, channel + 1);
            ends = Arrays.copyOf(ends, channel + 1);
        }
        if (FeedDescriptor.template(bytes, offset) == FeedTemplates.GROUP) {
            final int block = offset + FeedDescriptor.HEADER_LENGTH;
            seqs[channel] = Bytes.getI64(bytes, block);
            ends[channel] = ring.isDue(seqs[channel]) ? number + Bytes.getI32(bytes, block + 16) : 0;
        } else if (number == ends[channel]) {
            onMade(channel, seqs[channel], number);
        }
    }

    private void onMade(final int channel, final long seq, final long number) {
        ring.begin(seq);
        ring.stamp(seq, T5M, clock.nanoTime());
        if (waiting < TOGETHER) {
            waitingSeqs[waiting] = seq;
            waitingEnds[waiting] = number;
            waitingChannels[waiting] = channel;
            waiting++;
        }
    }

    /** Whether groups wait for their packet, and {@link #onSent} is to be called. */
    boolean isWaiting() {
        return waiting > 0;
    }

    /** The messages of a channel up to this one were given to the lines. */
    void onSent(final int channel, final long lastNumber) {
        final long nowNs = clock.nanoTime();
        int kept = 0;
        for (int i = 0; i < waiting; i++) {
            if (waitingChannels[i] == channel && waitingEnds[i] <= lastNumber) {
                ring.stamp(waitingSeqs[i], T6M, nowNs);
            } else {
                waitingSeqs[kept] = waitingSeqs[i];
                waitingEnds[kept] = waitingEnds[i];
                waitingChannels[kept] = waitingChannels[i];
                kept++;
            }
        }
        waiting = kept;
    }

    /**
     * What is known by now of a seq that is timed. Any thread.
     *
     * @param byCode gets both times at the places of the codes of their hops, {@link HopRing#NO_TIME} for none
     */
    public void read(final long seq, final long[] byCode) {
        final boolean unused = ring.read(seq, byCode);
    }

    /** Writes the times into a folder, once the feed has ended; nothing where nothing was timed. */
    public void write(final Path folder) throws IOException {
        if (isOn) {
            HopFile.write(folder.resolve("feed" + HopFile.SUFFIX), ring);
        }
    }
}
