package io.daybook.perf.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiveOrdersTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldPickAmongTheOldestOnly(final long seed) {
        final SplitMix64 random = new SplitMix64(seed);
        final LiveOrders live = new LiveOrders();
        final List<RestingOrder> byAge = new ArrayList<>();

        for (int id = 1; id <= 6_000; id++) {
            final RestingOrder order = new RestingOrder(id, 1, true, 1, 1);
            live.add(order);
            byAge.add(order);
            final int removals = id < 2_000 ? random.nextInt(2) : random.nextInt(3);
            for (int i = 0; i < removals && !byAge.isEmpty(); i++) {
                final int index = random.nextInt(byAge.size());
                live.remove(byAge.remove(index));
            }
            if (byAge.isEmpty()) continue;
            final int rank = byAge.indexOf(live.pick(random));
            assertTrue(rank >= 0 && rank < LiveOrders.WINDOW, () -> "seed=" + seed + " rank=" + rank);
        }
    }

    @Test
    void shouldPickEachOfTheOldest() {
        final LiveOrders live = new LiveOrders();
        for (int id = 1; id <= 2 * LiveOrders.WINDOW; id++) {
            live.add(new RestingOrder(id, 1, true, 1, 1));
        }

        final SplitMix64 random = new SplitMix64(1);
        final Set<Long> picked = new HashSet<>();
        for (int i = 0; i < 100 * LiveOrders.WINDOW; i++) {
            picked.add(live.pick(random).orderId);
        }

        assertEquals(LiveOrders.WINDOW, picked.size());
    }

    @Test
    void shouldBeEmptyWhenTheLastOrderIsGone() {
        final LiveOrders live = new LiveOrders();
        final RestingOrder only = new RestingOrder(1, 1, true, 1, 1);
        live.add(only);
        live.remove(only);

        assertTrue(live.isEmpty());
    }
}
