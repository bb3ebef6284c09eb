package io.daybook.cluster.node;

import io.aeron.cluster.RecordingLog;
import io.daybook.cluster.client.ClusterExchange;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Three nodes on the loopback interface, each a process. */
public final class ClusterProcesses implements AutoCloseable {
    private static final int PORTS = 3 * ClusterMember.PORTS;
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private final Path dir;
    private final List<String> jvm;
    private final List<Path> files = new ArrayList<>();
    private final Process[] processes = new Process[ClusterConfig.NODES];
    public final ClusterConfig config;

    /** Writes the files; starts nothing. */
    public ClusterProcesses(final Path dir, final String durability) throws IOException {
        this(dir, durability, List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    }

    /** With other options for the nodes' virtual machines. */
    ClusterProcesses(final Path dir, final String durability, final List<String> jvm) throws IOException {
        this.dir = dir;
        this.jvm = jvm;
        final int base = freePorts();
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            final Path file = dir.resolve("node" + node + ".toml");
            Files.writeString(file, """
                    cluster = "test"
                    node = %d
                    dir = "node%d"
                    members = ["127.0.0.1:%d", "127.0.0.1:%d", "127.0.0.1:%d"]
                    durability = "%s"
                    [timeouts]
                    heartbeat = 1000
                    interval = 100
                    election = 300
                    """.formatted(
                            node, node, base, base + ClusterMember.PORTS, base + 2 * ClusterMember.PORTS, durability));
            files.add(file);
        }
        config = ClusterConfigReader.read(files.get(0));
    }

    private static int freePorts() throws IOException {
        final SplittableRandom random = new SplittableRandom();
        while (true) {
            final int base = random.nextInt(20_000, 30_000);
            if (areFree(base)) {
                return base;
            }
        }
    }

    private static boolean areFree(final int base) throws IOException {
        for (int port = base; port < base + PORTS; port++) {
            try {
                new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)).close();
            } catch (java.net.SocketException e) {
                return false;
            }
        }
        return true;
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
        command.addAll(List.of(
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                NodeProgram.class.getName(),
                files.get(node).toString()));
        processes[node] = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        dir.resolve("node" + node + ".log").toFile()))
                .start();
    }

    /** The newest snapshot that a node would start from: the log position of it, or −1. */
    long snapshotPosition(final int node) {
        try (RecordingLog log =
                new RecordingLog(dir.resolve("node" + node).resolve("cluster").toFile(), false)) {
            final RecordingLog.Entry snapshot = log.getLatestSnapshot(0);
            return snapshot == null ? -1 : snapshot.logPosition;
        }
    }

    /** Removes all that a node has. */
    void deleteFolder(final int node) throws IOException {
        final List<Path> all;
        try (Stream<Path> walk = Files.walk(dir.resolve("node" + node))) {
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

    public Process process(final int node) {
        return processes[node];
    }

    /** Waits until the nodes that answer are as wanted; gives their statuses. */
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

    /** The node that leads. */
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

    /** All three are as far, and computed the same. */
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
    public void close() throws InterruptedException {
        for (final Process process : processes) {
            if (process != null) {
                process.destroy(); // in order: a killed one would leave its buffers in memory
            }
        }
        for (final Process process : processes) {
            if (process != null && !process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        }
    }
}
