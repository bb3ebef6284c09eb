package io.daybook.cli.cluster;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code daybook cluster retain}: purges what nobody needs of the log. */
@Command(
        name = "retain",
        description = {
            "Purges the log of a running node, on its machine: whole files before the oldest of its three newest"
                    + " snapshots,"
                    + " and before what an exporter, a backup or another node still needs. Run it on each node.",
            ""
        },
        footer = {"", "Exit status: 0; 2 where the node does not run, has fewer snapshots, or a mark cannot be read."})
public final class ClusterRetainCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE", description = "The configuration of the node.")
    private Path file = Path.of("");

    @Option(
            names = "--forget",
            paramLabel = "NAME",
            description = "First forgets a reader for whom the log is kept: a backup, or 'export'.")
    private @Nullable String forget;

    public ClusterRetainCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        return ClusterLogTasks.retain(console, file, forget);
    }
}
