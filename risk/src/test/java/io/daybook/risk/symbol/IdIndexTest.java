package io.daybook.risk.symbol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class IdIndexTest {
    private static final long SEED = Long.getLong("daybook.seed", 5);
    private static final int LARGEST_DIRECT = 65_535;

    private final IdIndex index = new IdIndex();

    @Test
    void shouldFindIdsOnBothSidesOfWhereTheArrayEnds() {
        final int[] ids = {1, 15, 16, LARGEST_DIRECT, LARGEST_DIRECT + 1, Integer.MAX_VALUE};
        for (int i = 0; i < ids.length; i++) {
            assertEquals(IdIndex.UNKNOWN, index.indexOf(ids[i]));
            index.add(ids[i], i);
        }
        for (int i = 0; i < ids.length; i++) {
            assertEquals(i, index.indexOf(ids[i]));
        }
        for (final int id : new int[] {0, -1, Integer.MIN_VALUE, 17, LARGEST_DIRECT - 1, LARGEST_DIRECT + 2}) {
            assertEquals(IdIndex.UNKNOWN, index.indexOf(id));
        }
    }

    @Test
    void shouldBeAMap() {
        final SplittableRandom random = new SplittableRandom(SEED);
        final Map<Integer, Integer> expected = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            final int id = 1 + random.nextInt(random.nextBoolean() ? 2 * LARGEST_DIRECT : Integer.MAX_VALUE);
            assertEquals(expected.getOrDefault(id, IdIndex.UNKNOWN), index.indexOf(id), () -> "seed " + SEED);
            if (expected.putIfAbsent(id, expected.size()) == null) {
                index.add(id, expected.size() - 1);
            }
        }
        expected.forEach((id, at) -> assertEquals(at, index.indexOf(id), () -> "seed " + SEED));
    }
}
