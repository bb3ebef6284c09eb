package io.daybook.cli.cluster;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The cluster, session and key of an operator's request. */
final class ClusterOperator {
    @Parameters(paramLabel = "FILE", description = "The configuration of one of the nodes.")
    private Path file = Path.of("");

    @Option(
            names = "--session",
            required = true,
            paramLabel = "N",
            description = "A session for this command. A client that uses it now is disconnected.")
    private int session;

    @Mixin
    private ClusterClientName as = new ClusterClientName();

    Path file() {
        return file;
    }

    int session() {
        return session;
    }

    /** Returns the name of the client; null if none was given. */
    @Nullable
    String name() {
        return as.name();
    }
}
