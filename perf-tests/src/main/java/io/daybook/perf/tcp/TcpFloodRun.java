package io.daybook.perf.tcp;

import io.daybook.api.ExchangeConfig;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.measure.Series;
import io.daybook.perf.run.Folders;
import io.daybook.perf.tcp.TcpOptions.Journaling;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measures orders per second over ten connections at once, pipelined: one thread writes and reads them all through bare
 * sockets, each with a fixed number of unanswered orders. Each session bids and asks one lot at one price in turn, so
 * that every second order trades; every answer and every fill is read and counted.
 */
public final class TcpFloodRun {
    private static final int CONNECTIONS = 10;
    private static final int WINDOW = 1_024;
    private static final int WARM_UP_PER_CONNECTION = 50_000;
    private static final int MEASURED_PER_CONNECTION = 200_000;
    private static final double MILLION = 1e6;
    private static final double NS_PER_SECOND = 1e9;

    private TcpFloodRun() {}

    public static void main(final String[] args) throws IOException {
        final PrintStream out = System.out;
        Machine.print(out);
        out.println("exchange   " + TcpOptions.describe(TcpOptions.exchange(Journaling.FORCE, Path.of("."))));
        out.printf(
                "flood      %d connections, %d orders unanswered each%n%n",
                PerfProperties.number("connections", CONNECTIONS), PerfProperties.number("window", WINDOW));
        final int iterations = PerfProperties.iterations(5);
        for (final Journaling journaling : Journaling.values()) {
            final int hopEvery = TcpOptions.hopEvery();
            final Series rates = new Series();
            final Series timed = new Series();
            final Series ratios = new Series();
            for (int i = 0; i < iterations; i++) {
                final double rate = iterate(journaling, 0);
                rates.add(rate);
                if (hopEvery > 0) {
                    final double withHops = iterate(journaling, hopEvery);
                    timed.add(withHops);
                    ratios.add(withHops / rate);
                }
            }
            print(out, journaling.toString(), "M orders/s", rates);
            if (hopEvery > 0) {
                print(out, journaling + ", hops of every " + hopEvery + "th", "M orders/s", timed);
                print(out, journaling + ", with hops relative to without, pair by pair", "times as many", ratios);
            }
        }
        out.printf(Locale.ROOT, "load       %.2f at the end%n", Machine.load());
    }

    private static void print(final PrintStream out, final String what, final String unit, final Series found) {
        out.printf(
                Locale.ROOT,
                "RESULT     %s: median %.3f %s, %.3f to %.3f%n",
                what,
                found.median(),
                unit,
                found.min(),
                found.max());
    }

    private static double iterate(final Journaling journaling, final int hopEvery) throws IOException {
        final int connections = PerfProperties.number("connections", CONNECTIONS);
        final Path folder = TcpOptions.newFolder();
        final ExchangeConfig config = TcpOptions.exchange(journaling, folder);
        final List<FloodConnection> flood = new ArrayList<>();
        try (LocalVenue venue = LocalVenue.start(config, folder, connections, TcpOptions.spinMicros(), hopEvery)) {
            for (int session = 1; session <= connections; session++) {
                flood.add(FloodConnection.open(
                        venue.port(), session, venue.secret(), PerfProperties.number("window", WINDOW)));
            }
            run(flood, WARM_UP_PER_CONNECTION);
            final long beginNs = System.nanoTime();
            run(flood, WARM_UP_PER_CONNECTION + MEASURED_PER_CONNECTION);
            final long ns = System.nanoTime() - beginNs;
            check(flood);
            return (double) connections * MEASURED_PER_CONNECTION / MILLION / (ns / NS_PER_SECOND);
        } finally {
            for (final FloodConnection connection : flood) {
                connection.close();
            }
            Folders.delete(folder);
        }
    }

    /** Runs until each connection has this many answers. */
    static void run(final List<FloodConnection> flood, final int orders) throws IOException {
        boolean isDone = false;
        while (!isDone) {
            isDone = true;
            boolean worked = false;
            for (final FloodConnection connection : flood) {
                worked |= connection.work(orders);
                isDone &= connection.answered() == orders;
            }
            if (!worked) {
                Thread.onSpinWait();
            }
        }
    }

    /** Checks that all orders were accepted, and that the lots bought equal the lots sold. */
    static void check(final List<FloodConnection> flood) {
        long refused = 0;
        long takers = 0;
        long makers = 0;
        for (final FloodConnection connection : flood) {
            refused += connection.refused();
            takers += connection.takerFills();
            makers += connection.makerFills();
        }
        if (refused > 0 || takers == 0 || makers > takers) {
            throw new IllegalStateException(refused + " refused, " + takers + " takers, " + makers + " makers");
        }
    }
}
