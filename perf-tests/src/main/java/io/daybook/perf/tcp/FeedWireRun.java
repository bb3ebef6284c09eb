package io.daybook.perf.tcp;

import io.daybook.api.ExchangeConfig;
import io.daybook.client.Answer;
import io.daybook.client.DaybookClient;
import io.daybook.client.FeedClient;
import io.daybook.client.OrderHandle;
import io.daybook.client.OrderType;
import io.daybook.client.Side;
import io.daybook.client.feed.FeedListener;
import io.daybook.feed.wire.FeedHops;
import io.daybook.feed.wire.FeedPublisher;
import io.daybook.host.Clock;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.report.LatencySeries;
import io.daybook.perf.report.LatencyTable;
import io.daybook.perf.run.Folders;
import io.daybook.perf.tcp.TcpOptions.Journaling;
import io.daybook.sessions.hops.VenueHops;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Measures the time from the decision to send a request until the listener of a subscriber receives the message of the
 * public feed about it, over sockets of this machine. The loop is closed: the subscriber's listener sends the next
 * request from within the call, a PLACE that rests and its CANCEL in turn. The journal is written; client and
 * subscriber spin, or block.
 */
public final class FeedWireRun {
    private static final long MAX_NS = 60_000_000_000L;
    private static final int DIGITS = 3;
    private static final int MEASURED = 60_000;
    private static final int SESSIONS = 2;
    private static final int CYCLE_MS = 200;
    private static final int HANDLES = 16;
    private static final String BOTH = "BOTH";

    private FeedWireRun() {}

    public static void main(final String[] args) throws IOException, InterruptedException {
        final PrintStream out = System.out;
        Machine.print(out);
        out.println("exchange   " + TcpOptions.describe(TcpOptions.exchange(Journaling.WRITE, Path.of("."))));
        out.println();
        out.println(LatencyTable.head());
        final int rounds = PerfProperties.number("rounds", 3);
        final String ends = PerfProperties.constant("ends", BOTH);
        for (final boolean spins : new boolean[] {true, false}) {
            if (!ends.equals(BOTH) && !ends.equals(spins ? "SPIN" : "BLOCK")) {
                continue;
            }
            for (int round = 1; round <= rounds; round++) {
                final Histogram histogram = measure(spins);
                out.println(LatencyTable.line(
                        new LatencySeries("to the feed" + (spins ? ", spins" : ", blocks"), false, histogram)));
            }
        }
        out.printf(Locale.ROOT, "load       %.2f at the end%n", Machine.load());
    }

    private static Histogram measure(final boolean spins) throws IOException, InterruptedException {
        final Path folder = TcpOptions.newFolder();
        final ExchangeConfig config = TcpOptions.exchange(Journaling.WRITE, folder);
        final int every = TcpOptions.hopEvery();
        final Path hops = TcpOptions.hopsFolder(Journaling.WRITE, spins ? "feed-spins" : "feed-blocks");
        final FeedHops feedHops = new FeedHops(every, Clock.system());
        final LocalFeed local = new LocalFeed(CYCLE_MS);
        final FeedPublisher feed = local.firstAlone(folder.resolve("data"), feedHops);
        final LocalVenue venue =
                LocalVenue.start(config, folder, SESSIONS, TcpOptions.spinMicros(), new VenueHops(every), feed);
        try (venue) {
            final int measured = PerfProperties.number("requests", MEASURED);
            final Loop loop = new Loop(measured, measured);
            final DaybookClient.Builder builder = DaybookClient.builder()
                    .address("127.0.0.1", venue.port())
                    .session(1, venue.secret())
                    .nextOut(0)
                    .hops(hops.resolve("client.hops"), every)
                    .listener(loop);
            if (spins) {
                builder.busySpin();
            }
            try (FeedClient subscriber = local.first()
                            .snapshots(local.snapshots())
                            .busySpin(spins)
                            .hops(hops.resolve("subscriber.hops"), every)
                            .listener(loop)
                            .start();
                    DaybookClient client = builder.connect()) {
                loop.fresh.await();
                loop.start(client);
                loop.ended.await();
                if (loop.refused.get() > 0 || client.failure() != null || subscriber.failure() != null) {
                    throw new IllegalStateException(
                            loop.refused + " requests were refused, " + client.failure() + ", " + subscriber.failure());
                }
            }
            return loop.histogram;
        } finally {
            venue.hops().write(hops);
            feedHops.write(hops);
            Folders.delete(folder);
        }
    }

    /** The loop, on the subscriber's thread except for its first request. */
    private static final class Loop extends LoneOrders implements FeedListener {
        private final Histogram histogram = new Histogram(MAX_NS, DIGITS);
        private final CountDownLatch fresh = new CountDownLatch(1);
        private final CountDownLatch ended = new CountDownLatch(1);

        /** The feed may be ahead of the answer, so an order does not take the handle of the order before. */
        private final OrderHandle[] orders = new OrderHandle[HANDLES];

        private final int warmUp;
        private final int measured;
        private volatile @Nullable DaybookClient client;
        private final AtomicInteger refused = new AtomicInteger();
        private int told;
        private long sentNs;

        Loop(final int warmUp, final int measured) {
            this.warmUp = warmUp;
            this.measured = measured;
            Arrays.setAll(orders, i -> new OrderHandle());
        }

        void start(final DaybookClient first) {
            sentNs = System.nanoTime();
            client = first;
            send(first);
        }

        private void send(final DaybookClient open) {
            final OrderHandle order = orders[(told >> 1) % HANDLES];
            final long sent = (told & 1) == 0
                    ? open.place(order, 1, LocalVenue.SYMBOL, Side.BID, OrderType.GTC, 100, 1)
                    : open.cancel(order);
            if (sent < 0) {
                throw new IllegalStateException("a request was not sent: " + sent);
            }
        }

        @Override
        public void onFresh(final int symbol) {
            fresh.countDown();
        }

        @Override
        public void onGroup(final long seq, final long timeNs) {
            final DaybookClient open = client;
            if (open == null) {
                return; // from before the first request
            }
            final long nowNs = System.nanoTime();
            if (told >= warmUp) {
                histogram.recordValue(nowNs - sentNs);
            }
            told++;
            if (told == warmUp + measured) {
                ended.countDown();
                client = null;
            } else {
                sentNs = System.nanoTime();
                send(open);
            }
        }

        @Override
        public void onAnswer(final Answer answer) {
            if (!answer.isSuccess()) {
                refused.incrementAndGet();
            }
        }
    }
}
