package io.daybook.kernel.slab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class SlabTest {

    @Test
    void shouldKeepEveryRecordWhileItGrowsByChunks() {
        final Slab slab = new Slab(1);
        for (int i = 1; i <= 100_000; i++) {
            final int handle = slab.allocate();
            assertEquals(i, handle);
            slab.set(handle, 0, i);
            slab.set(handle, 1, -i);
        }
        for (int i = 1; i <= 100_000; i++) {
            assertEquals(i, slab.get(i, 0));
            assertEquals(-i, slab.get(i, 1));
        }
        assertEquals(100_000, slab.count());
    }

    @Test
    void shouldHandOutFreedRecordsAgainEmpty() {
        final Slab slab = new Slab(2);
        final int first = slab.allocate();
        final int second = slab.allocate();
        for (int field = 0; field < 4; field++) {
            slab.set(first, field, 7);
            slab.set(second, field, 8);
        }
        slab.free(first);
        slab.free(second);
        assertEquals(0, slab.count());
        assertEquals(second, slab.allocate());
        assertEquals(first, slab.allocate());
        for (int field = 0; field < 4; field++) {
            assertEquals(0, slab.get(first, field));
            assertEquals(0, slab.get(second, field));
        }
        assertNotEquals(first, slab.allocate());
        assertEquals(3, slab.count());
    }

    @Test
    void shouldHandOutARecordEmptyThatCameBackBlank() {
        final Slab slab = new Slab(2);
        final int first = slab.allocate();
        final int second = slab.allocate();
        slab.set(first, 0, 7);
        slab.set(second, 0, 8);
        slab.freeBlank(first);
        slab.freeBlank(second);
        assertEquals(0, slab.count());
        for (final int expected : new int[] {second, first}) {
            assertEquals(expected, slab.allocate());
            for (int field = 0; field < 4; field++) {
                assertEquals(0, slab.get(expected, field));
            }
        }
    }

    @Test
    void shouldHandOutPairsThatLieInOneChunk() {
        final Slab slab = new Slab(2);
        assertEquals(2, slab.allocatePair());
        assertEquals(1, slab.allocate()); // the record before the pair
        for (int pair = 4; pair < 20_000; pair += 2) {
            assertEquals(pair, slab.allocatePair());
            assertSame(slab.chunk(pair), slab.chunk(pair + 1));
            assertEquals(slab.base(pair) + 4, slab.base(pair + 1));
        }
        assertEquals(19_999, slab.count());
        assertEquals(20_000, slab.allocate());
    }

    @Test
    void shouldHandOutFreedPairsAgainEmptyAndSplitThemForSingleRecords() {
        final Slab slab = new Slab(2);
        final int first = slab.allocatePair();
        final int second = slab.allocatePair();
        slab.allocate();
        for (final int pair : new int[] {first, second}) {
            for (int field = 0; field < 8; field++) {
                slab.chunk(pair)[slab.base(pair) + field] = 7;
            }
            slab.freePair(pair);
        }
        assertEquals(1, slab.count());
        final Slab copy = new Slab(slab);
        assertEquals(second, copy.allocatePair());
        assertEquals(second, slab.allocate());
        assertEquals(second + 1, slab.allocate());
        assertEquals(first, slab.allocatePair());
        for (int field = 0; field < 8; field++) {
            assertEquals(0, slab.chunk(first)[slab.base(first) + field]);
            assertEquals(0, slab.chunk(second)[slab.base(second) + field]);
        }
        assertEquals(5, slab.count());
    }
}
