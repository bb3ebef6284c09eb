package io.daybook.cli.venue;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code daybook admit}: lets sessions in after a restore. */
@Command(
        name = "admit",
        description = {
            "Lets sessions in again after a backup was restored, also while the venue runs: name each once its member"
                    + " knows that history was lost. http stands for orders with client ids over HTTP.",
            ""
        },
        footer = {
            "",
            "Example:",
            "  daybook admit data 17 18 http",
            "",
            "Exit status: 0; 2 where no history was lost there."
        })
public final class AdmitCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "DIR", description = "The folder of the exchange.")
    private Path folder = Path.of("");

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "SESSION",
            description = "Numbers of members.json, or http.")
    private List<String> names = new ArrayList<>();

    public AdmitCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        return RestoreBackupRun.admit(console, folder, names);
    }
}
