package io.daybook.cluster.follower;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Frames of any length arrive once each, in order and whole, through a ring of any length. */
@Proves("followers of a node hear each result once, and a failed one does what its rule says")
class FollowerPipeTest {
    private static final int FRAMES = 20_000;

    private static byte[] frame(final SplittableRandom random) {
        final byte[] bytes = new byte[random.nextInt(20) == 0 ? random.nextInt(500) : random.nextInt(30)];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    void shouldCarryFramesBetweenTwoThreads() throws Exception {
        final long seed = Long.getLong("daybook.seed", System.nanoTime());
        final FollowerPipe pipe = new FollowerPipe(64);
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        final Thread producer = new Thread(() -> {
            final SplittableRandom random = new SplittableRandom(seed);
            for (int i = 0; i < FRAMES; i++) {
                final byte[] frame = frame(random);
                if (!pipe.put(i, frame, 0, frame.length, () -> failure.get() == null)) {
                    return;
                }
            }
        });
        producer.start();
        final SplittableRandom expected = new SplittableRandom(seed);
        final int[] next = {0};
        final long begin = System.nanoTime();
        try {
            while (next[0] < FRAMES) {
                pipe.poll(
                        (kind, bytes, length) -> {
                            assertEquals(next[0]++, kind, () -> "seed=" + seed);
                            assertArrayEquals(frame(expected), Arrays.copyOf(bytes, length), () -> "seed=" + seed);
                        },
                        3);
                assertTrue(System.nanoTime() - begin < TimeUnit.MINUTES.toNanos(2), () -> "seed=" + seed);
            }
        } catch (Throwable e) {
            failure.set(e);
            throw e;
        } finally {
            producer.join();
        }
        assertTrue(pipe.isEmpty());
    }

    @Test
    void shouldGiveUpWherePatienceEnds() {
        final FollowerPipe pipe = new FollowerPipe(16);
        final int[] waits = {0};
        assertTrue(pipe.hasRoom(8));
        assertFalse(pipe.hasRoom(9));
        assertFalse(pipe.put(1, new byte[9], 0, 9, () -> ++waits[0] < 3));
        assertEquals(3, waits[0]);
        assertEquals(0, pipe.poll((kind, bytes, length) -> {}, 1));
        assertTrue(pipe.isEmpty());
    }
}
