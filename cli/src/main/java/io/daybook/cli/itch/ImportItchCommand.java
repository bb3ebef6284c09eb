package io.daybook.cli.itch;

import io.daybook.api.AckMode;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.NoSpaceException;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.exchange.Engine;
import io.daybook.cli.exchange.EngineOptions;
import io.daybook.cli.exchange.ExecCommand;
import io.daybook.feed.log.FeedLog;
import io.daybook.feed.log.FeedLogException;
import io.daybook.feed.log.FeedLogLimits;
import io.daybook.flow.ExchangeSink;
import io.daybook.flow.FlowUsers;
import io.daybook.flow.RecordedCommands;
import io.daybook.flow.RecordedFeed;
import io.daybook.flow.itch.ItchBooks;
import io.daybook.flow.itch.ItchEvents;
import io.daybook.flow.itch.ItchFile;
import io.daybook.flow.itch.ItchParser;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.scenario.ScenarioWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.LocalTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code daybook import itch}: rebuilds the order books of a NASDAQ day, or turns its orders into commands. */
@Command(
        name = "itch",
        description = {
            "Rebuilds all order books of a NASDAQ day from a TotalView-ITCH 5.0 file, or plays its orders.",
            "The file has the format in which NASDAQ publishes it: each message after its length, two bytes,"
                    + " big-endian; compressed by gzip or not. Orders queue by price and time. Nothing is matched:"
                    + " trades come from the file, and crossed books stay crossed. Impossible messages, such as an"
                    + " execution of an unknown order, are counted and change nothing. Counts go to standard error.",
            "As commands: in each symbol, one user owns all bids and another user all asks. A new order becomes a GTC"
                    + " order; an execution, an IOC order of the other side at the same price; a replacement, a cancel"
                    + " and a new order. An execution at another price reduces the order. Trades of hidden orders are"
                    + " left out."
        },
        footer = {
            "Examples:",
            "  The books at the end of the day, one row for each stock:",
            "    daybook import itch 01302019.NASDAQ_ITCH50.gz --books books.csv",
            "  As they were at the opening:",
            "    daybook import itch 01302019.NASDAQ_ITCH50.gz --at 09:30 --books opening.csv",
            "  The first hour as an exchange with a journal:",
            "    daybook import itch 01302019.NASDAQ_ITCH50.gz --at 10:30 --journal ./nasdaq",
            "  The same hour as messages of a feed:",
            "    daybook import itch 01302019.NASDAQ_ITCH50.gz --at 10:30 --feed ./feed",
            "",
            "Exit status: 0; 1 if the file ends within a message or is damaged (the message names the place, and the"
                    + " books so far are written); 2 for wrong usage; 3 if the exchange stopped, or output cannot be"
                    + " written."
        })
public final class ImportItchCommand implements Callable<Integer> {
    private static final String STANDARD_INPUT = "-";
    private static final String STANDARD_OUTPUT = "-";
    private static final long FEED_SEGMENT_BYTES = 1L << 28;

    private final Console console;
    private final Engine engine;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The ITCH file, compressed by gzip or not; - is standard input.")
    private String file = STANDARD_INPUT;

