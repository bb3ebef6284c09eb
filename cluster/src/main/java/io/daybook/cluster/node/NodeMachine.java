package io.daybook.cluster.node;

import io.aeron.cluster.NanosecondClusterClock;
import io.aeron.cluster.service.ClusterClock;
import io.aeron.cluster.service.ClusteredService;
import io.aeron.driver.MediaDriver;
import io.daybook.cluster.status.NodeRelease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The parts of the machine that a node uses.
 *
 * @param network configures the sockets of the driver
 * @param space returns the free space for its folder
 * @param clock the machine's clock, in nanoseconds
 * @param release the program that runs
 * @param memory wraps the service that carries out the log
 * @param canvassMs the least time for which starting nodes wait for each other
 */
record NodeMachine(
        Consumer<MediaDriver.Context> network,
        FreeSpace space,
        ClusterClock clock,
        NodeRelease release,
        UnaryOperator<ClusteredService> memory,
        long canvassMs) {
    private static final long CANVASS_MS = 5_000;

    /** The real machine. */
    static final NodeMachine REAL = new NodeMachine(
            driver -> {},
            dir -> Files.getFileStore(dir).getUsableSpace(),
            new NanosecondClusterClock(),
            NodeRelease.THIS,
            service -> service,
            CANVASS_MS);

    /** Returns the free space. */
    @FunctionalInterface
    interface FreeSpace {
        /** Returns the free bytes of the disk that has a folder. */
        long bytes(Path dir) throws IOException;
    }
}
