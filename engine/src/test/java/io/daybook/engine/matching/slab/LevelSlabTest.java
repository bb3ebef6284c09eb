package io.daybook.engine.matching.slab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Levels keep their records in the first array, in chunks, and in copies of both. */
class LevelSlabTest {
    private static final int LEVELS = 140_000;

    private final LevelSlab slab = new LevelSlab(new LevelLinks(1), 16);
    private final List<LevelSlab> copies = new ArrayList<>();
    private final List<Integer> sizes = new ArrayList<>();

    @Test
    void shouldKeepEveryLevelWhereverItsRecordIs() {
        for (final int size : new int[] {1, 1_023, 1_024, 32_766, 32_767, 32_768, 34_816, LEVELS}) {
            while (sizes.size() < size) {
                add();
            }
            copies.add(new LevelSlab(slab));
            for (int handle = 1; handle <= size; handle++) {
                slab.add(handle, 1, 1);
            }
            requireCopies();
        }
    }

    @Test
    void shouldHaveEmptyLevelsAgainAfterAClear() {
        for (int i = 0; i < 40_000; i++) {
            slab.add(slab.allocate(i, i), 5, 1);
        }
        slab.free(7);
        slab.clear();
        for (int handle = 1; handle <= 40_000; handle++) {
            assertEquals(handle, slab.allocate(-handle, 3));
            assertEquals(List.of(-handle, 3, 0, 0), read(slab, handle));
        }
    }

    private void add() {
        final int handle = slab.allocate(sizes.size(), sizes.size() / 2);
        assertEquals(sizes.size() + 1, handle);
        sizes.add(copies.size());
    }

    /** Each copy has the levels of its time: one lot and order for each copy that came before it. */
    private void requireCopies() {
        for (int copy = 0; copy < copies.size(); copy++) {
            for (int i = 0; i < sizes.size() && sizes.get(i) <= copy; i++) {
                final int expected = copy - sizes.get(i);
                assertEquals(List.of(i, i / 2, expected, expected), read(copies.get(copy), i + 1));
            }
        }
    }

    private static List<Integer> read(final LevelSlab slab, final int handle) {
        return List.of((int) slab.key(handle), slab.mark(handle), (int) slab.lots(handle), slab.orders(handle));
    }
}
