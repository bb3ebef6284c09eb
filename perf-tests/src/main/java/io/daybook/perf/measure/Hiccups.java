package io.daybook.perf.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;

/**
 * The pauses that a machine makes by itself. A few threads do nothing but read the clock; a jump means that the machine
 * has run something else meanwhile. Afterwards, the class computes the delays of imaginary messages that take no time
 * and go through these threads at a fixed rate, from the first to the last: a message waits at every thread that was
 * paused. No program with as many spinning threads can avoid these delays on this machine.
 *
 * <p>The idea is that of Gil Tene's jHiccup; passing from thread to thread is ours.
 */
public final class Hiccups {
    /** Shorter jumps come from the loop itself. */
    private static final long NOTED_FROM_NS = 500;

    private static final int MAX_GAPS = 1 << 18;

    private final List<Spinner> spinners;
    private final long startNs;
    private final long endNs;

    private Hiccups(final List<Spinner> spinners, final long startNs, final long endNs) {
        this.spinners = spinners;
        this.startNs = startNs;
        this.endNs = endNs;
    }

    /** Watches the machine for a while with this many spinning threads. */
    public static Hiccups watch(final int threads, final long durationNs) {
        final CountDownLatch ready = new CountDownLatch(threads);
        final List<Spinner> spinners = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            final Spinner spinner = new Spinner(ready, durationNs);
            spinners.add(spinner);
            spinner.start();
        }
        long from = Long.MIN_VALUE;
        long until = Long.MAX_VALUE;
        for (final Spinner spinner : spinners) {
            joinQuietly(spinner);
            from = Math.max(from, spinner.startNs);
            until = Math.min(until, spinner.endNs);
        }
        return new Hiccups(spinners, from, until);
    }

    /** Adds the delays of messages, one every {@code intervalNs}, to a histogram. */
    public void addTo(final Histogram histogram, final double intervalNs) {
        final int[] cursors = new int[spinners.size()];
        final long messages = (long) ((endNs - startNs) / intervalNs);
        for (long i = 0; i < messages; i++) {
            final long planned = startNs + (long) (i * intervalNs);
            long at = planned;
            for (int s = 0; s < cursors.length; s++) {
                final Spinner spinner = spinners.get(s);
                cursors[s] = spinner.gapFrom(cursors[s], planned);
                at = spinner.leave(cursors[s], at);
            }
            histogram.recordValue(Math.min(at - planned, histogram.getHighestTrackableValue()));
        }
    }

    private static void joinQuietly(final Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("a measurement must not be interrupted", e);
        }
    }

    /** Reads the clock and notes its jumps. */
    private static final class Spinner extends Thread {
        private final CountDownLatch ready;
        private final long durationNs;
        private final long[] gapStarts = new long[MAX_GAPS];
        private final long[] gapEnds = new long[MAX_GAPS];

        private int gaps;
        private long startNs;
        private long endNs;

        Spinner(final CountDownLatch ready, final long durationNs) {
            super("hiccups");
            this.ready = ready;
            this.durationNs = durationNs;
        }

        @Override
        public void run() {
            ready.countDown();
            while (ready.getCount() > 0) {
                Thread.onSpinWait();
            }
            long before = System.nanoTime();
            startNs = before;
            final long until = before + durationNs;
            while (before < until && gaps < MAX_GAPS) {
                final long now = System.nanoTime();
                if (now - before >= NOTED_FROM_NS) {
                    gapStarts[gaps] = before;
                    gapEnds[gaps++] = now;
                }
                before = now;
            }
            endNs = before;
        }

        /** The first gap, from a given gap on, that ends after a moment. */
        int gapFrom(final int from, final long moment) {
            int gap = from;
            while (gap < gaps && gapEnds[gap] <= moment) {
                gap++;
            }
            return gap;
        }

        /** The moment at which a message that has arrived can go on. */
        long leave(final int from, final long arrived) {
            final int gap = gapFrom(from, arrived);
            return gap < gaps && gapStarts[gap] <= arrived ? gapEnds[gap] : arrived;
        }
    }
}
