package io.daybook.cli.cluster;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The name of a client at a cluster with keys. */
final class ClusterClientName {
    @Option(
            names = "--as",
            paramLabel = "NAME",
            description =
                    "The client among the keys that 'secrets' in FILE names; not needed where it is the only one.")
    private @Nullable String name;

    /** Null where none was given. */
    @Nullable
    String name() {
        return name;
    }
}
