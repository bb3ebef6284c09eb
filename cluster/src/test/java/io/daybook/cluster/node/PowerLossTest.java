package io.daybook.cluster.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.cluster.client.ClusterExchange;
import io.daybook.cluster.client.ClusterSetup;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.log.LogContents;
import io.daybook.cluster.log.NodeLog;
import io.daybook.engine.state.RandomMarket;
import io.daybook.host.Proves;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Power fails on all three nodes at once, amid commands: they are killed, and each file gets the content that it had
 * when it was last forced, or is deleted if it never was. A library of C, loaded before each node's own, keeps the
 * forced content; see {@code power.c}. The order of a disk's writes and its directories are not disturbed.
 */
@Proves(value = "three nodes that lose power keep what was answered", large = "3 losses")
@Tag("whole")
class PowerLossTest {
    private static final Path COMPILER = Path.of("/usr/bin/gcc");
    private static final int LOSSES = 3;
    private static final int BATCH = 1_000;

    @TempDir
    private Path dir;

    private final RandomMarket market = new RandomMarket(31);
    private long last;

    @Test
    void shouldLoseNothingThatWasAnsweredWherePowerFailsEverywhere() throws Exception {
        try (ClusterProcesses nodes = begin("power");
                ClusterExchange client = nodes.connect(1)) {
            send(client, market.opening());
            for (int loss = 0; loss < LOSSES; loss++) {
                send(client, market.trading(BATCH));
                final List<CompletableFuture<CommandResult>> underway = submit(client, market.trading(BATCH));
                hear(underway.subList(0, BATCH / 3));
                failPower(nodes);
                nodes.startAll();
                hear(underway.subList(BATCH / 3, BATCH));
                nodes.awaitAgreement(last);
            }
        }
    }

    /** The method detects faults: without forces, answered commands are lost. */
    @Test
    void shouldLoseWhatWasNotForcedWhereNothingIsForced() throws Exception {
        try (ClusterProcesses nodes = begin("process")) {
            try (ClusterExchange client = nodes.connect(1)) {
                send(client, market.opening());
                send(client, market.trading(BATCH));
            }
            failPower(nodes);
            for (int node = 0; node < ClusterConfig.NODES; node++) {
                final boolean hasLog = Files.exists(nodes.folder(node).resolve("archive/archive.catalog"))
                        && Files.exists(nodes.folder(node).resolve("cluster/recording.log"))
                        && Files.size(nodes.folder(node).resolve("cluster/recording.log")) > 0;
                final long kept = hasLog
                        ? LogContents.read(NodeLog.open(nodes.folder(node))).lastSeq()
                        : 0;
                assertTrue(kept < last, "node " + node + " has seq " + kept + " of " + last);
            }
        }
    }

    private ClusterProcesses begin(final String durability) throws Exception {
        assumeTrue(
                Boolean.getBoolean("daybook.long") && Files.isExecutable(COMPILER),
                "needs -Plong, and a C compiler on Linux");
        final Path source = dir.resolve("power.c");
        try (InputStream text = PowerLossTest.class.getResourceAsStream("power.c")) {
            Files.copy(Objects.requireNonNull(text), source);
        }
        final Path library = dir.resolve("power.so");
        final Process compiler = new ProcessBuilder(
                        COMPILER.toString(),
                        "-shared",
                        "-fPIC",
                        "-O1",
                        "-o",
                        library.toString(),
                        source.toString(),
                        "-ldl")
                .inheritIO()
                .start();
        assertEquals(0, compiler.waitFor());
        final ClusterProcesses nodes = new ClusterProcesses(dir, durability);
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            nodes.environment(
                    node,
                    Map.of(
                            "LD_PRELOAD",
                            library.toString(),
                            "POWER_FROM",
                            nodes.folder(node).toString(),
                            "POWER_TO",
                            Files.createDirectory(forced(node)).toString()));
        }
        nodes.startAll();
        nodes.awaitLeader();
        ClusterSetup.init(nodes.config.ingressEndpoints(), "127.0.0.1", true, null, Duration.ofSeconds(60));
        return nodes;
    }

    private Path forced(final int node) {
        return dir.resolve("forced" + node);
    }

    private void failPower(final ClusterProcesses nodes) throws Exception {
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            nodes.signal(node, "STOP"); // so that all nodes fail at one moment
        }
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            nodes.kill(node);
        }
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            final Path folder = nodes.folder(node);
            final List<Path> files;
            try (Stream<Path> walk = Files.walk(folder)) {
                files = walk.filter(Files::isRegularFile).toList();
            }
            for (final Path file : files) {
                final Path kept =
                        forced(node).resolve(folder.relativize(file).toString().replace('/', '%'));
                if (Files.exists(kept)) {
                    Files.copy(kept, file, StandardCopyOption.REPLACE_EXISTING);
                } else if (!file.endsWith("identity")) { // the file dates from the first start, long ago
                    Files.delete(file);
                }
            }
        }
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
            assertEquals(++last, future.get(90, TimeUnit.SECONDS).seq());
        }
    }
}
