package io.daybook.cli.research;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.ExitCodes;
import io.daybook.flow.CsvException;
import io.daybook.flow.NamedLines;
import io.daybook.flow.RecordedListener;
import io.daybook.flow.day.RecordedDay;
import java.io.IOException;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Reads recorded days for commands, and turns each fault into a message with an exit code. */
final class Days {
    private Days() {}

    /** A reading of the files of a day. */
    @FunctionalInterface
    interface Reading {
        void run() throws IOException;
    }

    /**
     * Reads the events of one symbol.
     *
     * @param symbol for ITCH, the name of the stock or the number of its locate; null for LOBSTER
     * @param to creates the listener for the symbol's number, before the first event
     */
    static void readOne(final RecordedDay day, final @Nullable String symbol, final IntFunction<RecordedListener> to)
            throws CommandFailure {
        if (day.book() == null && symbol == null) {
            throw new CommandFailure(
                    ExitCodes.USAGE, "name the stock with --symbol, or LOBSTER's order book with --book");
        }
        final String stock = symbol == null ? "" : symbol;
        read(day, stock, () -> day.readOne(stock, to));
    }

    /**
     * Carries out a reading.
     *
     * @param symbol the symbol for the message about a day that does not have it
     */
    static void read(final RecordedDay day, final String symbol, final Reading reading) throws CommandFailure {
        try {
            reading.run();
        } catch (final RecordedDay.Fault e) {
            throw fault(day, symbol, e);
        } catch (final CsvException e) {
            throw new CommandFailure(ExitCodes.BAD_LINES, CommandFailure.describe(e));
        } catch (final NamedLines.Failure e) {
            throw CommandFailure.of(e);
        } catch (final IOException e) {
            throw CommandFailure.of(e, day.messages().toString());
        }
    }

    private static CommandFailure fault(final RecordedDay day, final String symbol, final RecordedDay.Fault fault) {
        if (!fault.hasOrders()) {
            return new CommandFailure(
                    ExitCodes.BAD_LINES,
                    day.messages() + " has no new order of ITCH 5.0; with a message file of LOBSTER, name its order"
                            + " book file by --book");
        }
        final String damage = fault.damage();
        return damage == null
                ? new CommandFailure(ExitCodes.USAGE, day.messages() + " has no order of --symbol=" + symbol)
                : new CommandFailure(ExitCodes.BAD_LINES, day.messages() + ": " + damage);
    }
}
