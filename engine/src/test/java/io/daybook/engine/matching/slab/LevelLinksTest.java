package io.daybook.engine.matching.slab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Links keep their values while the first array fills up, chunks are added, and their table grows. */
class LevelLinksTest {
    private static final long SEED = Long.getLong("daybook.seed", 20_261_126L);
    private static final int ORDERS_TOGETHER = 1 << 12;
    private static final int RINGS_TOGETHER = 1 << 10;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private LevelLinks links = new LevelLinks(1);
    private final Map<Integer, int[]> expected = new HashMap<>();
    private int orders;

    /** Adds one kind of handles or both, few or many of each: beyond the one array, and beyond tables of chunks. */
    @ParameterizedTest
    @CsvSource({
        "600000, 0, 70, 32",
        "0, 600000, 70, 32",
        "140000, 200000, 50, 32",
        "200000, 140000, 90, 1",
        "70000, 600000, 10, 32",
        "60000, 60000, 50, 32"
    })
    void shouldKeepEveryLinkWhereverItIs(
            final int mostOrders, final int mostRings, final int percentOrders, final int together) {
        links = new LevelLinks(together);
        int rings = 0;
        while (orders < mostOrders || rings < mostRings) {
            final boolean moreOrders = rings >= mostRings || random.nextInt(100) < percentOrders;
            if (moreOrders && orders < mostOrders) {
                links.addOrders(ORDERS_TOGETHER);
                orders += ORDERS_TOGETHER;
                write(orders - 1 - random.nextInt(ORDERS_TOGETHER));
                write(orders - 1);
            } else {
                for (int i = 0; i < RINGS_TOGETHER; i++) {
                    links.addRing();
                }
                rings += RINGS_TOGETHER;
                requireEmpty(-rings);
                requireEmpty(-rings + RINGS_TOGETHER - 1);
                write(-rings + random.nextInt(RINGS_TOGETHER));
            }
        }
        requireAll(links);
        requireAll(new LevelLinks(links));
    }

    private void write(final int handle) {
        final int[] written = {random.nextInt(), random.nextInt()};
        links.previous(handle, written[0]);
        links.next(handle, written[1]);
        expected.put(handle, written);
    }

    private void requireEmpty(final int ring) {
        assertEquals(List.of(ring, ring), read(links, ring));
    }

    private void requireAll(final LevelLinks read) {
        expected.forEach((handle, written) ->
                assertEquals(List.of(written[0], written[1]), read(read, handle), () -> "handle=" + handle));
    }

    private static List<Integer> read(final LevelLinks links, final int handle) {
        final int[] chunk = LevelLinks.chunk(links.chunks(), handle);
        final List<Integer> words = new ArrayList<>();
        words.add(chunk[LevelLinks.at(chunk, handle, LevelLinks.PREVIOUS)]);
        words.add(chunk[LevelLinks.at(chunk, handle, LevelLinks.NEXT)]);
        return words;
    }
}
