package io.daybook.cluster.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.cluster.client.ClusterExchange;
import io.daybook.cluster.client.ClusterSetup;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterConfigException;
import io.daybook.cluster.log.JournalImport;
import io.daybook.cluster.status.NodeStatus;
import io.daybook.cluster.status.StatusClient;
import io.daybook.engine.state.RandomMarket;
import io.daybook.host.OnlyLong;
import io.daybook.host.Proves;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real nodes that start with folders that are complete, behind or lost. All folders come from one cluster with
 * durability {@code power}, and folders of one moment belong together, with all votes: in {@code behind} node 2 is down
 * and lacks the second half of the answered commands, in {@code full} all three nodes have all of them.
 */
@Proves(
        value = "no order of starts loses what was answered",
        normal = "one start, with a lost folder",
        large = "500 starts")
@Tag("whole")
class StartsTest {
    private static final int STARTS = Integer.getInteger("daybook.starts", 500);
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final long CANVASS_MS = 1_000;
    private static final int BATCH = 300;

    @TempDir
    private static Path dir;

    private static ClusterProcesses nodes;
    private static long last;
    private static long lastBehind;
    private static long chain;

    private final RandomMarket more = new RandomMarket(31);

    @BeforeAll
    static void prepare() throws Exception {
        nodes = new ClusterProcesses(dir, "power");
        nodes.canvass(CANVASS_MS);
        final RandomMarket market = new RandomMarket(29);
        nodes.startAll();
        nodes.awaitLeader();
        ClusterSetup.init(nodes.config.ingressEndpoints(), "127.0.0.1", true, null, PATIENCE);
        try (ClusterExchange client = nodes.connect(1)) {
            send(client, market.opening());
            send(client, market.trading(BATCH));
            lastBehind = last;
            nodes.awaitAgreement(last);
            nodes.kill(2);
            send(client, market.trading(BATCH));
            keep("behind", 0, 1);
            nodes.startAll();
            final boolean[] isStartedAgain = new boolean[ClusterConfig.NODES];
            nodes.await(all -> {
                IntStream.range(0, ClusterConfig.NODES).forEach(node -> isStartedAgain(node, isStartedAgain));
                return all.size() == ClusterConfig.NODES && all.stream().allMatch(one -> one.seq() == last);
            });
            chain = nodes.awaitAgreement(last).get(0).chain();
        }
        keep("full", 0, 1, 2);
    }

