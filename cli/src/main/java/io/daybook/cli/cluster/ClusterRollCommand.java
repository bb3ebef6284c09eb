package io.daybook.cli.cluster;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code daybook cluster roll}: the end of a day for FIX. */
@Command(
        name = "roll",
        description = {
            "Ends a day for the sessions of FIX, at one place of the log: orders that are good for the day (59=0) are"
                    + " cancelled, which their sessions hear as 150=C, and ClOrdIDs may be used again.",
            ""
        },
        footer = {
            "",
            "Exit status: 0; 2 for faults in the file, or where the cluster has no door for FIX; 3 where no leader"
                    + " answers, or the cluster refuses."
        })
public final class ClusterRollCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private ClusterOperator operator = new ClusterOperator();

    public ClusterRollCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        return ClusterRollTask.run(console, operator.file(), operator.session(), operator.name());
    }
}
