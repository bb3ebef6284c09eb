package io.daybook.cli.research;

import io.daybook.api.Exchange;
import io.daybook.api.Topology;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.ProgressLine;
import io.daybook.cli.console.ProgressOptions;
import io.daybook.cli.console.StrategyJar;
import io.daybook.core.DaybookExchange;
import io.daybook.flow.CsvException;
import io.daybook.flow.NamedLines;
import io.daybook.flow.day.RecordedDay;
import io.daybook.flow.market.OwnOrder;
import io.daybook.flow.market.WhatIf;
import io.daybook.wire.json.Json;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code daybook backtest}: runs a strategy, or the user's own orders, in a recorded day. */
@Command(
        name = "backtest",
        description = {
            "Runs a strategy over a recorded day, or sends orders of your own between those of the day.",
            "The recorded orders are real orders in a real book, so the place in the queue is exact, as far as the file"
                    + " shows orders. No recording can show how other traders would have reacted.",
            "The folder gets fills.csv, ranks.csv and summary.json, and for a strategy also a page, index.html. With"
                    + " --sweep it gets sweep.csv, with a row for each run. The sums are printed too, and the rows of a"
                    + " sweep. Money in files and rows is in 1/10,000 dollar.",
            "A line of --orders is time,side,price,size,id: seconds after midnight, buy or sell, dollars, shares, a"
                    + " number of your choice; or time,cancel,,,id."
        },
        footer = {
            "Examples:",
            "  daybook backtest --flow day.gz --symbol AAPL --strategy market-maker --set tick=100 --set slack=1"
                    + " --latency=50us --out report",
            "  daybook backtest --flow day.gz --symbol AAPL --strategy market-maker --set tick=100 --sweep clip=50,100"
                    + " --sweep latency=10us,1ms --out report",
            "  daybook backtest --flow AAPL_message_10.csv --book AAPL_orderbook_10.csv --orders mine.csv --out report",
            "",
            "Exit status: 0; 1 if a file is damaged or has another format; 2 for wrong usage; 3 if the exchange refused"
                    + " a recorded order, or output cannot be written."
        })
