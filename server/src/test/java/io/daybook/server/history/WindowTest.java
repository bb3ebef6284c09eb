package io.daybook.server.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WindowTest {
    private static final int MOST = 100;

    @Test
    void shouldKeepTheLastOfARowAndFindItsParts() {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final SplittableRandom random = new SplittableRandom(seed);
        final Window<Integer> window = new Window<>(MOST);
        final List<Integer> model = new ArrayList<>();
        assertNull(window.last());
        int next = 0;
        for (int i = 0; i < 1_000; i++) {
            next += 1 + random.nextInt(3);
            if (i > 0 && random.nextInt(4) == 0) {
                window.replaceLast(next);
                model.set(model.size() - 1, next);
            } else {
                window.add(next);
                model.add(next);
            }
            if (model.size() > MOST) {
                model.remove(0);
            }
            final int bound = next - random.nextInt(2 * MOST);
            final int place = (int) model.stream().filter(one -> one < bound).count();
            final String told = "seed=" + seed + " i=" + i;
            assertEquals(model, window.list(), told);
            assertEquals(model.size() == MOST, window.isFull(), told);
            assertEquals(next, window.last(), told);
            assertEquals(place, window.firstWhere(one -> one >= bound), told);
            final int from = random.nextInt(model.size() + 1);
            final int to = from + random.nextInt(model.size() - from + 1);
            assertEquals(model.subList(from, to), window.list(from, to), told);
        }
    }
}
