package io.daybook.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BookSideTest {
    private static final int CHANGES = 100_000;
    private static final int[] PRICES = {3, BookSide.BLOCK, 40 * BookSide.BLOCK};

    /** An empty side, one full block and many blocks hold the right levels as they fill and empty again. */
    @ParameterizedTest
    @EnumSource(Side.class)
    void shouldBeAsASortedMapIs(final Side side) {
        final SplittableRandom random = new SplittableRandom(side.code());
        final BookSide book = new BookSide(side);
        final TreeMap<Long, OrderBookReport.Level> expected = expected(side);
        for (int i = 0; i < CHANGES; i++) {
            final int prices = PRICES[i / 1_000 % PRICES.length];
            final long price = 1 + random.nextInt(prices);
            final boolean isGrowing = i / 20_000 % 2 == 0;
            final long size = random.nextInt(isGrowing ? 10 : 2);
            final long orders = size == 0 ? 0 : 1 + random.nextInt(3);
            book.put(price, size, orders);
            if (size == 0) {
                expected.remove(price);
            } else {
                expected.put(price, new OrderBookReport.Level(price, size, orders));
            }
            assertEquals(size, book.size(price));
            assertEquals(expected.size(), book.levels());
            assertEquals(expected.isEmpty() ? 0 : expected.firstKey(), book.best());
            if (i % 1_000 == 0) {
                assertEquals(List.copyOf(expected.values()), book.first(Integer.MAX_VALUE));
                assertEquals(expected.values().stream().limit(200).toList(), book.first(200));
            }
            if (i % 30_000 == 0) {
                book.clear();
                expected.clear();
                assertEquals(List.of(), book.first(1));
            }
        }
    }

    /** A deep book lists its levels best first; they can be removed in any order. */
    @ParameterizedTest
    @EnumSource(Side.class)
    void shouldFillInOrderAndEmptyInAnother(final Side side) {
        final int levels = 10_000;
        final BookSide book = new BookSide(side);
        final TreeMap<Long, OrderBookReport.Level> expected = expected(side);
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < levels; i++) {
                final long price = side == Side.ASK ? 1 + i : levels - i;
                book.put(price, price, 1);
                expected.put(price, new OrderBookReport.Level(price, price, 1));
            }
            assertEquals(List.copyOf(expected.values()), book.first(levels));
            for (int i = 0; i < levels; i++) {
                final long price = 1 + (i * 7_919L) % levels; // 7,919 is a prime: each price comes once
                book.put(price, 0, 0);
                expected.remove(price);
                assertEquals(0, book.size(price));
                assertEquals(expected.isEmpty() ? 0 : expected.firstKey(), book.best());
            }
            assertEquals(0, book.levels());
        }
    }

    @Test
    void shouldAllocateNothingOnceItIsAsDeepAsItGets() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final BookSide book = new BookSide(Side.BID);
        change(book);
        final long before = threads.getCurrentThreadAllocatedBytes();
        change(book);
        final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated < 1_000, () -> "bytes of 100,000 changes: " + allocated);
    }

    /** Makes the same changes in each call, and leaves no level. */
    private static void change(final BookSide book) {
        for (int i = 0; i < 50_000; i++) {
            book.put(1 + (i * 7_919L) % 5_000, 1 + i % 3, 1);
        }
        for (int i = 0; i < 50_000; i++) {
            book.put(1 + (i * 7_919L) % 5_000, 0, 0);
        }
    }

    private static TreeMap<Long, OrderBookReport.Level> expected(final Side side) {
        return new TreeMap<>(side == Side.ASK ? Comparator.<Long>naturalOrder() : Comparator.<Long>reverseOrder());
    }
}
