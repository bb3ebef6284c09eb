package io.daybook.engine.matching.levels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.OrderBookType;
import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.engine.matching.BookFixture;
import io.daybook.engine.matching.book.OrderBook;
import io.daybook.engine.matching.book.OrderBookMemoryTest;
import io.daybook.engine.matching.slab.OrderSlab;
import java.util.ArrayDeque;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The pages of a ladder are made and given back with the levels, at any prices; the best and the next level are found.
 */
class LadderLevelsTest {
    private static final long SEED = Long.getLong("daybook.seed", 20_261_128L);
    private static final long FARTHEST = 1L << 40;

    private final BookFixture market = new BookFixture(OrderBookType.LADDER, BookFixture.PAIR);

    /** Opens and closes levels around a middle that jumps: near and far, few and many, some with several orders. */
    @Test
    void shouldHaveTheLevelsOfASortedMapWhereverTheyOpenAndClose() {
        for (final long reach : new long[] {70, 5_000, 400_000, FARTHEST / 4}) {
            for (final int most : new int[] {3, LadderLevels.FEW + 2, 150}) {
                compare(reach, most, new SplittableRandom(SEED ^ reach ^ most));
            }
        }
    }

    private static void compare(final long reach, final int most, final SplittableRandom random) {
        final BookFixture fixture = new BookFixture(OrderBookType.LADDER, BookFixture.PAIR);
        final TreeMap<Long, Integer> expected = new TreeMap<>();
        final ArrayDeque<long[]> live = new ArrayDeque<>();
        final PriceLevels asks = fixture.book().side(Side.ASK);
        long middle = FARTHEST / 2;
        for (int id = 1; id <= 3_000; id++) {
            if (random.nextInt(40) == 0) {
                middle = FARTHEST / 2 + random.nextLong(-reach, reach + 1);
            }
            final long price = middle + random.nextLong(reach);
            fixture.ask(1, id, 1, price);
            live.add(new long[] {id, price});
            expected.merge(price, 1, Integer::sum);
            while (live.size() > most || (live.size() > 1 && random.nextInt(3) == 0)) {
                final long[] oldest = random.nextBoolean() ? live.removeFirst() : live.removeLast();
                fixture.cancel(1, oldest[0]);
                expected.computeIfPresent(oldest[1], (at, orders) -> orders == 1 ? null : orders - 1);
            }
            final String where = "seed=" + SEED + " reach=" + reach + " most=" + most + " id=" + id;
            assertEquals(expected.isEmpty() ? OrderBook.NO_PRICE : expected.firstKey(), asks.bestPrice(), where);
            final long probe = middle + random.nextLong(-reach, reach);
            final Long above = expected.higherKey(probe);
            final int found = asks.nextAbove(probe);
            assertEquals(above == null ? -1 : above, found == PriceLevels.NO_LEVEL ? -1 : asks.key(found), where);
            assertEquals(expected.containsKey(probe), asks.find(probe) != PriceLevels.NO_LEVEL, where);
            if (id % 100 == 0) {
                fixture.books.validate();
                assertEquals(expected.size(), asks.count(), where);
            }
        }
    }

    @Test
    void shouldFindPricesAtBothEndsOfTheRange() {
        build(1_000_000);
        market.ask(1, 50_001, 1, FARTHEST);
        market.ask(1, 50_002, 1, FARTHEST - 1);
        market.bid(1, 50_003, 1, 1);
        market.books.validate();
        assertEquals(1_000_001, market.book().bestAsk());
        int last = asks().best();
        for (int level = last; level != PriceLevels.NO_LEVEL; level = asks().next(level)) {
            last = level;
        }
        assertEquals(FARTHEST, asks().key(last));
        market.cancel(1, 50_001);
        market.cancel(1, 50_002);
        market.cancel(1, 50_003);
        market.books.validate();
        assertEquals(1_000, asks().count());
    }

