package io.daybook.perf.tcp;

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
 * Measures FIX orders per second over ten sessions at once, pipelined, with outboxes and numbers in files: one thread
 * writes and reads them all over bare sockets, each with a fixed number of unanswered orders. Each session bids and
 * asks one lot at one price in turn, so that every second order trades; every report is read and counted.
 */
public final class FixFloodRun {
    private static final int CONNECTIONS = 10;
    private static final int WINDOW = 100;
    private static final int ORDERS = 20_000;
    private static final double NS_PER_SECOND = 1e9;

    private FixFloodRun() {}

    public static void main(final String[] args) throws IOException {
        final PrintStream out = System.out;
        Machine.print(out);
        out.println("exchange   " + TcpOptions.describe(TcpOptions.exchange(Journaling.FORCE, Path.of("."))));
        out.printf("flood      %d sessions, %d orders unanswered each%n%n", connections(), window());
        final int iterations = PerfProperties.iterations(3);
        for (final Journaling journaling : Journaling.values()) {
            final Series rates = new Series();
            for (int i = 0; i < iterations; i++) {
                rates.add(iterate(journaling));
            }
            out.printf(
                    Locale.ROOT,
                    "RESULT     FIX, %s: median %.0f orders/s, %.0f to %.0f%n",
                    journaling,
                    rates.median(),
                    rates.min(),
                    rates.max());
        }
        out.printf(Locale.ROOT, "load       %.2f at the end%n", Machine.load());
    }

    private static int connections() {
        return PerfProperties.number("connections", CONNECTIONS);
    }

    private static int window() {
        return PerfProperties.number("window", WINDOW);
    }

    private static double iterate(final Journaling journaling) throws IOException {
        final int orders = PerfProperties.number("requests", ORDERS);
        final Path folder = TcpOptions.newFolder();
        final List<FixConnection> flood = new ArrayList<>();
        try (LocalFixVenue venue =
                LocalFixVenue.start(TcpOptions.exchange(journaling, folder), folder, connections())) {
            for (int session = 1; session <= connections(); session++) {
                flood.add(FixConnection.open(venue.port(), session, venue.secret()));
            }
            run(flood, orders);
            final long beginNs = System.nanoTime();
            run(flood, 2 * orders);
            final long ns = System.nanoTime() - beginNs;
            check(flood);
            return (double) connections() * orders / (ns / NS_PER_SECOND);
        } finally {
            for (final FixConnection connection : flood) {
                connection.close();
            }
            Folders.delete(folder);
        }
    }

    /** Runs until each session has this many answers. */
    private static void run(final List<FixConnection> flood, final int orders) throws IOException {
        boolean isDone = false;
        while (!isDone) {
            isDone = true;
            boolean worked = false;
            for (final FixConnection connection : flood) {
                worked |= connection.work(orders, window());
                isDone &= connection.answered() == orders;
            }
            if (!worked) {
                Thread.onSpinWait();
            }
        }
    }

    /**
     * Checks that all orders were accepted, and that some traded. A maker may receive its last trades after the last
     * answer.
     */
    private static void check(final List<FixConnection> flood) {
        long refused = 0;
        long takers = 0;
        for (final FixConnection connection : flood) {
            refused += connection.refused();
            takers += connection.takerFills();
        }
        if (refused > 0 || takers == 0) {
            throw new IllegalStateException(refused + " refused, " + takers + " takers");
        }
    }
}
