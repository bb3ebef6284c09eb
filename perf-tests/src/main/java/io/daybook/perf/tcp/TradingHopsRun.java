package io.daybook.perf.tcp;

import io.daybook.client.Answer;
import io.daybook.client.DaybookClient;
import io.daybook.client.FeedClient;
import io.daybook.client.OrderHandle;
import io.daybook.client.OrderType;
import io.daybook.client.Side;
import io.daybook.client.book.OrderLevels;
import io.daybook.client.feed.FeedListener;
import io.daybook.feed.wire.FeedHops;
import io.daybook.host.Clock;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.measure.Series;
import io.daybook.perf.report.LatencySeries;
import io.daybook.perf.report.LatencyTable;
import io.daybook.perf.run.Folders;
import io.daybook.perf.tcp.TcpOptions.Journaling;
import io.daybook.sessions.hops.VenueHops;
import io.daybook.trading.Order;
import io.daybook.trading.OrderState;
import io.daybook.trading.RiskLimits;
import io.daybook.trading.Strategy;
import io.daybook.trading.Trader;
import io.daybook.trading.TraderConfig;
import io.daybook.trading.live.LiveTrader;
import io.daybook.wire.hops.Hop;
import io.daybook.wire.hops.HopFile;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Measures the time from the moment at which a request gets its number until the socket takes it (T10 to T12), of a
 * trading program, and of a program that uses the same client and the same subscriber of the feed directly, in turn in
 * one process. Both send from the subscriber's thread, when the answer to the previous request has arrived there: a
 * PLACE that rests and its CANCEL in turn.
 */
public final class TradingHopsRun {
    private static final long MAX_NS = 60_000_000_000L;
    private static final int DIGITS = 3;
    private static final int PRICE = 100;
    private static final int FEED_SESSION = 2;
    private static final int SNAPSHOT_CYCLE_MS = 1_000;
    private static final double NS_PER_US = 1e3;

    private final int requests = PerfProperties.number("requests", 20_000);

    private TradingHopsRun() {}

    public static void main(final String[] args) throws IOException, InterruptedException {
        new TradingHopsRun().measure(System.out);
    }

    private void measure(final PrintStream out) throws IOException, InterruptedException {
        Machine.print(out);
        out.println(LatencyTable.head());
        final Series differences = new Series();
        final int rounds = PerfProperties.number("rounds", 7);
        for (int round = 0; round <= rounds; round++) {
            final boolean isBareFirst = round % 2 == 0;
            final Histogram first = once(isBareFirst);
            final Histogram second = once(!isBareFirst);
            if (round > 0) { // the first pair warms up
                final Histogram bare = isBareFirst ? first : second;
                final Histogram trading = isBareFirst ? second : first;
                out.println(LatencyTable.line(new LatencySeries("T10-T12, client alone", false, bare)));
                out.println(LatencyTable.line(new LatencySeries("T10-T12, trading", false, trading)));
                differences.add((trading.getValueAtPercentile(50) - bare.getValueAtPercentile(50)) / NS_PER_US);
            }
        }
        out.printf(
                Locale.ROOT,
                "DIFFERENCE of the medians: median %.2f us, pair by pair %.2f to %.2f; load %.2f%n",
                differences.median(),
                differences.min(),
                differences.max(),
                Machine.load());
    }

    private Histogram once(final boolean isBare) throws IOException, InterruptedException {
        final Path folder = TcpOptions.newFolder();
        try (LocalVenue venue = LocalVenue.start(
                TcpOptions.exchange(Journaling.WRITE, folder),
                folder,
                FEED_SESSION,
                TcpOptions.spinMicros(),
                new VenueHops(1),
                new LocalFeed(SNAPSHOT_CYCLE_MS).firstAlone(folder, new FeedHops(0, Clock.system())))) {
            if (isBare) {
                alone(venue, folder);
            } else {
                trade(venue, folder);
            }
            return times(folder.resolve("orders-1" + HopFile.SUFFIX));
        } finally {
            Folders.delete(folder);
        }
    }

