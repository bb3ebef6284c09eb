package io.daybook.cluster.state;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.host.Proves;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Compares the ring of replies with a list. */
@Proves(
        value = "any message to a cluster has an answer, any snapshot is whole or refused",
        normal = "1,000,000 messages",
        large = "10,000,000")
class ReplyCacheTest {
    private record Kept(long first, int count, long seq, long timeNs, byte[] block) {}

    @Test
    void shouldKeepWhatAListKeeps() {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final SplittableRandom random = new SplittableRandom(seed);
        final ReplyCache cache = new ReplyCache();
        final ArrayDeque<Kept> model = new ArrayDeque<>();
        long next = 1;
        for (int i = 0; i < 5_000; i++) {
            if (random.nextInt(3) > 0) {
                final byte[] block = new byte[random.nextInt(10) == 0 ? random.nextInt(20_000) : random.nextInt(300)];
                random.nextBytes(block);
                final Kept kept = new Kept(next, 1 + random.nextInt(5), random.nextLong(), random.nextLong(), block);
                cache.add(kept.first, kept.count, kept.seq, kept.timeNs, block, block.length);
                model.add(kept);
                next += kept.count;
            } else {
                final long received = next - 1 - random.nextInt(60);
                cache.freeUpTo(received);
                while (!model.isEmpty() && model.peek().first + model.peek().count - 1 <= received) {
                    model.poll();
                }
            }
            assertSame(new ArrayList<>(model), cache, next, seed);
        }
    }

    private static void assertSame(final List<Kept> model, final ReplyCache cache, final long next, final long seed) {
        assertEquals(model.size(), cache.size(), () -> "seed=" + seed);
        assertEquals(model.stream().mapToInt(Kept::count).sum(), cache.requests());
        assertEquals(model.stream().mapToLong(kept -> kept.block.length).sum(), cache.bytes());
        assertEquals(-1, cache.find(next));
        assertEquals(-1, cache.find(model.isEmpty() ? next - 1 : model.get(0).first - 1));
        for (int i = 0; i < model.size(); i++) {
            final Kept kept = model.get(i);
            final byte[] block = new byte[cache.length(i)];
            cache.copy(i, block);
            assertArrayEquals(kept.block, block, () -> "seed=" + seed);
            assertEquals(kept.first, cache.first(i));
            assertEquals(kept.count, cache.count(i));
            assertEquals(kept.seq, cache.firstSeq(i));
            assertEquals(kept.timeNs, cache.timeNs(i));
            assertEquals(i, cache.find(kept.first + kept.count - 1));
        }
    }
}
