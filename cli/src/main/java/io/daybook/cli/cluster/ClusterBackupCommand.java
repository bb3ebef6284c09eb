package io.daybook.cli.cluster;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code daybook cluster backup}: copies the log while the cluster runs. */
@Command(
        name = "backup",
        description = {
            "Copies log and snapshots of a cluster into a folder, as far as they are committed, until it is ended. It"
                    + " has no"
                    + " vote; the nodes keep for it what it has not copied yet. 'export --from DIR' reads its folder.",
            ""
        },
        footer = {
            "",
            "Exit status: 0 when ended by a signal; 2 for faults in the file or the arguments; 3 where it gave up, as"
                    + " on a full disk."
        })
public final class ClusterBackupCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "FILE", description = "The configuration of any node.")
    private Path file = Path.of("");

    @Parameters(index = "1", paramLabel = "DIR", description = "The folder of the backup.")
    private Path folder = Path.of("");

    @Option(
            names = "--address",
            paramLabel = "HOST",
            defaultValue = "127.0.0.1",
            description = "The address of this machine at which the nodes reach it. Default: ${DEFAULT-VALUE}.")
    private String address = "127.0.0.1";

    @Option(
            names = "--name",
            paramLabel = "NAME",
            defaultValue = "backup",
            description = "By which the nodes know it; each backup has its own. Default: ${DEFAULT-VALUE}.")
    private String name = "backup";

    public ClusterBackupCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        return ClusterLogTasks.backup(console, file, folder, address, name);
    }
}
