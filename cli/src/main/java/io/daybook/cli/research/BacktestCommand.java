package io.daybook.cli.research;

import io.daybook.api.Exchange;
import io.daybook.api.Topology;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.NamedLines;
import io.daybook.core.DaybookExchange;
import io.daybook.flow.CsvException;
import io.daybook.flow.RecordedEvent;
import io.daybook.flow.RecordedListener;
import io.daybook.flow.itch.ItchEvents;
import io.daybook.flow.itch.ItchParser;
import io.daybook.flow.itch.ItchText;
import io.daybook.flow.market.MarketCounts;
import io.daybook.flow.market.OwnOrder;
import io.daybook.flow.market.WhatIf;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code daybook backtest}: orders of one's own in a recorded day. */
@Command(
        name = "backtest",
        description = {
            "Sends orders of your own between those of a recorded day, and says what they would have traded.",
            "The recorded orders are real orders in a real book, so the place in the queue is exact, as far as the file"
                    + " shows orders. How others would have reacted no recording can say.",
            "A line of the orders is time,side,price,size,id: seconds after midnight, buy or sell, dollars, shares, a"
                    + " number of yours; or time,cancel,,,id. The folder gets fills.csv, ranks.csv and summary.json."
        },
        footer = {
            "Examples:",
            "  daybook backtest --flow 01302019.NASDAQ_ITCH50.gz --symbol AAPL --orders mine.csv --out report",
            "  daybook backtest --flow AAPL_message_10.csv --book AAPL_orderbook_10.csv --orders mine.csv --out report",
            "",
            "Exit status: 0; 1 where a file is damaged or not what it should be; 2 for wrong usage; 3 where the"
                    + " exchange refused a recorded order, or output cannot be written."
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

    @Option(names = "--symbol", paramLabel = "NAME|N", description = "Of ITCH: the stock, or the number of its locate.")
    private @Nullable String symbol;

    @Option(names = "--orders", required = true, paramLabel = "FILE", description = "Your orders.")
    private Path orders = Path.of("");

    @Option(names = "--out", required = true, paramLabel = "DIR", description = "The folder of the report.")
    private Path out = Path.of("");

    public BacktestCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        if (book == null && symbol == null) {
            throw new CommandFailure(
                    ExitCodes.USAGE, "name the stock with --symbol, or LOBSTER's order book with --book");
        }
        final List<OwnOrder> own = own();
        try (Exchange exchange =
                        DaybookExchange.builder().topology(Topology.INLINE).start();
                BufferedWriter fills = writer("fills.csv");
                BufferedWriter ranks = writer("ranks.csv")) {
            final WhatIf day = new WhatIf(exchange, own, fills, ranks);
            final OneSymbol only = new OneSymbol(String.valueOf(symbol), day);
            final RecordedDay file = new RecordedDay(flow, book);
            if (book == null) {
                file.readItch(new ItchParser(new ItchEvents(null, only)));
            } else {
                file.readLobster(book, day);
            }
            if (book == null && only.events == 0) {
                throw new CommandFailure(ExitCodes.USAGE, flow + " has no order of --symbol=" + symbol);
            }
            day.end();
            report(day);
        } catch (final IllegalStateException | ArithmeticException e) {
            throw new CommandFailure(ExitCodes.FATAL, flow + ": " + e.getMessage());
        } catch (final UncheckedIOException e) {
            throw CommandFailure.of(Objects.requireNonNull(e.getCause()), out.toString());
        } catch (final IOException e) {
            throw CommandFailure.of(e, out.toString());
        }
        return ExitCodes.OK;
    }

    private List<OwnOrder> own() throws CommandFailure {
        try (BufferedReader lines = NamedLines.open(orders)) {
            return OwnOrder.read(lines, orders.toString());
        } catch (final CsvException e) {
            throw new CommandFailure(ExitCodes.BAD_LINES, CommandFailure.describe(e));
        } catch (final NamedLines.Failure e) {
            throw e.told();
        } catch (final IOException e) {
            throw CommandFailure.of(e, orders.toString());
        }
    }

    private BufferedWriter writer(final String name) throws IOException {
        Files.createDirectories(out);
        return Files.newBufferedWriter(out.resolve(name));
    }

    private void report(final WhatIf day) throws IOException {
        final Map<String, Long> all = new LinkedHashMap<>(day.totals().byName());
        final MarketCounts counts = day.counts();
        all.put("displaced", counts.displaced());
        all.put("consumed", counts.consumed());
        all.put("missed", counts.missed());
        all.put("odd", counts.odd());
        all.put("doubtful", counts.doubtful());
        all.put("unknown", counts.unknown());
        Files.writeString(
                out.resolve("summary.json"),
                all.entrySet().stream()
                        .map(one -> "\"" + one.getKey() + "\":" + one.getValue())
                        .collect(Collectors.joining(",", "{", "}\n")));
        all.forEach((name, count) -> console.err().println(name + " " + count));
    }

    /** Passes on the events of one stock. The first message with its name has its number. */
    private static final class OneSymbol implements RecordedListener {
        private final String wanted;
        private final RecordedListener to;
        private int number;
        private long events;

        OneSymbol(final String wanted, final RecordedListener to) {
            this.wanted = wanted;
            this.to = to;
            this.number = wanted.matches("\\d{1,5}") ? Integer.parseInt(wanted) : -1;
        }

        @Override
        public void onEvent(final RecordedEvent event) {
            if (number < 0 && event.stock() != 0 && ItchText.of(event.stock()).equals(wanted)) {
                number = event.symbol();
            }
            if (event.symbol() == number) {
                events++;
                to.onEvent(event);
            }
        }
    }
}
