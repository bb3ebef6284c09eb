package io.daybook.cli.journal;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.Report;
import io.daybook.journal.JournalException;
import io.daybook.journal.access.JournalReader;
import io.daybook.journal.retention.KeepMark;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code daybook mark set}: sets a mark, or moves it. */
@Command(
        name = "set",
        description = {
            "Sets a mark, or moves it: on, or back as far as the journal still reaches.",
            "From then on nothing is deleted that is needed to tell that command and all after it.",
            ""
        })
public final class MarkSetCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "DIR", description = "The folder of the journal.")
    private Path folder = Path.of("");

    @Parameters(
            index = "1",
            paramLabel = "NAME",
            description = "Who needs it: 1 to 64 lower-case letters, digits and dashes.")
    private String name = "";

    @Option(
            names = "--from",
            paramLabel = "SEQ",
            required = true,
            description = "The first command that is still needed: the last one that was worked off, and one.")
    private long from;

    public MarkSetCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        try {
            final KeepMark mark = new KeepMark(name, from);
            JournalReader.open(folder).marks().set(mark);
        } catch (final IllegalArgumentException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        } catch (final JournalException e) {
            throw CommandFailure.of(e, folder);
        }
        final Report out = console.report();
        out.println("mark " + name + " keeps what is needed from seq " + from + " on");
        out.send();
        return ExitCodes.OK;
    }
}
