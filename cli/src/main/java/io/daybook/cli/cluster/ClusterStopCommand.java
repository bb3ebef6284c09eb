package io.daybook.cli.cluster;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code daybook cluster stop}: ends all nodes in order. */
@Command(
        name = "stop",
        description = {
            "Tells the cluster to take a snapshot and to end, and waits until no node answers. Run it on the machine of"
                    + " the leader, with its FILE: daybook cluster status says which node leads.",
            ""
        },
        footer = {"", "Exit status: 0 when all have ended; 2 for faults in the file; 3 where that node does not lead."})
public final class ClusterStopCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE", description = "The configuration of the node that leads.")
    private Path file = Path.of("");

    public ClusterStopCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        return ClusterTasks.stop(console, file);
    }
}
