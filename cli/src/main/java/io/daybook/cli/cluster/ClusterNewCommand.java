package io.daybook.cli.cluster;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code daybook cluster new}: an operator says that a cluster begins. */
@Command(
        name = "new",
        description = {
            "Says, before the first start of a node, on its machine, that its cluster begins: a node without a log"
                    + " otherwise waits until both others have said that they have none either. Needed only where a new"
                    + " cluster begins with two nodes. Never say it of a node whose folder is lost: that one may have"
                    + " answered what it no longer has; daybook cluster seed fills it.",
            ""
        },
        footer = {"", "Exit status: 0; 2 for faults in the file, or where the folder is in use, or has or had a log."})
public final class ClusterNewCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE", description = "The configuration of the node.")
    private Path file = Path.of("");

    public ClusterNewCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        return ClusterLogTasks.begin(console, file);
    }
}
