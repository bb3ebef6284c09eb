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
 * last of them was passed to the lines (T6m). A command without messages has no times; a command with messages in
 * several channels has those of its first channel. Used by the feed's thread, except for methods that any thread may
 * call.
 */
public final class FeedHops {
    /** The number of timed commands that are kept; older ones are dropped. */
    private static final int ROWS = 1 << 16;

    /** The limit of timed groups that wait for their packet; further ones are not timed. */
    private static final int TOGETHER = 1 << 10;

    private static final int T5M = 0;
    private static final int T6M = 1;

    private final HopRing ring;
    private final Clock clock;
    private final boolean isOn;

    /** The seq of the current timed group of each channel; 0 for none. */
    private long[] seqs = {};

    /** The last message of that group. */
    private long[] ends = {};

    /** The seqs of groups that are made and not sent yet, in the order in which they were made. */
    private final long[] waitingSeqs;

    /** The last messages of these groups. */
    private final long[] waitingEnds;

    private final int[] waitingChannels;
    private int waiting;

    /**
     * Creates a recorder without times.
     *
     * @param every times each seq that is a multiple of this power of two; 0 for none
     * @param clock the clock of the exchange
     * @throws IllegalArgumentException if it is out of range
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

    /** Returns whether some commands are timed. */
    boolean isOn() {
        return isOn;
    }

    /** Records that a message was made and is sent next. Called only if {@link #isOn}. */
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

    /** Returns whether groups wait for their packet, so that {@link #onSent} must be called. */
    boolean isWaiting() {
        return waiting > 0;
    }

    /** Records that the messages of a channel up to a number were passed to the lines. */
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
     * Reads the times of a timed seq that are available so far. Any thread.
     *
     * @param byCode receives both times at the codes of their hops; {@link HopRing#NO_TIME} for none
     */
    public void read(final long seq, final long[] byCode) {
        final boolean unused = ring.read(seq, byCode);
    }

    /** Writes the times into a folder after the feed has ended. Writes nothing if nothing was timed. */
    public void write(final Path folder) throws IOException {
        if (isOn) {
            HopFile.write(folder.resolve("feed" + HopFile.SUFFIX), ring);
        }
    }
}
