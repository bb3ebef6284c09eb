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
 * What a node is given of its machine.
 *
 * @param network puts its sockets into the driver
 * @param space tells how much room there is for its folder
 * @param clock in nanoseconds
 * @param release the program that runs
 * @param memory what carries out the log, as this machine does it
 * @param canvassMs how long nodes that start look for each other, at least
 */
record NodeMachine(
        Consumer<MediaDriver.Context> network,
        FreeSpace space,
        ClusterClock clock,
        NodeRelease release,
        UnaryOperator<ClusteredService> memory,
        long canvassMs) {
    private static final long CANVASS_MS = 5_000;

    /** The machine as it is. */
    static final NodeMachine REAL = new NodeMachine(
            driver -> {},
            dir -> Files.getFileStore(dir).getUsableSpace(),
            new NanosecondClusterClock(),
            NodeRelease.THIS,
            service -> service,
            CANVASS_MS);

    /** Tells how many bytes may still be written. */
    @FunctionalInterface
    interface FreeSpace {
        /** Where a folder lies. */
        long bytes(Path dir) throws IOException;
    }
}