    /** Reads the times of the second half of the requests. */
    private Histogram times(final Path file) throws IOException {
        final TreeMap<Long, long[]> rows = new TreeMap<>();
        HopFile.read(file, (seq, hop, ns) -> {
            if (hop == Hop.T10 || hop == Hop.T12) {
                rows.computeIfAbsent(seq, fresh -> new long[2])[hop == Hop.T10 ? 0 : 1] = ns;
            }
        });
        final Histogram histogram = new Histogram(MAX_NS, DIGITS);
        rows.values().stream().skip(rows.size() / 2).forEach(row -> histogram.recordValue(row[1] - row[0]));
        return histogram;
    }

    private void alone(final LocalVenue venue, final Path folder) throws IOException, InterruptedException {
        final Alone program = new Alone();
        try (FeedClient feed = FeedClient.builder().stream(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), venue.port()),
                                FEED_SESSION,
                                venue.secret())
                        .channels(0)
                        .listener(program)
                        .start();
                DaybookClient client = DaybookClient.builder()
                        .address("127.0.0.1", venue.port())
                        .session(1, venue.secret())
                        .nextOut(0)
                        .hops(folder.resolve("orders-1" + HopFile.SUFFIX), 1)
                        .listener(new Answers(program, feed))
                        .connect()) {
            program.client = client;
            feed.wake();
            program.ended.await();
        }
    }

    private void trade(final LocalVenue venue, final Path folder) throws IOException, InterruptedException {
        final Trading strategy = new Trading();
        try (LiveTrader trader = LiveTrader.builder(
                        new TraderConfig(List.of(LocalVenue.SYMBOL), 1, 1, RiskLimits.NONE), strategy)
                .address("127.0.0.1", venue.port())
                .session(1, venue.secret(), 1)
                .feed(FEED_SESSION, venue.secret())
                .hops(folder, 1, false)
                .start()) {
            strategy.ended.await();
            if (trader.failure() != null) {
                throw new IllegalStateException(trader.failure());
            }
        }
    }

    /** Wakes the subscriber's thread with each answer. */
    private static final class Answers extends LoneOrders {
        private final Alone program;
        private final FeedClient feed;
        private int count;

        Answers(final Alone program, final FeedClient feed) {
            this.program = program;
            this.feed = feed;
        }

        @Override
        public void onAnswer(final Answer answer) {
            program.answers = ++count;
            feed.wake();
        }
    }

    /** Sends on the subscriber's thread. */
    private final class Alone implements FeedListener {
        private final CountDownLatch ended = new CountDownLatch(1);
        private final OrderHandle order = new OrderHandle();
        private volatile @Nullable DaybookClient client;

        /** Written by the client's thread. */
        private volatile int answers;

        private int sent;

        @Override
        public void onTurn() {
            final DaybookClient open = client;
            if (open == null || sent > answers) {
                return;
            }
            if (sent == requests) {
                ended.countDown();
                return;
            }
            final long number = (sent & 1) == 0
                    ? open.place(order, 1, LocalVenue.SYMBOL, Side.BID, OrderType.GTC, PRICE, 1)
                    : open.cancel(order);
            if (number < 0) {
                throw new IllegalStateException("a request was not sent: " + number);
            }
            sent++;
        }
    }

    /** Sends the same requests through a trading program. */
    private final class Trading implements Strategy {
        private final CountDownLatch ended = new CountDownLatch(1);
        private @Nullable Trader trader;

        @Override
        public void onStart(final Trader ofThis) {
            trader = ofThis;
        }

        @Override
        public void onFresh(final int symbol) {
            next(OrderState.NONE);
        }

        @Override
        public void onOrder(final Order order) {
            next(order.state());
        }

        private void next(final OrderState state) {
            final Trader own = trader;
            if (own == null || own.orders().sent() == requests) {
                ended.countDown();
            } else if (state == OrderState.NONE) {
                own.orders().place(LocalVenue.SYMBOL, OrderLevels.BID, 0, OrderType.GTC, PRICE, 1);
            } else if (state == OrderState.LIVE) {
                own.orders().cancel(LocalVenue.SYMBOL, OrderLevels.BID, 0);
            }
        }
    }
}
