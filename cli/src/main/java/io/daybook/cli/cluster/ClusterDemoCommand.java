package io.daybook.cli.cluster;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code daybook cluster demo}: three nodes, the leader killed, proof by hash. */
@Command(
        name = "demo",
        description = {
            "Starts three nodes on this machine, lets a market trade, kills the leader in the middle of it with"
                    + " commands on their way, starts it again, and proves by seqs and chains that nothing was lost and"
                    + " nothing done twice. Takes about twenty seconds.",
            ""
        },
        footer = {"", "Exit status: 0 only when everything agrees; else 3."})
public final class ClusterDemoCommand implements Callable<Integer> {
    private final Console console;

    public ClusterDemoCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        return ClusterTasks.demo(console);
    }
}
