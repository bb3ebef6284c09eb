package io.daybook.client.book;

import static io.daybook.client.book.OrderLevels.ASK;
import static io.daybook.client.book.OrderLevels.BID;
import static io.daybook.client.book.OrderLevels.NO_LEVEL;
import static io.daybook.client.book.OrderLevels.NO_ORDER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

@Proves("ITCH books from the command line are those of the library")
class FeedBookTest {
    private static final int BYTES_AN_ORDER = 64;

    private final FeedBook book = new FeedBook();
    private final OrderLevels levels = book.levels();

    private List<Long> queue(final int symbol, final int side) {
        final List<Long> references = new ArrayList<>();
        for (int level = levels.best(symbol, side); level != NO_LEVEL; level = levels.worse(level)) {
            for (int order = levels.head(level); order != NO_ORDER; order = levels.next(order)) {
                references.add(levels.reference(order));
            }
        }
        return references;
    }

    @Test
    void shouldKeepQueuesInTheOrderOfArrival() {
        book.add(3, BID, 100, 11, 5);
        book.add(3, BID, 101, 12, 5);
        book.add(3, BID, 100, 13, 5);
        book.add(3, ASK, 103, 14, 5);
        book.add(3, ASK, 102, 15, 5);
        assertEquals(List.of(12L, 11L, 13L), queue(3, BID));
        assertEquals(List.of(15L, 14L), queue(3, ASK));
        assertEquals(4, book.levels().books());
        assertEquals(5, levels.orders(3));
        assertEquals(0, levels.orders(2));
    }

    @Test
    void shouldKeepThePlaceOfAnOrderThatIsReduced() {
        book.add(0, BID, 100, 1, 5);
        book.add(0, BID, 100, 2, 5);
        assertTrue(book.reduce(book.find(1), 4));
        assertEquals(List.of(1L, 2L), queue(0, BID));
        assertEquals(6, levels.levelSize(levels.best(0, BID)));
        assertFalse(book.reduce(book.find(1), 2), "the order has less");
        assertFalse(book.reduce(book.find(1), -1));
        assertEquals(1, levels.size(book.find(1)));
        assertTrue(book.reduce(book.find(1), 1));
        assertEquals(List.of(2L), queue(0, BID));
        assertEquals(NO_ORDER, book.find(1));
    }

    @Test
    void shouldPutAReplacedOrderAtTheTail() {
        book.add(0, ASK, 100, 1, 5);
        book.add(0, ASK, 100, 2, 5);
        assertTrue(book.replace(book.find(1), 100, 3, 6));
        assertEquals(List.of(2L, 3L), queue(0, ASK));
        assertTrue(book.replace(book.find(2), 100, 2, 1), "the order's own reference");
        assertEquals(List.of(3L, 2L), queue(0, ASK));
        assertFalse(book.replace(book.find(2), 99, 3, 1), "the reference of another order");
        assertEquals(List.of(3L, 2L), queue(0, ASK));
    }

    @Test
    void shouldRefuseWhatCannotBe() {
        assertTrue(book.add(0, BID, 100, 1, 5));
        assertFalse(book.add(1, ASK, 90, 1, 5), "known");
        assertTrue(assertThrows(IllegalArgumentException.class, () -> book.add(-1, BID, 1, 2, 1))
                .getMessage()
                .endsWith("book=-1"));
        assertThrows(IllegalArgumentException.class, () -> book.add(OrderLevels.MAX_BOOKS, BID, 1, 2, 1));
        assertThrows(IllegalArgumentException.class, () -> book.add(0, 2, 1, 2, 1));
        assertThrows(IllegalArgumentException.class, () -> book.add(0, BID, 1, 2, 0));
        assertThrows(IllegalArgumentException.class, () -> book.replace(book.find(1), 1, 1, 0));
        assertEquals(1, levels.orders());
    }

    @Test
    void shouldForgetEverythingWhenCleared() {
        book.add(0, BID, 100, 1, 5);
        book.add(7, ASK, 100, 2, 5);
        book.clear();
        assertEquals(0, levels.orders());
        assertEquals(0, levels.orders(7));
        assertEquals(0, levels.hash(0));
        assertEquals(NO_LEVEL, levels.best(7, ASK));
        assertEquals(NO_ORDER, book.find(1));
        assertTrue(book.add(0, BID, 100, 1, 5));
        assertEquals(List.of(1L), queue(0, BID));
    }

