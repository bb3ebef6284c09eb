package io.daybook.cli.trading;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Runs a floor from its first process to its report. Used by one thread. */
final class FloorRun {
    private static final long END_S = 120;
    private static final long LOOK_MS = 100;
    private static final int LOOKS = 100;

    /** The time for which the venue hangs before it is killed; the feed is stale after a second of silence. */
    private static final long STALL_NS = TimeUnit.SECONDS.toNanos(2);

    private final Console console;
    private final FloorPlan plan;
    private final List<Process> traders = new ArrayList<>();

    FloorRun(final Console console, final FloorPlan plan) {
        this.console = console;
        this.plan = plan;
    }

    int run() throws CommandFailure {
        if (Files.exists(plan.folder())) {
            throw new CommandFailure(
                    ExitCodes.USAGE, "--out must not exist yet; delete it, or name another folder: " + plan.folder());
        }
        try {
            try (FloorProcesses processes = new FloorProcesses()) {
                final FloorVenue venue = new FloorVenue(plan, processes);
                trade(venue, processes);
                venue.stop();
            }
            return new FloorReport(console, plan).tell() ? ExitCodes.OK : 1;
        } catch (final IOException | UncheckedIOException e) {
            throw new CommandFailure(ExitCodes.FATAL, String.valueOf(e.getMessage()));
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCodes.FATAL, "interrupted");
        }
    }

    private void trade(final FloorVenue venue, final FloorProcesses processes)
            throws IOException, InterruptedException {
        venue.start();
        venue.quote();
        for (final FloorTrader trader : plan.traders()) {
            traders.add(processes.start(process(venue, trader)));
        }
        for (final FloorTrader trader : plan.traders()) {
            awaitTrading(trader);
        }
        say(traders.size() + " traders at " + venue.address() + ", " + plan.symbolCount() + " symbols");
        if (plan.kills()) {
            await(plan.forNs() / 4);
            killTrader(venue, processes);
            await(plan.forNs() / 4);
            killVenue(venue);
            await(plan.forNs() / 2);
        } else {
            await(plan.forNs());
        }
        traders.forEach(Process::destroy);
        for (int i = 0; i < traders.size(); i++) {
            final Process trader = traders.get(i);
            if (!trader.waitFor(END_S, TimeUnit.SECONDS) || trader.exitValue() != 0) {
                throw new IOException("a trader did not end in time, or ended with an error: "
                        + log(plan.traders().get(i)));
            }
        }
    }

    /**
     * Kills a trader once it has an open order, or after 10 s without one, and starts it again: it has to recover its
     * holdings and its open orders.
     */
    private void killTrader(final FloorVenue venue, final FloorProcesses processes)
            throws IOException, InterruptedException {
        final FloorTrader killed = plan.killed();
        for (int i = 0; i < LOOKS && JournalTruth.of(plan.data()).open(killed.session()) == 0; i++) {
            await(TimeUnit.MILLISECONDS.toNanos(LOOK_MS)); // waits for an open order, which the trader must recover
        }
        traders.get(killed.index()).destroyForcibly().waitFor();
        final long open = JournalTruth.of(plan.data()).open(killed.session());
        say("trader " + killed.uid() + " is killed with " + open + " open orders");
        traders.set(killed.index(), processes.start(process(venue, killed)));
        awaitTrading(killed);
        say("trader " + killed.uid() + " is back");
    }

    /** Stops and then kills the venue: first its feed is silent while its connections are open. */
    private void killVenue(final FloorVenue venue) throws IOException, InterruptedException {
        venue.stall();
        say("the venue hangs");
        await(STALL_NS);
        venue.kill();
        say("the venue is killed");
        venue.start();
        say("the venue is back");
    }

    private ProcessBuilder process(final FloorVenue venue, final FloorTrader trader) {
        final String secret = venue.secretFile().toString();
        final List<String> arguments = new ArrayList<>(List.of(
                "trade",
                "--venue",
                venue.address(),
                "--session",
                Integer.toString(trader.session()),
                "--secret",
                secret,
                "--uid",
                Long.toString(trader.uid()),
                "--feed-session",
                Integer.toString(trader.session() + 1),
                "--feed-secret",
                secret,
                "--symbols",
                plan.symbols().stream().map(String::valueOf).collect(Collectors.joining(",")),
                "--strategy",
                trader.strategy(),
                "--hops",
                plan.hops().toString(),
                "--hop-every",
                "1",
                "--record",
                plan.folder().resolve("trader-" + trader.uid() + ".run").toString(),
                "--report",
                report(plan, trader).toString()));
        if (trader.index() == plan.traders().size() - 1) {
            arguments.add("--hops-of-feed");
        }
        trader.parameters().forEach(pair -> arguments.addAll(List.of("--set", pair)));
        final Path log = log(trader);
        return FloorProcesses.builder(arguments).redirectErrorStream(true).redirectOutput(Redirect.to(log.toFile()));
    }

    /** The file with the report of a trader. */
    static Path report(final FloorPlan plan, final FloorTrader trader) {
        return plan.folder().resolve("trader-" + trader.uid() + ".txt");
    }

    private Path log(final FloorTrader trader) {
        return plan.folder().resolve("trader-" + trader.uid() + ".log");
    }

    /** Waits until a trader has logged in: a venue that is killed earlier has no orders of that trader. */
    private void awaitTrading(final FloorTrader trader) throws IOException, InterruptedException {
        final long untilNs = console.clock().getAsLong() + TimeUnit.SECONDS.toNanos(END_S);
        while (!Files.readString(log(trader)).contains("trading [")) {
            await(TimeUnit.MILLISECONDS.toNanos(LOOK_MS));
            if (console.clock().getAsLong() - untilNs > 0) {
                throw new IOException("a trader has not started: " + log(trader));
            }
        }
    }

    /** Waits for a time. A trader that ends meanwhile is an error. */
    private void await(final long forNs) throws IOException, InterruptedException {
        final long untilNs = console.clock().getAsLong() + forNs;
        while (console.clock().getAsLong() - untilNs < 0) {
            for (int i = 0; i < traders.size(); i++) {
                if (!traders.get(i).isAlive()) {
                    throw new IOException("a trader has ended too early: "
                            + log(plan.traders().get(i)));
                }
            }
            Thread.sleep(LOOK_MS);
        }
    }

    private void say(final String line) {
        console.err().println(line);
    }
}
