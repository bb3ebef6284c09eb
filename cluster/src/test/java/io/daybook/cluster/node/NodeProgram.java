package io.daybook.cluster.node;

import io.aeron.cluster.NanosecondClusterClock;
import io.aeron.cluster.service.ClusterClock;
import io.daybook.api.Attachment;
import io.daybook.api.OnFailure;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterConfigReader;
import io.daybook.cluster.status.NodeRelease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.agrona.SemanticVersion;

/**
 * A node in a separate process: its configuration file is the only argument. Files that exist beside it at its start
 * disturb the node; their contents may change:
 *
 * <pre>
 *  .network    see {@link NetworkFaults}
 * .space      the free bytes
 * .clock      the error of its clock in milliseconds
 * .release    the release that it reports: an application version, its newest semantics,
 *              and whether it reports what it has carried out
 *  .memory     see {@link BadMemory}
 * .canvass    the least time in milliseconds for which starting nodes wait for each other
 * </pre>
 *
 * <p>It has one follower, {@link TapeFollower}, which a log may name.
 */
public final class NodeProgram {
    private NodeProgram() {}

    public static void main(final String[] args) throws Exception {
        final Path file = Path.of(args[0]);
        final ClusterConfig config = ClusterConfigReader.read(file);
        final Path network = beside(file, ".network");
        final Path clock = beside(file, ".clock");
        final Path memory = beside(file, ".memory");
        final NodeMachine machine = new NodeMachine(
                driver -> {
                    if (Files.exists(network)) {
                        new NetworkFaults(config, network).into(driver);
                    }
                },
                dir -> space(beside(file, ".space"), dir),
                Files.exists(clock) ? new WrongClock(clock) : new NanosecondClusterClock(),
                release(beside(file, ".release")),
                service -> Files.exists(memory) ? new BadMemory(service, memory) : service,
                canvassMs(beside(file, ".canvass")));
        final ClusterNode node = ClusterNode.start(
                config,
                machine,
                Map.of(
                        TapeFollower.NAME,
                        beginning ->
                                new Attachment(new TapeFollower(beside(file, TapeFollower.SUFFIX)), OnFailure.HALT)));
        Runtime.getRuntime().addShutdownHook(new Thread(node::close));
        node.awaitEnd();
    }

    static Path beside(final Path file, final String suffix) {
        return file.resolveSibling(file.getFileName() + suffix);
    }

    private static long space(final Path told, final Path dir) throws IOException {
        return Files.exists(told)
                ? Long.parseLong(Files.readString(told).strip())
                : NodeMachine.REAL.space().bytes(dir);
    }

    private static long canvassMs(final Path told) throws IOException {
        return Files.exists(told) ? Long.parseLong(Files.readString(told).strip()) : NodeMachine.REAL.canvassMs();
    }

    private static NodeRelease release(final Path told) throws IOException {
        if (!Files.exists(told)) {
            return NodeRelease.THIS;
        }
        final String[] numbers = Files.readString(told).strip().split("[ .]");
        return new NodeRelease(
                SemanticVersion.compose(
                        Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]), Integer.parseInt(numbers[2])),
                Integer.parseInt(numbers[3]),
                Boolean.parseBoolean(numbers[4]));
    }

    /** A clock with an error from a file, which is read again and again: the clock may jump. */
    private static final class WrongClock implements ClusterClock {
        private static final long EVERY_NS = TimeUnit.MILLISECONDS.toNanos(50);

        private final ClusterClock right = new NanosecondClusterClock();
        private final Path told;
        private volatile long offsetNs;

        WrongClock(final Path told) throws IOException {
            this.told = told;
            read();
            final Thread reader = new Thread(this::readAgain, "wrong-clock");
            reader.setDaemon(true);
            reader.start();
        }

        private void read() throws IOException {
            offsetNs = TimeUnit.MILLISECONDS.toNanos(
                    Long.parseLong(Files.readString(told).strip()));
        }

        private void readAgain() {
            while (true) {
                try {
                    TimeUnit.NANOSECONDS.sleep(EVERY_NS);
                    read();
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }

        @Override
        public TimeUnit timeUnit() {
            return TimeUnit.NANOSECONDS;
        }

        @Override
        public long time() {
            return right.time() + offsetNs;
        }
    }
}
