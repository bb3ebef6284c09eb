package io.daybook.cli.cluster;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code daybook cluster check}: whether the files of nodes fit together. */
@Command(
        name = "check",
        description = {
            "Reads the configurations of the nodes of one cluster, and starts nothing. Says, line by line, what does"
                    + " not fit together.",
            ""
        },
        footer = {"", "Exit status: 0 without faults; 2 with faults."})
public final class ClusterCheckCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(arity = "1..3", paramLabel = "FILE", description = "The configurations, all three at best.")
    private List<Path> files = List.of();

    public ClusterCheckCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        return ClusterTasks.check(console, files);
    }
}
