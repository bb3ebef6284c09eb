package io.daybook.cli.research;

import io.daybook.backtest.Fees;
import io.daybook.backtest.Latency;
import io.daybook.backtest.report.Backtest;
import io.daybook.backtest.report.DayReport;
import io.daybook.backtest.report.ReportPage;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.ProgressLine;
import io.daybook.cli.console.Report;
import io.daybook.cli.hops.HopReport;
import io.daybook.flow.day.RecordedDay;
import io.daybook.trading.TradeEngine;
import io.daybook.wire.hops.Hop;
import io.daybook.wire.json.Json;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Runs a strategy over a recorded day, once or with all combinations of some values. */
final class StrategyRuns {
    private static final int MOST_RUNS = 10_000;
    private static final String LATENCY = "latency";
    private static final String HOPS = "hops=";
    private static final String FEE = "fee";
    private static final String REBATE = "rebate";
    private static final int DOLLAR_DECIMALS = 4;

    private final Console console;
    private final DayFile day;
    private final String strategy;
    private final ClassLoader loader;
    private final Path out;

    /** The files that the runs read, and the symbol if the file is an ITCH file. */
    record DayFile(
            Path messages, @Nullable Path book, @Nullable String symbol) {}

    StrategyRuns(
            final Console console, final DayFile day, final String strategy, final ClassLoader loader, final Path out) {
        this.console = console;
        this.day = day;
        this.strategy = strategy;
        this.loader = loader;
        this.out = out;
    }

    /**
     * Runs all combinations.
     *
     * @param given values that are the same in each run, by name
     * @param sweeps lists of values, by name
     */
    void run(final Map<String, String> given, final Map<String, List<String>> sweeps, final ProgressLine line)
            throws CommandFailure, IOException {
        final List<Map<String, String>> all = combinations(given, sweeps);
        for (final Map<String, String> one : all) {
            check(one);
        }
        Files.createDirectories(out);
        final DayMeter meter = new DayMeter(line, console.clock(), Files.size(day.messages()), all.size());
        if (sweeps.isEmpty()) {
            report(all.get(0), meter);
        } else {
            sweep(all, List.copyOf(sweeps.keySet()), meter);
        }
    }

    private static List<Map<String, String>> combinations(
            final Map<String, String> given, final Map<String, List<String>> sweeps) throws CommandFailure {
        List<Map<String, String>> all = List.of(given);
        for (final Map.Entry<String, List<String>> sweep : sweeps.entrySet()) {
            final List<Map<String, String>> more = new ArrayList<>();
            for (final Map<String, String> one : all) {
                for (final String value : sweep.getValue()) {
                    final Map<String, String> with = new LinkedHashMap<>(one);
                    with.put(sweep.getKey(), value);
                    more.add(with);
                }
            }
            if (more.size() > MOST_RUNS) {
                throw new CommandFailure(ExitCodes.USAGE, "--sweep gives more than " + MOST_RUNS + " runs");
            }
            all = more;
        }
        return all;
    }

    private void check(final Map<String, String> values) throws CommandFailure {
        try {
            setup(values).check();
        } catch (final IllegalArgumentException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        }
    }

    private Backtest.Setup setup(final Map<String, String> values) {
        final List<String> parameters = new ArrayList<>();
        values.forEach((name, value) -> {
            if (!name.equals(LATENCY) && !name.equals(FEE) && !name.equals(REBATE)) {
                parameters.add(name + "=" + value);
            }
        });
        return new Backtest.Setup(
                strategy,
                loader,
                parameters,
                latency(values.getOrDefault(LATENCY, "0us")),
                new Fees(money(FEE, values), money(REBATE, values)));
    }

    /** Parses {@code order=50us,answer=50us,feed=20us}, a single time for all three, or {@code hops=} with folders. */
    private static Latency latency(final String text) {
        if (text.startsWith(HOPS)) {
            return measured(text.substring(HOPS.length()));
        }
        final long all = Spans.ns(text);
        if (all != Spans.NO_SPAN) {
            return Latency.constant(all, all, all);
        }
        final Map<String, Long> lines = new LinkedHashMap<>();
        for (final String part : text.split(",", -1)) {
            final int sign = Math.max(0, part.indexOf('='));
            final long ns = Spans.ns(part.substring(Math.min(part.length(), sign + 1)));
            final String name = part.substring(0, sign);
            if (ns == Spans.NO_SPAN || !List.of("order", "answer", "feed").contains(name)) {
                throw new IllegalArgumentException(
                        "--latency must be a time, as in 50us, or order=50us,answer=50us,feed=20us, or hops=DIR:"
                                + " --latency="
                                + text);
            }
            lines.put(name, ns);
        }
        return Latency.constant(
                lines.getOrDefault("order", 0L), lines.getOrDefault("answer", 0L), lines.getOrDefault("feed", 0L));
    }

