package io.daybook.cluster.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddAccounts;
import io.daybook.api.AuditQuery;
import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.Nop;
import io.daybook.cluster.client.ClusterExchange;
import io.daybook.cluster.client.ClusterSetup;
import io.daybook.cluster.config.Answers;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.status.NodeStatus;
import io.daybook.config.Section;
import io.daybook.engine.state.RandomMarket;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes and a client on this machine, through the safe door. Not run by itself: {@code mvn -T1 -pl cluster -am
 * -Dtest=PerfCluster#testThroughput -Dsurefire.failIfNoSpecifiedTests=false test}, or another of its methods;
 * {@code -Ddaybook.durability=power} forces, {@code -Ddaybook.answers=committed} runs without reports,
 * {@code -Ddaybook.timeouts=300,50,150} sets heartbeat, interval and election. Every seq is received once and in order:
 * a measurement checks its own result.
 *
 * <pre>
 *  client ── ingress ──► leader ── log ──► follower, follower        4 processes, loopback
 *     ▲                     │
 *     └────── egress ───────┘
 * </pre>
 */
class PerfCluster {
    private static final int COMMANDS = Integer.getInteger("daybook.commands", 400_000);
    private static final int KILLS = Integer.getInteger("daybook.kills", 20);
    private static final int USERS = Integer.getInteger("daybook.users", 100_000);
    private static final int RATE = Integer.getInteger("daybook.rate", 10_000);
    private static final int MINUTES = Integer.getInteger("daybook.minutes", 60);
    private static final int ROUNDS = Integer.getInteger("daybook.rounds", 5);

    /** The value of a node's file: {@code committed} does not wait for the reports of another node. */
    private static final String ANSWERS = System.getProperty("daybook.answers", Section.word(Answers.CARRIED_OUT));

    /** The warm-up: three virtual machines compile their hot code on the processors that are measured. */
    private static final int WARM_UPS = Integer.getInteger("daybook.warmups", 5);

    private static final int SECONDS = 5;
    private static final int BULK = 500;

    /** The number of futures that are awaited at a time: about as many as a session may have open. */
    private static final int AHEAD = 4_000;

    @TempDir
    private Path dir;

    private ClusterProcesses nodes;
    private long heard;

    @BeforeEach
    void prepare() throws Exception {
        final String durability = System.getProperty("daybook.durability", "process");
        System.out.printf(
                "JDK %s, %d processors, load %.1f, durability %s, timeouts %s, answers %s%n",
                Runtime.version(),
                Runtime.getRuntime().availableProcessors(),
                java.lang.management.ManagementFactory.getOperatingSystemMXBean()
                        .getSystemLoadAverage(),
                durability,
                System.getProperty("daybook.timeouts", "1000,100,300"),
                ANSWERS);
        System.out.println(new Noise().toString());
        nodes = new ClusterProcesses(dir, durability, List.of("-Xmx1g", "-XX:+UseSerialGC"));
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            nodes.configure(node, "durability", "answers = \"" + ANSWERS + "\"\ndurability");
        }
    }

    private ClusterExchange begin() throws Exception {
        nodes.startAll();
        nodes.awaitLeader();
        ClusterSetup.init(nodes.config.ingressEndpoints(), "127.0.0.1", true, null, Duration.ofSeconds(30));
        return nodes.connect(1);
    }

    /** Measures the commands per second with a full window, and the processor time of each. */
    @Test
    void testThroughput() throws Exception {
        try (ClusterProcesses closing = nodes;
                ClusterExchange client = begin()) {
            final RandomMarket market = new RandomMarket(1);
            throughput(client, market.opening());
            for (int round = 1 - WARM_UPS; round <= ROUNDS; round++) {
                final List<Command> commands = market.trading(COMMANDS);
                final long[] before = processorNs();
                final double seconds = throughput(client, commands);
                final long[] after = processorNs();
                final double ofClient =
                        (after[ClusterConfig.NODES] - before[ClusterConfig.NODES]) / 1e3 / commands.size();
                double ofNodes = 0;
                for (int node = 0; node < ClusterConfig.NODES; node++) {
                    ofNodes += (after[node] - before[node]) / 1e3 / commands.size();
                }
                System.out.printf(
                        "%s %d: %,.0f commands/s; %.2f µs of processor time a command, client %.2f, nodes %.2f: at"
                                + " most %,.0f commands/s on two processors%n",
                        round < 1 ? "warm-up" : "round",
                        round < 1 ? round + WARM_UPS : round,
                        commands.size() / seconds,
                        ofClient + ofNodes,
                        ofClient,
                        ofNodes,
                        2e6 / (ofClient + ofNodes));
            }
            isBalanced(client);
        }
    }

    private long[] processorNs() {
        final long[] sums = new long[ClusterConfig.NODES + 1];
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            sums[node] = processorNs(nodes.process(node).toHandle());
        }
        sums[ClusterConfig.NODES] = processorNs(ProcessHandle.current());
        return sums;
    }

    private static long processorNs(final ProcessHandle process) {
        return process.info().totalCpuDuration().orElseThrow().toNanos();
    }

    private double throughput(final ClusterExchange client, final List<Command> commands) {
        final long start = System.nanoTime();
        final ArrayDeque<CompletableFuture<CommandResult>> open = new ArrayDeque<>();
        for (final Command command : commands) {
            open.add(client.submit(command));
            if (open.size() == AHEAD) {
                hear(open.poll());
            }
        }
        open.forEach(this::hear);
        return (System.nanoTime() - start) / 1e9;
    }

    private void hear(final CompletableFuture<CommandResult> future) {
        heard++;
        assertEquals(heard, future.join().seq());
    }

    private void isBalanced(final ClusterExchange client) throws Exception {
        nodes.awaitAgreement(heard);
        assertEquals(
                List.of(),
                client.query(new AuditQuery()).get(60, TimeUnit.SECONDS).violations());
    }

    /** Measures the round trip of one command after the other, and of single commands at a rate. */
    @Test
    void testSingles() throws Exception {
        try (ClusterProcesses closing = nodes;
                ClusterExchange client = begin()) {
            throughput(client, new RandomMarket(1).opening());
            paced(client, RATE, SECONDS);
            final long[] micros = new long[RATE * SECONDS];
            for (int i = 0; i < micros.length; i++) {
                final long start = System.nanoTime();
                hear(client.submit(new Nop()));
                micros[i] = (System.nanoTime() - start) / 1_000;
            }
            print("one after the other", micros);
            for (int round = 0; round < ROUNDS; round++) {
                print(String.format("%,d a second", RATE), paced(client, RATE, SECONDS));
            }
            isBalanced(client);
        }
    }

    private static void print(final String what, final long[] micros) {
        Arrays.sort(micros);
        System.out.printf(
                "%s: p50 %,d µs, p99 %,d µs, p99.9 %,d µs, worst %,d µs%n",
                what,
                percentile(micros, 500),
                percentile(micros, 990),
                percentile(micros, 999),
                micros[micros.length - 1]);
    }

    private static long percentile(final long[] sorted, final int permille) {
        return sorted[(int) ((long) (sorted.length - 1) * permille / 1_000)];
    }

    /**
     * Sends a command every 1/rate s, whether the last one was answered or not; measures from its due time to its
     * answer.
     */
    private long[] paced(final ClusterExchange client, final int rate, final int seconds) {
        final long[] micros = new long[rate * seconds];
        final ArrayDeque<CompletableFuture<CommandResult>> open = new ArrayDeque<>();
        final long start = System.nanoTime();
        for (int i = 0; i < micros.length; i++) {
            final int one = i;
            final long dueNs = start + i * (1_000_000_000L / rate);
            while (System.nanoTime() - dueNs < 0) {
                Thread.yield();
            }
            open.add(client.submit(new Nop())
                    .whenComplete((result, error) -> micros[one] = (System.nanoTime() - dueNs) / 1_000));
        }
        open.forEach(this::hear);
        return micros;
    }

    /** Measures the time from the kill of a leader, amid commands, to the first answer after it. */
    @Test
    void testFailover() throws Exception {
        try (ClusterProcesses closing = nodes;
                ClusterExchange client = begin()) {
            final RandomMarket market = new RandomMarket(2);
            throughput(client, market.opening());
            final long[] micros = new long[KILLS];
            for (int kill = 0; kill < KILLS; kill++) {
                nodes.awaitAgreement(heard);
                final int leader = nodes.awaitLeader();
                final List<CompletableFuture<CommandResult>> underway = new ArrayList<>();
                market.trading(BULK).forEach(command -> underway.add(client.submit(command)));
                nodes.kill(leader);
                final long start = System.nanoTime();
                underway.add(client.submit(new Nop()));
                underway.forEach(this::hear);
                micros[kill] = (System.nanoTime() - start) / 1_000;
                System.out.printf("leader killed: all answered after %,d ms%n", micros[kill] / 1_000);
                nodes.start(leader);
            }
            print(KILLS + " leaders killed", micros);
            isBalanced(client);
        }
    }

    /** Measures how long a snapshot with many users stops the log, and how long a node takes to start from it. */
    @Test
    void testSnapshot() throws Exception {
        try (ClusterProcesses closing = nodes;
                ClusterExchange client = begin()) {
            final RandomMarket market = new RandomMarket(3);
            throughput(client, market.opening());
            throughput(client, users());
            for (int round = 0; round < ROUNDS; round++) {
                throughput(client, market.trading(10));
                final long seq = heard;
                client.requestSnapshot().get(60, TimeUnit.SECONDS);
                for (final NodeStatus one : nodes.await(statuses -> statuses.size() == ClusterConfig.NODES
                        && statuses.stream().allMatch(status -> status.snapshotSeq() >= seq))) {
                    System.out.printf(
                            "snapshot with %,d users, node %d: a pause of %,d ms%n",
                            USERS, one.node(), one.metrics().snapshotPauseUs() / 1_000);
                }
            }
            for (int node = 0; node < ClusterConfig.NODES; node++) {
                nodes.kill(node);
                final long start = System.nanoTime();
                nodes.start(node);
                nodes.awaitAgreement(heard);
                final String[] lines = nodes.log(node).split("\n");
                System.out.printf(
                        "node %d started from the snapshot: as far as the others after %,d ms; %s%n",
                        node,
                        (System.nanoTime() - start) / 1_000_000,
                        Arrays.stream(lines)
                                .filter(line -> line.contains("begins with the snapshot"))
                                .reduce((one, later) -> later)
                                .orElse("no snapshot"));
            }
            isBalanced(client);
        }
    }

    private static List<Command> users() {
        final List<Command> commands = new ArrayList<>();
        TreeMap<Long, SortedMap<Integer, Long>> users = new TreeMap<>();
        for (int uid = 1; uid <= USERS; uid++) {
            users.put(1_000_000_000L + uid, new TreeMap<>(Map.of(1, 1_000_000L, 2, 1_000_000L)));
            if (users.size() == BULK || uid == USERS) {
                commands.add(new AddAccounts(users));
                users = new TreeMap<>();
            }
        }
        return commands;
    }

    /** Measures the effect of a client that takes no answers on the latency of another client. */
    @Test
    void testSlowClient() throws Exception {
        try (ClusterProcesses closing = nodes;
                ClusterExchange client = begin()) {
            throughput(client, new RandomMarket(4).opening());
            paced(client, RATE / 5, SECONDS);
            final long[] alone = new long[ROUNDS];
            final long[] beside = new long[ROUNDS];
            for (int round = 0; round < ROUNDS; round++) {
                alone[round] = p99(client);
                final CompletableFuture<Void> slow = CompletableFuture.runAsync(
                        () -> {
                            try {
                                nodes.askWithoutHearing(3_000);
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        },
                        task -> new Thread(task).start());
                beside[round] = p99(client);
                slow.get(60, TimeUnit.SECONDS);
            }
            Arrays.sort(alone);
            Arrays.sort(beside);
            System.out.printf(
                    "p99 of %,d a second, medians of %d rounds: %,d µs alone, %,d µs beside a client that takes no"
                            + " answers; %.2f times%n",
                    RATE / 5,
                    ROUNDS,
                    alone[ROUNDS / 2],
                    beside[ROUNDS / 2],
                    (double) beside[ROUNDS / 2] / alone[ROUNDS / 2]);
            isBalanced(client);
        }
    }

    private long p99(final ClusterExchange client) {
        final long[] micros = paced(client, RATE / 5, SECONDS);
        Arrays.sort(micros);
        return percentile(micros, 990);
    }

    /** Measures memory and files of nodes over a long time, with a snapshot and a purge every two minutes. */
    @Test
    void testSoak() throws Exception {
        final LocalTime now = LocalTime.now(ZoneOffset.UTC);
        nodes.configure(IntStream.range(0, 24 * 30)
                .mapToObj(i ->
                        now.plusMinutes(2L * i + 1).withSecond(0).withNano(0).toString())
                .collect(Collectors.joining("\", \"", "[upkeep]\nat = [\"", "\"]\n")));
        try (ClusterProcesses closing = nodes;
                ClusterExchange client = begin()) {
            final RandomMarket market = new RandomMarket(5);
            throughput(client, market.opening());
            final long start = System.nanoTime();
            for (int minute = 1; minute <= MINUTES; minute++) {
                final long before = heard;
                while (System.nanoTime() - start < TimeUnit.MINUTES.toNanos(minute)) {
                    final long began = System.nanoTime();
                    throughput(client, market.trading(RATE));
                    final long spare = TimeUnit.SECONDS.toNanos(1) - (System.nanoTime() - began);
                    TimeUnit.NANOSECONDS.sleep(Math.max(0, spare));
                }
                System.out.printf("minute %d: %,d commands%s%n", minute, heard - before, sizes());
                assertTrue(heard > before, "nothing was answered for a minute");
            }
            isBalanced(client);
        }
    }

    private String sizes() throws IOException {
        final StringBuilder sizes = new StringBuilder();
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            final Path status = Path.of("/proc/" + nodes.process(node).pid() + "/status");
            final String resident = Files.readAllLines(status).stream()
                    .filter(line -> line.startsWith("VmRSS"))
                    .findFirst()
                    .orElse("");
            try (Stream<Path> files = Files.list(nodes.folder(node).resolve("archive"))) {
                sizes.append(String.format(
                        "; node %d: %s KiB, %,d files", node, resident.replaceAll("[^0-9]", ""), files.count()));
            }
        }
        return sizes.toString();
    }

    /** How long each processor is taken away from a thread that only reads the clock, for two seconds. */
    private static final class Noise {
        private static final long NS = TimeUnit.SECONDS.toNanos(2);
        private static final long AWAY_NS = 100_000;
        private final int processors = Runtime.getRuntime().availableProcessors();
        private final long[] lostNs = new long[processors];
        private final long[] longestNs = new long[processors];

        Noise() throws InterruptedException {
            final List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < processors; i++) {
                final int one = i;
                threads.add(new Thread(() -> watch(one)));
            }
            threads.forEach(Thread::start);
            for (final Thread thread : threads) {
                thread.join();
            }
        }

        private void watch(final int one) {
            final long start = System.nanoTime();
            long before = start;
            while (before - start < NS) {
                final long now = System.nanoTime();
                if (now - before > AWAY_NS) {
                    lostNs[one] += now - before;
                    longestNs[one] = Math.max(longestNs[one], now - before);
                }
                before = now;
            }
        }

        @Override
        public String toString() {
            return String.format(
                    "the machine's noise: %.1f%% of the time of spinning threads lost, the longest pause %,d µs",
                    100.0 * Arrays.stream(lostNs).sum() / NS / processors,
                    Arrays.stream(longestNs).max().orElse(0) / 1_000);
        }
    }
}
