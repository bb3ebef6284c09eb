package io.daybook.cli.cluster;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code daybook cluster import}: begins a cluster with the state of a journal. */
@Command(
        name = "import",
        description = {
            "Begins the log of a new cluster, in place of init, with the state of a journal folder, which is only read:"
                    + " the same exchange, balances, orders and seqs. From then on the folder must not be served any"
                    + " more; export continues it.",
            ""
        },
        footer = {
            "",
            "Exit status: 0; 2 for faults in the file; 3 where the folder is refused, the cluster has settings, or no"
                    + " leader answers."
        })
public final class ClusterImportCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "FILE", description = "The configuration of one of the nodes.")
    private Path file = Path.of("");

    @Parameters(index = "1", paramLabel = "DIR", description = "The journal folder.")
    private Path folder = Path.of("");

    @Mixin
    private ClusterClientName as = new ClusterClientName();

    public ClusterImportCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        return ClusterLogTasks.importJournal(console, file, folder, as.name());
    }
}