    @Option(
            names = "--books",
            paramLabel = "FILE",
            description =
                    "Write the books to this file, as CSV: orders, levels and shares of each side, best prices and"
                            + " sizes.")
    private @Nullable Path books;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description =
                    "Stop before the first message after this time, as in 09:30, 15:59:59.999 or 09:30:00.000000001.")
    private @Nullable Long atNs;

    @Option(
            names = "--strict",
            description = "Stop at the first message of an unknown type, or of a wrong length for its type; without it,"
                    + " such messages are counted and skipped.")
    private boolean strict;

    @Option(
            names = "--commands",
            paramLabel = "FILE",
            description = "Write the orders to this file as a scenario for exec; - is standard output.")
    private @Nullable String commands;

    @Option(
            names = "--journal",
            paramLabel = "DIR",
            description = "Play the orders on a new exchange with a journal in this folder.")
    private @Nullable Path journal;

    @Option(
            names = "--feed",
            paramLabel = "DIR",
            description = "Write the messages of a feed to this folder, as the log of channel 0.")
    private @Nullable Path feed;

    public ImportItchCommand(final Console console, final Engine engine) {
        this.console = console;
        this.engine = engine;
    }

    @Override
    public Integer call() throws CommandFailure {
        final long targets =
                Stream.of(commands, journal, feed).filter(Objects::nonNull).count();
        if (targets > 1 && spec != null) {
            throw new ParameterException(spec.commandLine(), "--commands, --journal and --feed exclude each other");
        }
        // Opens the file first: if it is missing, no empty scenario and no exchange must be left.
        try (InputStream in = open()) {
            final ItchBooks rebuilt = new ItchBooks();
            if (commands != null) {
                return writeCommands(in, rebuilt, commands);
            }
            if (feed != null) {
                return writeFeed(in, rebuilt, feed);
            }
            return journal == null ? rebuild(in, rebuilt, rebuilt.parser(), List::of) : play(in, rebuilt, journal);
        } catch (final IOException e) {
            throw CommandFailure.of(e, name());
        }
    }

    private int writeCommands(final InputStream in, final ItchBooks rebuilt, final String target)
            throws CommandFailure {
        if (STANDARD_OUTPUT.equals(target)) {
            return writeCommands(in, rebuilt, console.out(), "standard output");
        }
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(Path.of(target)))) {
            return writeCommands(in, rebuilt, out, target);
        } catch (final IOException e) {
            throw CommandFailure.of(e, target);
        }
    }

    private int writeCommands(
            final InputStream in, final ItchBooks rebuilt, final OutputStream out, final String target)
            throws CommandFailure {
        final ScenarioWriter writer = new ScenarioWriter(out);
        final RecordedCommands made = new RecordedCommands(FlowUsers.BY_SIDE, writer::command);
        try {
            return rebuild(in, rebuilt, new ItchParser(new ItchEvents(rebuilt, made)), () -> List.of(made.summary()));
        } catch (final UncheckedIOException e) {
            throw CommandFailure.of(Objects.requireNonNull(e.getCause()), target);
        } finally {
            flush(writer, target);
        }
    }

    private static void flush(final ScenarioWriter writer, final String target) throws CommandFailure {
        try {
            writer.flush();
        } catch (final IOException e) {
            throw CommandFailure.of(e, target);
        }
    }

    private int writeFeed(final InputStream in, final ItchBooks rebuilt, final Path folder) throws CommandFailure {
        if (Files.exists(folder.resolve("FEED"))) {
            throw new CommandFailure(ExitCodes.USAGE, folder + " holds a feed already; name a folder for a new one");
        }
        final FeedLogLimits all = new FeedLogLimits(Long.MAX_VALUE, Long.MAX_VALUE, FEED_SEGMENT_BYTES);
        try (FeedLog log = FeedLog.open(new FileJournalStorage(), folder, RecordedFeed.EXCHANGE, 1, all)) {
            final RecordedFeed made = new RecordedFeed(
                    (number, bytes, offset, length) -> log.onMessage(0, number, bytes, offset, length, false));
            return rebuild(in, rebuilt, new ItchParser(new ItchEvents(rebuilt, made)), () -> {
                log.onBatchEnd();
                log.force();
                return List.of(made.summary());
            });
        } catch (final FeedLogException e) {
            throw new CommandFailure(ExitCodes.FATAL, String.valueOf(e.getMessage()));
        } catch (final UncheckedIOException e) {
            throw CommandFailure.of(Objects.requireNonNull(e.getCause()), folder.toString());
        }
    }

    private int play(final InputStream in, final ItchBooks rebuilt, final Path folder) throws CommandFailure {
        final Exchange exchange = engine.start(
                new FileJournalStorage(),
                new EngineOptions()
                        .config(folder)
                        .ackMode(AckMode.AFTER_WRITE) // after a power failure, the file can be imported again
                        .build());
        try {
            if (!exchange.recovery().created()) {
                throw new CommandFailure(
                        ExitCodes.USAGE, folder + " holds an exchange already; name a folder for a new one");
            }
            final ExchangeSink sink = new ExchangeSink(exchange);
            final RecordedCommands made = new RecordedCommands(FlowUsers.BY_SIDE, sink);
            return rebuild(in, rebuilt, new ItchParser(new ItchEvents(rebuilt, made)), () -> {
                sink.awaitAll();
                return List.of(made.summary(), sink.summary());
            });
        } catch (final NoSpaceException | ExchangeClosedException | CompletionException e) {
            throw new CommandFailure(
                    ExitCodes.FATAL,
                    "the exchange stopped: " + CommandFailure.describe(e)
                            + "; make room, delete the folder, and import again");
        } finally {
            ExecCommand.close(exchange);
            CommandFailure.throwIfFailed(exchange);
        }
    }

    /** Reads the file into books, and prints a summary that ends with the lines of {@code more}. */
    private int rebuild(
            final InputStream in, final ItchBooks rebuilt, final ItchParser parser, final Supplier<List<String>> more)
            throws CommandFailure {
        if (atNs != null) {
            parser.until(atNs);
        }
        if (strict) {
            parser.endAtOddFrame();
        }
        final long startNs = console.clock().getAsLong();
        final String damage = read(in, parser);
        final long elapsedNs = console.clock().getAsLong() - startNs;
        writeBooks(rebuilt);
        new ItchSummary(parser, rebuilt).lines(elapsedNs).forEach(console.err()::println);
        more.get().forEach(console.err()::println);
        final String fault = damage != null ? damage + "; the books show the day up to there" : oddity(parser);
        if (fault != null) {
            throw new CommandFailure(ExitCodes.BAD_LINES, name() + ": " + fault);
        }
        return ExitCodes.OK;
    }

    private @Nullable String read(final InputStream in, final ItchParser parser) throws CommandFailure {
        try {
            return new ItchFile(in).readInto(parser);
        } catch (final IOException e) {
            throw CommandFailure.of(e, name());
        }
    }

    private InputStream open() throws IOException, CommandFailure {
        if (STANDARD_INPUT.equals(file)) {
            return console.in();
        }
        final Path path;
        try {
            path = Path.of(file);
        } catch (final InvalidPathException e) {
            throw new CommandFailure(ExitCodes.USAGE, "FILE must be the name of a file: " + e.getMessage());
        }
        if (Files.isDirectory(path)) {
            throw new CommandFailure(ExitCodes.USAGE, file + " is a folder; expected an ITCH file");
        }
        if (books != null) {
            refuseToOverwrite(books.toString());
        }
        if (commands != null && !STANDARD_OUTPUT.equals(commands)) {
            refuseToOverwrite(commands);
        }
        return Files.newInputStream(path);
    }

    private void refuseToOverwrite(final String target) throws CommandFailure {
        try {
            final Path path = Path.of(target);
            if (!STANDARD_INPUT.equals(file) && Files.exists(path) && Files.isSameFile(path, Path.of(file))) {
                throw new CommandFailure(ExitCodes.USAGE, target + " is the file to read; write to another");
            }
        } catch (final InvalidPathException e) {
            throw new CommandFailure(ExitCodes.USAGE, "FILE must be the name of a file: " + e.getMessage());
        } catch (final IOException e) {
            throw CommandFailure.of(e, target);
        }
    }

    private void writeBooks(final ItchBooks rebuilt) throws CommandFailure {
        if (books == null) {
            return;
        }
        try (Writer out = Files.newBufferedWriter(books, StandardCharsets.UTF_8)) {
            new BookTable(rebuilt).writeTo(out);
        } catch (final IOException e) {
            throw CommandFailure.of(e, books.toString());
        }
    }

    private @Nullable String oddity(final ItchParser parser) {
        final ItchParser.OddFrame odd = parser.firstOdd();
        if (strict && odd != null) {
            final int right = ItchParser.lengthOf(odd.type());
            final String what = right == 0
                    ? "a message of length " + odd.length() + " has the type " + (odd.type() & 0xFF)
                            + ", which ITCH 5.0 does not define"
                    : "a message of type " + (char) odd.type() + " has length " + odd.length() + " instead of " + right;
            return what + ", at byte " + odd.position() + "; stopped there (--strict)";
        }
        return null;
    }

    private String name() {
        return STANDARD_INPUT.equals(file) ? "standard input" : file;
    }

    /** Converts a time of day to ns after midnight. */
    static final class TimeConverter implements ITypeConverter<Long> {
        @Override
        public Long convert(final String text) {
            try {
                return LocalTime.parse(text).toNanoOfDay();
            } catch (final DateTimeParseException e) {
                throw new TypeConversionException("'" + text + "'; expected a time of day, as in 09:30:00");
            }
        }
    }
}
