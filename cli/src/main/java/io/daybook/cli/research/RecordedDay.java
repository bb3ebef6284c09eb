package io.daybook.cli.research;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.NamedLines;
import io.daybook.flow.CsvException;
import io.daybook.flow.RecordedListener;
import io.daybook.flow.itch.ItchEvents;
import io.daybook.flow.itch.ItchFile;
import io.daybook.flow.itch.ItchParser;
import io.daybook.flow.itch.OneStock;
import io.daybook.flow.lobster.LobsterDay;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A recorded day: a file of ITCH 5.0, or the two files of LOBSTER, packed by gzip or not.
 *
 * @param messages the file
 * @param book the order book file of LOBSTER; null for ITCH
 * @param filter wraps the file of messages, whose bytes it can observe as they are read
 */
record RecordedDay(Path messages, @Nullable Path book, UnaryOperator<InputStream> filter) {
    /** The symbol of a LOBSTER day. */
    static final int ONLY_SYMBOL = 1;

    /** A day whose bytes pass through no filter. */
    RecordedDay(final Path messages, final @Nullable Path book) {
        this(messages, book, bytes -> bytes);
    }

    /** Reads a file of ITCH to its end. */
    void readItch(final ItchParser parser) throws CommandFailure {
        try (InputStream in = filter.apply(Files.newInputStream(messages))) {
            final String damage = new ItchFile(in).readInto(parser);
            if (parser.count((byte) 'A') + parser.count((byte) 'F') == 0) {
                throw new CommandFailure(
                        ExitCodes.BAD_LINES,
                        messages + " has no new order of ITCH 5.0; with a message file of LOBSTER, name its order book"
                                + " file by --book");
            }
            if (damage != null) {
                throw new CommandFailure(ExitCodes.BAD_LINES, messages + ": " + damage);
            }
        } catch (final IOException e) {
            throw CommandFailure.of(e, messages.toString());
        }
    }

    /** Reads both files of LOBSTER. */
    void readLobster(final Path ofBook, final RecordedListener out) throws CommandFailure {
        try (BufferedReader rows = NamedLines.open(messages, filter);
                BufferedReader books = NamedLines.open(ofBook)) {
            new LobsterDay(ONLY_SYMBOL, out).run(rows, messages.toString(), books, ofBook.toString());
        } catch (final CsvException e) {
            throw new CommandFailure(ExitCodes.BAD_LINES, CommandFailure.describe(e));
        } catch (final NamedLines.Failure e) {
            throw e.told();
        } catch (final IOException e) {
            throw CommandFailure.of(e, messages.toString());
        }
    }

    /**
     * Reads the events of one symbol.
     *
     * @param symbol of ITCH: the name of the stock, or the number of its locate; LOBSTER has one only
     * @param to makes the listener from the symbol's number, before its first event
     */
    void readOne(final @Nullable String symbol, final IntFunction<RecordedListener> to) throws CommandFailure {
        if (book != null) {
            readLobster(book, to.apply(ONLY_SYMBOL));
            return;
        }
        if (symbol == null) {
            throw new CommandFailure(
                    ExitCodes.USAGE, "name the stock with --symbol, or LOBSTER's order book with --book");
        }
        final OneStock only = new OneStock(symbol, to);
        readItch(new ItchParser(new ItchEvents(null, only)));
        if (!only.hasEvents()) {
            throw new CommandFailure(ExitCodes.USAGE, messages + " has no order of --symbol=" + symbol);
        }
    }
}