    @Test
    void shouldHashAsTheContractSays() {
        // computed apart from this code, in Python, from the formula of docs/market-data.md
        assertEquals(-6876280484132098908L, BookHash.of(1, 100, 5, BID));
        assertEquals(-1409915770294023240L, BookHash.of(-7, 1L << 40, 3, ASK));
        book.add(0, BID, 100, 1, 9);
        book.add(0, ASK, 1L << 40, -7, 3);
        book.reduce(book.find(1), 4);
        assertEquals(-6876280484132098908L + -1409915770294023240L, levels.hash(0));
        book.remove(book.find(1));
        book.remove(book.find(-7));
        assertEquals(0, levels.hash(0));
    }

    @Test
    void shouldKeepAnyNumberOfLevelsInOrder() {
        final long seed = 17;
        final SplittableRandom random = new SplittableRandom(seed);
        for (final int side : new int[] {BID, ASK}) {
            final TreeMap<Long, Long> expected = new TreeMap<>();
            long reference = side * 1_000_000L;
            for (int i = 0; i < 60_000; i++) {
                final boolean growing = i / 10_000 % 2 == 0;
                if (expected.isEmpty() || random.nextInt(100) < (growing ? 80 : 20)) {
                    final long price = random.nextInt(100) == 0 ? random.nextLong() : random.nextInt(-30_000, 30_000);
                    if (!expected.containsKey(price)) {
                        expected.put(price, ++reference);
                        book.add(0, side, price, reference, 1);
                    }
                } else {
                    final Long price = expected.ceilingKey((long) random.nextInt(-30_000, 30_000));
                    final Long gone = price == null ? null : expected.remove(price);
                    if (gone != null) {
                        book.remove(book.find(gone));
                    }
                }
                if (i % 2_000 == 0) {
                    final List<Long> sorted =
                            new ArrayList<>((side == ASK ? expected : expected.descendingMap()).values());
                    assertEquals(sorted, queue(0, side), "seed=" + seed + ", i=" + i);
                    assertEquals(sorted.size(), levels.levels(0, side));
                }
            }
        }
    }

    @Test
    void shouldFindEveryReferenceWhateverItsHash() {
        final long seed = 23;
        for (final long multiplier : new long[] {1, -1, 0x9E3779B97F4A7C15L}) {
            final SplittableRandom random = new SplittableRandom(seed);
            final OrderLevels rows = new OrderLevels();
            final ReferenceIndex index = new ReferenceIndex(rows.orderRows(), multiplier, 10, 5);
            final Map<Long, Integer> expected = new HashMap<>();
            final List<Long> live = new ArrayList<>();
            for (int i = 0; i < 100_000; i++) {
                final long reference =
                        random.nextBoolean() ? random.nextInt(5_000) : (long) random.nextInt(5_000) << 40;
                final Integer known = expected.get(reference);
                assertEquals(known == null ? NO_ORDER : known, index.find(reference), "seed=" + seed + ", i=" + i);
                if (known == null) {
                    final int order = rows.append(0, BID, random.nextInt(50), reference, 1);
                    index.add(reference, order);
                    expected.put(reference, order);
                    live.add(reference);
                }
                if (live.size() > 3_000 || random.nextInt(3) == 0 && !live.isEmpty()) {
                    final long gone = live.remove(random.nextInt(live.size()));
                    index.remove(gone);
                    rows.remove(expected.remove(gone));
                }
            }
            for (final long reference : live) {
                assertEquals(expected.get(reference), index.find(reference), "seed=" + seed);
            }
        }
    }

    @Test
    void shouldTakeNoMoreThanItsBytesForAnOrder() {
        for (int i = 1; i <= 300_000; i++) {
            book.add(0, BID, i % 50, i, 1);
            if (i >= 50_000 && i % 1_000 == 0) {
                assertTrue(book.memoryBytes() / i <= BYTES_AN_ORDER, "orders=" + i + ", bytes=" + book.memoryBytes());
            }
        }
        final long full = book.memoryBytes();
        for (int i = 1; i <= 300_000; i++) {
            book.remove(book.find(i));
        }
        for (int i = 1; i <= 300_000; i++) {
            book.add(1, ASK, i % 50, -i, 1);
        }
        assertTrue(book.memoryBytes() <= full + 8_192, "before=" + full + ", after=" + book.memoryBytes());
    }

    @Test
    void shouldChangeNothingByLookingAhead() {
        final BookAhead ahead = new BookAhead(book);
        book.add(0, BID, 100, 1, 5);
        book.add(0, BID, 100, 2, 5);
        final long hash = levels.hash(0);
        for (int i = 0; i < 2 * BookAhead.CAPACITY; i++) {
            ahead.order(1);
            ahead.order(99);
            ahead.arrival(0, BID, 100, 3);
            ahead.arrival(5, ASK, 100, 4);
            if (i % 16 == 0) {
                ahead.fetch();
            }
        }
        assertEquals(hash, levels.hash(0));
        assertEquals(List.of(1L, 2L), queue(0, BID));
    }
}