    private static Latency measured(final String folders) {
        try {
            final HopReport hops = HopReport.read(Arrays.stream(folders.split(File.pathSeparator))
                    .map(Path::of)
                    .toList());
            return Latency.measured(
                    hops.inSequence(Hop.T10, Hop.T3),
                    hops.inSequence(Hop.T3, Hop.T9),
                    hops.inSequence(Hop.T3, Hop.T9M));
        } catch (final IOException e) {
            throw new IllegalArgumentException("--latency hops=" + folders + ": " + CommandFailure.describe(e), e);
        }
    }

    /** Converts dollars per share to 1/10,000 dollar. */
    private static long money(final String name, final Map<String, String> values) {
        final String text = values.getOrDefault(name, "0");
        try {
            final long money =
                    new BigDecimal(text).movePointRight(DOLLAR_DECIMALS).longValueExact();
            if (money >= 0) {
                return money;
            }
        } catch (final ArithmeticException | NumberFormatException e) {
            // refused below, like a negative number
        }
        throw new IllegalArgumentException(
                "--" + name + " must be dollars per share, a multiple of 0.0001: --" + name + "=" + text);
    }

    private void report(final Map<String, String> values, final DayMeter meter) throws CommandFailure, IOException {
        try (Writer fills = writer("fills.csv");
                Writer ranks = writer("ranks.csv")) {
            final DayReport report = play(values, meter, fills, ranks);
            final Map<String, String> settings = new LinkedHashMap<>();
            settings.put("flow", String.valueOf(day.messages().getFileName()));
            if (day.symbol() != null) {
                settings.put("symbol", day.symbol());
            }
            settings.put("strategy", strategy);
            settings.putAll(values);
            Files.writeString(out.resolve("index.html"), ReportPage.of(report, settings));
            final Json summary = new Json().object();
            settings.forEach(summary::put);
            report.sums().forEach(summary::put);
            Files.write(out.resolve("summary.json"), summary.end().endLine().bytes());
            SumLines.print(console, report.sums(), report.notes());
        }
    }

    private void sweep(final List<Map<String, String>> all, final List<String> names, final DayMeter meter)
            throws CommandFailure, IOException {
        final Report out = console.report();
        boolean hasHeader = false;
        try (Writer table = writer("sweep.csv")) {
            for (final Map<String, String> values : all) {
                final Map<String, Long> sums = play(values, meter, Writer.nullWriter(), Writer.nullWriter())
                        .sums();
                if (!hasHeader) {
                    hasHeader = true;
                    row(out, table, String.join(",", names) + "," + String.join(",", columns(sums)));
                }
                final List<String> cells = new ArrayList<>();
                names.forEach(name -> cells.add(Objects.requireNonNull(values.get(name))));
                columns(sums).forEach(name -> cells.add(String.valueOf(sums.get(name))));
                row(out, table, String.join(",", cells));
            }
        }
    }

    /** The names of the sums that each run has. */
    private static List<String> columns(final Map<String, Long> sums) {
        return sums.keySet().stream()
                .filter(name -> !name.startsWith("refusedFor"))
                .toList();
    }

    private static void row(final Report out, final Writer table, final String row) throws CommandFailure, IOException {
        table.append(row).append('\n').flush();
        out.println(row);
        out.send();
    }

    private DayReport play(
            final Map<String, String> values, final DayMeter meter, final Appendable fills, final Appendable ranks)
            throws CommandFailure {
        final List<Backtest> runs = new ArrayList<>();
        try {
            Days.readOne(new RecordedDay(day.messages(), day.book(), meter::next), day.symbol(), number -> {
                runs.add(new Backtest(setup(values), number, fills, ranks));
                return runs.get(0);
            });
            runs.get(0).end();
            return runs.get(0).report();
        } catch (final UncheckedIOException e) {
            throw CommandFailure.of(Objects.requireNonNull(e.getCause()), out.toString());
        } catch (final RuntimeException e) {
            if (isOfTrader(e)) {
                throw new CommandFailure(ExitCodes.FATAL, strategy + ": " + e + " at " + e.getStackTrace()[0]);
            }
            if (e instanceof IllegalStateException || e instanceof ArithmeticException) {
                throw new CommandFailure(ExitCodes.FATAL, day.messages() + ": " + e.getMessage());
            }
            throw e;
        } finally {
            runs.forEach(Backtest::close);
        }
    }

    /**
     * Returns whether the exception comes from the strategy, its orders, positions or limits, and not from the day or
     * its exchange.
     */
    private static boolean isOfTrader(final RuntimeException e) {
        return Arrays.stream(e.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(TradeEngine.class.getName()));
    }

    private BufferedWriter writer(final String name) throws IOException {
        return Files.newBufferedWriter(out.resolve(name));
    }
}
