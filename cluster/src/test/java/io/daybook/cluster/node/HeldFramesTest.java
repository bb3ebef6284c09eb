package io.daybook.cluster.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Waiting frames, in memory and in a file. */
class HeldFramesTest {
    private static final int MEMORY = 2 << 20;

    @TempDir
    private Path dir;

    @Test
    void shouldGiveFramesBackInOrderWhetherTheyFitIntoMemoryOrNot() throws Exception {
        final long seed = System.nanoTime();
        final SplittableRandom random = new SplittableRandom(seed);
        final ArrayDeque<byte[]> model = new ArrayDeque<>();
        boolean wasOnDisk = false;
        long added = 0;
        long removed = 0;
        try (HeldFrames held = new HeldFrames(dir.resolve("held"), MEMORY)) {
            for (int round = 0; round < 40; round++) {
                final int adds = random.nextInt(400);
                for (int i = 0; i < adds; i++) {
                    final byte[] frame =
                            new byte[random.nextInt(100) == 0 ? random.nextInt(3 << 20) : random.nextInt(500)];
                    random.nextBytes(frame);
                    held.add(added, -added, frame, 0, frame.length);
                    added++;
                    model.add(frame);
                }
                wasOnDisk |= model.stream().mapToLong(one -> one.length).sum() > 2L * MEMORY;
                final int removes = round % 8 == 7 ? model.size() : random.nextInt(model.size() + 1);
                for (int i = 0; i < removes; i++) {
                    assertTrue(held.first(), () -> "seed=" + seed);
                    assertEquals(removed, held.position());
                    assertEquals(-removed, held.number());
                    assertArrayEquals(model.removeFirst(), Arrays.copyOf(held.frame(), held.length()));
                    held.remove();
                    removed++;
                }
                assertEquals(model.isEmpty(), held.isEmpty(), () -> "seed=" + seed);
                if (model.isEmpty()) {
                    assertFalse(held.first());
                }
            }
        }
        assertTrue(wasOnDisk, () -> "seed=" + seed);
    }

    /** A leader that waits for a slow node holds frames all the time: frames that were read make room in the file. */
    @Test
    void shouldNotGrowItsFileWhileAsManyFramesComeAsGo() {
        final byte[] frame = new byte[1 << 20];
        try (HeldFrames held = new HeldFrames(dir.resolve("held"), MEMORY)) {
            for (int i = 0; i < 12; i++) {
                held.add(i, i, frame, 0, frame.length);
            }
            final long bytes = held.fileBytes();
            assertTrue(bytes > 0, "frames beyond the memory are in the file");
            for (int i = 12; i < 500; i++) {
                held.add(i, i, frame, 0, frame.length);
                assertTrue(held.first());
                assertEquals(i - 12, held.position());
                held.remove();
            }
            assertTrue(held.fileBytes() <= bytes + (4 << 20), () -> bytes + " became " + held.fileBytes());
        }
    }
}
