package io.daybook.cluster.node;

import io.aeron.cluster.RecordingLog;
import io.aeron.cluster.client.AeronCluster;
import io.aeron.cluster.client.EgressListener;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.exceptions.AeronException;
import io.daybook.api.UserReportQuery;
import io.daybook.cluster.client.ClusterExchange;
import io.daybook.cluster.client.ClusterKey;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterConfigException;
import io.daybook.cluster.config.ClusterConfigReader;
import io.daybook.cluster.config.ClusterMember;
import io.daybook.cluster.state.Reply;
import io.daybook.cluster.state.Request;
import io.daybook.cluster.state.RequestKind;
import io.daybook.cluster.status.NodeStatus;
import io.daybook.cluster.status.StatusClient;
import io.daybook.engine.codec.ReportCodec;
import io.daybook.host.ChildJvm;
import io.daybook.host.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** Three nodes on the loopback interface, each a process. */
public final class ClusterProcesses implements AutoCloseable {
    private static final int PORTS = 3 * ClusterMember.PORTS;
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final long AGAIN_NS = TimeUnit.SECONDS.toNanos(2);

    /** Threads without work sleep: three nodes that wait for elections leave the processor to other threads. */
    private static final List<String> SMALL = Stream.concat(
                    Stream.of(
                            "-Xmx256m",
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-XX:-UsePerfData",
                            "-XX:+UnlockDiagnosticVMOptions",
                            "-XX:-BytecodeVerificationRemote"),
                    Stream.of(
                                    "aeron.sharednetwork.idle.strategy",
                                    "aeron.shared.idle.strategy",
                                    "aeron.archive.idle.strategy",
                                    "aeron.cluster.idle.strategy")
                            .map(key -> "-D" + key + '=' + ShortSleep.class.getName()))
            .toList();

    private final Path dir;
    private final List<String> jvm;
    private final int base;
    private final List<Path> files = new ArrayList<>();
    private final Process[] processes = new Process[ClusterConfig.NODES];
    private final List<Map<String, String>> environments = new ArrayList<>(List.of(Map.of(), Map.of(), Map.of()));
    public final ClusterConfig config;

    /** Writes the files, and starts nothing. If the folder has a file of keys, the nodes require them. */
    public ClusterProcesses(final Path dir, final String durability) throws IOException {
        this(dir, durability, SMALL);
    }

    /** Writes the files, with other options for the nodes' virtual machines. */
    ClusterProcesses(final Path dir, final String durability, final List<String> jvm) throws IOException {
        this(dir, durability, jvm, System.getProperty("daybook.timeouts", "1000,100,300"));
    }

