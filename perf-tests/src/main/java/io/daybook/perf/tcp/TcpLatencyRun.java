package io.daybook.perf.tcp;

import io.daybook.api.ExchangeConfig;
import io.daybook.client.Answer;
import io.daybook.client.DaybookClient;
import io.daybook.client.OrderHandle;
import io.daybook.client.OrderType;
import io.daybook.client.Side;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.report.LatencySeries;
import io.daybook.perf.report.LatencyTable;
import io.daybook.perf.run.Folders;
import io.daybook.perf.tcp.TcpOptions.Journaling;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Measures the time from the decision to send a request until the listener receives the answer, over a socket of this
 * machine. The loop is closed: the listener sends the next request from within the call, a PLACE that rests and its
 * CANCEL in turn. The journal is written, or also forced; each with a client that spins and one that blocks. The forced
 * rounds come with the time of the disk alone: one thread appends a few bytes to a file and forces it, again and again.
 */
public final class TcpLatencyRun {
    private static final long MAX_NS = 60_000_000_000L;
    private static final int DIGITS = 3;
    private static final int MEASURED = 60_000;
    private static final int MEASURED_FORCED = 6_000;
    private static final int FORCED_BYTES = 256;

    private TcpLatencyRun() {}

    public static void main(final String[] args) throws IOException, InterruptedException {
        final PrintStream out = System.out;
        Machine.print(out);
        out.println("exchange   " + TcpOptions.describe(TcpOptions.exchange(Journaling.FORCE, Path.of("."))));
        out.println();
        out.println(LatencyTable.head());
        final int rounds = PerfProperties.number("rounds", 3);
        for (final Journaling journaling : Journaling.values()) {
            if (journaling == Journaling.FORCE) {
                out.println(LatencyTable.line(new LatencySeries("disk alone", true, forces())));
            }
            for (final boolean spins : new boolean[] {true, false}) {
                for (int round = 1; round <= rounds; round++) {
                    final Histogram histogram = measure(journaling, spins);
                    out.println(LatencyTable.line(
                            new LatencySeries(journaling + (spins ? ", spins" : ", blocks"), false, histogram)));
                }
            }
        }
        out.printf(Locale.ROOT, "load       %.2f at the end%n", Machine.load());
    }

    /** Measures forces of a preallocated file, like a prepared segment: no force has to write a new length. */
    private static Histogram forces() throws IOException {
        final Path folder = TcpOptions.newFolder();
        final Histogram histogram = new Histogram(MAX_NS, DIGITS);
        final int measured = PerfProperties.number("requests", MEASURED_FORCED);
        final ByteBuffer bytes = ByteBuffer.allocateDirect(FORCED_BYTES);
        try (FileChannel file =
                FileChannel.open(folder.resolve("forced"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (int i = 0; i < measured; i++) {
                file.write(bytes.clear(), (long) i * FORCED_BYTES);
            }
            file.force(true);
            for (int i = 0; i < measured; i++) {
                final long startNs = System.nanoTime();
                file.write(bytes.clear(), (long) i * FORCED_BYTES);
                file.force(false);
                histogram.recordValue(System.nanoTime() - startNs);
            }
        } finally {
            Folders.delete(folder);
        }
        return histogram;
    }

    private static Histogram measure(final Journaling journaling, final boolean spins)
            throws IOException, InterruptedException {
        final Path folder = TcpOptions.newFolder();
        final ExchangeConfig config = TcpOptions.exchange(journaling, folder);
        final int hopEvery = TcpOptions.hopEvery();
        final Path hops = TcpOptions.hopsFolder(journaling, spins ? "spins" : "blocks");
        final LocalVenue venue = LocalVenue.start(config, folder, 1, TcpOptions.spinMicros(), hopEvery);
        try (venue) {
            final int measured =
                    PerfProperties.number("requests", journaling == Journaling.FORCE ? MEASURED_FORCED : MEASURED);
            final Loop loop = new Loop(measured, measured);
            final DaybookClient.Builder builder = DaybookClient.builder()
                    .address("127.0.0.1", venue.port())
                    .session(1, venue.secret())
                    .nextOut(0)
                    .hops(hops.resolve("client.hops"), hopEvery)
                    .listener(loop);
            if (spins) {
                builder.busySpin();
            }
            try (DaybookClient client = builder.connect()) {
                loop.start(client);
                loop.ended.await();
                if (loop.refused > 0 || client.failure() != null) {
                    throw new IllegalStateException(loop.refused + " requests were refused, " + client.failure());
                }
            }
            return loop.histogram;
        } finally {
            venue.hops().write(hops);
            Folders.delete(folder);
        }
    }

    /** The closed loop. All requests but the first are sent on the client's own thread. */
    private static final class Loop extends LoneOrders {
        private final Histogram histogram = new Histogram(MAX_NS, DIGITS);
        private final CountDownLatch ended = new CountDownLatch(1);
        private final OrderHandle order = new OrderHandle();
        private final int warmUp;
        private final int measured;
        private volatile @Nullable DaybookClient client;
        private int refused;
        private int answers;
        private long sentNs;

        Loop(final int warmUp, final int measured) {
            this.warmUp = warmUp;
            this.measured = measured;
        }

        void start(final DaybookClient first) {
            client = first;
            send(first);
        }

        private void send(final DaybookClient open) {
            sentNs = System.nanoTime();
            final long sent = (answers & 1) == 0
                    ? open.place(order, 1, LocalVenue.SYMBOL, Side.BID, OrderType.GTC, 100, 1)
                    : open.cancel(order);
            if (sent < 0) {
                throw new IllegalStateException("a request was not sent: " + sent);
            }
        }

        @Override
        public void onAnswer(final Answer answer) {
            final long ns = System.nanoTime() - sentNs;
            final DaybookClient open = client;
            if (!answer.isSuccess()) {
                refused++;
            }
            if (answers >= warmUp) {
                histogram.recordValue(ns);
            }
            answers++;
            if (open == null || answers == warmUp + measured) {
                ended.countDown();
            } else {
                send(open);
            }
        }
    }
}
