package io.daybook.cluster.node;

import io.daybook.cluster.config.Answers;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterMember;
import io.daybook.cluster.config.Durability;
import java.nio.file.Path;
import java.util.List;

/** Creates configurations of a node 0 on this machine, with the defaults of the file. */
public final class NodeConfigs {
    private NodeConfigs() {}

    public static ClusterConfig local(
            final Path dir, final ClusterMember zero, final ClusterMember one, final ClusterMember two) {
        return new ClusterConfig(
                "tulip",
                0,
                dir,
                List.of(zero, one, two),
                "127.0.0.1",
                Durability.POWER,
                Answers.CARRIED_OUT,
                1_000,
                100,
                500,
                100,
                null,
                List.of());
    }
}
