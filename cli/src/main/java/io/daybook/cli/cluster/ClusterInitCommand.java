package io.daybook.cli.cluster;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code daybook cluster init}: the first message of a log. */
@Command(
        name = "init",
        description = {
            "Gives a new cluster its settings, once, when at least two of its nodes run: an exchange id and a secret,"
                    + " both drawn, and whether futures are traded. Until then the cluster refuses everything.",
            ""
        },
        footer = {
            "",
            "Exit status: 0; 2 for faults in the file; 3 where no leader answers, or the cluster has settings."
        })
public final class ClusterInitCommand implements Callable<Integer> {
    /** What an option says that is on or off. */
    enum Switch {
        on,
        off
    }

    private final Console console;

    @Parameters(paramLabel = "FILE", description = "The configuration of one of the nodes.")
    private Path file = Path.of("");

    @Option(
            names = "--margin-trading",
            required = true,
            paramLabel = "on|off",
            description = "Whether orders for futures are taken; stays so.")
    private Switch marginTrading = Switch.off;

    @Mixin
    private ClusterClientName as = new ClusterClientName();

    public ClusterInitCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        return ClusterTasks.init(console, file, marginTrading == Switch.on, as.name());
    }
}
