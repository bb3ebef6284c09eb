package io.daybook.perf.tcp;

import io.daybook.api.ExchangeConfig;
import io.daybook.client.Answer;
import io.daybook.client.DaybookClient;
import io.daybook.client.OrderHandle;
import io.daybook.client.OrderType;
import io.daybook.client.Side;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.measure.Series;
import io.daybook.perf.run.Folders;
import io.daybook.perf.tcp.TcpOptions.Journaling;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Measures the effect of bad clients on a good one: a closed loop over TCP, in turn alone and with
 * {@link BadNeighbours}, at one venue. The goal: the p99 of the good client less than doubles.
 */
public final class TcpNeighboursRun {
    private static final int GOOD = 1;
    private static final int FREE_SESSIONS = 2;
    private static final int SESSIONS = 4;
    private static final int SECONDS = 6;

    /** The warm-up takes a fourth of the measured time. */
    private static final int WARM_UP_PART = 4;

    private static final long MAX_NS = 60_000_000_000L;
    private static final int DIGITS = 3;
    private static final double MICRO = 1e3;

    private TcpNeighboursRun() {}

    public static void main(final String[] args) throws IOException, InterruptedException {
        final PrintStream out = System.out;
        Machine.print(out);
        out.println("exchange   " + TcpOptions.describe(TcpOptions.exchange(Journaling.FORCE, Path.of("."))));
        for (final Journaling journaling : Journaling.values()) {
            compare(out, journaling);
        }
        out.printf(Locale.ROOT, "load       %.2f at the end%n", Machine.load());
    }

    private static void compare(final PrintStream out, final Journaling journaling)
            throws IOException, InterruptedException {
        final Path folder = TcpOptions.newFolder();
        final ExchangeConfig config = TcpOptions.exchange(journaling, folder);
        final Series alone = new Series();
        final Series beside = new Series();
        final Series ratios = new Series();
        try (LocalVenue venue =
                LocalVenue.withLimits(config, folder, SESSIONS, FREE_SESSIONS, TcpOptions.spinMicros())) {
            final int rounds = PerfProperties.number("rounds", 5);
            final int seconds = PerfProperties.number("seconds", SECONDS);
            measure(venue, seconds); // warms up
            for (int round = 1; round <= rounds; round++) {
                final Histogram quiet = measure(venue, seconds);
                final BadNeighbours bad = new BadNeighbours(venue.port(), venue.secret(), GOOD + 1);
                final Histogram loud;
                try (bad) {
                    bad.start();
                    loud = measure(venue, seconds);
                }
                alone.add(p99(quiet));
                beside.add(p99(loud));
                ratios.add(p99(loud) / p99(quiet));
                out.printf(
                        Locale.ROOT,
                        "round %d    %s: alone p50 %.0f p99 %.0f µs (%,d); with bad neighbours p50 %.0f p99 %.0f µs"
                                + " (%,d); connections that the venue ended: %s%n",
                        round,
                        journaling,
                        quiet.getValueAtPercentile(50) / MICRO,
                        p99(quiet),
                        quiet.getTotalCount(),
                        loud.getValueAtPercentile(50) / MICRO,
                        p99(loud),
                        loud.getTotalCount(),
                        bad.sentAway());
            }
        } finally {
            Folders.delete(folder);
        }
        out.printf(
                Locale.ROOT,
                "RESULT     %s: p99 alone median %.0f µs (%.0f to %.0f), with bad neighbours %.0f (%.0f to %.0f): %.2f"
                        + " times; round by round %.2f (%.2f to %.2f)%n",
                journaling,
                alone.median(),
                alone.min(),
                alone.max(),
                beside.median(),
                beside.min(),
                beside.max(),
                beside.median() / alone.median(),
                ratios.median(),
                ratios.min(),
                ratios.max());
    }

    private static double p99(final Histogram histogram) {
        return histogram.getValueAtPercentile(99) / MICRO;
    }

    private static Histogram measure(final LocalVenue venue, final int seconds)
            throws IOException, InterruptedException {
        final Loop loop = new Loop(TimeUnit.SECONDS.toNanos(seconds));
        try (DaybookClient client = DaybookClient.builder()
                .address("127.0.0.1", venue.port())
                .session(GOOD, venue.secret())
                .heartbeatMs(10_000)
                .nextOut(0)
                .listener(loop)
                .connect()) {
            loop.start(client);
            loop.ended.await();
            if (loop.refused > 0 || client.failure() != null) {
                throw new IllegalStateException(loop.refused + " requests were refused, " + client.failure());
            }
        }
        return loop.histogram;
    }

    /**
     * Sends a PLACE that rests and its CANCEL in turn for some time, each from within the answer to the previous
     * request.
     */
    private static final class Loop extends LoneOrders {
        private final Histogram histogram = new Histogram(MAX_NS, DIGITS);
        private final CountDownLatch ended = new CountDownLatch(1);
        private final OrderHandle order = new OrderHandle();
        private final long lastsNs;
        private volatile @Nullable DaybookClient client;
        private int refused;
        private int answers;
        private long sentNs;
        private long beginNs;

        Loop(final long lastsNs) {
            this.lastsNs = lastsNs;
        }

        void start(final DaybookClient first) {
            client = first;
            beginNs = System.nanoTime() + lastsNs / WARM_UP_PART;
            send(first);
        }

        private void send(final DaybookClient open) {
            sentNs = System.nanoTime();
            final long sent = (answers & 1) == 0
                    ? open.place(order, GOOD, LocalVenue.SYMBOL, Side.BID, OrderType.GTC, 100, 1)
                    : open.cancel(order);
            if (sent < 0) {
                throw new IllegalStateException("a request was not sent: " + sent);
            }
        }

        @Override
        public void onAnswer(final Answer answer) {
            final long nowNs = System.nanoTime();
            refused += answer.isSuccess() ? 0 : 1;
            if (nowNs - beginNs >= 0) {
                histogram.recordValue(nowNs - sentNs);
            }
            answers++;
            final DaybookClient open = client;
            final boolean isOver = nowNs - beginNs >= lastsNs && (answers & 1) == 0;
            if (open == null || isOver) {
                ended.countDown();
            } else {
                send(open);
            }
        }
    }
}
