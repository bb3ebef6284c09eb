package io.daybook.cli.cluster;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code daybook cluster node}: runs a node. */
@Command(
        name = "node",
        description = {
            "Runs one node of a cluster until the cluster is told to stop, or SIGTERM. It says 'node N of CLUSTER runs'"
                    + " once it does; with a folder without a log it first waits for both others.",
            ""
        },
        footer = {
            "",
            "Exit status: 0 after 'daybook cluster stop'; 143 after SIGTERM; 2 for faults in the file; 70 where"
                    + " something threw or the node fell behind for good; 71 before its disk is full; 72 where its disk"
                    + " failed; 73 where the leader lacks what this node has committed; 76 where it computed something"
                    + " else than both others."
        })
public final class ClusterNodeCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE", description = "The configuration of this node.")
    private Path file = Path.of("");

    @Option(
            names = "--plain-text-on-public-address",
            description = "Start although an address is neither of this machine nor private: nothing is encrypted.")
    private boolean publicAddress;

    public ClusterNodeCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        return ClusterTasks.node(console, file, publicAddress);
    }
}
