package io.daybook.cli.cluster;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code daybook cluster snapshot}: a snapshot on every node. */
@Command(
        name = "snapshot",
        description = {
            "Takes a snapshot on every node, at the same place of the log, and waits until each has it: a node that"
                    + " starts again reads it instead of the log before it. All nodes stand still meanwhile.",
            ""
        },
        footer = {"", "Exit status: 0; 2 for faults in the file; 3 where a node does not have one in time."})
public final class ClusterSnapshotCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private ClusterOperator operator = new ClusterOperator();

    public ClusterSnapshotCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        return ClusterTasks.snapshot(console, operator.file(), operator.session(), operator.name());
    }
}
