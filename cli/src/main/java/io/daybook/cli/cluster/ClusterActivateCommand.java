package io.daybook.cli.cluster;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code daybook cluster activate}: the next rules. */
@Command(
        name = "activate",
        description = {
            "Has commands carried out by the next version of semantics, from a place of the log on, once every node"
                    + " runs a release that knows it: each says so in its status. There is no way back.",
            ""
        },
        footer = {
            "",
            "Exit status: 0; 2 for faults in the file, or where a node does not answer or does not know the version; 3"
                    + " where no leader answers, or the cluster refuses."
        })
public final class ClusterActivateCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE", description = "The configuration of one of the nodes.")
    private Path file = Path.of("");

    @Option(
            names = "--semantics",
            required = true,
            paramLabel = "N",
            description = "The version, one above that of the log.")
    private int semantics;

    @Mixin
    private ClusterClientName as = new ClusterClientName();

    public ClusterActivateCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        return ClusterTasks.activate(console, file, semantics, as.name());
    }
}