    @Test
    void shouldKeepTheOrderOfALevelWhenTheSideGetsItsPages() {
        for (int id = 1; id <= 3; id++) {
            market.ask(id, id, 1, 700);
        }
        for (int id = 10; id < 60; id++) {
            market.ask(1, id, 1, 900 + id * 100L);
        }
        market.cancel(2, 2);
        market.ask(2, 4, 1, 700);
        market.place(OrderType.IOC, Side.BID, 5, 100, 2, 700);
        assertEquals(OrderSlab.NO_ORDER, market.book().ids().get(1));
        assertEquals(OrderSlab.NO_ORDER, market.book().ids().get(3));
        assertTrue(market.book().ids().get(4) != OrderSlab.NO_ORDER, "the newest order must trade last");
        market.books.validate();
    }

    /** The other side may take a node that one side gives back, and the first side must not search it any more. */
    @Test
    void shouldNotLookIntoANodeThatTheOtherSideHasTaken() {
        for (int low = 0; low < LadderNode.WIDTH; low++) {
            final BookFixture fixture = new BookFixture(OrderBookType.LADDER, BookFixture.PAIR);
            for (int id = 1; id < 20; id++) {
                fixture.ask(1, id, 1, 1_000_000 + id);
            }
            final long first = 1_997_376; // the first key of the lowest node that the next level gets
            fixture.ask(1, 20, 1, first);
            fixture.cancel(1, 20);
            for (int id = 100; id < 120; id++) {
                fixture.bid(1, id, 1, 900_000 + id);
            }
            final long middle = first + LadderNode.WIDTH * LadderNode.WIDTH / 2; // where the other side has its levels
            fixture.ask(1, 20, 1, middle + low);
            fixture.books.validate();
            assertEquals(20, fixture.book().side(Side.ASK).count());
        }
    }

    /** A market swings over prices that it has left before; the pages that it left must be reused. */
    @Test
    void shouldUseThePagesAgainThatAreEmpty() {
        swing(0, 40_000);
        final long before = OrderBookMemoryTest.used();
        swing(40_000, 400_000);
        final long grown = OrderBookMemoryTest.used() - before;
        assertTrue(grown < 1 << 19, () -> "nine more swings took " + grown + " bytes");
        market.books.validate();
    }

    private void swing(final int from, final int to) {
        for (int i = from; i < to; i++) {
            final int turn = i % 40_000;
            final long middle = 1_000_000 + 300L * (turn < 20_000 ? turn : 40_000 - turn);
            market.ask(1, 1 + i, 1, middle + i * 7919L % 5_000);
            if (i >= 200) {
                market.cancel(1, 1 + i - 200);
            }
        }
    }

    @Test
    void shouldCostLittleForAQuietSymbol() {
        final int symbols = 20_000;
        final long before = OrderBookMemoryTest.used();
        final BookFixture venue = new BookFixture(OrderBookType.LADDER);
        for (int i = 0; i < symbols; i++) {
            venue.addSymbols(SymbolSpec.exchangePair(i + 1, 1, 2).build());
            venue.symbolIndex = i;
            for (int j = 1; j <= 3; j++) {
                venue.bid(1, j, 1, 1_000 - 50 * j);
                venue.ask(1, 3 + j, 1, 1_000 + 50 * j);
            }
        }
        final long bytes = (OrderBookMemoryTest.used() - before) / symbols;
        System.out.println("a quiet symbol with 6 orders: " + bytes + " bytes");
        assertEquals(6 * symbols, venue.books.orderCount());
        assertTrue(bytes < 2_500, () -> "a quiet symbol takes " + bytes + " bytes");
    }

    @Test
    void shouldTakeLittleForALonelyPrice() {
        final int prices = 50_000;
        final long before = OrderBookMemoryTest.used();
        for (int i = 1; i <= prices; i++) {
            market.ask(1, i, 1, FARTHEST / prices * i);
        }
        final long bytes = (OrderBookMemoryTest.used() - before) / prices;
        System.out.println("an order at an isolated price: " + bytes + " bytes");
        assertTrue(bytes < 1_600, () -> "an order at an isolated price takes " + bytes + " bytes");
        market.books.validate();
    }

    private void build(final long middle) {
        for (int i = 1; i <= 1_000; i++) {
            market.ask(1, i, 1, middle + i);
            market.bid(1, 1_000 + i, 1, middle - i);
        }
    }

    private PriceLevels asks() {
        return market.book().side(Side.ASK);
    }
}
