package io.daybook.perf.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PriceLadderTest {
    private static final int STEPS = 50_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldFindTheSameNeighboursAsATree(final long seed) {
        final SplitMix64 random = new SplitMix64(seed);
        final long low = 1 + random.nextInt(1_000);
        final int prices = 1 + random.nextInt(20_000);
        final long high = low + prices - 1;
        final PriceLadder ladder = new PriceLadder(low, high);
        final TreeMap<Long, PriceLevel> tree = new TreeMap<>();

        for (int step = 0; step < STEPS; step++) {
            final long price = low + random.nextInt(prices);
            final PriceLevel known = tree.get(price);
            if (known == null && tree.size() < 40) {
                tree.put(price, ladder.levelAt(price));
            } else if (known != null) {
                assertEquals(known, ladder.levelAt(price));
                ladder.remove(known);
                tree.remove(price);
            } else {
                final PriceLevel first = tree.firstEntry().getValue();
                ladder.remove(first);
                tree.remove(first.price);
            }
            final String where = "seed=" + seed + " step=" + step + " price=" + price;
            assertEquals(priceOf(tree.higherKey(price)), priceOf(ladder.above(price)), where);
            assertEquals(priceOf(tree.lowerKey(price)), priceOf(ladder.below(price)), where);
        }
    }

    private static long priceOf(final @Nullable Long price) {
        return price == null ? -1 : price;
    }

    private static long priceOf(final @Nullable PriceLevel level) {
        return level == null ? -1 : level.price;
    }
}