    /** Ends nodes at one moment, once their marks have the committed position, and keeps the folders of all. */
    private static void keep(final String what, final int... running) throws Exception {
        for (final int node : running) {
            awaitMark(node);
        }
        for (final int node : running) {
            nodes.signal(node, "STOP");
        }
        for (final int node : running) {
            nodes.kill(node);
        }
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            copy(nodes.folder(node), kept(what, node));
        }
    }

    @AfterAll
    static void giveBack() throws Exception {
        nodes.close();
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            final Path memory = Path.of(ClusterNode.aeronDirectory(nodes.configOf(node)));
            if (Files.exists(memory)) {
                ClusterProcesses.delete(memory); // the shared memory of killed nodes
            }
        }
    }

    @AfterEach
    void killAll() throws Exception {
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            if (nodes.isAlive(node)) {
                nodes.kill(node);
            }
            Files.deleteIfExists(dir.resolve("node" + node + ".log"));
        }
        for (final String left : List.of("journal", "node0.rescued", "node1.rescued", "node2.rescued")) {
            if (Files.exists(dir.resolve(left))) {
                ClusterProcesses.delete(dir.resolve(left));
            }
        }
    }

    private static Path kept(final String what, final int node) {
        return dir.resolve(what + node);
    }

    private static void awaitMark(final int node) throws Exception {
        final long committed = nodes
                .await(all -> all.stream()
                        .anyMatch(one -> one.node() == node && one.metrics().commitPosition() >= one.position()))
                .stream()
                .filter(one -> one.node() == node)
                .findFirst()
                .orElseThrow()
                .position();
        final long start = System.nanoTime();
        while (CommitMark.read(nodes.folder(node)) < committed) {
            assertTrue(System.nanoTime() - start < PATIENCE.toNanos(), "no mark of node " + node);
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    /** Copies the folder of a node as an operator does; another node's folder would be refused by its identity. */
    private static void copy(final Path from, final Path to) throws IOException {
        final List<Path> all;
        try (Stream<Path> walk = Files.walk(from)) {
            all = walk.toList();
        }
        for (final Path path : all) {
            final Path target = to.resolve(from.relativize(path).toString());
            if (Files.isDirectory(path)) {
                Files.createDirectories(target);
            } else if (!path.endsWith("identity")) {
                Files.copy(path, target);
            }
        }
    }

    /** Gives each node a folder, or none. */
    private static void folders(final Path... folders) throws IOException {
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            if (Files.exists(nodes.folder(node))) {
                nodes.deleteFolder(node);
            }
            if (!folders[node].equals(LOST)) {
                copy(folders[node], nodes.folder(node));
            }
        }
    }

    private static final Path LOST = Path.of("lost");

    private static void send(final ClusterExchange client, final List<Command> commands) throws Exception {
        final List<CompletableFuture<CommandResult>> futures = new ArrayList<>();
        commands.forEach(command -> futures.add(client.submit(command)));
        for (final CompletableFuture<CommandResult> future : futures) {
            last = future.get(90, TimeUnit.SECONDS).seq();
        }
    }

    private static Optional<NodeStatus> status(final List<NodeStatus> all, final int node) {
        return all.stream().filter(one -> one.node() == node).findFirst();
    }

    private static void isLedBy(final int node) throws Exception {
        nodes.await(
                all -> status(all, node).map(one -> one.role().equals("LEADER")).orElse(false));
    }

    /**
     * Starts a node again that refused a cut, but only once, as in the runbook; returns whether the node was started.
     */
    private static boolean isStartedAgain(final int node, final boolean[] before) {
        if (nodes.isAlive(node) || nodes.process(node).exitValue() != 73 || before[node]) {
            return false;
        }
        before[node] = true;
        try {
            System.out.println(
                    "node " + node + " is started again: " + nodes.log(node).strip());
            nodes.start(node);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return true;
    }

    private static void requireAllAnswered() throws Exception {
        assertEquals(chain, nodes.awaitAgreement(last).get(0).chain());
    }

    /** The first case of the fault: the node that is behind and the one that lost its folder start first. */
    @Test
    void shouldNotLetALostFolderElectANodeThatIsBehind() throws Exception {
        folders(kept("behind", 0), LOST, kept("behind", 2));
        nodes.start(1);
        final List<NodeStatus> waiting = nodes.await(all -> status(all, 1)
                .map(one -> one.start().waitsFor().equals(List.of(0, 2)))
                .orElse(false));
        assertEquals(NodeStatus.WAITING, status(waiting, 1).orElseThrow().role());
        nodes.start(2);
        assertEquals(1, nodes.awaitEnd(1), nodes.log(1)); // the code of an exception in the test's program
        assertTrue(nodes.log(1).contains("has no log, and node 2 has one"), nodes.log(1));
        nodes.start(0);
        isLedBy(0);
        nodes.seed(1);
        nodes.start(1);
        requireAllAnswered();
    }

    /** The other case of the fault: two empty folders start first, and the third joined them with an empty log. */
    @OnlyLong
    @Test
    void shouldNotLetTwoLostFoldersBeginWithoutTheThirdAndComeBackByARescue() throws Exception {
        folders(kept("full", 0), LOST, LOST);
        nodes.start(1);
        nodes.start(2);
        nodes.await(all -> IntStream.of(1, 2).allMatch(node -> status(all, node)
                .map(one -> one.start().waitsFor().equals(List.of(0)))
                .orElse(false)));
        final ClusterConfigException early = assertThrows(
                ClusterConfigException.class, () -> NodeSeed.run(nodes.configOf(1)), "no node leads, and node 1 runs");
        assertTrue(String.valueOf(early.getMessage()).contains("does not answer"), early.getMessage());
        nodes.start(0);
        assertEquals(1, nodes.awaitEnd(1), nodes.log(1));
        assertEquals(1, nodes.awaitEnd(2), nodes.log(2));
        assertThrows(
                ClusterConfigException.class,
                () -> NodeRescue.run(nodes.configOf(0), dir.resolve("journal")),
                "node 1 runs");
        nodes.kill(0);
        rescue(0);
        nodes.await(all -> all.size() == ClusterConfig.NODES && all.stream().allMatch(one -> one.seq() == last));
        try (ClusterExchange client = nodes.connect(1)) {
            final long before = last;
            send(client, more.trading(10));
            assertEquals(before + 10, last);
            last = before;
        }
    }

    /** Rescues as daybook cluster rescue does. */
    private static void rescue(final int survivor) throws Exception {
        final NodeRescue rescue = NodeRescue.run(nodes.configOf(survivor), dir.resolve("journal"));
        assertTrue(Files.isDirectory(rescue.putAway()));
        nodes.startAll();
        nodes.awaitLeader();
        final JournalImport state = JournalImport.read(dir.resolve("journal"));
        ClusterSetup.importState(
                nodes.config.ingressEndpoints(), "127.0.0.1", state.chunks(), state.stateHash(), null, PATIENCE);
    }

    /**
     * Waits until node 1 has ended, or all three nodes have the log up to node 1's mark; returns true in the second
     * case.
     */
    private static boolean leadsInstead(final long mark) throws Exception {
        final long start = System.nanoTime();
        while (nodes.isAlive(1) && System.nanoTime() - start < PATIENCE.toNanos() / 2) {
            final List<NodeStatus> all = StatusClient.ask(nodes.config, 200).stream()
                    .flatMap(Optional::stream)
                    .toList();
            if (all.size() == ClusterConfig.NODES && all.stream().allMatch(one -> one.position() >= mark)) {
                return true;
            }
        }
        return false;
    }

    /** Two nodes lack answered commands, as with old copies of their folders; the third has them. */
    @OnlyLong
    @Test
    void shouldNotFollowALeaderThatLacksWhatWasCommitted() throws Exception {
        folders(kept("behind", 2), kept("behind", 1), kept("behind", 2));
        nodes.start(0);
        nodes.start(2);
        nodes.awaitLeader();
        final long mark = CommitMark.read(nodes.folder(1));
        assertTrue(mark > 0);
        nodes.start(1);
        if (leadsInstead(mark)) {
            return; // an election came in between, and the longest log won: nothing is lost
        }
        assertEquals(73, nodes.awaitEnd(1), nodes.log(1));
        assertTrue(nodes.log(1).contains("committed up to " + mark + ": this node does not follow"), nodes.log(1));
        assertEquals(mark, CommitMark.read(nodes.folder(1)));
        nodes.start(1);
        assertEquals(73, nodes.awaitEnd(1), "the log of node 1 is unchanged");
        // a rescue from the log of the third node brings all answered commands back
        nodes.kill(0);
        nodes.kill(2);
        nodes.deleteFolder(0);
        nodes.deleteFolder(2);
        rescue(1);
        nodes.await(all -> all.size() == ClusterConfig.NODES && all.stream().allMatch(one -> one.seq() == last));
    }

    /** The log of a leader that both followers had left has commands that were never answered. */
    @OnlyLong
    @Test
    void shouldCutATailThatWasNeverCommitted() throws Exception {
        folders(kept("full", 0), kept("full", 1), kept("full", 2));
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            Files.delete(nodes.folder(node).resolve(CommitMark.FILE)); // like folders of an earlier release
        }
        nodes.startAll();
        final int leader = nodes.awaitLeader();
        nodes.awaitAgreement(last);
        final int one = (leader + 1) % ClusterConfig.NODES;
        final int other = (leader + 2) % ClusterConfig.NODES;
        final long answered = last;
        try (ClusterExchange client = nodes.connect(1)) {
            final long before = Files.size(log(leader));
            nodes.kill(one);
            nodes.kill(other);
            more.trading(BATCH).forEach(client::submit);
            final long start = System.nanoTime();
            while (Files.size(log(leader)) == before
                    && System.nanoTime() - start < TimeUnit.MILLISECONDS.toNanos(500)) {
                Thread.onSpinWait();
            }
        }
        nodes.kill(leader);
        nodes.start(one);
        nodes.start(other);
        nodes.awaitLeader();
        try (ClusterExchange client = nodes.connect(2)) {
            send(client, more.trading(BATCH));
        }
        nodes.start(leader);
        nodes.awaitAgreement(last);
        last = answered;
    }

    private static Path log(final int node) throws IOException {
        try (Stream<Path> files = Files.list(nodes.folder(node).resolve("archive"))) {
            return files.filter(file -> file.toString().endsWith(".rec"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @OnlyLong
    @Test
    void shouldBeginWithTwoNodesWhereAnOperatorSaysThatTheClusterIsNew() throws Exception {
        folders(LOST, LOST, LOST);
        for (int node = 0; node < 2; node++) {
            NodeFolder.sayNew(nodes.configOf(node));
            nodes.start(node);
        }
        nodes.awaitLeader();
        assertFalse(Files.exists(nodes.folder(0).resolve(NodeFolder.NEW)), "the decision is valid once");
        ClusterSetup.init(nodes.config.ingressEndpoints(), "127.0.0.1", true, null, PATIENCE);
        NodeFolder.sayNew(nodes.configOf(2));
        nodes.start(2);
        assertEquals(1, nodes.awaitEnd(2), "the decision of an operator is void if a node has commands");
        nodes.seed(2);
        nodes.start(2);
        nodes.await(all -> all.size() == ClusterConfig.NODES
                && all.stream().allMatch(one -> one.term() == all.get(0).term() && one.hasLog()));
    }

    @OnlyLong
    @Test
    void shouldNotStartWithAnotherDurabilityThanANodeThatRuns() throws Exception {
        folders(kept("full", 0), kept("full", 1), kept("full", 2));
        nodes.start(0);
        nodes.await(all -> status(all, 0).isPresent());
        nodes.configure(1, "durability = \"power\"", "durability = \"process\"");
        try {
            nodes.start(1);
            assertEquals(1, nodes.awaitEnd(1), nodes.log(1));
            assertTrue(
                    nodes.log(1)
                            .contains("node 0 runs with durability = \"power\", and node 1 has durability ="
                                    + " \"process\""),
                    nodes.log(1));
        } finally {
            nodes.configure(1, "durability = \"process\"", "durability = \"power\"");
        }
    }

    @OnlyLong
    @Test
    void shouldLoseNothingInAnyStart() throws Exception {
        final long first = Long.getLong("daybook.seed", System.nanoTime());
        final int[] outcomes = new int[Way.values().length];
        for (int i = 0; i < STARTS; i++) {
            final long seed = first + i;
            final long startNs = System.nanoTime();
            try {
                final Way way = new SeededStart(new SplittableRandom(seed)).run();
                outcomes[way.ordinal()]++;
                System.out.printf(
                        "start %d, seed %d: %s, %,d ms%n", i + 1, seed, way, (System.nanoTime() - startNs) / 1_000_000);
            } catch (Exception | Error e) {
                throw new AssertionError("seed=" + seed, e);
            } finally {
                killAll();
            }
        }
        System.out.println(STARTS + " starts from seed " + first + ": " + Arrays.toString(Way.values()) + " "
                + Arrays.toString(outcomes));
    }

    /** The way in which a start ended. */
    private enum Way {
        BY_ITSELF,
        BY_A_SEED,
        BY_A_RESCUE
    }

    /** A start with random folders, order and pauses, and an operator who follows the runbook. */
    private static final class SeededStart {
        private static final int NONE = -1;

        private final SplittableRandom random;
        private final boolean[] isLost = new boolean[ClusterConfig.NODES];
        private int behind = NONE;
        private final boolean[] isStarted = new boolean[ClusterConfig.NODES];
        private final boolean[] isStartedAgain = new boolean[ClusterConfig.NODES];
        private Way way = Way.BY_ITSELF;

        SeededStart(final SplittableRandom random) {
            this.random = random;
        }

        Way run() throws Exception {
            draw();
            final int[] order = order();
            final long beginNs = System.nanoTime();
            long dueNs = beginNs;
            int started = 0;
            while (started < order.length || !isWhole()) {
                final long nowNs = System.nanoTime();
                if (nowNs - beginNs > PATIENCE.toNanos()) {
                    throw new AssertionError("not in time: " + this + nodes.await(all -> true) + logs());
                }
                if (started < order.length && nowNs - dueNs >= 0) {
                    nodes.start(order[started]);
                    isStarted[order[started++]] = true;
                    dueNs = nowNs + TimeUnit.MILLISECONDS.toNanos(random.nextInt(4) == 0 ? 2_500 : random.nextInt(500));
                }
                if (started == order.length) {
                    operate();
                }
                TimeUnit.MILLISECONDS.sleep(20);
            }
            return way;
        }

        private void draw() throws IOException {
            final Path[] folders = new Path[ClusterConfig.NODES];
            final boolean isFull = random.nextInt(4) == 0;
            final int kept = random.nextInt(ClusterConfig.NODES); // if all three are lost, nothing can be checked
            final int[] of = order(); // apart from its identity, a folder fits any node
            for (int node = 0; node < folders.length; node++) {
                behind = !isFull && of[node] == 2 ? node : behind;
                isLost[node] = node != kept && random.nextInt(3) == 0;
                folders[node] = isLost[node] ? LOST : kept(isFull ? "full" : "behind", of[node]);
            }
            folders(folders);
        }

        private int[] order() {
            final int[] order = {0, 1, 2};
            for (int i = order.length - 1; i > 0; i--) {
                final int j = random.nextInt(i + 1);
                final int swapped = order[i];
                order[i] = order[j];
                order[j] = swapped;
            }
            return order;
        }

        /** Returns whether all nodes have every answered command; after a rescue, every command of the survivor. */
        private boolean isWhole() throws IOException {
            final List<NodeStatus> all = statuses();
            for (final NodeStatus one : all) {
                if (one.seq() == last && way != Way.BY_A_RESCUE) { // an import compares states, and begins a new chain
                    assertEquals(
                            chain, one.chain(), () -> this + ": node " + one.node() + " carried out other commands");
                }
                assertTrue(one.seq() <= last, () -> this + ": " + one);
            }
            final long wanted = way == Way.BY_A_RESCUE && isSurvivorBehind() ? lastBehind : last;
            return all.size() == ClusterConfig.NODES
                    && all.stream().allMatch(one -> one.seq() == wanted)
                    && all.stream().anyMatch(one -> one.role().equals("LEADER"));
        }

        private boolean isSurvivorBehind() {
            return behind != NONE && !isLost[behind];
        }

        private static List<NodeStatus> statuses() throws IOException {
            return StatusClient.ask(nodes.config, 200).stream()
                    .flatMap(Optional::stream)
                    .toList();
        }

        /** Treats nodes that ended as a supervisor and the runbook do. */
        private void operate() throws Exception {
            final List<Integer> refused = new ArrayList<>();
            for (int node = 0; node < ClusterConfig.NODES; node++) {
                if (!nodes.isAlive(node) && !isStartedAgain(node, isStartedAgain)) {
                    final String log = nodes.log(node);
                    assertTrue(isLost[node] && log.contains("has no log, and node"), () -> this + " " + allLogs());
                    refused.add(node);
                }
            }
            if (refused.size() == 2) {
                final int survivor = IntStream.range(0, ClusterConfig.NODES)
                        .filter(node -> !refused.contains(node))
                        .findFirst()
                        .orElseThrow();
                nodes.kill(survivor);
                way = Way.BY_A_RESCUE;
                rescue(survivor);
            } else if (refused.size() == 1
                    && statuses().stream().anyMatch(one -> one.role().equals("LEADER"))) {
                way = Way.BY_A_SEED;
                try {
                    NodeSeed.run(nodes.configOf(refused.get(0)));
                    nodes.start(refused.get(0));
                } catch (ClusterConfigException e) {
                    System.out.println("once more: " + e.getMessage());
                }
            }
        }

        private static String allLogs() {
            try {
                return logs();
            } catch (IOException e) {
                return e.toString();
            }
        }

        private static String logs() throws IOException {
            final StringBuilder logs = new StringBuilder();
            for (int node = 0; node < ClusterConfig.NODES; node++) {
                final Path log = dir.resolve("node" + node + ".log");
                logs.append("\nnode ").append(node).append(": ").append(Files.exists(log) ? nodes.log(node) : "-");
            }
            return logs.toString();
        }

        @Override
        public String toString() {
            return "lost " + Arrays.toString(isLost) + ", behind " + behind + ", started " + Arrays.toString(isStarted)
                    + ", " + Objects.toString(way);
        }
    }
}
