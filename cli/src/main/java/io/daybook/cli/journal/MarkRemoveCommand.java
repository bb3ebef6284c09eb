package io.daybook.cli.journal;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.Report;
import io.daybook.journal.JournalException;
import io.daybook.journal.access.JournalReader;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code daybook mark remove}: forgets a mark. */
@Command(
        name = "remove",
        description = {
            "Removes a mark.",
            "What it alone held is deleted after the next snapshot; who needed it can then no longer catch up from"
                    + " there.",
            ""
        })
public final class MarkRemoveCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "DIR", description = "The folder of the journal.")
    private Path folder = Path.of("");

    @Parameters(index = "1", paramLabel = "NAME", description = "The name of the mark.")
    private String name = "";

    public MarkRemoveCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        final boolean removed;
        try {
            removed = JournalReader.open(folder).marks().remove(name);
        } catch (final IllegalArgumentException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        } catch (final JournalException e) {
            throw CommandFailure.of(e, folder);
        }
        if (!removed) {
            throw new CommandFailure(
                    ExitCodes.USAGE,
                    folder + ": there is no mark " + name + "; daybook mark list shows those there are");
        }
        final Report out = console.report();
        out.println("mark " + name + " is removed");
        out.send();
        return ExitCodes.OK;
    }
}