public final class BacktestCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = "--flow",
            required = true,
            paramLabel = "FILE",
            description = "A file of ITCH 5.0, or a message file of LOBSTER.")
    private Path flow = Path.of("");

    @Option(names = "--book", paramLabel = "FILE", description = "With a message file of LOBSTER: its order book file.")
    private @Nullable Path book;

    @Option(
            names = "--symbol",
            paramLabel = "NAME|N",
            description = "For ITCH: the stock, or the number of its" + " locate.")
    private @Nullable String symbol;

    @ArgGroup(multiplicity = "1")
    private What what = new What();

    @Option(names = "--out", required = true, paramLabel = "DIR", description = "The folder of the report.")
    private Path out = Path.of("");

    @Mixin
    private ProgressOptions progress = new ProgressOptions();

    /** The options for either orders or a strategy. */
    private static final class What {
        @Option(names = "--orders", required = true, paramLabel = "FILE", description = "Your orders.")
        private @Nullable Path orders;

        @ArgGroup(exclusive = false)
        private @Nullable Run run;
    }

    /** The options of a strategy. */
    private static final class Run {
        @Option(
                names = "--strategy",
                required = true,
                paramLabel = "NAME",
                description = "market-maker, liquidity-taker, random, or a class of your own.")
        private String strategy = "";

        @Option(names = "--jar", paramLabel = "FILE", description = "The jar or folder with your class.")
        private @Nullable Path jar;

        @Option(
                names = "--set",
                paramLabel = "NAME=VALUE",
                description = "A parameter of the strategy, or a limit. May be repeated.")
        private Map<String, String> set = new LinkedHashMap<>();

        @Option(
                names = "--sweep",
                paramLabel = "NAME=V1,V2",
                description = "Values of a parameter, or of latency, fee, rebate or seed. Each combination with the"
                        + " values of other sweeps is run.")
        private Map<String, String> sweep = new LinkedHashMap<>();

        @Option(
                names = "--latency",
                paramLabel = "TIME",
                description = "The delay of orders, answers and the feed, as in 50us, or"
                        + " order=50us,answer=50us,feed=20us, or as measured: hops=DIR:DIR with the folders of a venue"
                        + " and its traders. Default: no delay.")
        private @Nullable String latency;

        @Option(
                names = "--fee",
                paramLabel = "DOLLARS",
                description = "The fee for a share that takes liquidity; only the report charges it.")
        private @Nullable String fee;

        @Option(names = "--rebate", paramLabel = "DOLLARS", description = "The rebate for a share that rested.")
        private @Nullable String rebate;

        @Option(names = "--seed", paramLabel = "N", description = "The seed of a strategy with random numbers.")
        private @Nullable String seed;

        /** Returns all values by name. */
        Map<String, String> values() {
            final Map<String, String> all = new LinkedHashMap<>(set);
            put(all, "latency", latency);
            put(all, "fee", fee);
            put(all, "rebate", rebate);
            put(all, "seed", seed);
            return all;
        }

        private static void put(final Map<String, String> all, final String name, final @Nullable String value) {
            if (value != null) {
                all.put(name, value);
            }
        }

        Map<String, List<String>> sweeps() {
            final Map<String, List<String>> all = new LinkedHashMap<>();
            sweep.forEach((name, values) -> all.put(name, List.of(values.split(",", -1))));
            return all;
        }
    }

    public BacktestCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        if (book == null && symbol == null) {
            throw new CommandFailure(
                    ExitCodes.USAGE, "name the stock with --symbol, or LOBSTER's order book with --book");
        }
        final Run run = what.run;
        try {
            if (run != null) {
                run(run);
            } else {
                send(own(Objects.requireNonNull(what.orders)));
            }
        } catch (final IllegalStateException | ArithmeticException e) {
            throw new CommandFailure(ExitCodes.FATAL, flow + ": " + e.getMessage());
        } catch (final UncheckedIOException e) {
            throw CommandFailure.of(Objects.requireNonNull(e.getCause()), out.toString());
        } catch (final IOException e) {
            throw CommandFailure.of(e, out.toString());
        }
        return ExitCodes.OK;
    }

    private void run(final Run run) throws CommandFailure, IOException {
        try (URLClassLoader loader = StrategyJar.open(run.jar);
                ProgressLine line = progress.line(console, false)) {
            new StrategyRuns(console, new StrategyRuns.DayFile(flow, book, symbol), run.strategy, loader, out)
                    .run(run.values(), run.sweeps(), line);
        }
    }

    private void send(final List<OwnOrder> own) throws CommandFailure, IOException {
        try (Exchange exchange =
                        DaybookExchange.builder().topology(Topology.INLINE).start();
                BufferedWriter fills = writer("fills.csv");
                BufferedWriter ranks = writer("ranks.csv");
                ProgressLine line = progress.line(console, false)) {
            final WhatIf day = new WhatIf(exchange, own, fills, ranks);
            final DayMeter meter = new DayMeter(line, console.clock(), Files.size(flow), 1);
            Days.readOne(new RecordedDay(flow, book, meter::next), symbol, number -> day);
            day.end();
            report(day);
        }
    }

    private static List<OwnOrder> own(final Path orders) throws CommandFailure {
        try (BufferedReader lines = NamedLines.open(orders)) {
            return OwnOrder.read(lines, orders.toString());
        } catch (final CsvException e) {
            throw new CommandFailure(ExitCodes.BAD_LINES, CommandFailure.describe(e));
        } catch (final NamedLines.Failure e) {
            throw CommandFailure.of(e);
        } catch (final IOException e) {
            throw CommandFailure.of(e, orders.toString());
        }
    }

    private BufferedWriter writer(final String name) throws IOException {
        Files.createDirectories(out);
        return Files.newBufferedWriter(out.resolve(name));
    }

    private void report(final WhatIf day) throws CommandFailure, IOException {
        final Map<String, Long> all = new LinkedHashMap<>(day.totals().byName());
        all.putAll(day.counts().byName());
        final Json summary = new Json().object();
        all.forEach(summary::put);
        Files.write(out.resolve("summary.json"), summary.end().endLine().bytes());
        SumLines.print(console, all, List.of());
    }
}
