package io.daybook.gateway.fix.marketdata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.OrderBookReport.Level;
import io.daybook.api.Side;
import io.daybook.host.Proves;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

@Proves(value = "a FIX client has the book", normal = "6,000 commands")
class DepthTest {
    private static final int COMMANDS =
            Boolean.getBoolean("daybook.long") ? 1_000_000 : Boolean.getBoolean("daybook.quick") ? 10_000 : 100_000;

    /** After each command a subscriber that applies all changes has the front of the book, level for level. */
    @Test
    void shouldTellExactlyWhatChangesInSight() {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final SplittableRandom random = new SplittableRandom(seed);
        for (final Side side : Side.values()) {
            for (final int limit : new int[] {1, 2, 3, 10, 1_000}) {
                final Levels book = new Levels();
                final Depth depth = new Depth(limit);
                final NavigableMap<Long, Level> told =
                        new TreeMap<>(book.of(side).comparator());
                told.putAll(depth.restart(book).of(side));
                for (int i = 0; i < COMMANDS / 10; i++) {
                    final Set<Long> touched = change(random, book.of(side));
                    final Set<Long> heard = new HashSet<>();
                    depth.update(side, book.of(side), touched, (was, is) -> {
                        final long price = is != null ? is.price() : was != null ? was.price() : 0;
                        assertTrue(heard.add(price), () -> "seed=" + seed + ": a price is reported twice");
                        assertEquals(was, told.get(price), () -> "seed=" + seed);
                        if (is == null) {
                            told.remove(price);
                        } else {
                            told.put(price, is);
                        }
                    });
                    final List<Level> expected =
                            book.of(side).values().stream().limit(limit).toList();
                    assertEquals(expected, new ArrayList<>(told.values()), () -> "seed=" + seed + " limit=" + limit);
                }
            }
        }
    }

    private static Set<Long> change(final SplittableRandom random, final NavigableMap<Long, Level> side) {
        final Set<Long> touched = new HashSet<>();
        for (int i = random.nextInt(1, 6); i > 0; i--) {
            final long price = 1 + random.nextInt(12);
            touched.add(price);
            if (random.nextBoolean()) {
                side.remove(price);
            } else {
                side.put(price, new Level(price, 1 + random.nextInt(3), 1));
            }
        }
        return touched;
    }
}
