package io.daybook.cli.cluster;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code daybook cluster seed}: fills the empty folder of a node. */
@Command(
        name = "seed",
        description = {
            "Fills the empty folder of a node, on its machine, with all that the leader has, so that the node"
                    + " can be started"
                    + " without harm: a node that comes back with less than it once acknowledged, or votes twice, can"
                    + " lose"
                    + " what was answered. Both other nodes must run.",
            ""
        },
        footer = {"", "Exit status: 0; 2 where the folder is not empty, a node does not answer or none leads."})
public final class ClusterSeedCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE", description = "The configuration of the node to be seeded.")
    private Path file = Path.of("");

    public ClusterSeedCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        return ClusterLogTasks.seed(console, file);
    }
}
