package io.daybook.kernel.slab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LongIndexTest {

    @Test
    void shouldFindSequentialKeysAcrossManySplits() {
        final LongIndex index = new LongIndex();
        for (int i = 1; i <= 300_000; i++) {
            index.put(i, i);
        }
        for (int i = 1; i <= 300_000; i++) {
            assertEquals(i, index.get(i));
        }
        assertEquals(LongIndex.MISSING, index.get(300_001));
        assertEquals(300_000, index.size());
    }

    @Test
    void shouldDoWhatAHashMapDoes() {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            final LongIndex index = new LongIndex();
            final Map<Long, Integer> expected = new HashMap<>();
            final List<Long> keys = new ArrayList<>();
            final int range = 1 << 4 + random.nextInt(14);
            final long stride = 1L << random.nextInt(47); // at most 2^46 times 2^17: no key becomes 0
            for (int step = 0; step < 40_000; step++) {
                final long key = (1 + random.nextInt(range)) * stride;
                if (!expected.containsKey(key)) {
                    if (random.nextInt(3) != 0) {
                        index.put(key, step);
                        expected.put(key, step);
                        keys.add(key);
                    } else {
                        index.remove(key);
                    }
                } else if (random.nextBoolean()) {
                    index.remove(key);
                    expected.remove(key);
                }
                final long probe = (1 + random.nextInt(range)) * stride;
                assertEquals(
                        expected.getOrDefault(probe, LongIndex.MISSING),
                        index.get(probe),
                        "seed=" + seed + " round=" + round + " step=" + step);
            }
            assertEquals(expected.size(), index.size());
            for (final long key : keys) {
                assertEquals(expected.getOrDefault(key, LongIndex.MISSING), index.get(key), "seed=" + seed);
            }
        }
    }

    @Test
    void shouldStaySmallWhenKeysAreChosenToCollide() {
        // Keys whose hashes share their upper 32 bits: all go into one segment, however often it splits.
        final long inverse = modularInverse(0x9E3779B97F4A7C15L);
        final LongIndex index = new LongIndex();
        for (int i = 1; i <= 20_000; i++) {
            index.put((0x12345678L << 32 | i * 2L) * inverse, i);
        }
        for (int i = 1; i <= 20_000; i++) {
            assertEquals(i, index.get((0x12345678L << 32 | i * 2L) * inverse));
        }
    }

    private static long modularInverse(final long odd) {
        long inverse = odd;
        for (int i = 0; i < 6; i++) {
            inverse *= 2 - odd * inverse;
        }
        return inverse;
    }
}
