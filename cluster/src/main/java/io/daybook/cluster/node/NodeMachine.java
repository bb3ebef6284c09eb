package io.daybook.cluster.node;

import io.aeron.driver.MediaDriver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * What a node is given of its machine.
 *
 * @param network puts its sockets into the driver
 * @param space tells how much room there is for its folder
 */
record NodeMachine(Consumer<MediaDriver.Context> network, FreeSpace space) {
    /** The machine as it is. */
    static final NodeMachine REAL =
            new NodeMachine(driver -> {}, dir -> Files.getFileStore(dir).getUsableSpace());

    /** Tells how many bytes may still be written. */
    @FunctionalInterface
    interface FreeSpace {
        /** Where a folder lies. */
        long bytes(Path dir) throws IOException;
    }
}
