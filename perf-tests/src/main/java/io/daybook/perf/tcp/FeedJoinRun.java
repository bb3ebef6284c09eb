package io.daybook.perf.tcp;

import io.daybook.api.ExchangeConfig;
import io.daybook.client.FeedClient;
import io.daybook.client.feed.FeedCounters;
import io.daybook.client.feed.FeedListener;
import io.daybook.client.feed.Mismatch;
import io.daybook.feed.wire.FeedHops;
import io.daybook.feed.wire.FeedPublisher;
import io.daybook.host.Clock;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.measure.Series;
import io.daybook.perf.run.Folders;
import io.daybook.perf.tcp.TcpOptions.Journaling;
import io.daybook.sessions.hops.VenueHops;
import io.daybook.wire.feed.FeedSettings;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Measures the time until a subscriber has all books, while the feed sends 500,000 messages a second and 100,000 orders
 * rest: for a subscriber that joins late, with snapshots over TCP, and with the snapshots of the cycle alone.
 */
public final class FeedJoinRun {
    private static final int SESSIONS = 3;
    private static final int ORDERS = 100_000;
    private static final int MESSAGES_PER_SECOND = 500_000;
    private static final int MESSAGES_PER_COMMAND = 2;
    private static final int ROUNDS = 5;
    private static final int CYCLE_MS = FeedSettings.CYCLE_MS;
    private static final long LIMIT_NS = TimeUnit.MINUTES.toNanos(2);
    private static final double NS_PER_S = 1e9;

    private final PrintStream out;
    private final LocalVenue venue;
    private final LocalFeed local;
    private final FeedTraffic traffic;
    private final int rounds = PerfProperties.number("rounds", ROUNDS);

    private FeedJoinRun(
            final PrintStream out, final LocalVenue venue, final LocalFeed local, final FeedTraffic traffic) {
        this.out = out;
        this.venue = venue;
        this.local = local;
        this.traffic = traffic;
    }

    /** Records which symbols are fresh. */
    private static final class Joining implements FeedListener {
        private final Set<Integer> fresh = new HashSet<>();
        private volatile int freshCount;
        private volatile long lastSeq;
        private volatile @Nullable Mismatch mismatch;

        @Override
        public void onGroup(final long seq, final long timeNs) {
            lastSeq = seq;
        }

        @Override
        public void onFresh(final int symbol) {
            fresh.add(symbol);
            freshCount = fresh.size();
        }

        @Override
        public void onStale(final int channel) {
            fresh.clear();
            freshCount = 0;
        }

        @Override
        public void onMismatch(final Mismatch why, final int template, final int symbol, final long reference) {
            mismatch = why;
        }

        /** Waits until the subscriber has all books, as of a command or later. */
        void awaitFresh(final FeedClient client, final long seq) {
            final long beganNs = System.nanoTime();
            while (freshCount < FeedTraffic.SYMBOLS || lastSeq < seq) {
                if (System.nanoTime() - beganNs > LIMIT_NS || client.failure() != null || mismatch != null) {
                    throw new IllegalStateException(freshCount + " of " + FeedTraffic.SYMBOLS + " books, " + mismatch
                            + ", " + client.failure() + ", stream: " + client.lastStreamEnd() + ", snapshots "
                            + client.counters(0).snapshots() + ", dropped "
                            + client.counters(0).droppedSnapshots() + ", stale "
                            + client.counters(0).stales() + ", gaps "
                            + client.counters(0).gaps());
                }
                LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
            }
        }
    }

    public static void main(final String[] args) throws InterruptedException {
        final PrintStream out = System.out;
        Machine.print(out);
        final Path folder = TcpOptions.newFolder();
        final ExchangeConfig config = TcpOptions.exchange(Journaling.WRITE, folder);
        final int messages = PerfProperties.number("rate", MESSAGES_PER_SECOND);
        final int orders = PerfProperties.number("orders", ORDERS);
        out.printf(
                Locale.ROOT,
                "exchange   %s%nfeed       %,d messages a second, %,d orders in %d symbols, cycle %,d ms%n%n",
                TcpOptions.describe(config),
                messages,
                orders,
                FeedTraffic.SYMBOLS,
                CYCLE_MS);
        final LocalFeed local = new LocalFeed(CYCLE_MS);
        final FeedPublisher feed = local.publisher(folder.resolve("data"), new FeedHops(0, Clock.system()));
        try (LocalVenue venue =
                LocalVenue.start(config, folder, SESSIONS, TcpOptions.spinMicros(), new VenueHops(0), feed)) {
            final FeedTraffic traffic = new FeedTraffic(venue.exchange(), orders, messages / MESSAGES_PER_COMMAND);
            try (traffic) {
                traffic.start();
                final FeedJoinRun run = new FeedJoinRun(out, venue, local, traffic);
                run.measure();
            }
            out.printf(Locale.ROOT, "traffic    at most %.1f ms late%n", traffic.behindNs() / NS_PER_S * 1_000);
        } finally {
            Folders.delete(folder);
        }
        out.printf(Locale.ROOT, "load       %.2f at the end%n", Machine.load());
    }

    /**
     * Measures late subscribers. One more subscriber follows from the first command on, and shows the progress of the
     * feed.
     */
    private void measure() throws InterruptedException {
        final Joining other = new Joining();
        try (FeedClient second = local.second().stream(door(), SESSIONS - 1, venue.secret())
                .listener(other)
                .start()) {
            other.awaitFresh(second, traffic.restingSeq());
            join("over TCP", true, other);
            join("by the cycle", false, other);
        }
    }

    private InetSocketAddress door() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), venue.port());
    }

    private FeedClient.Builder late(final boolean isByStream) {
        return isByStream
                ? local.first().stream(door(), SESSIONS, venue.secret())
                : local.first().snapshots(local.snapshots());
    }

    private void join(final String how, final boolean isByStream, final Joining other) {
        final Series seconds = new Series();
        for (int round = 0; round <= rounds; round++) {
            final Joining joining = new Joining();
            final long beganNs = System.nanoTime();
            final long seq = other.lastSeq;
            try (FeedClient client = late(isByStream).listener(joining).start()) {
                joining.awaitFresh(client, seq);
                final double took = (System.nanoTime() - beganNs) / NS_PER_S;
                final FeedCounters counters = client.counters(0);
                out.printf(
                        Locale.ROOT,
                        "late       %s: %.2f s; %d snapshots, %d dropped, %d gaps, %d requests, %d times stale%s%n",
                        how,
                        took,
                        counters.snapshots(),
                        counters.droppedSnapshots(),
                        counters.gaps(),
                        counters.requests(),
                        counters.stales(),
                        round == 0 ? ", warm-up" : "");
                if (round > 0) {
                    seconds.add(took);
                }
            }
        }
        out.printf(
                Locale.ROOT,
                "RESULT     late, %s: median %.2f s, %.2f to %.2f%n",
                how,
                seconds.median(),
                seconds.min(),
                seconds.max());
    }
}
