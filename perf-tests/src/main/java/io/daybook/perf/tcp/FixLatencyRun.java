package io.daybook.perf.tcp;

import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.measure.Series;
import io.daybook.perf.measure.ThreadCosts;
import io.daybook.perf.report.LatencySeries;
import io.daybook.perf.report.LatencyTable;
import io.daybook.perf.run.Folders;
import io.daybook.perf.tcp.TcpOptions.Journaling;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import quickfix.ConfigError;

/**
 * Measures the time from a request of FIX to its report over one session, closed loop, through a bare socket that spins
 * or blocks: a D that rests and its F in turn. The time includes the writing of the request's text and the reading of
 * the report's text. The venue runs in turn with a bare acceptor of QuickFIX/J, {@link EchoVenue}, whose time is the
 * FIX engine's share; the journal is written and forced. Each result comes with the processor time per request of all
 * threads except the client's.
 */
public final class FixLatencyRun {
    private static final long MAX_NS = 60_000_000_000L;
    private static final int DIGITS = 3;
    private static final int MEASURED = 20_000;
    private static final int MEASURED_FORCED = 4_000;
    private static final double MEDIAN = 50;
    private static final double NS_PER_MICRO = 1_000;

    private FixLatencyRun() {}

    public static void main(final String[] args) throws IOException, ConfigError {
        final PrintStream out = System.out;
        Machine.print(out);
        out.println("exchange   " + TcpOptions.describe(TcpOptions.exchange(Journaling.FORCE, Path.of("."))));
        out.println();
        out.println(LatencyTable.head());
        final int rounds = PerfProperties.number("rounds", 3);
        for (final boolean spins : new boolean[] {true, false}) {
            final String how = spins ? ", spins" : ", blocks";
            final Series toEcho = new Series();
            for (int round = 1; round <= rounds; round++) {
                final Measured echo = echo(spins);
                print("QuickFIX/J" + how, echo);
                final Measured written = venue(Journaling.WRITE, spins);
                print("FIX, written" + how, written);
                toEcho.add(written.median() / echo.median());
                print("FIX, forced" + how, venue(Journaling.FORCE, spins));
            }
            out.printf(
                    Locale.ROOT,
                    "RESULT     FIX, written%s: p50 relative to QuickFIX/J's, median %.2f, %.2f to %.2f%n",
                    how,
                    toEcho.median(),
                    toEcho.min(),
                    toEcho.max());
        }
        out.printf(Locale.ROOT, "load       %.2f at the end%n", Machine.load());
    }

    private static void print(final String name, final Measured measured) {
        System.out.printf(
                Locale.ROOT,
                "%s   %.1f \u00b5s of processor time%n",
                LatencyTable.line(new LatencySeries(name, false, measured.latency)),
                measured.processorNs / NS_PER_MICRO);
    }

    /** The times of requests, and the processor time of one request without the client's. */
    private record Measured(Histogram latency, double processorNs) {
        double median() {
            return latency.getValueAtPercentile(MEDIAN);
        }
    }

    private static Measured echo(final boolean spins) throws IOException, ConfigError {
        try (EchoVenue venue = EchoVenue.start();
                FixConnection connection = FixConnection.open(venue.port(), 1, "none")) {
            return measure(connection, spins, PerfProperties.number("requests", MEASURED));
        }
    }

    private static Measured venue(final Journaling journaling, final boolean spins) throws IOException {
        final int requests =
                PerfProperties.number("requests", journaling == Journaling.FORCE ? MEASURED_FORCED : MEASURED);
        final Path folder = TcpOptions.newFolder();
        try (LocalFixVenue venue = LocalFixVenue.start(TcpOptions.exchange(journaling, folder), folder, 1);
                FixConnection connection = FixConnection.open(venue.port(), 1, venue.secret())) {
            return measure(connection, spins, requests);
        } finally {
            Folders.delete(folder);
        }
    }

    private static Measured measure(final FixConnection connection, final boolean spins, final int requests)
            throws IOException {
        if (!spins) {
            connection.block();
        }
        for (int i = 0; i < requests; i++) {
            connection.roundTrip();
        }
        final Histogram histogram = new Histogram(MAX_NS, DIGITS);
        final long beganNs = ThreadCosts.othersCpuNs();
        for (int i = 0; i < requests; i++) {
            final long sentNs = System.nanoTime();
            connection.roundTrip();
            histogram.recordValue(System.nanoTime() - sentNs);
        }
        final long cpuNs = ThreadCosts.othersCpuNs() - beganNs;
        if (connection.refused() > 0 || connection.takerFills() + connection.makerFills() > 0) {
            throw new IllegalStateException(connection.refused() + " requests were refused, or orders traded");
        }
        return new Measured(histogram, (double) cpuNs / requests);
    }
}
