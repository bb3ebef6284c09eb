package io.daybook.cluster.node;

import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterConfigException;
import io.daybook.cluster.log.ClusterLogException;
import io.daybook.cluster.log.ExportReport;
import io.daybook.cluster.log.LogExport;
import io.daybook.cluster.log.NodeLog;
import io.daybook.cluster.status.NodeMetrics;
import io.daybook.cluster.status.NodeStatus;
import io.daybook.cluster.status.StatusClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Exports the log of a node on this machine: for a running node the part that it has carried out, which is committed;
 * for a stopped node the whole log, whose end may not be committed.
 *
 * @param report the result
 * @param isCommitted whether all of it is known to be committed
 */
public record NodeExport(ExportReport report, boolean isCommitted) {
    /** The name of the exporter's mark. */
    static final String MARK = "export";

    private static final int ANSWER_MS = 2_000;
    private static final long CONFIRM_NS = TimeUnit.SECONDS.toNanos(10);

    /**
     * Exports, and lets {@code retain} purge the log that the next export of the folder does not need.
     *
     * @param folder the folder of the journal; continued if there is one
     * @param isFinal whether an incomplete block is written too
     * @throws ClusterConfigException if the node has no folder, or runs and does not answer
     * @throws ClusterLogException if its log cannot be read, or leads to other results than those of the node
     */
    public static NodeExport run(final ClusterConfig config, final Path folder, final boolean isFinal)
            throws IOException {
        final NodeFolder stopped = NodeFolder.openStopped(config);
        if (stopped != null) {
            try (stopped) {
                return of(LogExport.run(NodeLog.open(config.dir()), Long.MAX_VALUE, folder, isFinal), config, false);
            }
        }
        final NodeStatus status = ask(config);
        awaitConfirmed(config, status.position());
        final ExportReport report = LogExport.run(NodeLog.open(config.dir()), status.position(), folder, isFinal);
        if (report.logSeq() == status.seq() && report.chain() != status.chain()) {
            throw new ClusterLogException("the log of " + config.dir() + " leads to other results up to seq "
                    + status.seq() + " than the node has: do not use " + folder
                    + ", and compare the nodes with daybook cluster status");
        }
        return of(report, config, true);
    }

    private static NodeStatus ask(final ClusterConfig config) throws IOException {
        return StatusClient.ask(config, ANSWER_MS)
                .get(config.node())
                .orElseThrow(() -> new ClusterConfigException("node " + config.node() + " runs in " + config.dir()
                        + ", and does not answer at port " + config.self().statusPort() + ": try again, or stop it"));
    }

    /**
     * Waits until another node has carried out the position, because a part that only one node has carried out may
     * still be cut.
     */
    private static void awaitConfirmed(final ClusterConfig config, final long position) throws IOException {
        final long start = System.nanoTime();
        NodeMetrics metrics = ask(config).metrics();
        while (metrics.releasedPosition() >= 0 && metrics.releasedPosition() < position) {
            if (System.nanoTime() - start > CONFIRM_NS) {
                throw new ClusterConfigException("node " + config.node() + " has carried out the log up to position "
                        + position + ", and no other node has reported the same after position "
                        + metrics.releasedPosition() + ": start another node, or stop this one");
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            metrics = ask(config).metrics();
        }
    }

    private static NodeExport of(final ExportReport report, final ClusterConfig config, final boolean isCommitted)
            throws IOException {
        new LogMarks(config.dir()).set(MARK, report.resumePosition());
        return new NodeExport(report, isCommitted);
    }

    /**
     * Exports the folder of a backup, or a copy of a node's folder, to the end of its log. Everything in a backup is
     * committed.
     *
     * @throws ClusterLogException if its log cannot be read
     */
    public static NodeExport ofFolder(final Path dir, final Path folder, final boolean isFinal) throws IOException {
        return new NodeExport(LogExport.run(NodeLog.open(dir), Long.MAX_VALUE, folder, isFinal), false);
    }
}
