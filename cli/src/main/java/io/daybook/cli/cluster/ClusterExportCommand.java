package io.daybook.cli.cluster;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code daybook cluster export}: the log as a journal folder. */
@Command(
        name = "export",
        description = {
            "Writes the log of a node on this machine into a journal folder, which restore, audit, journal and replay"
                    + " take. The node may run: then up to what is committed. A folder that is there is continued; from"
                    + " whichever node, in however many runs, its frames are the same bytes.",
            ""
        },
        footer = {
            "",
            "Exit status: 0; 2 for faults in the file or the arguments; 3 where the log or the folder is refused."
        })
public final class ClusterExportCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "FILE", description = "The configuration of the node.")
    private Path file = Path.of("");

    @Parameters(index = "1", paramLabel = "DIR", description = "The journal folder.")
    private Path folder = Path.of("");

    @Option(
            names = "--final",
            description = "Writes the end of the log, too; without it, only whole blocks of 4,096 commands.")
    private boolean isFinal;

    @Option(
            names = "--from",
            paramLabel = "DIR",
            description = "Reads the folder of a backup, or a copy of a node's folder, instead.")
    private @Nullable Path from;

    public ClusterExportCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        return ClusterLogTasks.export(console, file, folder, isFinal, from);
    }
}
