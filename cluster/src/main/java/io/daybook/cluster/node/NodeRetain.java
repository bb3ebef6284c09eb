package io.daybook.cluster.node;

import io.aeron.archive.client.AeronArchive;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterConfigException;
import io.daybook.cluster.log.NodeLog;
import io.daybook.cluster.status.NodeStatus;
import io.daybook.cluster.status.StatusClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.agrona.concurrent.NoOpLock;

/**
 * Purges the log of a running node on this machine: all files before the oldest position that is needed by its three
 * newest snapshots, by its marks (exporter, backups), or by another node that answers; and snapshots older than the
 * kept log needs.
 *
 * @param from the first position before the purge
 * @param to the first position after it
 * @param snapshots how many recordings of older snapshots were purged
 * @param keptFor what kept the rest of the log
 */
public record NodeRetain(long from, long to, int snapshots, String keptFor) {
    private static final int SNAPSHOTS = 3;
    private static final int ANSWER_MS = 2_000;

    /**
     * Purges the log.
     *
     * @throws ClusterConfigException if the node does not run here, it has fewer than three snapshots, or a mark cannot
     *     be read: nothing was purged
     */
    public static NodeRetain run(final ClusterConfig config) throws IOException {
        final List<Optional<NodeStatus>> statuses = StatusClient.ask(config, ANSWER_MS);
        if (statuses.get(config.node()).isEmpty()) {
            throw new ClusterConfigException("node " + config.node()
                    + " does not answer: start it; the log of a node is" + " purged while it runs, on its machine");
        }
        final NodeLog log = NodeLog.open(config.dir());
        if (log.snapshots().size() < SNAPSHOTS) {
            throw new ClusterConfigException(
                    "node " + config.node() + " has " + log.snapshots().size()
                            + " snapshots; its log is kept from the third newest on: daybook cluster snapshot");
        }
        long keep = log.snapshots().get(SNAPSHOTS - 1).position();
        final List<String> why = new ArrayList<>(List.of("the third newest snapshot"));
        for (final Map.Entry<String, Long> mark :
                new LogMarks(config.dir()).all().entrySet()) {
            if (mark.getValue() < keep) {
                keep = mark.getValue();
                why.add(0, "the mark " + mark.getKey());
            }
        }
        for (final Optional<NodeStatus> status : statuses) {
            if (status.isPresent() && status.get().position() < keep) {
                keep = status.get().position();
                why.add(0, "node " + status.get().node());
            }
        }
        final long to = Math.max(log.startPosition(), log.segmentBase(keep));
        final List<Long> old = NodeLog.snapshotsBefore(config.dir(), keep);
        if (to > log.startPosition() || !old.isEmpty()) {
            purge(config, log, to, old);
        }
        return new NodeRetain(log.startPosition(), to, old.size(), why.get(0));
    }

    private static void purge(final ClusterConfig config, final NodeLog log, final long to, final List<Long> old) {
        final String local = "aeron:ipc?term-length=64k";
        try (AeronArchive archive = AeronArchive.connect(new AeronArchive.Context()
                .aeronDirectoryName(ClusterNode.aeronDirectory(config))
                .lock(NoOpLock.INSTANCE)
                .controlRequestChannel(local)
                .controlRequestStreamId(AeronArchive.Configuration.localControlStreamId())
                .controlResponseChannel(local)
                .credentialsSupplier(ClusterNode.credentials(config.keys())))) {
            if (to > log.startPosition()) {
                archive.purgeSegments(log.recordingId(), to);
            }
            old.forEach(archive::purgeRecording);
        }
    }

    /** Removes the mark of a reader for which the log was kept; returns whether there was one. */
    public static boolean forget(final ClusterConfig config, final String name) throws IOException {
        return new LogMarks(config.dir()).forget(name);
    }
}
