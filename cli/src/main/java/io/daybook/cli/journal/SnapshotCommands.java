package io.daybook.cli.journal;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ProgressOptions;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code daybook snapshot}: inspects snapshots. Each method is a subcommand. */
@Command(
        name = "snapshot",
        addMethodSubcommands = false,
        description = {
            "Inspects the snapshots in a journal folder.",
            "It takes no lock and changes nothing, even while an exchange is running there. The command"
                    + " {\"cmd\":\"snapshot\"} of exec takes a snapshot."
        })
public final class SnapshotCommands {
    private final Console console;

    public SnapshotCommands(final Console console) {
        this.console = console;
    }

    @Command(
            name = "list",
            description = "Lists the snapshots of a folder, oldest first: seq, time, bytes, state hash, and whether it"
                    + " is sound.",
            footer = {"Example:", "  daybook snapshot list ./exchange"})
    int list(
            @Parameters(paramLabel = "DIR", description = "The folder of the journal.") final Path folder,
            @Option(names = "--json", description = "One JSON object on one line, for programs.") final boolean json,
            @Mixin final ProgressOptions progress)
            throws CommandFailure {
        return new SnapshotListRun(console, folder).run(json, progress);
    }

    @Command(
            name = "verify",
            description = "Reads every byte of every snapshot, restores the newest sound one into memory, and compares"
                    + " the hash of that state with the hash in the snapshot.",
            footer = {
                "Example:",
                "  daybook snapshot verify ./exchange && echo sound",
                "",
                "Exit status: 0 if all are sound; 3 if one is not."
            })
    int verify(
            @Parameters(paramLabel = "DIR", description = "The folder of the journal.") final Path folder,
            @Mixin final ProgressOptions progress)
            throws CommandFailure {
        return new SnapshotVerifyRun(console, folder).run(progress);
    }
}
