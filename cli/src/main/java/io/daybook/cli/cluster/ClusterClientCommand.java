package io.daybook.cli.cluster;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code daybook cluster client}: the shell, on a cluster. */
@Command(
        name = "client",
        description = {
            "Trades by hand on a cluster: reads lines as 'daybook shell' does ('help' lists the words) and shows what"
                    + " became of each. While nodes fail it waits, and goes on.",
            ""
        },
        footer = {
            "",
            "Exit status: 0; 1 when lines were not understood; 2 for faults in the file; 3 where no leader answers, or"
                    + " another client took the session."
        })
public final class ClusterClientCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE", description = "The configuration of one of the nodes.")
    private Path file = Path.of("");

    @Option(
            names = "--session",
            required = true,
            paramLabel = "N",
            description = "The session, 1 to 524287; a client that has it now is shut out.")
    private int session;

    @Option(
            names = "--address",
            paramLabel = "HOST",
            defaultValue = "127.0.0.1",
            description = "The address of this machine at which the nodes reach it. Default: ${DEFAULT-VALUE}.")
    private String address = "127.0.0.1";

    @Mixin
    private ClusterClientName as = new ClusterClientName();

    public ClusterClientCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        return ClusterTasks.client(console, file, session, address, as.name());
    }
}
