package io.daybook.cli.cluster;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code daybook cluster followers}: who hears every result on each node. */
@Command(
        name = "followers",
        description = {
            "Names those who hear every result on each node, from a place of the log on, beside those that are named"
                    + " already. Each node must answer, and say that it knows them: a node that lacks one could not"
                    + " go on. There is no way back.",
            ""
        },
        footer = {
            "",
            "Exit status: 0; 2 for faults in the file, or where a node does not answer or does not know one of them; 3"
                    + " where no leader answers, or the cluster refuses."
        })
public final class ClusterFollowersCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "FILE", description = "The configuration of one of the nodes.")
    private Path file = Path.of("");

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "NAME", description = "A follower.")
    private List<String> names = new ArrayList<>();

    @Mixin
    private ClusterClientName as = new ClusterClientName();

    public ClusterFollowersCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        return ClusterTasks.followers(console, file, names, as.name());
    }
}
