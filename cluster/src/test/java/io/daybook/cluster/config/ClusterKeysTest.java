package io.daybook.cluster.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.client.ArchiveException;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.daybook.api.AddUser;
import io.daybook.api.Command;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.MassCancel;
import io.daybook.api.Nop;
import io.daybook.api.QueryRefusedException;
import io.daybook.api.ResultCode;
import io.daybook.api.StateHashQuery;
import io.daybook.cluster.client.ClusterExchange;
import io.daybook.cluster.client.ClusterKey;
import io.daybook.cluster.client.ClusterSetup;
import io.daybook.cluster.client.SessionLostException;
import io.daybook.cluster.log.ExportReport;
import io.daybook.cluster.log.JournalImport;
import io.daybook.cluster.log.LogExport;
import io.daybook.cluster.log.NodeLog;
import io.daybook.cluster.node.ClusterProcesses;
import io.daybook.engine.ExchangeEngine;
import io.daybook.engine.state.RandomMarket;
import io.daybook.host.OnlyLong;
import io.daybook.host.Proves;
import io.daybook.journal.access.JournalReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real nodes that require keys, and that change their semantics while they run. */
@Proves("a cluster lets in who has a key, with its rights")
@Tag("whole")
class ClusterKeysTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int NEWEST = ExchangeEngine.SEMANTICS_VERSION;

    @TempDir
    private Path dir;

    private ClusterKeys keys;

    private static <T> T get(final CompletableFuture<T> future) throws Exception {
        return future.get(60, TimeUnit.SECONDS);
    }

    private static Throwable failure(final CompletableFuture<?> future) {
        return assertThrows(ExecutionException.class, () -> get(future)).getCause();
    }

    @OnlyLong
    @Test
    void shouldLetInWhoHasAKeyAndChangeItsRulesWhenToldTo() throws Exception {
        final Path file = Files.writeString(dir.resolve("cluster.keys"), """
                [nodes]
                secret = "00112233445566778899aabbccddeeff"
                [clients.root]
                secret = "00000000000000000000000000000001"
                sessions = ["1-10"]
                rights = ["trade", "view", "admin"]
                [clients.alice]
                secret = "00000000000000000000000000000002"
                sessions = ["11-20"]
                rights = ["trade"]
                """);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        keys = ClusterKeys.read(file, "test");
        final ExportReport exported;
        try (ClusterProcesses nodes = ClusterProcesses.patient(dir)) {
            nodes.startAll();
            nodes.awaitLeader();
            asksWhoComes(nodes);
            exported = changesItsRules(nodes);
            // a lost folder is filled by nodes that authenticate each other by their key
            final int lost = (nodes.awaitLeader() + 1) % ClusterConfig.NODES;
            nodes.kill(lost);
            nodes.deleteFolder(lost);
            nodes.seed(lost);
            nodes.start(lost);
            nodes.awaitAgreement(exported.logSeq());
        }
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            final ExportReport report = LogExport.run(
                    NodeLog.open(dir.resolve("node" + node)), Long.MAX_VALUE, dir.resolve("export" + node), true);
            assertEquals(exported.chain(), report.chain());
            assertEquals(exported.stateHash(), report.stateHash());
        }
        final ExportReport continued =
                LogExport.run(NodeLog.open(dir.resolve("node0")), Long.MAX_VALUE, dir.resolve("journal"), true);
        assertEquals(exported.lastSeq(), continued.lastSeq());
        assertEquals(
                exported.stateHash(), JournalImport.read(dir.resolve("journal")).stateHash());
        assertEquals(
                List.of(), JournalReader.open(dir.resolve("journal")).stat().problems());
    }

    private void asksWhoComes(final ClusterProcesses nodes) throws Exception {
        final String ingress = nodes.config.ingressEndpoints();
        final Duration soon = Duration.ofSeconds(3);
        assertThrows(ExchangeClosedException.class, () -> ClusterExchange.connect(ingress, "127.0.0.1", 11, soon));
        final ClusterKey wrong = new ClusterKey("test", "alice", new byte[16]);
        assertThrows(
                ExchangeClosedException.class, () -> ClusterExchange.connect(ingress, "127.0.0.1", 11, wrong, soon));
        final ClusterKey alice = keys.client("alice");
        final ClusterKey root = keys.client("root");
        assertThrows(
                IllegalStateException.class,
                () -> ClusterSetup.init(ingress, "127.0.0.1", true, NEWEST - 1, alice, PATIENCE));
        ClusterSetup.init(ingress, "127.0.0.1", true, NEWEST - 1, root, PATIENCE);
        try (ClusterExchange trader = nodes.connect(11, alice)) {
            assertEquals(1, get(trader.submit(new Nop())).seq());
            assertInstanceOf(QueryRefusedException.class, failure(trader.query(new StateHashQuery())));
            assertInstanceOf(IllegalStateException.class, failure(trader.requestSnapshot()));
            assertInstanceOf(SessionLostException.class, failure(trader.submit(new AddUser(1))));
        }
        assertThrows(ExchangeClosedException.class, () -> nodes.connect(1, alice));
        try (MediaDriver driver = MediaDriver.launchEmbedded(
                new MediaDriver.Context().threadingMode(ThreadingMode.SHARED).dirDeleteOnShutdown(true))) {
            assertThrows(ArchiveException.class, () -> AeronArchive.connect(new AeronArchive.Context()
                            .aeronDirectoryName(driver.aeronDirectoryName())
                            .controlRequestChannel(
                                    "aeron:udp?endpoint=" + nodes.config.self().archive())
                            .controlResponseChannel("aeron:udp?endpoint=127.0.0.1:0")
                            .messageTimeoutNs(PATIENCE.toNanos()))
                    .close());
        }
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            assertEquals(-1, nodes.snapshotPosition(node), "the key of a trader takes no snapshot");
        }
    }

    private ExportReport changesItsRules(final ClusterProcesses nodes) throws Exception {
        final RandomMarket market = new RandomMarket(3);
        final ClusterKey root = keys.client("root");
        final String ingress = nodes.config.ingressEndpoints();
        try (ClusterExchange client = nodes.connect(1, root)) {
            for (final Command command : market.opening()) {
                get(client.submit(command));
            }
            final MassCancel later = new MassCancel(1, 0, null, false, false);
            assertEquals(
                    ResultCode.UNSUPPORTED_COMMAND, get(client.submit(later)).code());
            final byte[] lacks = {NEWEST, NEWEST - 1, NEWEST};
            assertThrows(
                    IllegalStateException.class,
                    () -> ClusterSetup.activate(ingress, "127.0.0.1", NEWEST, lacks, root, PATIENCE));
            final byte[] known = {NEWEST, NEWEST, NEWEST};
            ClusterSetup.activate(ingress, "127.0.0.1", NEWEST, known, root, PATIENCE);
            long last = get(client.submit(later)).seq();
            for (final Command command : market.trading(50)) {
                last = get(client.submit(command)).seq();
            }
            assertTrue(get(client.requestSnapshot()));
            nodes.await(statuses ->
                    nodes.snapshotPosition(0) > 0 && nodes.snapshotPosition(1) > 0 && nodes.snapshotPosition(2) > 0);
            final long committed = nodes.awaitAgreement(last).get(0).position();
            final ExportReport report =
                    LogExport.run(NodeLog.open(dir.resolve("node0")), committed, dir.resolve("journal"), true);
            assertEquals(last, report.lastSeq());
            assertEquals(get(client.query(new StateHashQuery())).hash(), report.stateHash());
            final List<Integer> versions = JournalReader.open(dir.resolve("journal")).stat().segments().stream()
                    .map(segment -> segment.semanticsVersion())
                    .toList();
            assertEquals(List.of(NEWEST - 1, NEWEST), versions);
            return report;
        }
    }
}
