package io.daybook.backtest;

import io.daybook.wire.hops.Hop;
import java.io.IOException;
import java.util.Arrays;

/**
 * The times at which a venue's engine took its commands (T3), made distinct, on the clock of a trader that ran on the
 * same machine.
 */
final class TakenTimes {
    private static final long NONE = Long.MIN_VALUE;

    private long[] times = new long[1 << 10];
    private long firstSeq = Long.MAX_VALUE;
    private long lastSeq;

    private TakenTimes() {
        Arrays.fill(times, NONE);
    }

    /**
     * Reads the times of a venue with {@code hopEvery = 1}.
     *
     * @param epochNs the number that the trader adds to the machine's monotonic clock
     */
    static TakenTimes read(final LiveVenue venue, final long epochNs) throws IOException {
        final TakenTimes all = new TakenTimes();
        venue.times((seq, hop, ns) -> {
            if (hop == Hop.T3) {
                all.put(Math.toIntExact(seq), ns + epochNs);
            }
        });
        if (all.lastSeq == 0) {
            throw new IOException("the venue has no times of its engine: it needs hopEvery = 1");
        }
        all.distinguish();
        return all;
    }

    private void put(final int seq, final long ns) {
        if (seq >= times.length) {
            final int before = times.length;
            times = Arrays.copyOf(times, 2 * seq);
            Arrays.fill(times, before, times.length, NONE);
        }
        times[seq] = ns;
        firstSeq = Math.min(firstSeq, seq);
        lastSeq = Math.max(lastSeq, seq);
    }

    private void distinguish() throws IOException {
        for (int seq = (int) firstSeq + 1; seq <= lastSeq; seq++) {
            if (times[seq] == NONE) {
                throw new IOException("the venue has no time of seq " + seq + "; it needs hopEvery = 1");
            }
            times[seq] = Math.max(times[seq], times[seq - 1] + 1);
        }
    }

    /** The first seq whose time the venue has kept: a venue keeps only the times of its newest commands. */
    long firstSeq() {
        return firstSeq;
    }

    /**
     * The time at which a command was taken. Before the first and after the last kept time, commands are assumed to be
     * one nanosecond apart.
     */
    long of(final long seq) {
        if (seq < firstSeq) {
            return times[(int) firstSeq] - (firstSeq - seq);
        }
        return seq > lastSeq ? times[(int) lastSeq] + (seq - lastSeq) : times[(int) seq];
    }
}
