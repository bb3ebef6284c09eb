package io.daybook.cluster.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.daybook.api.AuditQuery;
import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.Nop;
import io.daybook.cluster.client.ClusterExchange;
import io.daybook.cluster.client.ClusterSetup;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.log.NodeLog;
import io.daybook.engine.state.RandomMarket;
import io.daybook.host.OnlyLong;
import io.daybook.host.Proves;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real nodes that fail in other ways than by a kill: each ends, or is refused, and the two others continue. */
@Proves("a node that fails otherwise ends, and is refused until it is seeded")
@Tag("whole")
@OnlyLong
class FailureMatrixTest {
    private static final Path PRLIMIT = Path.of("/usr/bin/prlimit");
    private static final long HOUR_MS = TimeUnit.HOURS.toMillis(1);
    private static final int BATCH = 300;

    @TempDir
    private Path dir;

    private final RandomMarket market = new RandomMarket(23);
    private ClusterProcesses nodes;
    private long last;
    private long lastTimeNs;

    @BeforeEach
    void prepare() throws Exception {
        nodes = ClusterProcesses.patient(dir);
    }

    private ClusterExchange begin() throws Exception {
        nodes.startAll();
        nodes.awaitLeader();
        ClusterSetup.init(nodes.config.ingressEndpoints(), "127.0.0.1", true, null, Duration.ofSeconds(60));
        final ClusterExchange client = nodes.connect(1);
        send(client, market.opening());
        send(client, market.trading(BATCH));
        return client;
    }

    private void send(final ClusterExchange client, final List<Command> commands) throws Exception {
        final List<CompletableFuture<CommandResult>> futures = new ArrayList<>();
        commands.forEach(command -> futures.add(client.submit(command)));
        for (final CompletableFuture<CommandResult> future : futures) {
            final CommandResult result = future.get(90, TimeUnit.SECONDS);
            assertEquals(++last, result.seq());
            assertTrue(result.timestampNs() >= lastTimeNs, "time went back");
            lastTimeNs = result.timestampNs();
        }
    }

    private int follower() throws Exception {
        return (nodes.awaitLeader() + 1) % ClusterConfig.NODES;
    }

    private void tradeUntilItEnds(final ClusterExchange client, final int node) throws Exception {
        final long start = System.nanoTime();
        while (nodes.process(node).isAlive()) {
            if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(90)) {
                throw new AssertionError("the node continues: " + nodes.log(node));
            }
            send(client, market.trading(1));
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private void isRefusedUntilItIsSeeded(final ClusterExchange client, final int node) throws Exception {
        nodes.start(node);
        assertNotEquals(0, nodes.awaitEnd(node));
        assertTrue(nodes.log(node).contains("must not be used any more"), nodes.log(node));
        nodes.deleteFolder(node);
        nodes.seed(node);
        nodes.start(node);
        send(client, market.trading(BATCH));
        nodes.awaitAgreement(last);
        assertEquals(
                List.of(),
                client.query(new AuditQuery()).get(60, TimeUnit.SECONDS).violations());
    }

    @Test
    void shouldEndANodeThatComputesSomethingElse() throws Exception {
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            nodes.memory(node, BadMemory.GOOD);
        }
        try (ClusterProcesses closing = nodes;
                ClusterExchange client = begin()) {
            final int bad = follower();
            nodes.memory(bad, BadMemory.BAD);
            tradeUntilItEnds(client, bad);
            assertEquals(76, nodes.awaitEnd(bad), nodes.log(bad));
            nodes.memory(bad, BadMemory.GOOD);
            send(client, market.trading(BATCH));
            isRefusedUntilItIsSeeded(client, bad);
        }
    }

    @Test
    void shouldEndANodeWhoseArchiveCannotWrite() throws Exception {
        assumeTrue(Files.isExecutable(PRLIMIT), "needs prlimit");
        try (ClusterProcesses closing = nodes;
                ClusterExchange client = begin()) {
            final int bad = follower();
            send(client, market.trading(3_000));
            limitFiles(bad, 1 << 16);
            tradeUntilItEnds(client, bad);
            assertEquals(72, nodes.awaitEnd(bad), nodes.log(bad));
            send(client, market.trading(BATCH));
            isRefusedUntilItIsSeeded(client, bad);
        }
    }

    /** Makes the system refuse writes after this many bytes of a file. */
    private void limitFiles(final int node, final int bytes) throws Exception {
        final Process limit = new ProcessBuilder(
                        PRLIMIT.toString(),
                        "--pid",
                        String.valueOf(nodes.process(node).pid()),
                        "--fsize=" + bytes)
                .start();
        assertEquals(0, limit.waitFor());
    }

