package io.daybook.perf.tcp;

import io.daybook.api.ExchangeListener;
import io.daybook.api.Follower;
import io.daybook.api.ResultView;
import io.daybook.core.Replay;
import io.daybook.engine.result.ResultDecoder;
import io.daybook.engine.result.ResultEncoder;
import io.daybook.gateway.session.TcpLayer;
import io.daybook.host.Clock;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.measure.Series;
import io.daybook.perf.measure.ThreadCosts;
import io.daybook.perf.run.Folders;
import io.daybook.perf.tcp.TcpOptions.Journaling;
import io.daybook.sessions.DoorSetup;
import io.daybook.sessions.audit.AuditLog;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.member.Members;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures what a result costs the follower of a gateway: from the result, the session book makes the messages of all
 * sessions, and their outboxes write these messages, with checksums, to a simulated disk.
 *
 * <pre>
 * once:     flood over TCP → journal → results as bytes
 * measured: bytes → decoder → follower, with the end of a batch every 64 results
 * alone:    bytes → decoder
 * </pre>
 *
 * <p>Allocation is measured in the second half of a pass, in which nothing grows any more; only a new file of 4 MiB is
 * added now and then.
 */
public final class SessionBookRun {
    private static final int CONNECTIONS = 10;
    private static final int WINDOW = 1_024;
    private static final int ORDERS_PER_CONNECTION = 50_000;
    private static final int BATCH = 64;
    private static final int FIRST_BYTES = 1 << 20;

    private byte[] encoded = new byte[FIRST_BYTES];
    private int length;
    private int results;

    /** Figures of one pass. */
    record Pass(double nsPerResult, double bytesPerResult) {}

    public static void main(final String[] args) throws IOException {
        final PrintStream out = System.out;
        Machine.print(out);
        final SessionBookRun run = new SessionBookRun();
        run.record(PerfProperties.number("requests", ORDERS_PER_CONNECTION));
        out.printf(Locale.ROOT, "results    %,d of %d sessions%n%n", run.results, CONNECTIONS);
        final Series alone = new Series();
        final Series told = new Series();
        final Series allocated = new Series();
        for (int i = PerfProperties.number("warmups", 5) + PerfProperties.iterations(9); i > 0; i--) {
            final double decoding = run.decode();
            final Pass pass = run.tell();
            if (i <= PerfProperties.iterations(9)) {
                alone.add(decoding);
                told.add(pass.nsPerResult() - decoding);
                allocated.add(pass.bytesPerResult());
            }
        }
        out.printf(Locale.ROOT, "decoding   median %.1f ns a result%n", alone.median());
        out.printf(
                Locale.ROOT,
                "RESULT     session book: median %.1f ns a result, %.1f to %.1f; %.4f bytes%n",
                told.median(),
                told.min(),
                told.max(),
                allocated.median());
        out.printf(Locale.ROOT, "load       %.2f at the end%n", Machine.load());
    }

    /** Trades over TCP, and keeps the results as bytes. */
    void record(final int ordersPerConnection) throws IOException {
        final Path folder = TcpOptions.newFolder();
        try {
            final List<FloodConnection> flood = new ArrayList<>();
            try (LocalVenue venue = LocalVenue.start(
                    TcpOptions.exchange(Journaling.WRITE, folder), folder, CONNECTIONS, TcpOptions.spinMicros())) {
                for (int session = 1; session <= CONNECTIONS; session++) {
                    flood.add(FloodConnection.open(venue.port(), session, venue.secret(), WINDOW));
                }
                TcpFloodRun.run(flood, ordersPerConnection);
                TcpFloodRun.check(flood);
            } finally {
                for (final FloodConnection connection : flood) {
                    connection.close();
                }
            }
            Replay.from(folder.resolve("data"), 1, new ExchangeListener() {
                @Override
                public void onResult(final ResultView result) {
                    add(result);
                }
            });
        } finally {
            Folders.delete(folder);
        }
    }

    private void add(final ResultView result) {
        final int needed = length + ResultEncoder.encodedLength(result);
        if (needed > encoded.length) {
            encoded = Arrays.copyOf(encoded, Math.max(needed, 2 * encoded.length));
        }
        length += ResultEncoder.encode(result, encoded, length);
        results++;
    }

    /** Decodes the bytes alone; returns the ns per result. */
    private double decode() {
        final ResultDecoder decoder = new ResultDecoder();
        long sum = 0;
        final long beginNs = ThreadCosts.cpuNs();
        for (int at = 0; at < length; ) {
            at += decoder.wrap(encoded, at, length - at);
            sum += decoder.seq() ^ decoder.cookie();
        }
        final double ns = (double) (ThreadCosts.cpuNs() - beginNs) / results;
        if (sum == 0) {
            throw new IllegalStateException("no result was read");
        }
        return ns;
    }

    /** Delivers all results to a new gateway. */
    Pass tell() {
        final TcpLayer layer = new TcpLayer(new DoorSetup(
                SessionLimits.DEFAULT,
                true,
                Members.of(List.of()),
                new DiscardingStorage(),
                Path.of("/nowhere"),
                Clock.system(),
                AuditLog.none(),
                session -> false,
                (what, cause) -> {
                    throw new IllegalStateException(what, cause);
                }));
        final Follower follower = layer.sessions().follower();
        final ResultDecoder decoder = new ResultDecoder();
        final long beginNs = ThreadCosts.cpuNs();
        final int half = tell(follower, decoder, 0, results / 2);
        final long bytesBefore = ThreadCosts.ownAllocatedBytes();
        tell(follower, decoder, half, results - results / 2);
        final long bytes = ThreadCosts.ownAllocatedBytes() - bytesBefore;
        final double ns = (double) (ThreadCosts.cpuNs() - beginNs) / results;
        layer.sessions().close();
        return new Pass(ns, (double) bytes / (results - results / 2));
    }

    private int tell(final Follower follower, final ResultDecoder decoder, final int from, final int count) {
        int at = from;
        for (int i = 1; i <= count; i++) {
            at += decoder.wrap(encoded, at, length - at);
            follower.onResult(decoder, false);
            if (i % BATCH == 0 || i == count) {
                follower.onBatchEnd();
            }
        }
        return at;
    }
}
