package io.daybook.cluster.node;

import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.status.NodeStatus;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Decides whether this node waits for no reports, because another running node has a release that does not report how
 * far it has carried out the log. A node that no longer answers does not count: it carries nothing out either.
 */
final class ReportWaiver {
    /** A running node misses at most several checks of the watchdog. */
    private static final long HOLDS_NS = TimeUnit.SECONDS.toNanos(5);

    private final boolean[] isWithoutReports = new boolean[ClusterConfig.NODES];
    private final long[] answeredNs = new long[ClusterConfig.NODES];

    /** Called when other nodes have answered. */
    void answered(final List<NodeStatus> others, final long nowNs) {
        for (final NodeStatus other : others) {
            isWithoutReports[other.node()] = other.metrics().releasedSeq() < 0;
            answeredNs[other.node()] = nowNs;
        }
    }

    boolean holds(final long nowNs) {
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            if (isWithoutReports[node] && nowNs - answeredNs[node] <= HOLDS_NS) {
                return true;
            }
        }
        return false;
    }
}
