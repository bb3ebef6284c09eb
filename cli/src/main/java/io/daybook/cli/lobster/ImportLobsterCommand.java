package io.daybook.cli.lobster;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.flow.CsvException;
import io.daybook.flow.FlowUsers;
import io.daybook.flow.NamedLines;
import io.daybook.flow.RecordedCommands;
import io.daybook.flow.lobster.LobsterDay;
import io.daybook.scenario.ScenarioWriter;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code daybook import lobster}: turns a NASDAQ day of LOBSTER into a scenario. */
@Command(
        name = "lobster",
        description = {
            "Turns a NASDAQ day in the format of LOBSTER (lobsterdata.com) into a scenario.",
            "New orders become GTC orders of one user; executions of visible orders become IOC orders of another user"
                    + " on the other side. The book before the first message is seeded with one order per level. The"
                    + " cookie of each command is the row of its event. Hidden executions and halts are left out and"
                    + " counted. A tick is 1/10,000 dollar, as in the files, which may be compressed by gzip."
        },
        footer = {
            "Example: play a day and look at the trades",
            "  daybook import lobster AAPL_message_10.csv AAPL_orderbook_10.csv | daybook exec | grep TRADE"
        })
public final class ImportLobsterCommand implements Callable<Integer> {
    private final Console console;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(index = "0", paramLabel = "MESSAGES", description = "The message file.")
    private Path messages = Path.of("");

    @Parameters(index = "1", paramLabel = "ORDERBOOK", description = "The order book file of the same day.")
    private Path orderBook = Path.of("");

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write the scenario to this file instead of to standard output.")
    private @Nullable Path output;

    @Option(
            names = "--symbol",
            paramLabel = "N",
            defaultValue = "1",
            description = "The symbol of the scenario. Default: ${DEFAULT-VALUE}.")
    private int symbol = 1;

    public ImportLobsterCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        if (symbol < 1 && spec != null) {
            throw new ParameterException(spec.commandLine(), "--symbol must be at least 1: --symbol=" + symbol);
        }
        try (BufferedReader events = NamedLines.open(messages);
                BufferedReader book = NamedLines.open(orderBook)) {
            refuseToOverwrite(messages);
            refuseToOverwrite(orderBook);
            if (output == null) {
                say(convert(events, book, console.out()));
            } else {
                try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(output))) {
                    say(convert(events, book, out));
                }
            }
            return ExitCodes.OK;
        } catch (final CsvException e) {
            throw new CommandFailure(ExitCodes.BAD_LINES, CommandFailure.describe(e));
        } catch (final NamedLines.Failure e) {
            throw CommandFailure.of(e);
        } catch (final IOException e) {
            throw CommandFailure.of(e, target());
        } catch (final UncheckedIOException e) {
            throw CommandFailure.of(Objects.requireNonNull(e.getCause()), target());
        }
    }

    private String target() {
        return output == null ? "standard output" : String.valueOf(output);
    }

    private void refuseToOverwrite(final Path input) throws IOException, CommandFailure {
        if (output != null && Files.exists(output) && Files.isSameFile(output, input)) {
            throw new CommandFailure(
                    ExitCodes.USAGE, output + " is one of the files to read; write the scenario to another");
        }
    }

    private LobsterDay.Summary convert(final BufferedReader events, final BufferedReader book, final OutputStream out)
            throws IOException {
        final ScenarioWriter writer = new ScenarioWriter(out);
        final RecordedCommands made = new RecordedCommands(FlowUsers.MAKER_AND_TAKER, new ScenarioSink(writer));
        final LobsterDay.Summary summary =
                new LobsterDay(symbol, made).run(events, fileName(messages), book, fileName(orderBook));
        writer.flush();
        return summary;
    }

    private static String fileName(final Path path) {
        return String.valueOf(path.getFileName());
    }

    private void say(final LobsterDay.Summary summary) {
        console.err()
                .println("seeded " + summary.seeds() + " levels; " + summary.events() + " events: "
                        + summary.orders() + " new orders, " + summary.reductions() + " reductions, "
                        + summary.cancels()
                        + " cancels, " + summary.executions() + " executions; left out: " + summary.hidden()
                        + " hidden executions, " + summary.halts() + " halts; " + summary.unannounced()
                        + " about orders that the files never show");
        if (summary.bookRows() != summary.events()) {
            console.err()
                    .println("daybook: warning: " + fileName(messages) + " has " + summary.events() + " rows and "
                            + fileName(orderBook) + " " + summary.bookRows()
                            + "; files of one day have the same number: the seeded book may belong to another moment");
        }
    }
}
