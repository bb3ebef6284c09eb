package io.daybook.wire.hops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HopRingTest {
    private static final int EVERY = 4;
    private static final int ROWS = 2;
    private static final int ROUNDS = 300_000;

    @Test
    void shouldTellWhatIsKnownOfASeq() {
        final HopRing ring = new HopRing(EVERY, ROWS, Hop.T3, Hop.T4);
        final long[] times = new long[Hop.CODE_LIMIT];
        assertFalse(ring.read(4, times));
        ring.begin(4);
        ring.stamp(4, 1, 17);
        assertTrue(ring.read(4, times));
        assertEquals(HopRing.NO_TIME, times[Hop.T3.code()]);
        assertEquals(17, times[Hop.T4.code()]);
        ring.begin(12);
        assertFalse(ring.read(4, times));
        assertEquals(HopRing.NO_TIME, times[Hop.T4.code()]);
    }

    @Test
    void shouldKnowNothingWhereNothingIsTimed() {
        assertFalse(new HopRing(0, ROWS, Hop.T3).read(4, new long[Hop.CODE_LIMIT]));
    }

    /** A reader in another thread never gets the time of another seq. */
    @Test
    void shouldTellNoTimeOfARowThatIsReplacedMeanwhile() throws InterruptedException {
        final HopRing ring = new HopRing(1, ROWS, Hop.T3, Hop.T4);
        final AtomicLong newest = new AtomicLong();
        final Thread writer = new Thread(
                () -> {
                    for (long seq = 1; seq <= ROUNDS; seq++) {
                        ring.begin(seq);
                        newest.set(seq);
                        ring.stamp(seq, 0, 2 * seq);
                        ring.stamp(seq, 1, 2 * seq + 1);
                    }
                },
                "writer");
        writer.start();
        final long[] times = new long[Hop.CODE_LIMIT];
        while (writer.isAlive()) {
            final long seq = newest.get();
            if (ring.read(seq, times)) {
                requireOf(seq, times);
            }
        }
        writer.join();
        assertTrue(ring.read(ROUNDS, times));
        assertEquals(2L * ROUNDS + 1, times[Hop.T4.code()]);
    }

    private static void requireOf(final long seq, final long[] times) {
        final long began = times[Hop.T3.code()];
        final long ended = times[Hop.T4.code()];
        assertTrue(
                (began == HopRing.NO_TIME || began == 2 * seq) && (ended == HopRing.NO_TIME || ended == 2 * seq + 1),
                () -> seq + " " + Arrays.toString(times));
    }
}
