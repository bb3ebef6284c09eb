package io.daybook.journal.access;

import static io.daybook.journal.access.JournalFixture.FINGERPRINT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.daybook.host.storage.CountingStorage;
import io.daybook.host.storage.FileJournalStorage;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what an append costs: allocation and writes. */
final class JournalWriterCostTest {
    private static final int COMMANDS = 16_384;

    private static byte[] block() {
        final byte[] block = new byte[COMMANDS * 16];
        final Random random = new Random(1);
        for (int i = 0; i < block.length; i += 16) {
            block[i] = 1;
            block[i + 1] = (byte) random.nextInt(50);
            block[i + 3] = (byte) random.nextInt(256);
            block[i + 5] = (byte) random.nextInt(256);
            block[i + 8] = (byte) random.nextInt(100);
        }
        return block;
    }

    @Test
    void shouldAllocateNothingBetweenRotations(final @TempDir Path dir) {
        final JournalOptions options = JournalOptions.builder()
                .firstSegmentBytes(64 << 20)
                .fillAhead(false)
                .build();
        final byte[] block = block();
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Journal journal = Journal.open(dir, options, FINGERPRINT)) {
            final JournalWriter writer = journal.writer();
            appendForced(writer, block, 100); // warms up: buffers of the JDK, classes
            final long before = threads.getCurrentThreadAllocatedBytes();
            appendForced(writer, block, 200);
            final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            assertTrue(writer.durableSeq() == 300L * COMMANDS && writer.roomBytes() > 0);
            final double perCommand = (double) allocated / (200.0 * COMMANDS);
            assertTrue(perCommand <= 0.001, () -> allocated + " bytes for 200 blocks");
        }
    }

    private static void appendForced(final JournalWriter writer, final byte[] block, final int times) {
        for (int i = 0; i < times; i++) {
            writer.append(writer.writtenSeq() + 1, COMMANDS, i, block, 0, block.length);
            if (i % 4 == 3) {
                writer.force();
                writer.syncMark();
            }
        }
    }

    @Test
    void shouldForceOnceForManyBlocksAndPadOnlyThen(final @TempDir Path dir) {
        final CountingStorage storage = new CountingStorage(new FileJournalStorage());
        try (Journal journal = Journal.open(storage, dir, JournalFixture.SMALL, FINGERPRINT)) {
            final JournalWriter writer = journal.writer();
            final long writes = storage.writes();
            final long forces = storage.forces();
            for (int i = 0; i < 10; i++) {
                JournalFixture.append(writer, 1, 100);
            }
            writer.force();
            writer.force();
            assertEquals(1, storage.forces() - forces);
            assertEquals(11, storage.writes() - writes, "ten frames and a pad");
        }
    }
}
