package io.daybook.cli.trading;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.Report;
import io.daybook.cli.console.StrategyJar;
import io.daybook.trading.LimitReached;
import io.daybook.trading.Parameters;
import io.daybook.trading.RiskLimits;
import io.daybook.trading.Strategy;
import io.daybook.trading.TraderConfig;
import io.daybook.trading.live.LiveTrader;
import io.daybook.trading.strategy.Strategies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jline.utils.Signals;

/**
 * Runs a strategy at a venue and prints its report. Separate from the command, so that its help does not load these
 * classes.
 */
final class TradeRun {
    private static final long SETTLE_MS = 30_000;
    private static final long LOOK_MS = 100;

    private final Console console;
    private final TradeCommand wish;

    TradeRun(final Console console, final TradeCommand wish) {
        this.console = console;
        this.wish = wish;
    }

    int run() throws CommandFailure {
        final String[] address = wish.venue.split(":", 2);
        if (address.length != 2 || !address[1].matches("\\d{1,5}")) {
            throw new CommandFailure(ExitCodes.USAGE, "--venue must be host:port: --venue=" + wish.venue);
        }
        final String secret = secret(wish.secret);
        final String feedSecret = secret(wish.feedSecret);
        try (URLClassLoader loader = StrategyJar.open(wish.jar)) {
            final Parameters parameters = Parameters.of(wish.set);
            final Strategy strategy = Strategies.create(wish.strategy, loader, parameters);
            final RiskLimits limits = RiskLimits.of(parameters);
            parameters.requireAllUsed();
            final LiveTrader.Builder trader = LiveTrader.builder(
                            new TraderConfig(wish.symbols, wish.levels, wish.channels, limits), strategy)
                    .address(address[0], Integer.parseInt(address[1]))
                    .session(wish.session, secret, wish.uid)
                    .feed(wish.feedSession, feedSecret);
            final Path hops = wish.hops;
            if (hops != null) {
                trader.hops(hops, wish.hopEvery, wish.hopsOfFeed);
            }
            final Path record = wish.record;
            if (record != null) {
                final List<String> settings = new ArrayList<>(List.of("strategy=" + wish.strategy));
                wish.set.forEach(pair -> settings.add("set=" + pair));
                trader.record(record, settings);
            }
            return trade(trader);
        } catch (final IllegalArgumentException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        } catch (final IOException e) {
            throw CommandFailure.of(e, String.valueOf(wish.jar)); // the class loader cannot be closed
        }
    }

    private int trade(final LiveTrader.Builder builder) throws CommandFailure {
        final CountDownLatch end = new CountDownLatch(1);
        final Object handler = Signals.register("TERM", end::countDown);
        try (LiveTrader trader = builder.start()) {
            console.err().println("trading " + wish.symbols + " at " + wish.venue);
            final long endNs = console.clock().getAsLong() + (wish.forNs == null ? Long.MAX_VALUE / 2 : wish.forNs);
            int told = 0;
            while (console.clock().getAsLong() - endNs < 0 && trader.failure() == null) {
                told = tellReached(trader.reached(), told);
                if (end.await(LOOK_MS, TimeUnit.MILLISECONDS)) {
                    break;
                }
            }
            final boolean isSettled = trader.settle(SETTLE_MS);
            tellReached(trader.reached(), told);
            final TraderReport[] report = new TraderReport[1];
            trader.ask(engine -> report[0] = TraderReport.of(wish.uid, wish.strategy, engine));
            tell(report[0]);
            if (!isSettled) {
                throw new CommandFailure(ExitCodes.FATAL, "orders are still open, or their state is unknown");
            }
            return ExitCodes.OK;
        } catch (final IOException | UncheckedIOException e) {
            throw new CommandFailure(ExitCodes.FATAL, "no trading at " + wish.venue + ": " + e.getMessage());
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCodes.FATAL, "interrupted");
        } finally {
            Signals.unregister("TERM", handler);
        }
    }

    /** Prints the limits that were reached and not printed yet. Returns the number of printed limits. */
    private int tellReached(final List<LimitReached> reached, final int told) {
        reached.stream().skip(told).map(TraderReport::text).forEach(console.err()::println);
        return reached.size();
    }

    private void tell(final TraderReport report) throws CommandFailure {
        final Report out = console.report();
        report.print(out);
        out.send();
        final Path file = wish.report;
        if (file != null) {
            try {
                report.write(file);
            } catch (final IOException e) {
                throw CommandFailure.of(e, file.toString());
            }
        }
    }

    /**
     * Returns the secret in a file, which has the first line of the output of {@code daybook session secret}, or the
     * secret alone.
     */
    private static String secret(final Path file) throws CommandFailure {
        try {
            return Files.readString(file)
                    .lines()
                    .findFirst()
                    .orElse("")
                    .replaceFirst("^secret: *", "")
                    .strip();
        } catch (final IOException e) {
            throw CommandFailure.of(e, file.toString());
        }
    }
}
