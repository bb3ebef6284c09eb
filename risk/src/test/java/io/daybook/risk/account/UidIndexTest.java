package io.daybook.risk.account;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.kernel.slab.HashSecret;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class UidIndexTest {
    private static final long SEED = Long.getLong("daybook.seed", 7);

    private final UidIndex index = new UidIndex(HashSecret.of(3));

    @Test
    void shouldFindUidsWithAndWithoutGaps() {
        index.put(1, 1, 1);
        index.put(1L << 40, 2, 2);
        index.put(Long.MAX_VALUE, -3, 3);

        assertEquals(1, index.get(1));
        assertEquals(2, index.get(1L << 40));
        assertEquals(-3, index.get(Long.MAX_VALUE));
        assertEquals(0, index.get(2));
        assertEquals(0, index.get((1L << 40) + 1));
    }

    @Test
    void shouldKeepUidWhereItIsWhenTheArrayGrowsOverIt() {
        final long far = 40_000;
        index.put(far, 1, 1);
        for (int user = 2; user <= 20_000; user++) {
            index.put(user, user, user);
        }
        assertEquals(1, index.get(far));

        index.put(far, -1, 20_000);
        assertEquals(-1, index.get(far));
        index.put(far, 1, 20_000);
        assertEquals(1, index.get(far));
        assertEquals(20_000, index.get(20_000));
    }

    @Test
    void shouldAgreeWithMap() {
        final SplittableRandom random = new SplittableRandom(SEED);
        final Map<Long, Integer> expected = new HashMap<>();
        for (int step = 1; step <= 200_000; step++) {
            final long uid =
                    1 + (random.nextInt(4) == 0 ? random.nextLong(Long.MAX_VALUE) : random.nextLong(step * 2L));
            final int entry = (random.nextBoolean() ? 1 : -1) * step;
            index.put(uid, entry, expected.size());
            expected.put(uid, entry);
        }
        expected.forEach((uid, entry) -> assertEquals(entry, index.get(uid), () -> "uid=" + uid + " seed=" + SEED));
        System.out.println("UidIndexTest: " + expected.size() + " uids, seed " + SEED);
    }
}
