package io.daybook.cli;

import io.daybook.cli.itch.BookTable;
import io.daybook.cli.itch.ItchFile;
import io.daybook.cli.itch.ItchSummary;
import io.daybook.client.itch.ItchBooks;
import io.daybook.client.itch.ItchParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.LocalTime;
import java.time.format.DateTimeParseException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code daybook import itch}: the order books of a NASDAQ day. */
@Command(
        name = "itch",
        description = {
            "Rebuilds all order books of a NASDAQ day from a TotalView-ITCH 5.0 file.",
            "The file is as NASDAQ publishes it: each message behind its length, two bytes, big-endian; packed by gzip"
                    + " or not. Orders queue by price and time. Nothing is matched: the file says what traded, and"
                    + " crossed books stay as they are. What cannot be, such as an execution of an unknown order, is"
                    + " counted and changes nothing. Counts go to standard error.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  The books at the end of the day, one row a stock:",
            "    daybook import itch 01302019.NASDAQ_ITCH50.gz --books books.csv",
            "  As they were at the opening:",
            "    daybook import itch 01302019.NASDAQ_ITCH50.gz --at 09:30 --books opening.csv",
            "",
            "Exit status: 0; 1 where the file ends within a message or is damaged, saying where (the books so far are"
                    + " written); 2 for wrong usage."
        })
final class ImportItchCommand implements Callable<Integer> {
    private static final String STANDARD_INPUT = "-";

    private final Console console;

    @Parameters(paramLabel = "FILE", description = "The ITCH file, packed by gzip or not; - is standard input.")
    private String file = STANDARD_INPUT;

    @Option(
            names = "--books",
            paramLabel = "FILE",
            description =
                    "Write the books there, as CSV: orders, levels and shares of each side, best prices and sizes.")
    private @Nullable Path books;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description =
                    "Stop before the first message that is later, as in 09:30, 15:59:59.999 or 09:30:00.000000001.")
    private @Nullable Long atNs;

    @Option(
            names = "--strict",
            description = "Stop at the first message of an unknown type, or of another length than its type; without it"
                    + " such messages are counted and passed over.")
    private boolean strict;

    ImportItchCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        final ItchBooks rebuilt = new ItchBooks();
        final ItchParser parser = rebuilt.parser();
        if (atNs != null) {
            parser.until(atNs);
        }
        if (strict) {
            parser.endAtOddFrame();
        }
        final long startNs = console.clock().getAsLong();
        final String damage = read(parser);
        final long elapsedNs = console.clock().getAsLong() - startNs;
        writeBooks(rebuilt);
        new ItchSummary(parser, rebuilt).lines(elapsedNs).forEach(console.err()::println);
        final String fault = damage != null ? damage : fault(parser);
        if (fault != null) {
            throw new CommandFailure(ExitCodes.BAD_LINES, name() + ": " + fault);
        }
        return ExitCodes.OK;
    }

    private @Nullable String read(final ItchParser parser) throws CommandFailure {
        try (InputStream in = open()) {
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
        final InputStream in = Files.newInputStream(path);
        if (books != null && Files.exists(books) && Files.isSameFile(books, path)) {
            in.close();
            throw new CommandFailure(ExitCodes.USAGE, books + " is the file to read; write the books to another");
        }
        return in;
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

    private @Nullable String fault(final ItchParser parser) {
        final ItchParser.OddFrame odd = parser.firstOdd();
        if (strict && odd != null) {
            final int right = ItchParser.lengthOf(odd.type());
            final String what = right == 0
                    ? "a message of length " + odd.length() + " has the type " + (odd.type() & 0xFF)
                            + ", which ITCH 5.0 does not know"
                    : "a message of type " + (char) odd.type() + " has length " + odd.length() + " instead of " + right;
            return what + ", at byte " + odd.position() + "; stopped there (--strict)";
        }
        return parser.isWhole()
                ? null
                : "the file ends within the message that begins at byte " + parser.position()
                        + "; the books are those before it";
    }

    private String name() {
        return STANDARD_INPUT.equals(file) ? "standard input" : file;
    }

    /** A time of day, as ns after midnight. */
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
