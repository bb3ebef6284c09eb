package io.daybook.cli.research;

import io.daybook.api.Listing;
import io.daybook.api.RecoveryFailedException;
import io.daybook.cli.config.ConfigFiles;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.ProgressOptions;
import io.daybook.cli.console.ReadMeter;
import io.daybook.config.ConfigException;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.feed.FeedFold;
import io.daybook.flow.Dollars;
import io.daybook.flow.RecordedFeed;
import io.daybook.flow.day.RecordedDay;
import io.daybook.flow.itch.ItchBooks;
import io.daybook.flow.itch.ItchEvents;
import io.daybook.flow.itch.ItchParser;
import io.daybook.flow.itch.ItchText;
import io.daybook.flow.series.Series;
import io.daybook.journal.JournalException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code daybook series}: writes books and trades over time as CSV. */
@Command(
        name = "series",
        description = {
            "Writes the books and trades of a recorded day, or of a journal, as CSV.",
            "A day is a file of ITCH 5.0, or the two files of LOBSTER. A journal is only read, even while an exchange"
                    + " runs there. Times are in ns: since midnight in a day, since the epoch in a journal. Prices of a"
                    + " day are in dollars; prices of a journal are in ticks, or in the currency if --config lists the"
                    + " symbol."
        },
        footer = {
            "Examples:",
            "  daybook series --flow 01302019.NASDAQ_ITCH50.gz --symbol AAPL --tops tops.csv --trades trades.csv",
            "  daybook series --flow ./exchange --tops tops.csv --depth 10 --every 1s",
            "",
            "Exit status: 0; 1 if a day is damaged (the rows before the damage are written); 2 for wrong usage; 3 if a"
                    + " journal is refused, or output cannot be written."
        })
public final class SeriesCommand implements Callable<Integer> {
    private final Console console;

    /** The books of an ITCH file; they have the names of the stocks. */
    private final ItchBooks itch = new ItchBooks();

    @Option(
            names = "--flow",
            required = true,
            paramLabel = "FILE|DIR",
            description = "A file of ITCH 5.0, a message file of LOBSTER, or the folder of an exchange.")
    private Path flow = Path.of("");

    @Option(names = "--book", paramLabel = "FILE", description = "With a message file of LOBSTER: its order book file.")
    private @Nullable Path book;

    @Option(names = "--symbol", paramLabel = "NAME|N", description = "Write only this symbol. Default: all.")
    private @Nullable String symbol;

    @Option(names = "--tops", paramLabel = "FILE", description = "Write the best levels to this file.")
    private @Nullable Path tops;

    @Option(names = "--trades", paramLabel = "FILE", description = "Write the trades to this file.")
    private @Nullable Path trades;

    @Option(
            names = "--depth",
            paramLabel = "N",
            defaultValue = "1",
            description = "The number of levels per side, 1 to 1,000. Default: ${DEFAULT-VALUE}.")
    private int depth = 1;