    @Test
    void shouldEndANodeThatReadsABadChecksum() throws Exception {
        try (ClusterProcesses closing = nodes;
                ClusterExchange client = begin()) {
            // the node finds the fault in its own log when it starts
            final int bad = follower();
            final long before = position(bad);
            send(client, market.trading(3_000));
            nodes.awaitAgreement(last);
            nodes.kill(bad);
            spoil(nodes.folder(bad), before + 4_096);
            nodes.start(bad);
            assertEquals(72, nodes.awaitEnd(bad), nodes.log(bad));
            isRefusedUntilItIsSeeded(client, bad);

            // the leader finds the fault when a follower requests its log
            final int leader = nodes.awaitLeader();
            final int behind = follower();
            nodes.kill(behind);
            final long missing = position(leader);
            send(client, market.trading(3_000));
            spoil(nodes.folder(leader), missing + 4_096);
            nodes.start(behind);
            assertEquals(72, nodes.awaitEnd(leader), nodes.log(leader));
            send(client, market.trading(BATCH));
            isRefusedUntilItIsSeeded(client, leader);
        }
    }

    private long position(final int node) throws Exception {
        return nodes.await(all -> all.stream().anyMatch(one -> one.node() == node)).stream()
                .filter(one -> one.node() == node)
                .findFirst()
                .orElseThrow()
                .position();
    }

    /** Turns the bits of a byte of the log. */
    private static void spoil(final Path folder, final long position) throws Exception {
        final NodeLog log = NodeLog.open(folder);
        final Path file = folder.resolve("archive").resolve(log.recordingId() + "-0.rec");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            final ByteBuffer one = ByteBuffer.allocate(1);
            channel.read(one, position);
            one.put(0, (byte) ~one.get(0)).rewind();
            channel.write(one, position);
        }
    }

    @Test
    void shouldRefuseAFolderOfAnotherClusterAndOtherMembers() throws Exception {
        try (ClusterProcesses closing = nodes;
                ClusterExchange client = begin()) {
            final int node = follower();
            nodes.kill(node);
            isRefused(node, "cluster = \"test\"", "cluster = \"other\"", "is the folder of another node");
            final String self = nodes.config.members().get(node).toString();
            isRefused(node, self, "127.0.0.1:29000", "is the folder of another node");
            isRefused(node, "node = " + node, "node = " + (node + 1) % ClusterConfig.NODES, "of another node");
            nodes.start(node);
            send(client, market.trading(BATCH));
            nodes.awaitAgreement(last);
        }
    }

    private void isRefused(final int node, final String what, final String instead, final String why) throws Exception {
        nodes.configure(node, what, instead);
        nodes.start(node);
        assertNotEquals(0, nodes.awaitEnd(node));
        assertTrue(nodes.log(node).contains(why), nodes.log(node));
        nodes.configure(node, instead, what);
    }

    @Test
    void shouldTakeSnapshotsAndPurgeItsLogByItself() throws Exception {
        final LocalTime now = LocalTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS);
        nodes.configure(IntStream.range(1, 60)
                .mapToObj(i -> now.plusSeconds(5L * i).format(DateTimeFormatter.ISO_LOCAL_TIME))
                .collect(Collectors.joining("\", \"", "[upkeep]\nat = [\"", "\"]\n")));
        try (ClusterProcesses closing = nodes;
                ClusterExchange client = begin()) {
            nodes.fillLog(70 << 20);
            send(client, market.trading(BATCH));
            nodes.await(all -> IntStream.range(0, ClusterConfig.NODES).allMatch(this::isPurged));
            send(client, market.trading(BATCH));
            final int node = follower();
            nodes.kill(node);
            nodes.start(node);
            send(client, market.trading(BATCH));
            nodes.awaitAgreement(last);
        }
    }

    private boolean isPurged(final int node) {
        try {
            return NodeLog.open(nodes.folder(node)).startPosition() > 0;
        } catch (IOException e) {
            return false; // between two snapshots
        }
    }

    @Test
    void shouldNeverGoBackInTimeWhateverClocksSay() throws Exception {
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            nodes.clock(node, 0);
        }
        try (ClusterProcesses closing = nodes;
                ClusterExchange client = begin()) {
            final long rightNs = lastTimeNs;
            final int behind = nodes.awaitLeader();
            nodes.clock(behind, -HOUR_MS);
            send(client, market.trading(BATCH));
            nodes.awaitAgreement(last);
            assertTrue(lastTimeNs - rightNs < TimeUnit.MINUTES.toNanos(30));
            nodes.clock(behind, 0);
            send(client, market.trading(BATCH));

            final int ahead = nodes.awaitLeader();
            nodes.clock(ahead, HOUR_MS);
            final long jumpedNs = System.nanoTime();
            while (lastTimeNs - rightNs < TimeUnit.MINUTES.toNanos(59)) {
                assertTrue(System.nanoTime() - jumpedNs < TimeUnit.SECONDS.toNanos(60), "no command of the new leader");
                send(client, List.of(new Nop()));
            }
            final long aheadNs = lastTimeNs;
            nodes.kill(ahead);
            send(client, market.trading(BATCH));
            assertTrue(lastTimeNs - aheadNs < TimeUnit.MINUTES.toNanos(30), "the clock stays ahead");
            nodes.clock(ahead, 0);
            nodes.start(ahead);
            nodes.awaitAgreement(last);
        }
    }
}
