package io.daybook.backtest;

import io.daybook.wire.hops.Hop;
import io.daybook.wire.hops.HopFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/** When a venue's engine took its commands (T3), all of them different, on the clock of a trader of its machine. */
final class TakenTimes {
    private static final long NONE = Long.MIN_VALUE;

    private final Path file;
    private long[] times = new long[1 << 10];
    private long firstSeq = Long.MAX_VALUE;
    private long lastSeq;

    private TakenTimes(final Path file) {
        this.file = file;
        Arrays.fill(times, NONE);
    }

    /**
     * Reads the file of a venue with {@code hopEvery = 1}.
     *
     * @param epochNs what the trader adds to the machine's monotonic clock
     */
    static TakenTimes read(final Path file, final long epochNs) throws IOException {
        final TakenTimes all = new TakenTimes(file);
        HopFile.read(file, (seq, hop, ns) -> {
            if (hop == Hop.T3) {
                all.put(Math.toIntExact(seq), ns + epochNs);
            }
        });
        if (all.lastSeq == 0) {
            throw new IOException(file + ": has no times of the engine");
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
                throw new IOException(file + ": has no time of seq " + seq + "; the venue needs hopEvery = 1");
            }
            times[seq] = Math.max(times[seq], times[seq - 1] + 1);
        }
    }

    /** When a command was taken; one from before or after the file comes a nanosecond before or after its neighbour. */
    long of(final long seq) {
        if (seq < firstSeq) {
            return times[(int) firstSeq] - (firstSeq - seq);
        }
        return seq > lastSeq ? times[(int) lastSeq] + (seq - lastSeq) : times[(int) seq];
    }
}
