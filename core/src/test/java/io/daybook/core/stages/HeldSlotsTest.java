package io.daybook.core.stages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Slots that hold something are found in order, each once, round after round of a ring. */
class HeldSlotsTest {

    private static final int RING_SIZE = 256;

    @Test
    void shouldFindEachOnceInOrder() {
        final Random random = new Random(18);
        for (int share = 1; share <= 200; share *= 3) {
            final HeldSlots held = new HeldSlots(RING_SIZE);
            final ArrayDeque<Long> expected = new ArrayDeque<>();
            long delivered = -1;
            long freed = -1;
            while (delivered < 100L * RING_SIZE) {
                final long mostDelivered = freed + RING_SIZE;
                final long until = delivered + random.nextInt((int) (mostDelivered - delivered) + 1);
                while (delivered < until) {
                    delivered++;
                    if (random.nextInt(share) == 0) {
                        held.add(delivered);
                        expected.add(delivered);
                    }
                }
                final long last = freed + random.nextInt((int) (delivered - freed) + 1);
                for (long at = held.takeFirst(freed + 1, last); at <= last; at = held.takeFirst(at + 1, last)) {
                    assertEquals(expected.remove(), at);
                }
                assertEquals(last + 1, held.takeFirst(freed + 1, last));
                freed = last;
            }
            final long end = delivered;
            for (long at = held.takeFirst(freed + 1, end); at <= end; at = held.takeFirst(at + 1, end)) {
                assertEquals(expected.remove(), at);
            }
            assertEquals(0, expected.size());
        }
    }
}
