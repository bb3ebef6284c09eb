package io.daybook.cluster.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterMember;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests to a node from another process, through the files of its driver. */
class ClusterNodeTest {
    private static final Path MAPS = Path.of("/proc/self/maps");

    @TempDir
    private Path dir;

    private static long mapped(final String file) throws IOException {
        return Files.readAllLines(MAPS).stream()
                .filter(line -> line.contains(file))
                .count();
    }

    @Test
    void shouldLetGoOfTheFileWithEachRequest() throws IOException {
        assumeTrue(Files.isReadable(MAPS), "needs /proc");
        final ClusterMember member = new ClusterMember("127.0.0.1", 29_000);
        final ClusterConfig config = NodeConfigs.local(dir, member, member, member);
        final String folder = ClusterNode.aeronDirectory(config);
        try (MediaDriver driver = MediaDriver.launch(new MediaDriver.Context()
                .aeronDirectoryName(folder)
                .threadingMode(ThreadingMode.SHARED)
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true))) {
            final String file = driver.aeronDirectoryName() + "/cnc.dat";
            final long before = mapped(file);
            assertTrue(before > 0);
            for (int i = 0; i < 5; i++) {
                assertFalse(ClusterNode.requestSnapshot(config)); // a driver without a consensus module
            }
            assertEquals(before, mapped(file));
        }
    }
}
