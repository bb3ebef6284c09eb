package io.daybook.cluster.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.RecordingLog;
import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.StateHashQuery;
import io.daybook.cluster.client.ClusterExchange;
import io.daybook.cluster.client.ClusterSetup;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterConfigException;
import io.daybook.cluster.log.ExportReport;
import io.daybook.cluster.log.JournalImport;
import io.daybook.cluster.log.LogExport;
import io.daybook.cluster.log.NodeLog;
import io.daybook.engine.state.RandomMarket;
import io.daybook.host.Proves;
import io.daybook.journal.JournalStat;
import io.daybook.journal.access.JournalReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exports the log of real nodes, and imports it again. */
@Proves("a cluster's log gives one journal, whichever node it comes from")
@Tag("whole")
class ClusterLogTest {
    private static final int BATCH = 3_000;

    /**
     * False by default: then no process is killed and one cluster is enough, because both take long beside other tests.
     */
    private static final boolean IS_LONG = Boolean.getBoolean("daybook.long");

    @TempDir
    private Path dir;

    private final RandomMarket market = new RandomMarket(12);
    private long last;

    @Test
    void shouldGiveTheSameJournalWhicheverNodeItComesFrom() throws Exception {
        final long hash;
        try (ClusterProcesses nodes = IS_LONG ? new ClusterProcesses(dir, "process") : ClusterProcesses.patient(dir)) {
            nodes.startAll();
            nodes.awaitLeader();
            ClusterSetup.init(nodes.config.ingressEndpoints(), "127.0.0.1", true, null, Duration.ofSeconds(60));
            try (ClusterExchange client = nodes.connect(1)) {
                send(client, market.opening());
                send(client, market.trading(BATCH));
                send(client, market.trading(BATCH));

                // one node is read while it runs, twice
                final int read = nodes.awaitLeader();
                final ExportReport first = export(nodes, read, "node" + read, "runs", false);
                assertEquals(4_096, first.lastSeq());
                final List<CompletableFuture<CommandResult>> underway = submit(client, market.trading(BATCH));
                if (IS_LONG) {
                    // the leader is killed with messages in flight, which therefore come twice
                    nodes.kill(read);
                    hear(underway);
                    nodes.start(read);
                } else {
                    hear(underway);
                }
                nodes.awaitAgreement(last);
                assertTrue(client.requestSnapshot().get(60, TimeUnit.SECONDS));
                send(client, market.trading(BATCH));
                nodes.awaitAgreement(last);
                final ExportReport second = export(nodes, read, "node" + read, "runs", false);
                assertEquals(4_097, second.firstSeq());
                assertEquals(last - last % 4_096, second.lastSeq());
                assertEquals(last, second.logSeq());
                hash = client.query(new StateHashQuery())
                        .get(60, TimeUnit.SECONDS)
                        .hash();
            }
        }
        // all nodes are stopped, and each log is read to its end
        final ExportReport continued =
                LogExport.run(NodeLog.open(dir.resolve("node0")), Long.MAX_VALUE, dir.resolve("runs"), true);
        assertEquals(last, continued.lastSeq());
        assertEquals(hash, continued.stateHash());
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            final Path folder = dir.resolve("export" + node);
            final ExportReport report =
                    LogExport.run(NodeLog.open(dir.resolve("node" + node)), Long.MAX_VALUE, folder, true);
            assertEquals(1, report.firstSeq());
            assertEquals(last, report.lastSeq());
            assertEquals(hash, report.stateHash());
            assertEquals(continued.chain(), report.chain());
            assertEquals(List.of(), SameJournals.differences(dir.resolve("runs"), folder));
        }
        final JournalStat stat = JournalReader.open(dir.resolve("runs")).stat();
        assertEquals(List.of(), stat.problems());
        assertEquals(last, stat.lastSeq());
        isNotBegunWithHalfASnapshot(dir.resolve("node2"));
        if (IS_LONG) {
            goesOnInAnotherCluster(hash);
        }
    }

    /** A node that dies between the service's snapshot and Aeron's begins with the earlier one, which must be kept. */
    private static void isNotBegunWithHalfASnapshot(final Path node) throws Exception {
        assertEquals(List.of(), NodeLog.snapshotsBefore(node, Long.MAX_VALUE));
        try (RecordingLog log = new RecordingLog(node.resolve("cluster").toFile(), false)) {
            final RecordingLog.Entry whole = Objects.requireNonNull(log.getLatestSnapshot(0));
            append(log, whole, 0);
            assertEquals(List.of(), NodeLog.snapshotsBefore(node, Long.MAX_VALUE));
            append(log, whole, ConsensusModule.Configuration.SERVICE_ID);
            final List<Long> before = NodeLog.snapshotsBefore(node, Long.MAX_VALUE);
            assertEquals(2, before.size());
            assertTrue(before.contains(whole.recordingId));
            assertEquals(List.of(), NodeLog.snapshotsBefore(node, whole.logPosition));
        }
    }

    private static void append(final RecordingLog log, final RecordingLog.Entry of, final int service) {
        log.appendSnapshot(
                of.recordingId,
                of.leadershipTermId,
                of.termBaseLogPosition,
                of.logPosition + 64,
                of.timestamp,
                service);
    }

    /** The folder begins another cluster, of the same exchange, and its export continues the folder. */
    private void goesOnInAnotherCluster(final long hash) throws Exception {
        final JournalImport state = JournalImport.read(dir.resolve("runs"));
        assertEquals(last, state.seq());
        assertEquals(hash, state.stateHash());
        final long written;
        try (ClusterProcesses nodes = new ClusterProcesses(Files.createDirectory(dir.resolve("second")), "process")) {
            nodes.startAll();
            nodes.awaitLeader();
            final String ingress = nodes.config.ingressEndpoints();
            ClusterSetup.importState(ingress, "127.0.0.1", state.chunks(), hash, null, Duration.ofSeconds(60));
            assertThrows(
                    IllegalStateException.class,
                    () -> ClusterSetup.importState(
                            ingress, "127.0.0.1", state.chunks(), hash, null, Duration.ofSeconds(60)));
            try (ClusterExchange client = nodes.connect(1)) {
                assertEquals(hash, hash(client));
                send(client, market.trading(BATCH));
                nodes.awaitAgreement(last);
                final ExportReport report = export(nodes, 0, "second/node0", "runs", true);
                assertEquals(last, report.lastSeq());
                assertEquals(hash(client), report.stateHash());
                written = last;
                isBackedUpPurgedAndSeeded(nodes, client, report);
            }
        }
        assertEquals(List.of(), JournalReader.open(dir.resolve("runs")).stat().problems());
        assertEquals(written, JournalImport.read(dir.resolve("runs")).seq());
    }

    private void isBackedUpPurgedAndSeeded(
            final ClusterProcesses nodes, final ClusterExchange client, final ExportReport exported) throws Exception {
        // a backup copies the committed log, and reports its position
        final Path folder = dir.resolve("backup");
        try (LogBackup backup = LogBackup.start(nodes.config, folder, "127.0.0.1", "backup")) {
            await(() -> backup.position() >= exported.logPosition(), backup);
            backup.tellPosition();
            final LogMarks marks = new LogMarks(nodes.config.dir());
            await(() -> marks.all().getOrDefault("backup", -1L) >= exported.logPosition(), backup);
        }
        final ExportReport copy =
                NodeExport.ofFolder(folder, dir.resolve("copy"), true).report();
        assertEquals(exported.chain(), copy.chain());
        assertEquals(exported.stateHash(), copy.stateHash());

        // a log that is longer than one of its files is purged up to the oldest of three snapshots
        assertThrows(ClusterConfigException.class, () -> NodeRetain.run(nodes.config), "there is no snapshot");
        nodes.fillLog(70 << 20);
        for (int i = 0; i < 3; i++) {
            final long before = nodes.snapshotPosition(0);
            assertTrue(client.requestSnapshot().get(60, TimeUnit.SECONDS));
            nodes.await(statuses -> nodes.snapshotPosition(0) > before);
            send(client, market.trading(10));
            nodes.awaitAgreement(last);
        }
        assertEquals("the mark backup", NodeRetain.run(nodes.config).keptFor());
        assertEquals(0, NodeLog.open(nodes.config.dir()).startPosition());
        assertTrue(NodeRetain.forget(nodes.config, "backup"));
        final NodeRetain purged = NodeRetain.run(nodes.config);
        assertEquals(64 << 20, purged.to());
        assertEquals(0, purged.snapshots(), "the log is kept from the oldest of three on");
        final long fourth = nodes.snapshotPosition(0);
        assertTrue(client.requestSnapshot().get(60, TimeUnit.SECONDS));
        nodes.await(statuses -> nodes.snapshotPosition(0) > fourth);
        send(client, market.trading(10));
        nodes.awaitAgreement(last);
        assertEquals(2, NodeRetain.run(nodes.config).snapshots(), "one recording of the service and one of Aeron");
        assertEquals(3, NodeLog.open(nodes.config.dir()).snapshots().size());
        assertEquals(0, NodeRetain.run(nodes.config).snapshots());
        assertEquals(purged.to(), NodeLog.open(nodes.config.dir()).startPosition());

        // a folder without a log is refused, and seeded
        final int leader = nodes.awaitLeader();
        final int lost = leader == 1 ? 2 : 1;
        final ClusterConfig config = nodes.configOf(lost);
        nodes.kill(lost);
        nodes.deleteFolder(lost);
        assertThrows(
                ClusterConfigException.class, () -> ClusterNode.start(config).close());
        final int other = 3 - leader - lost;
        nodes.kill(other);
        assertThrows(ClusterConfigException.class, () -> NodeSeed.run(config), "only one other runs");
        nodes.start(other);
        nodes.awaitLeader();
        nodes.await(statuses ->
                statuses.size() == 2 && statuses.get(0).seq() == statuses.get(1).seq());
        assertTrue(nodes.seed(lost) > 0);
        nodes.start(lost);
        send(client, market.trading(10));
        nodes.awaitAgreement(last);
    }

    private interface Wanted {
        boolean isThere() throws Exception;
    }

    private static void await(final Wanted wanted, final LogBackup backup) throws Exception {
        final long start = System.nanoTime();
        while (!wanted.isThere()) {
            assertTrue(
                    System.nanoTime() - start < TimeUnit.SECONDS.toNanos(90),
                    () -> "the backup is at " + backup.position() + ", its last failure " + backup.lastFailure());
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private static long hash(final ClusterExchange client) throws Exception {
        return client.query(new StateHashQuery()).get(60, TimeUnit.SECONDS).hash();
    }

    private ExportReport export(
            final ClusterProcesses nodes, final int node, final String from, final String folder, final boolean isFinal)
            throws Exception {
        final long committed = nodes.await(all -> all.stream().anyMatch(one -> one.node() == node)).stream()
                .filter(one -> one.node() == node)
                .findFirst()
                .orElseThrow()
                .position();
        assertNotEquals(0, committed);
        return LogExport.run(NodeLog.open(dir.resolve(from)), committed, dir.resolve(folder), isFinal);
    }

    private void send(final ClusterExchange client, final List<Command> commands) throws Exception {
        hear(submit(client, commands));
    }

    private static List<CompletableFuture<CommandResult>> submit(
            final ClusterExchange client, final List<Command> commands) {
        final List<CompletableFuture<CommandResult>> futures = new ArrayList<>();
        commands.forEach(command -> futures.add(client.submit(command)));
        return futures;
    }

    private void hear(final List<CompletableFuture<CommandResult>> futures) throws Exception {
        for (final CompletableFuture<CommandResult> future : futures) {
            assertEquals(++last, future.get(60, TimeUnit.SECONDS).seq());
        }
    }
}
