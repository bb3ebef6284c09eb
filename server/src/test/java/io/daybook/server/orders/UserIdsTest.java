package io.daybook.server.orders;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Compares the pages of users with a set of the JDK. */
class UserIdsTest {
    private final UserIds ids = new UserIds();

    @Test
    void shouldListUsersByTheirIdsPageByPage() {
        final SplittableRandom dice = new SplittableRandom(7);
        final TreeSet<Long> wanted = new TreeSet<>();
        for (int i = 0; i < 1_000; i++) {
            final long uid = 1 + dice.nextInt(100_000);
            if (wanted.add(uid)) {
                ids.add(uid);
            }
            final long behind = dice.nextInt(100_001);
            final int most = 1 + dice.nextInt(10);
            assertArrayEquals(
                    wanted.tailSet(behind, false).stream()
                            .limit(most)
                            .mapToLong(Long::longValue)
                            .toArray(),
                    ids.above(behind, most));
        }
        assertArrayEquals(new long[0], ids.above(wanted.last(), 10));
        ids.clear();
        assertArrayEquals(new long[0], ids.above(0, 10));
        ids.add(5);
        assertArrayEquals(new long[] {5}, ids.above(0, 10));
    }
}
