package io.daybook.cli.venue;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code daybook restore-backup}: makes a copy the folder of a venue again. */
@Command(
        name = "restore-backup",
        description = {
            "Begins a new history in a copy of a folder, because what was answered after the backup is lost: no number"
                    + " is given again, and no session is let in until daybook admit names it. The first start of"
                    + " serve on a copy by daybook backup does the same; a copy that was made otherwise needs"
                    + " this command.",
            "With --lost it compares the copy with the folder that was lost, and says what changed; keys stay as they"
                    + " were there. Without it all keys but the admins' are off until daybook key on.",
            ""
        },
        footer = {
            "",
            "Example:",
            "  daybook restore-backup data --lost data.broken",
            "",
            "Exit status: 0; 3 where it is not done, saying why."
        })
public final class RestoreBackupCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "DIR", description = "The copy, in the place of the folder.")
    private Path folder = Path.of("");

    @Option(names = "--lost", paramLabel = "FOLDER", description = "The folder that was lost, moved away.")
    private @Nullable Path lost;

    @Option(names = "--try", description = "Only says what it would do, and changes nothing.")
    private boolean isTry;

    public RestoreBackupCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        return RestoreBackupRun.run(console, folder, lost, isTry);
    }
}
