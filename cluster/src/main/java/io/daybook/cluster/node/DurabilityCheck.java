package io.daybook.cluster.node;

import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterConfigException;
import io.daybook.cluster.status.NodeStatus;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Compares the durability of this node with that of the others: an answer survives only as much as the weaker one
 * allows. A starting node refuses a difference; a running node reports it once for each node.
 */
final class DurabilityCheck {
    private final ClusterConfig config;
    private final Consumer<String> notes;
    private final Set<Integer> reported = new HashSet<>();

    DurabilityCheck(final ClusterConfig config, final Consumer<String> notes) {
        this.config = config;
        this.notes = notes;
    }

    /**
     * Refuses a start if another node has a different durability.
     *
     * @throws ClusterConfigException if the two durabilities differ
     */
    static void require(final ClusterConfig config, final NodeStatus other) {
        final String difference = difference(config, other);
        if (difference != null) {
            throw new ClusterConfigException(difference);
        }
    }

    /** Reports each node with another durability once; again only after the node had the same in between. */
    void report(final List<NodeStatus> others) {
        for (final NodeStatus other : others) {
            final String difference = difference(config, other);
            if (difference == null) {
                reported.remove(other.node());
            } else if (reported.add(other.node())) {
                notes.accept("daybook cluster node: " + difference);
            }
        }
    }

    /** Returns the difference; null if both have the same, or the other's release does not report it. */
    private static @Nullable String difference(final ClusterConfig config, final NodeStatus other) {
        final String own = config.durability().word();
        final String theirs = other.start().durability();
        if (other.node() == config.node() || theirs.isEmpty() || theirs.equals(own)) {
            return null;
        }
        return "node " + other.node() + " runs with durability = \"" + theirs + "\", and node " + config.node()
                + " has durability = \"" + own + "\": an answer survives only what the weaker one does. Give the key"
                + " durability the same value in the files of all nodes, then start this one";
    }
}
