package io.daybook.cli.cluster;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code daybook cluster rescue}: the way back from two lost folders. */
@Command(
        name = "rescue",
        description = {
            "Begins the cluster anew with what one node has, where the folders of both others are lost. Run it on the"
                    + " machine of the node that is left, which is stopped: its log becomes the journal DIR, and its"
                    + " folder is put away. Then start all three nodes with empty folders; this command waits for them"
                    + " and imports the journal.",
            ""
        },
        footer = {
            "",
            "Without --yes it only says what that costs, and ends with 2.",
            "Exit status: 0; 2 for faults in the file, without --yes, or where there is something to seed from; 3 where"
                    + " the log or DIR is refused, or the nodes do not start."
        })
public final class ClusterRescueCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "FILE", description = "The configuration of the node that is left.")
    private Path file = Path.of("");

    @Parameters(index = "1", paramLabel = "DIR", description = "The journal folder to be written.")
    private Path folder = Path.of("");

    @Option(names = "--yes", description = "Does it.")
    private boolean isAgreed;

    @Mixin
    private ClusterClientName as = new ClusterClientName();

    public ClusterRescueCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        return ClusterRescueTask.run(console, file, folder, isAgreed, as.name());
    }
}
