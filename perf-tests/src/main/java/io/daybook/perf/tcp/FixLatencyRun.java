package io.daybook.perf.tcp;

import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.report.LatencySeries;
import io.daybook.perf.report.LatencyTable;
import io.daybook.perf.run.Folders;
import io.daybook.perf.tcp.TcpOptions.Journaling;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * From a request of FIX to its report over one session, closed loop, by a bare socket that spins: a D that rests and
 * its F in turn. The making of the request's text and the reading of the report's are in it. Journal written and
 * forced.
 */
public final class FixLatencyRun {
    private static final long MAX_NS = 60_000_000_000L;
    private static final int DIGITS = 3;
    private static final int MEASURED = 20_000;
    private static final int MEASURED_FORCED = 4_000;

    private FixLatencyRun() {}

    /** See the class. */
    public static void main(final String[] args) throws IOException {
        final PrintStream out = System.out;
        Machine.print(out);
        out.println("exchange   " + TcpOptions.describe(TcpOptions.exchange(Journaling.FORCE, Path.of("."))));
        out.println();
        out.println(LatencyTable.head());
        final int rounds = PerfProperties.number("rounds", 3);
        for (final Journaling journaling : Journaling.values()) {
            for (int round = 1; round <= rounds; round++) {
                out.println(LatencyTable.line(new LatencySeries("FIX, " + journaling, false, measure(journaling))));
            }
        }
        out.printf(Locale.ROOT, "load       %.2f at the end%n", Machine.load());
    }

    private static Histogram measure(final Journaling journaling) throws IOException {
        final int measured =
                PerfProperties.number("requests", journaling == Journaling.FORCE ? MEASURED_FORCED : MEASURED);
        final Path folder = TcpOptions.newFolder();
        final Histogram histogram = new Histogram(MAX_NS, DIGITS);
        try (LocalFixVenue venue = LocalFixVenue.start(TcpOptions.exchange(journaling, folder), folder, 1);
                FixConnection connection = FixConnection.open(venue.port(), 1, venue.secret())) {
            for (int i = 0; i < measured; i++) {
                connection.roundTrip();
            }
            for (int i = 0; i < measured; i++) {
                final long beganNs = System.nanoTime();
                connection.roundTrip();
                histogram.recordValue(System.nanoTime() - beganNs);
            }
            if (connection.refused() > 0 || connection.takerFills() + connection.makerFills() > 0) {
                throw new IllegalStateException(connection.refused() + " requests were refused, or orders traded");
            }
            return histogram;
        } finally {
            Folders.delete(folder);
        }
    }
}
