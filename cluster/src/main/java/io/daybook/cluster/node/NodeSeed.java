package io.daybook.cluster.node;

import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.NodeStateFile;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterConfigException;
import io.daybook.cluster.config.ClusterMember;
import io.daybook.cluster.status.NodeStatus;
import io.daybook.cluster.status.StatusClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.agrona.concurrent.NoOpLock;

/**
 * Fills the empty folder of a node from the others, so that the node cannot harm them. A node that returns with less
 * than it once acknowledged, or that votes twice in a term, can lose committed commands. So the folder gets everything
 * that the leader has appended, committed or not, and the highest term in which either of the others was a candidate or
 * voted.
 */
public final class NodeSeed {
    /** Exists while a folder is filled: its node does not start then. */
    static final String UNFINISHED = "seed-unfinished";

    private static final Set<String> LEFT = Set.of("lock", "identity", NodeFolder.NEW);
    private static final int ANSWER_MS = 2_000;
    private static final long LOOK_MS = 20;
    private static final long STILL_NS = 60_000_000_000L;
    private static final int MAX_RECORDINGS = 1_000_000;

    private NodeSeed() {}

    /**
     * Seeds the folder of a node, which must be missing or empty, or from an unfinished seed.
     *
     * @param config the configuration of the node to be seeded
     * @return the position up to which the folder has the log
     * @throws ClusterConfigException if the folder is not empty, one of the others does not answer, none leads, or no
     *     data comes: then the folder must not be used, and may be seeded again
     */
    public static long run(final ClusterConfig config) throws IOException, InterruptedException {
        final Path dir = config.dir();
        requireEmpty(dir);
        final NodeStatus leader = others(config).stream()
                .filter(one -> one.role().equals("LEADER"))
                .findFirst()
                .orElseThrow(() -> new ClusterConfigException(
                        "neither of the other nodes leads: wait for a leader, see daybook cluster status"));
        Files.createDirectories(dir);
        Files.deleteIfExists(dir.resolve("identity"));
        Files.deleteIfExists(dir.resolve(NodeFolder.NEW));
        Files.writeString(dir.resolve(UNFINISHED), "a seed of this folder was begun; run it again\n");
        final long copied;
        try (BackupNode backup = BackupNode.start(config, dir, config.bind(), BackupNode.Source.LEADER)) {
            final long target = appended(config, config.members().get(leader.node()), backup);
            copied = await(backup, target);
        }
        final long candidateTerm = others(config).stream()
                .mapToLong(one -> Math.max(one.term(), one.candidateTerm()))
                .max()
                .orElseThrow();
        try (NodeStateFile votes = new NodeStateFile(
                dir.resolve("cluster").toFile(), true, config.durability().fileSyncLevel())) {
            votes.updateCandidateTermId(candidateTerm, copied, System.currentTimeMillis());
        }
        NodeFolder.takeSeeded(config).close();
        return copied;
    }

    private static void requireEmpty(final Path dir) throws IOException {
        if (!Files.isDirectory(dir)) {
            return;
        }
        if (Files.exists(dir.resolve(UNFINISHED)) && !Files.exists(dir.resolve("identity"))) {
            final List<Path> all;
            try (Stream<Path> walk = Files.walk(dir)) {
                all = walk.sorted(java.util.Comparator.reverseOrder()).toList();
            }
            for (final Path path : all) {
                Files.delete(path);
            }
            return;
        }
        try (Stream<Path> files = Files.list(dir)) {
            // these files are left by a start that was refused, or that waited for others
            if (files.anyMatch(file -> !LEFT.contains(String.valueOf(file.getFileName())))) {
                throw new ClusterConfigException(
                        dir + " is not empty: a node that has its folder needs no seed; move it"
                                + " away if it is damaged");
            }
        }
    }

    /** Returns the status of both others, which must answer. */
    private static List<NodeStatus> others(final ClusterConfig config) throws IOException {
        final List<Optional<NodeStatus>> all = StatusClient.ask(config, ANSWER_MS);
        final List<NodeStatus> others = new ArrayList<>();
        for (int node = 0; node < all.size(); node++) {
            if (node != config.node()) {
                final int other = node;
                others.add(all.get(node)
                        .filter(status -> !status.start().isWaiting())
                        .orElseThrow(() -> new ClusterConfigException("node " + other
                                + " does not answer, or waits for others: a node is seeded only while both others run,"
                                + " because each may have votes and messages that the other lacks; start it first")));
            } else if (all.get(node).isPresent()) {
                throw new ClusterConfigException("node " + node + " runs: stop it before it is seeded");
            }
        }
        return others;
    }

    /** The position up to which the leader has written the log. */
    private static long appended(final ClusterConfig config, final ClusterMember leader, final BackupNode backup) {
        try (AeronArchive archive = AeronArchive.connect(new AeronArchive.Context()
                .aeronDirectoryName(backup.aeronDirectory())
                .lock(NoOpLock.INSTANCE)
                .controlRequestChannel("aeron:udp?endpoint=" + leader.archive())
                .controlResponseChannel("aeron:udp?endpoint=" + config.bind() + ":0")
                .credentialsSupplier(ClusterNode.credentials(config.keys())))) {
            final long[] log = {-1};
            archive.listRecordings(
                    0,
                    MAX_RECORDINGS,
                    (controlSessionId,
                            correlationId,
                            recordingId,
                            startTimestamp,
                            stopTimestamp,
                            startPosition,
                            stopPosition,
                            initialTermId,
                            segmentFileLength,
                            termBufferLength,
                            mtuLength,
                            sessionId,
                            streamId,
                            strippedChannel,
                            originalChannel,
                            sourceIdentity) -> {
                        if (streamId == ConsensusModule.Configuration.logStreamId()) {
                            log[0] = recordingId;
                        }
                    });
            final long position = log[0] < 0 ? AeronArchive.NULL_POSITION : archive.getRecordingPosition(log[0]);
            if (position == AeronArchive.NULL_POSITION) {
                throw new ClusterConfigException("the leader changed just now: run seed again");
            }
            return position;
        }
    }

    private static long await(final BackupNode backup, final long target) throws InterruptedException {
        long last = backup.position();
        long sinceNs = System.nanoTime();
        while (backup.position() < target) {
            Thread.sleep(LOOK_MS);
            if (backup.position() != last) {
                last = backup.position();
                sinceNs = System.nanoTime();
            }
            if (backup.isEnded() || System.nanoTime() - sinceNs > STILL_NS) {
                throw new ClusterConfigException("nothing was received for a minute after position " + last + " of "
                        + target + " (" + backup.lastFailure() + "): check the network, then run seed again");
            }
        }
        return backup.position();
    }
}