    @Option(
            names = "--every",
            paramLabel = "TIME",
            converter = IntervalConverter.class,
            description = "A row at the end of each interval in which a book changed, as in 100ms or 1s. Default: a row"
                    + " at each change.")
    private long everyNs;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "For a journal: a daybook.toml whose listings define the names and ticks of the symbols.")
    private @Nullable Path config;

    @Mixin
    private ProgressOptions progress = new ProgressOptions();

    public SeriesCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        if (tops == null && trades == null) {
            throw new CommandFailure(ExitCodes.USAGE, "there is nothing to write: name a file with --tops or --trades");
        }
        if (depth < 1 || depth > 1_000) {
            throw new CommandFailure(ExitCodes.USAGE, "--depth must be from 1 to 1,000: --depth=" + depth);
        }
        refuseToOverwrite(tops);
        refuseToOverwrite(trades);
        final Series.Words words;
        try {
            words = words();
        } catch (final ConfigException e) {
            return ConfigFiles.refuse(e, console);
        } catch (final IOException e) {
            throw CommandFailure.of(e, String.valueOf(config));
        }
        try (BufferedWriter ofTops = open(tops);
                BufferedWriter ofTrades = open(trades)) {
            final Series.Terms terms = new Series.Terms(depth, everyNs, asked -> isAsked(words, asked));
            final Series series = new Series(terms, words, ofTops, ofTrades);
            try {
                write(series);
            } finally {
                series.end();
            }
            console.err().println(String.format(Locale.ROOT, "%,d rows", series.rows()));
        } catch (final UncheckedIOException e) {
            throw CommandFailure.of(Objects.requireNonNull(e.getCause()), "output");
        } catch (final IOException e) {
            throw CommandFailure.of(e, "output");
        }
        return ExitCodes.OK;
    }

    private void refuseToOverwrite(final @Nullable Path target) throws CommandFailure {
        try {
            if (!Files.exists(flow)) {
                throw new CommandFailure(ExitCodes.USAGE, flow + " does not exist; name a recorded day or a folder");
            }
            if (target != null && Files.exists(target) && Files.isSameFile(target, flow)) {
                throw new CommandFailure(ExitCodes.USAGE, target + " is the file to read; write to another");
            }
        } catch (final IOException e) {
            throw CommandFailure.of(e, String.valueOf(target));
        }
    }

    private static @Nullable BufferedWriter open(final @Nullable Path file) throws IOException {
        return file == null ? null : Files.newBufferedWriter(file);
    }

    private boolean isAsked(final Series.Words words, final int number) {
        return symbol == null || symbol.equals(words.name(number)) || symbol.equals(Integer.toString(number));
    }

    private Series.Words words() throws ConfigException, IOException {
        final Map<Integer, Listing> listings = new TreeMap<>();
        if (config != null) {
            ConfigFiles.listings(config).forEach(listing -> listings.put(listing.symbol(), listing));
        }
        final boolean isJournal = Files.isDirectory(flow);
        return new Series.Words() {
            @Override
            public String name(final int number) {
                final Listing listing = listings.get(number);
                final String stock = isJournal || book != null ? "" : ItchText.of(itch.stock(number));
                return listing != null ? listing.name() : stock.matches("[A-Za-z0-9.+*^#=-]+") ? stock : "#" + number;
            }

            @Override
            public String price(final int number, final long ticks) {
                final Listing listing = listings.get(number);
                return listing != null
                        ? listing.price(ticks).toPlainString()
                        : isJournal ? Long.toString(ticks) : Dollars.text(ticks);
            }
        };
    }

    private void write(final Series series) throws CommandFailure {
        if (Files.isDirectory(flow)) {
            fold(series);
            return;
        }
        final RecordedDay day = new RecordedDay(flow, book);
        Days.read(day, "", () -> {
            if (book == null) {
                day.readItch(new ItchParser(new ItchEvents(itch, new RecordedFeed(series))));
            } else {
                day.readLobster(new RecordedFeed(series));
            }
        });
    }

    private void fold(final Series series) throws CommandFailure {
        final FeedFold fold = new FeedFold(series);
        try (ReadMeter reading = new ReadMeter(progress.line(console, false), flow)) {
            final long unused = RecoveredState.foldReadOnly(reading.storage(), flow, Long.MAX_VALUE, fold);
        } catch (final JournalException e) {
            throw CommandFailure.of(e, flow);
        } catch (final RecoveryFailedException e) {
            throw new CommandFailure(ExitCodes.FATAL, flow + ": " + CommandFailure.refusal(e, flow));
        }
    }

    /** Converts an interval to ns. */
    public static final class IntervalConverter implements ITypeConverter<Long> {
        @Override
        public Long convert(final String text) {
            final long ns = Spans.ns(text);
            if (ns <= 0) {
                throw new TypeConversionException("'" + text + "'; expected a time, as in 100ms, 1s or 5m");
            }
            return ns;
        }
    }
}
