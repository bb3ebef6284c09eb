package io.daybook.cli.itch;

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
import io.daybook.flow.itch.ItchWriter;
import io.daybook.journal.JournalException;
import io.daybook.wire.feed.MessageSink;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code daybook export itch}: writes a day of an exchange as a NASDAQ file. */
@Command(
        name = "itch",
        description = {
            "Writes the public data of a day as a file of TotalView-ITCH 5.0: each order without its owner, each change"
                    + " of an order, and each trade.",
            "The commands of the journal are carried out again, twice. The journal is only read, even while an exchange"
                    + " is running there. Orders that rest when the day begins are written as new orders of midnight,"
                    + " UTC. A lot is a share, and a stock has the number of its symbol. In ITCH, the unit of a price"
                    + " is 1/10,000, and prices and sizes have 32 bits: symbols that do not fit are named and left out."
        },
        footer = {
            "Examples:",
            "  daybook export itch ./exchange day.itch.gz --config daybook.toml",
            "  daybook export itch ./exchange - --date 2026-11-23 | daybook import itch -",
            "",
            "Exit status: 0; 2 for wrong usage, or a day without messages; 3 if the journal is refused, or output"
                    + " cannot be written."
        })
public final class ExportItchCommand implements Callable<Integer> {
    private static final String STANDARD_OUTPUT = "-";
    private static final String PACKED = ".gz";
    private static final int BUFFER = 1 << 16;

    private final Console console;

    @Parameters(index = "0", paramLabel = "DIR", description = "The folder of the exchange.")
    private Path folder = Path.of("");

    @Parameters(
            index = "1",
            paramLabel = "FILE",
            description = "The file to write, compressed if its name ends with .gz; - is standard output.")
    private String file = STANDARD_OUTPUT;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "A daybook.toml whose listings define the names and ticks of the symbols. Symbols without a"
                    + " listing get a name such as #17, and a tick of 1/10,000.")
    private @Nullable Path config;

    @Option(
            names = "--date",
            paramLabel = "DATE",
            converter = DateConverter.class,
            description = "The day to write, in UTC, as in 2026-11-23. Default: the only day of the journal.")
    private @Nullable LocalDate date;

    @Mixin
    private ProgressOptions progress = new ProgressOptions();

    public ExportItchCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        final List<Listing> listings;
        try {
            listings = config == null ? List.of() : ConfigFiles.listings(config);
        } catch (final ConfigException e) {
            return ConfigFiles.refuse(e, console);
        } catch (final IOException e) {
            throw CommandFailure.of(e, String.valueOf(config));
        }
        if (Files.isDirectory(Path.of(file))) {
            throw new CommandFailure(ExitCodes.USAGE, file + " is a folder; name a file to write");
        }
        final ItchStocks stocks = new ItchStocks(date);
        final long lastSeq = fold(Long.MAX_VALUE, stocks);
        final LocalDate day = day(stocks);
        final ItchStocks.Plan plan;
        try {
            plan = stocks.plan(listings);
        } catch (final IllegalArgumentException e) {
            throw new CommandFailure(ExitCodes.USAGE, config + ": " + e.getMessage());
        }
        final ItchWriter written =
                STANDARD_OUTPUT.equals(file) ? toStandardOutput(plan, day, lastSeq) : toFile(plan, day, lastSeq);
        console.err().println(ItchSummary.written(written, day, plan.stocks().size()));
        plan.leftOut().forEach(reason -> console.err().println("left out: " + reason));
        return ExitCodes.OK;
    }

    private LocalDate day(final ItchStocks stocks) throws CommandFailure {
        final LocalDate first = stocks.firstDay();
        final LocalDate last = stocks.lastDay();
        if (first == null || last == null) {
            throw new CommandFailure(ExitCodes.USAGE, folder + " has no public data: no symbol was ever listed");
        }
        final LocalDate asked = date;
        if (asked == null && !first.equals(last)) {
            throw new CommandFailure(
                    ExitCodes.USAGE,
                    folder + " has messages of several days, and a file of ITCH has one: name it with --date, from "
                            + first + " to " + last);
        }
        final LocalDate day = asked == null ? first : asked;
        if (day.isBefore(first) || day.isAfter(last)) {
            throw new CommandFailure(
                    ExitCodes.USAGE,
                    "--date must be from " + first + " to " + last + ", the days"
                            + " for which " + folder + " has messages: --date="
                            + day);
        }
        return day;
    }

    private ItchWriter toStandardOutput(final ItchStocks.Plan plan, final LocalDate day, final long lastSeq)
            throws CommandFailure {
        try {
            final OutputStream out = new BufferedOutputStream(console.out(), BUFFER);
            final ItchWriter writer = new ItchWriter(sink(out));
            write(plan, day, lastSeq, writer);
            out.flush();
            return writer;
        } catch (final IOException e) {
            throw CommandFailure.of(e, "standard output");
        } catch (final UncheckedIOException e) {
            throw CommandFailure.of(Objects.requireNonNull(e.getCause()), "standard output");
        }
    }

    private ItchWriter toFile(final ItchStocks.Plan plan, final LocalDate day, final long lastSeq)
            throws CommandFailure {
        try (OutputStream target = Files.newOutputStream(Path.of(file));
                OutputStream out = new BufferedOutputStream(
                        file.endsWith(PACKED) ? new GZIPOutputStream(target, BUFFER) : target, BUFFER)) {
            final ItchWriter writer = new ItchWriter(sink(out));
            write(plan, day, lastSeq, writer);
            return writer;
        } catch (final IOException e) {
            throw CommandFailure.of(e, file);
        } catch (final UncheckedIOException e) {
            throw CommandFailure.of(Objects.requireNonNull(e.getCause()), file);
        }
    }

    private void write(final ItchStocks.Plan plan, final LocalDate day, final long lastSeq, final ItchWriter writer)
            throws IOException, CommandFailure {
        final ItchExport export = new ItchExport(plan, day, writer);
        fold(lastSeq, export);
        export.end();
    }

    private static ItchWriter.Sink sink(final OutputStream out) {
        return (bytes, offset, length) -> {
            try {
                out.write(bytes, offset, length);
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    /** Makes the messages of a feed with one channel from the journal, and returns the last seq. */
    private long fold(final long throughSeq, final MessageSink sink) throws CommandFailure {
        final FeedFold fold = new FeedFold(sink);
        try (ReadMeter reading = new ReadMeter(progress.line(console, STANDARD_OUTPUT.equals(file)), folder)) {
            return RecoveredState.foldReadOnly(reading.storage(), folder, throughSeq, fold);
        } catch (final JournalException e) {
            throw CommandFailure.of(e, folder);
        } catch (final RecoveryFailedException e) {
            throw new CommandFailure(ExitCodes.FATAL, folder + ": " + CommandFailure.refusal(e, folder));
        }
    }

    /** Converts a day. */
    static final class DateConverter implements ITypeConverter<LocalDate> {
        @Override
        public LocalDate convert(final String text) {
            try {
                return LocalDate.parse(text);
            } catch (final DateTimeParseException e) {
                throw new TypeConversionException("'" + text + "'; expected a day, as in 2026-11-23");
            }
        }
    }
}
