package io.daybook.cli.cluster;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The name of a client at a cluster with keys. */
final class ClusterClientName {
    @Option(
            names = "--as",
            paramLabel = "NAME",
            description =
                    "The name of this client among the keys in the file 'secrets' of FILE. Not needed if there is only"
                            + " one client.")
    private @Nullable String name;

    /** Returns the name of the client; null if none was given. */
    @Nullable
    String name() {
        return name;
    }
}