    private ClusterProcesses(final Path dir, final String durability, final List<String> jvm, final String timeoutsMs)
            throws IOException {
        this.dir = dir;
        this.jvm = jvm;
        base = FreePorts.next(PORTS);
        final String[] timeouts = timeoutsMs.split(",");
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            final Path file = dir.resolve("node" + node + ".toml");
            Files.writeString(file, """
                    cluster = "test"
                    node = %d
                    dir = "node%d"
                    members = ["127.0.0.1:%d", "127.0.0.1:%d", "127.0.0.1:%d"]
                    durability = "%s"
                    %s
                    [timeouts]
                    heartbeat = %s
                    interval = %s
                    election = %s
                    """.formatted(
                            node,
                            node,
                            base,
                            base + ClusterMember.PORTS,
                            base + 2 * ClusterMember.PORTS,
                            durability,
                            Files.exists(dir.resolve("cluster.keys")) ? "secrets = \"cluster.keys\"" : "",
                            timeouts[0],
                            timeouts[1],
                            timeouts[2]));
            files.add(file);
        }
        config = ClusterConfigReader.read(files.get(0));
    }

    /**
     * Creates nodes with long time-outs, for tests without early kills: a busy machine does not cause new elections.
     */
    public static ClusterProcesses patient(final Path dir) throws IOException {
        return new ClusterProcesses(dir, "process", SMALL, "8000,100,300");
    }

    /** Creates nodes that vote soon after a kill, and after a start with one of three missing. */
    static ClusterProcesses quick(final Path dir, final String durability) throws IOException {
        final ClusterProcesses nodes =
                new ClusterProcesses(dir, durability, SMALL, System.getProperty("daybook.timeouts", "1000,50,150"));
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            nodes.tell(node, ".canvass", "2000");
        }
        return nodes;
    }

    public void startAll() throws IOException {
        for (int node = 0; node < processes.length; node++) {
            start(node);
        }
    }

    public void start(final int node) throws IOException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvm);
        command.add("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");
        command.addAll(ChildJvm.options(Rehearsal.class));
        command.addAll(List.of(NodeProgram.class.getName(), files.get(node).toString()));
        final ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        dir.resolve("node" + node + ".log").toFile()));
        builder.environment().putAll(environments.get(node));
        processes[node] = builder.start();
    }

    /** Sets the environment of a node's process, from its next start on. */
    void environment(final int node, final Map<String, String> variables) {
        environments.set(node, variables);
    }

    /** The log position of the newest snapshot from which a node would start, or −1. */
    public long snapshotPosition(final int node) {
        try (RecordingLog log =
                new RecordingLog(dir.resolve("node" + node).resolve("cluster").toFile(), false)) {
            final RecordingLog.Entry snapshot = log.getLatestSnapshot(0);
            return snapshot == null ? -1 : snapshot.logPosition;
        }
    }

    /**
     * Fills the folder of a node from the others as in the runbook; again if one of them did not answer in time, or the
     * leader has changed meanwhile.
     *
     * @return the position up to which the node has the log
     */
    public long seed(final int node) throws IOException, InterruptedException {
        final long start = System.nanoTime();
        while (true) {
            try {
                return NodeSeed.run(configOf(node));
            } catch (ClusterConfigException | AeronException e) {
                if (System.nanoTime() - start > PATIENCE.toNanos()) {
                    throw new AssertionError("node " + node + " is not seeded" + logs(), e);
                }
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }
    }

    /** Removes the whole folder of a node. */
    public void deleteFolder(final int node) throws IOException {
        delete(dir.resolve("node" + node));
    }

    /** Removes a folder. */
    static void delete(final Path folder) throws IOException {
        final List<Path> all;
        try (Stream<Path> walk = Files.walk(folder)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (final Path path : all) {
            Files.delete(path);
        }
    }

    /** Kills as {@code kill -9} does. */
    public void kill(final int node) throws InterruptedException {
        processes[node].destroyForcibly();
        processes[node].waitFor();
    }

    /** Sends a signal as {@code kill} does: STOP, CONT. */
    void signal(final int node, final String name) throws IOException, InterruptedException {
        final Process kill = new ProcessBuilder("kill", "-" + name, String.valueOf(processes[node].pid())).start();
        if (kill.waitFor() != 0) {
            throw new IOException("kill -" + name + " failed for node " + node);
        }
    }

    /** Sets the faults of a node's network: at once, or from its next start on if they were never set before. */
    void network(final int node, final NetworkFaults.Plan plan) throws IOException {
        NetworkFaults.tell(NodeProgram.beside(files.get(node), ".network"), plan);
    }

    /** Sets the free space that a node finds; null for the real one. */
    void space(final int node, final @Nullable Long bytes) throws IOException {
        if (bytes == null) {
            Files.deleteIfExists(NodeProgram.beside(files.get(node), ".space"));
        } else {
            tell(node, ".space", String.valueOf(bytes));
        }
    }

    /** Sets the error of a node's clock: at once, or from its next start on if it was never set before. */
    void clock(final int node, final long offsetMs) throws IOException {
        tell(node, ".clock", String.valueOf(offsetMs));
    }

    /**
     * Sets the release of a node, from its next start on: an application version such as 1.0.0, its newest semantics,
     * and whether it reports how far it has carried out the log.
     */
    void release(final int node, final String appVersion, final int semantics, final boolean reports)
            throws IOException {
        tell(node, ".release", appVersion + " " + semantics + " " + reports);
    }

    /** Sets the least time for which starting nodes wait for each other, from their next start on. */
    void canvass(final long leastMs) throws IOException {
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            tell(node, ".canvass", String.valueOf(leastMs));
        }
    }

    /** Returns whether its process runs. */
    boolean isAlive(final int node) {
        return processes[node] != null && processes[node].isAlive();
    }

    /** Sets whether a node computes wrong results: at once, if it was set before its start. */
    void memory(final int node, final String what) throws IOException {
        tell(node, ".memory", what);
    }

    private void tell(final int node, final String suffix, final String what) throws IOException {
        final Path file = NodeProgram.beside(files.get(node), suffix);
        final Path draft = file.resolveSibling(file.getFileName() + ".draft");
        Files.writeString(draft, what);
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Adds lines to the configuration of each node, before its start. */
    void configure(final String lines) throws IOException {
        for (final Path file : files) {
            Files.writeString(file, lines, StandardOpenOption.APPEND);
        }
    }

    /** Replaces a text in the configuration of a node, before its start. */
    void configure(final int node, final String what, final String instead) throws IOException {
        final String text = Files.readString(files.get(node));
        Files.writeString(files.get(node), text.replace(what, instead));
    }

    /** Waits until a node has ended by itself; returns its exit code. */
    int awaitEnd(final int node) throws InterruptedException, IOException {
        if (!processes[node].waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("node " + node + " has not ended: " + StatusClient.ask(config, 1_000) + logs());
        }
        return processes[node].exitValue();
    }

    /** The folder of a node. */
    Path folder(final int node) {
        return dir.resolve("node" + node);
    }

    /** The output of a node. */
    String log(final int node) throws IOException {
        return Files.readString(dir.resolve("node" + node + ".log"));
    }

    public Process process(final int node) {
        return processes[node];
    }

    /** The configuration of one node. */
    public ClusterConfig configOf(final int node) {
        return ClusterConfigReader.read(files.get(node));
    }

    /** Makes the log longer by messages that are not requests: each is refused, and stays in the log. */
    void fillLog(final int bytes) {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[256 << 10]);
        try (MediaDriver driver = MediaDriver.launchEmbedded(new MediaDriver.Context()
                        .threadingMode(ThreadingMode.SHARED)
                        .dirDeleteOnShutdown(true));
                AeronCluster client = connect(driver)) {
            for (int sent = 0; sent < bytes; ) {
                if (client.offer(message, 0, message.capacity()) > 0) {
                    sent += message.capacity();
                }
                client.pollEgress();
            }
        }
    }

    /** Runs a client that sends queries, and takes no answers. */
    void askWithoutHearing(final int count) throws InterruptedException {
        final byte[] query = ReportCodec.encode(UserReportQuery.accounts(1_000_004));
        final byte[] bytes = new byte[Request.HEAD_LENGTH + query.length];
        System.arraycopy(query, 0, bytes, Request.HEAD_LENGTH, query.length);
        final UnsafeBuffer message = new UnsafeBuffer(bytes);
        try (MediaDriver driver = MediaDriver.launchEmbedded(new MediaDriver.Context()
                        .threadingMode(ThreadingMode.SHARED)
                        .dirDeleteOnShutdown(true));
                AeronCluster client = connect(driver)) {
            final long start = System.nanoTime();
            for (int sent = 0; sent < count && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(10); ) {
                Request.putHead(bytes, RequestKind.QUERY, 0, 0, 0, sent + 1L);
                if (client.offer(message, 0, bytes.length) > 0) {
                    sent++;
                } else {
                    TimeUnit.MILLISECONDS.sleep(1);
                }
            }
        }
    }

    /** Sends a message over a separate connection, as often as needed, and returns the first reply. */
    Reply ask(final byte[] message) throws InterruptedException {
        try (Connection connection = open()) {
            return connection.ask(message);
        }
    }

    /** Opens a separate connection, which repeats only the messages of {@link Connection#ask}. */
    Connection open() {
        return new Connection();
    }

    /** A connection to the leader, for raw messages. */
    final class Connection implements AutoCloseable {
        private final MediaDriver driver = MediaDriver.launchEmbedded(
                new MediaDriver.Context().threadingMode(ThreadingMode.SHARED).dirDeleteOnShutdown(true));
        private final Reply reply = new Reply();
        private boolean isAnswered;
        private final AeronCluster client = connect(driver, (session, timestamp, buffer, offset, length, header) -> {
            final byte[] bytes = new byte[length];
            buffer.getBytes(offset, bytes);
            reply.wrap(bytes, 0, length);
            isAnswered = true;
        });

        /** Sends a message, again if the leader that took it no longer leads, and returns the first reply. */
        Reply ask(final byte[] message) throws InterruptedException {
            isAnswered = false;
            final long start = System.nanoTime();
            long sentNs = start;
            send(message);
            while (!isAnswered) {
                final long nowNs = System.nanoTime();
                if (nowNs - start > PATIENCE.toNanos()) {
                    throw new AssertionError("no answer in time");
                }
                if (nowNs - sentNs > AGAIN_NS) {
                    sentNs = nowNs;
                    send(message);
                }
                client.pollEgress();
                TimeUnit.MILLISECONDS.sleep(1);
            }
            return reply;
        }

        private void send(final byte[] message) throws InterruptedException {
            if (!offer(message, PATIENCE.toMillis())) {
                throw new AssertionError("no leader takes a message in time");
            }
        }

        /** Sends a message; returns whether a leader has taken it within a time. */
        boolean offer(final byte[] message, final long millis) throws InterruptedException {
            final UnsafeBuffer sent = new UnsafeBuffer(message);
            final long start = System.nanoTime();
            while (client.offer(sent, 0, message.length) < 0) {
                if (System.nanoTime() - start > TimeUnit.MILLISECONDS.toNanos(millis)) {
                    return false;
                }
                client.pollEgress();
                TimeUnit.MILLISECONDS.sleep(1);
            }
            return true;
        }

        /** Ends like a killed client: the connection is not closed in order. */
        @Override
        public void close() {
            client.context().aeron().close();
            driver.close();
        }
    }

    private AeronCluster connect(final MediaDriver driver) {
        return connect(driver, (session, timestamp, buffer, offset, length, header) -> {});
    }

    private AeronCluster connect(final MediaDriver driver, final EgressListener listener) {
        return AeronCluster.connect(new AeronCluster.Context()
                .aeronDirectoryName(driver.aeronDirectoryName())
                .ingressChannel("aeron:udp?term-length=4m")
                .ingressEndpoints(config.ingressEndpoints())
                .egressChannel("aeron:udp?endpoint=127.0.0.1:0")
                .egressListener(listener)
                .messageTimeoutNs(PATIENCE.toNanos()));
    }

    /** Waits until the answering nodes meet a condition; returns their statuses. */
    public List<NodeStatus> await(final Predicate<List<NodeStatus>> wanted) throws IOException, InterruptedException {
        final long start = System.nanoTime();
        while (true) {
            final List<NodeStatus> statuses = StatusClient.ask(config, 500).stream()
                    .flatMap(Optional::stream)
                    .toList();
            if (wanted.test(statuses)) {
                return statuses;
            }
            if (System.nanoTime() - start > PATIENCE.toNanos()) {
                throw new AssertionError("not in time: " + statuses + logs());
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    /** Waits for a leader; returns its index. */
    public int awaitLeader() throws IOException, InterruptedException {
        return await(statuses -> statuses.stream()
                                .filter(one -> one.role().equals("LEADER"))
                                .count()
                        == 1)
                .stream()
                .filter(one -> one.role().equals("LEADER"))
                .findFirst()
                .orElseThrow()
                .node();
    }

    /** Waits until all three nodes have reached a seq with equal results. */
    public List<NodeStatus> awaitAgreement(final long seq) throws IOException, InterruptedException {
        final List<NodeStatus> all = await(statuses ->
                statuses.size() == ClusterConfig.NODES && statuses.stream().allMatch(one -> one.seq() == seq));
        for (final NodeStatus one : all) {
            if (one.chain() != all.get(0).chain()) {
                throw new AssertionError("chains differ: " + all);
            }
        }
        return all;
    }

    public ClusterExchange connect(final int session) throws InterruptedException {
        return ClusterExchange.connect(config.ingressEndpoints(), "127.0.0.1", session, PATIENCE);
    }

    /** Connects with a key. */
    public ClusterExchange connect(final int session, final ClusterKey key) throws InterruptedException {
        return ClusterExchange.connect(config.ingressEndpoints(), "127.0.0.1", session, key, PATIENCE);
    }

    private String logs() throws IOException {
        final StringBuilder all = new StringBuilder();
        for (int node = 0; node < processes.length; node++) {
            final Path log = dir.resolve("node" + node + ".log");
            if (Files.exists(log)) {
                final String text = Files.readString(log);
                all.append("\nnode ")
                        .append(node)
                        .append(": ")
                        .append(text, Math.max(0, text.length() - 2_000), text.length());
            }
        }
        return all.toString();
    }

    @Override
    public void close() throws IOException, InterruptedException {
        for (final Process process : processes) {
            if (process != null) {
                process.destroy(); // in order: a killed process would leave its buffers in memory
            }
        }
        for (final Process process : processes) {
            if (process != null && !process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        }
        FreePorts.giveBack(base);
    }
}
