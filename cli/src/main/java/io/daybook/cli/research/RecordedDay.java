package io.daybook.cli.research;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.NamedLines;
import io.daybook.flow.CsvException;
import io.daybook.flow.RecordedListener;
import io.daybook.flow.itch.ItchFile;
import io.daybook.flow.itch.ItchParser;
import io.daybook.flow.lobster.LobsterDay;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A recorded day: a file of ITCH 5.0, or the two files of LOBSTER, packed by gzip or not.
 *
 * @param messages the file
 * @param book the order book file of LOBSTER; null for ITCH
 */
record RecordedDay(Path messages, @Nullable Path book) {
    /** The symbol of a LOBSTER day. */
    static final int ONLY_SYMBOL = 1;

    /** Reads a file of ITCH to its end. */
    void readItch(final ItchParser parser) throws CommandFailure {
        try (InputStream in = Files.newInputStream(messages)) {
            final String damage = new ItchFile(in).readInto(parser);
            if (parser.count((byte) 'A') + parser.count((byte) 'F') == 0) {
                throw new CommandFailure(
                        ExitCodes.BAD_LINES,
                        messages + " has no new order of ITCH 5.0; with a message file of LOBSTER, name its order book"
                                + " file by --book");
            }
            if (damage != null || !parser.isWhole()) {
                final String cut = "the file ends within the message that begins at byte " + parser.position();
                throw new CommandFailure(ExitCodes.BAD_LINES, messages + ": " + (damage == null ? cut : damage));
            }
        } catch (final IOException e) {
            throw CommandFailure.of(e, messages.toString());
        }
    }

    /** Reads both files of LOBSTER. */
    void readLobster(final Path ofBook, final RecordedListener out) throws CommandFailure {
        try (BufferedReader rows = NamedLines.open(messages);
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
}
