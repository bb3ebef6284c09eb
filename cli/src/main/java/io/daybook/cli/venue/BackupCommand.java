package io.daybook.cli.venue;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code daybook backup}: a copy of a server's folder, while it runs. */
@Command(
        name = "backup",
        description = {
            "Copies the folder of an exchange and its server, also while they run: journal, snapshots, keys, listings."
                    + " It counts, and has its name, once it is on the disk, recovers and balances.",
            "To restore: stop the server, put the copy in the place of the folder, see daybook restore-backup. The copy"
                    + " has the keys, so keep it as you keep those.",
            ""
        },
        footer = {
            "",
            "Example:",
            "  daybook backup --config daybook.toml --to ../backups/monday",
            "",
            "Exit status: 0; 2 for faults in the file; 3 where there is no backup, saying why."
        })
public final class BackupCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The daybook.toml; by default the one of this folder.")
    private Path file = Path.of("daybook.toml");

    @Option(
            names = "--to",
            paramLabel = "DIR",
            required = true,
            description = "The copy; must not be there yet, nor lie in the folder.")
    private Path target = Path.of("");

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Sets a key of the file. May be repeated.")
    private List<String> set = new ArrayList<>();

    public BackupCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        return BackupRun.run(console, file, set, target);
    }
}
