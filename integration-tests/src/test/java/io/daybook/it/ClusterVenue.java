package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.client.DaybookClient;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterConfigReader;
import io.daybook.cluster.status.NodeStatus;
import io.daybook.cluster.status.StatusClient;
import io.daybook.host.FreePorts;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.sessions.member.Secret;
import io.daybook.sessions.outbox.OutboxFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.jspecify.annotations.Nullable;

/** A venue of three nodes on the loopback interface, each {@code daybook cluster node} in a process of its own. */
final class ClusterVenue implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int HEARTBEAT_MS = 30_000;
    private static final int PORTS = 30;

    /** The session of the operator of the cluster; no member has it. */
    private static final String ADMIN = "400";

    /**
     * Options that make idle threads of Aeron sleep for a millisecond, so that three nodes do not use all processors.
     */
    private static final List<String> SLEEPING = Stream.of("sharednetwork", "shared", "archive", "cluster")
            .map(agent -> "-Daeron." + agent + ".idle.strategy=" + SleepingMillisIdleStrategy.class.getName())
            .toList();

    private final Path folder;
    private final long seed;
    private final String secret;
    private final String kept;
    private final int base;
    private final int[] doors = new int[ClusterConfig.NODES];
    private final int[] fixDoors = new int[ClusterConfig.NODES];
    private final Set<String> commands = new TreeSet<>();
    private final Process[] processes = new Process[ClusterConfig.NODES];
    final ClusterConfig config;
    private @Nullable UnpackedDistribution launcher;

    /**
     * Writes the files of the nodes, with a TCP door and perhaps a FIX door; {@link #members} writes the file of the
     * sessions.
     */
    ClusterVenue(final Path folder, final long seed, final boolean hasFix) throws IOException {
        this(folder, seed, hasFix, node -> "");
    }

    /**
     * Writes the files of the nodes, with more sections in each.
     *
     * @param sections the sections after those of the doors, by node
     */
    ClusterVenue(final Path folder, final long seed, final boolean hasFix, final IntFunction<String> sections)
            throws IOException {
        this.folder = folder;
        this.seed = seed;
        final Secret.Fresh fresh = VenueProcess.secret(seed);
        secret = fresh.text();
        kept = fresh.kept().kept();
        base = FreePorts.next(PORTS);
        Arrays.setAll(doors, node -> FreePorts.next());
        Arrays.setAll(fixDoors, node -> hasFix ? FreePorts.next() : 0);
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            Files.writeString(
                    file(node),
                    """
                    cluster = "test"
                    node = %d
                    dir = "data%d"
                    members = ["127.0.0.1:%d", "127.0.0.1:%d", "127.0.0.1:%d"]
                    durability = "process"
                    [timeouts]
                    heartbeat = 1000
                    interval = 100
                    election = 300
                    """.formatted(node, node, base, base + 10, base + 20)
                            + door(node)
                            + (hasFix ? fix(node) : "")
                            + sections.apply(node));
        }
        config = ClusterConfigReader.read(file(0));
    }

    private String door(final int node) {
        return """
                [gateway]
                members = "members.json"
                addresses = ["127.0.0.1:%d", "127.0.0.1:%d", "127.0.0.1:%d"]
                [gateway.tcp]
                port = %d
                """.formatted(doors[0], doors[1], doors[2], doors[node]);
    }

    private String fix(final int node) {
        return """
                [gateway.fix]
                addresses = ["127.0.0.1:%d", "127.0.0.1:%d", "127.0.0.1:%d"]
                port = %d
                [currency.BTC]
                id = 1001
                decimals = 8
                [currency.EUR]
                id = 978
                decimals = 7
                [listing.BTC-EUR]
                symbol = 1
                base = "BTC"
                quote = "EUR"
                tick = "0.01"
                lot = "0.00001"
                """.formatted(fixDoors[0], fixDoors[1], fixDoors[2], fixDoors[node]);
    }

    /**
     * Makes nodes start and commands run with the launcher of a built distribution, not on the class path of the test.
     */
    void launchBy(final UnpackedDistribution distribution) {
        launcher = distribution;
    }

    private ProcessBuilder command(final String... arguments) {
        commands.add(arguments[1]);
        if (launcher != null) {
            return launcher.builder(arguments);
        }
        final ProcessBuilder builder = DaybookProcess.builder(arguments);
        builder.command().addAll(1, List.of("-Xmx256m", "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED"));
        builder.command().addAll(1, SLEEPING);
        return builder;
    }

    /** The commands of {@code daybook cluster} that were started as processes. */
    Set<String> commands() {
        return commands;
    }

    /**
     * Starts a command of {@code daybook cluster} that runs until the test, or the effect of another command, ends it.
     */
    Process begin(final String... arguments) throws IOException {
        final List<String> all = new ArrayList<>(List.of("cluster"));
        all.addAll(List.of(arguments));
        return command(all.toArray(String[]::new))
                .redirectErrorStream(true)
                .redirectOutput(Files.createTempFile(folder, "out", ".txt").toFile())
                .start();
    }

    /** The FIX ports of the nodes. */
    int[] fixPorts() {
        return fixDoors.clone();
    }

    Path file(final int node) {
        return folder.resolve("n" + node + ".toml");
    }

    Path data(final int node) {
        return folder.resolve("data" + node);
    }

    /** Writes the sessions, each as JSON without its braces. */
    void members(final String... sessions) throws IOException {
        Files.writeString(
                folder.resolve("members.json"),
                "{\"members\":[{\"name\":\"ALPHA\",\"secret\":\"" + kept + "\",\"sessions\":[{"
                        + String.join("},\n{", sessions) + "}]}]}");
    }

    /** The addresses of the doors of all nodes. */
    List<InetSocketAddress> addresses() {
        return Arrays.stream(doors)
                .mapToObj(port -> new InetSocketAddress("127.0.0.1", port))
                .toList();
    }

    String secret() {
        return secret;
    }

    /** A client with the addresses of all nodes. */
    DaybookClient.Builder client(final int session) {
        return DaybookClient.builder()
                .addresses(Arrays.stream(doors)
                        .mapToObj(port -> "127.0.0.1:" + port)
                        .toArray(String[]::new))
                .session(session, secret)
                .heartbeatMs(HEARTBEAT_MS)
                .connectTimeoutMs(PATIENCE.toMillis());
    }

    void start(final int node) throws IOException {
        processes[node] = command("cluster", "node", file(node).toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("node" + node + ".log").toFile()))
                .start();
    }

    /**
     * Starts all nodes and a new log, with a listing and the users 301 to 303, who have more money than they can spend.
     */
    void begin() throws IOException, InterruptedException {
        for (int node = 0; node < processes.length; node++) {
            start(node);
        }
        awaitLeader();
        require(run("init", file(0).toString(), "--margin-trading", "on"));
        final Path lines = Files.writeString(folder.resolve("begin.txt"), """
                pair 1 BTC EUR lot 1000 tick 1
                user 301 BTC 1000000000000000 EUR 1000000000000000
                user 302 BTC 1000000000000000 EUR 1000000000000000
                user 303 BTC 1000000000000000 EUR 1000000000000000
                """);
        require(run(lines, "client", file(0).toString(), "--session", ADMIN));
        awaitAgreement(); // two nodes may elect a leader and answer before the third has started
    }

    /** Sends the lines of an operator to the cluster, which carries them out. */
    DaybookProcess.Ended operate(final String lines) throws IOException, InterruptedException {
        final Path file = Files.writeString(folder.resolve("lines.txt"), lines);
        return run(file, "client", file(0).toString(), "--session", ADMIN);
    }

    /** Makes all nodes take a snapshot. */
    void snapshot() throws IOException, InterruptedException {
        require(run("snapshot", file(0).toString(), "--session", ADMIN));
    }

    /** Adds the TCP door, through the cluster's log, as a follower on each node. */
    void follow() throws IOException, InterruptedException {
        follow("gateway");
    }

    /** Adds these followers, through the cluster's log, on each node. */
    void follow(final String... names) throws IOException, InterruptedException {
        final List<String> all = new ArrayList<>(List.of("followers", file(0).toString()));
        all.addAll(List.of(names));
        require(runAnswered(all.toArray(String[]::new)));
    }

    /**
     * Runs a command that needs answers from nodes. Repeats it if the nodes do not answer in the short time for which
     * it waits.
     */
    DaybookProcess.Ended runAnswered(final String... arguments) throws IOException, InterruptedException {
        final long startNs = System.nanoTime();
        DaybookProcess.Ended ended = run(arguments);
        while (isOfBusyNodes(ended) && System.nanoTime() - startNs < PATIENCE.toNanos()) {
            ended = run(arguments);
        }
        return ended;
    }

    private static boolean isOfBusyNodes(final DaybookProcess.Ended ended) {
        return ended.status() != 0
                && (ended.err().contains("does not answer") || ended.err().contains("no other node has reported"));
    }

    /** Fills the folder of a node that has lost its files, from the other nodes. */
    void seed(final int node) throws IOException, InterruptedException {
        require(runAnswered("seed", file(node).toString()));
    }

    /** Ends a trading day of the FIX sessions. */
    void roll() throws IOException, InterruptedException {
        require(run("roll", file(0).toString(), "--session", ADMIN));
    }

    /** Exports the log to its end, as a journal folder. */
    void export(final Path journal) throws IOException, InterruptedException {
        require(runAnswered("export", file(0).toString(), journal.toString(), "--final"));
    }

    private static void require(final DaybookProcess.Ended ended) {
        assertEquals(0, ended.status(), () -> ended.out() + ended.err());
    }

    /** Runs a command of {@code daybook cluster} to its end. */
    DaybookProcess.Ended run(final String... arguments) throws IOException, InterruptedException {
        return run(Path.of("/dev/null"), arguments);
    }

    private DaybookProcess.Ended run(final Path input, final String... arguments)
            throws IOException, InterruptedException {
        final List<String> all = new ArrayList<>(List.of("cluster"));
        all.addAll(List.of(arguments));
        if (launcher == null) {
            return DaybookProcess.run(input, all.toArray(String[]::new));
        }
        final Path out = Files.createTempFile(folder, "out", ".txt");
        final Path err = Files.createTempFile(folder, "err", ".txt");
        final Process process = command(all.toArray(String[]::new))
                .redirectInput(input.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        assertTrue(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS), () -> "the command does not end: " + all);
        return new DaybookProcess.Ended(process.exitValue(), Files.readAllLines(out), Files.readString(err));
    }

    /** Ends a node with SIGKILL. */
    void kill(final int node) throws InterruptedException {
        processes[node].destroyForcibly();
        assertTrue(processes[node].waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    }

    /** Waits until a node ends by itself; returns its exit code. */
    int awaitEnd(final int node) throws InterruptedException {
        assertTrue(processes[node].waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS), this::log);
        return processes[node].exitValue();
    }

    void signal(final int node, final String name) throws IOException, InterruptedException {
        final Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(processes[node].pid())).start();
        assertEquals(0, kill.waitFor());
    }

    private boolean isAlive(final int node) {
        return processes[node].isAlive();
    }

    /** Waits until the status of the nodes that answer is as wanted. */
    List<NodeStatus> await(final Predicate<List<NodeStatus>> wanted) throws IOException, InterruptedException {
        final long startNs = System.nanoTime();
        while (true) {
            final List<NodeStatus> all = StatusClient.ask(config, 500).stream()
                    .flatMap(Optional::stream)
                    .toList();
            if (wanted.test(all)) {
                return all;
            }
            assertTrue(System.nanoTime() - startNs < PATIENCE.toNanos(), () -> all + log());
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    /**
     * Acts as a supervisor: starts nodes that have ended (a node that was stopped for long ends), until all three
     * answer.
     */
    void supervise() throws IOException, InterruptedException {
        await(all -> {
            for (int node = 0; node < processes.length; node++) {
                if (!isAlive(node)) {
                    startAgain(node);
                }
            }
            return all.size() == ClusterConfig.NODES && all.stream().allMatch(one -> one.seq() > 0);
        });
    }

    private void startAgain(final int node) {
        try {
            start(node);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean leads(final NodeStatus one) {
        return one.role().equals("LEADER");
    }

    int awaitLeader() throws IOException, InterruptedException {
        return await(all -> all.stream().filter(ClusterVenue::leads).count() == 1).stream()
                .filter(ClusterVenue::leads)
                .findFirst()
                .orElseThrow()
                .node();
    }

    /**
     * Waits until all three nodes have carried out equally many commands; requires that the chains over their results
     * are equal.
     */
    void awaitAgreement() throws IOException, InterruptedException {
        final List<NodeStatus> agreed = await(all -> all.size() == ClusterConfig.NODES
                && all.stream().allMatch(one -> one.seq() == all.get(0).seq()));
        agreed.forEach(one -> assertEquals(agreed.get(0).chain(), one.chain()));
    }

    /** The messages that a node has sent to a session. */
    List<String> told(final int node, final int session) throws IOException {
        final List<String> told = new ArrayList<>();
        new OutboxFiles(new FileJournalStorage(), data(node), session)
                .forEach((out, bytes, offset, length) ->
                        told.add(out + " " + HexFormat.of().formatHex(bytes, offset, offset + length)));
        return told;
    }

    /**
     * Requires that all nodes have sent a session the same messages. Waits for them, because a node writes them to its
     * files a moment after it has carried out the command.
     *
     * @param seeded the node, if any, that lost its folder: it has only the messages since then
     */
    void requireSameStreams(final int session, final Set<Integer> seeded) throws IOException, InterruptedException {
        final int whole = seeded.contains(0) ? 1 : 0;
        assertTrue(!told(whole, session).isEmpty(), () -> "seed=" + seed);
        final long startNs = System.nanoTime();
        for (int node = 0; node < processes.length; node++) {
            while (!isSameStream(told(node, session), told(whole, session), seeded.contains(node))) {
                assertTrue(
                        System.nanoTime() - startNs < PATIENCE.toNanos(),
                        "node " + node + " must send session " + session + " the same messages, seed=" + seed);
                TimeUnit.MILLISECONDS.sleep(100);
            }
        }
    }

    private static boolean isSameStream(final List<String> told, final List<String> whole, final boolean isSeeded) {
        final int left = isSeeded ? Math.max(0, whole.size() - told.size()) : 0;
        return told.equals(whole.subList(left, whole.size()));
    }

    String log() {
        final StringBuilder all = new StringBuilder();
        for (int node = 0; node < processes.length; node++) {
            try {
                all.append("\nnode ")
                        .append(node)
                        .append(":\n")
                        .append(Files.readString(folder.resolve("node" + node + ".log")));
            } catch (IOException e) {
                all.append(e);
            }
        }
        return all.toString();
    }

    @Override
    public void close() throws InterruptedException {
        for (final @Nullable Process process : processes) {
            if (process != null) {
                process.destroy(); // SIGTERM: a killed node would leave its Aeron directory, which may be in /dev/shm
            }
        }
        for (final @Nullable Process process : processes) {
            if (process != null && !process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        }
        FreePorts.giveBack(base);
    }
}
