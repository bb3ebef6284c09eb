package io.daybook.perf.http;

import io.daybook.api.Exchange;
import io.daybook.api.FollowerMetrics;
import io.daybook.core.DaybookExchange;
import io.daybook.gateway.config.VenueFile;
import io.daybook.perf.drive.LoadedExchange;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.measure.Series;
import io.daybook.perf.measure.ThreadShares;
import io.daybook.perf.run.Folders;
import io.daybook.perf.run.Iteration;
import io.daybook.perf.run.ThroughputRun;
import io.daybook.perf.workload.GeneratedWorkload;
import io.daybook.server.StartException;
import io.daybook.server.config.ServerSettings;
import io.daybook.venue.ListedSymbols;
import java.io.IOException;
import java.io.PrintStream;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measures how much a server without connections slows down its exchange. Commands come through the fast door in
 * batches, and one more listener receives each result. The variants run in turn in one virtual machine, with the
 * settings that a server gives its exchange. The run prints throughput, its ratios round by round, and the processor
 * time of each thread.
 *
 * <pre>
 * bare    sender → engine → journal, forced → delivery
 * lean    the same → counts                                              HTTP listens, orders and history off
 * quiet   the same → counts → followers: orders, history                 HTTP listens
 * looked  the same, and books: one was requested
 * open    as quiet → followers: sessions of TCP and FIX, feed → its log → a port without a reader
 * </pre>
 *
 * <p>Arguments: the name of a workload.
 */
public final class ServerCostRun {
    private final PrintStream out;
    private final GeneratedWorkload workload;
    private final ThroughputRun throughput;
    private final List<Measured> measured = new ArrayList<>();
    private final int linePort;
    private long stateHash;

    private enum Venue {
        BARE("no server"),
        LEAN("a server, HTTP alone, orders and history off"),
        QUIET("a server, HTTP alone"),
        LOOKED("a server, HTTP alone, books kept"),
        OPEN("a server with TCP, FIX and feed");

        private final String label;

        Venue(final String label) {
            this.label = label;
        }
    }

    /** The measurements of one variant; the first variant is that without a server. */
    private record Measured(Venue venue, Series rates, Series ratios, ThreadShares shares) {
        private void add(final Iteration iteration, final Iteration bare) {
            rates.add(iteration.millionsPerSecond());
            ratios.add(iteration.millionsPerSecond() / bare.millionsPerSecond());
            shares.add(iteration.threads(), iteration.commands());
        }
    }

    private ServerCostRun(final PrintStream out, final GeneratedWorkload workload, final int linePort) {
        this.out = out;
        this.workload = workload;
        this.linePort = linePort;
        this.throughput = new ThroughputRun(out, workload);
        for (final Venue venue : Venue.values()) {
            measured.add(new Measured(venue, new Series(), new Series(), new ThreadShares()));
        }
    }

    public static void main(final String[] args) throws IOException, StartException {
        final PrintStream out = System.out;
        final GeneratedWorkload workload = ThroughputRun.begin(out, args[0]);
        try (DatagramSocket unread = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            final ServerCostRun run = new ServerCostRun(out, workload, unread.getLocalPort());
            final int warmUps = PerfProperties.warmups(2);
            final int iterations = PerfProperties.iterations(9);
            for (int i = 1 - warmUps; i <= iterations; i++) {
                run.round(i, i == 1 - warmUps);
            }
            run.print();
        }
        out.printf(Locale.ROOT, "load       %.2f at the end%n", Machine.load());
    }

    /**
     * Runs one iteration of each variant. Each round begins with another variant, so that a drift of the machine
     * favours none.
     */
    private void round(final int number, final boolean isFirst) throws IOException, StartException {
        final Iteration[] found = new Iteration[measured.size()];
        for (int i = 0; i < found.length; i++) {
            final int turn = Math.floorMod(number + i, found.length);
            final Venue venue = measured.get(turn).venue;
            final Iteration iteration = iterate(venue, isFirst && i == 0);
            out.println(iteration.describe(ThroughputRun.label(number)) + ", " + venue.label);
            requireSameState(iteration);
            found[turn] = iteration;
        }
        for (int i = 0; i < found.length && number > 0; i++) {
            measured.get(i).add(found[i], found[0]);
        }
    }

    private Iteration iterate(final Venue venue, final boolean isFirst) throws IOException, StartException {
        final Path folder = LocalServer.newFolder();
        switch (venue) {
            case OPEN -> VenueFiles.writeOpen(folder, workload.setup(), linePort);
            case LEAN -> VenueFiles.writeLean(folder, workload.setup());
            default -> VenueFiles.writeQuiet(folder, workload.setup());
        }
        final VenueFile<ServerSettings> file = LocalServer.read(folder);
        if (isFirst) {
            ThroughputRun.printExchange(out, file.exchange());
        }
        return venue == Venue.BARE ? bare(folder, file) : served(folder, venue);
    }

    private Iteration bare(final Path folder, final VenueFile<ServerSettings> file) throws StartException {
        try (Exchange exchange = DaybookExchange.start(file.exchange())) {
            ListedSymbols.add(exchange, file.listings(), new byte[0]);
            return iterate(exchange);
        } finally {
            Folders.delete(folder);
        }
    }

    private Iteration served(final Path folder, final Venue venue) throws IOException {
        try (LocalServer server = LocalServer.open(folder, out::println)) {
            if (venue == Venue.LOOKED) {
                server.look();
            }
            final Iteration iteration = iterate(server.exchange());
            for (final FollowerMetrics follower : server.exchange().metrics().followers()) {
                if (!follower.attached()) {
                    throw new IllegalStateException(
                            "follower " + follower.name() + " was detached during the measurement");
                }
            }
            return iteration;
        }
    }

    private Iteration iterate(final Exchange exchange) {
        return throughput.iterate(listener -> new LoadedExchange(workload, exchange, listener));
    }

    private void requireSameState(final Iteration iteration) {
        if (stateHash != 0 && stateHash != iteration.stateHash()) {
            throw new IllegalStateException("the state differs from that of earlier iterations");
        }
        stateHash = iteration.stateHash();
    }

    private void print() {
        for (final Measured one : measured) {
            ThroughputRun.printResult(out, workload.name() + ", " + one.venue.label, one.rates);
            one.shares.print(out, one.venue.label);
            if (one.venue != Venue.BARE) {
                out.printf(
                        Locale.ROOT,
                        "RATIO      %s, relative to no server: median %.3f, round by round %.3f to %.3f%n",
                        one.venue.label,
                        one.ratios.median(),
                        one.ratios.min(),
                        one.ratios.max());
            }
        }
        out.println("checked    nothing refused; accounts balance; books are the generator's; no follower was detached;"
                + " the state is the same with and without a server");
    }
}
