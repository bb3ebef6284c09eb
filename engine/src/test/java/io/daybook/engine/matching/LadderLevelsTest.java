package io.daybook.engine.matching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.OrderBookType;
import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import org.junit.jupiter.api.Test;

/** Where the ladder keeps its levels: near the market in the array, far from it in the tree. */
class LadderLevelsTest {
    private final BookFixture market = market();

    /** With one book, which begins with large windows. */
    BookFixture market() {
        return new BookFixture(OrderBookType.LADDER, BookFixture.PAIR);
    }

    @Test
    void shouldKeepAQuietSideInTheTree() {
        for (int i = 1; i <= 8; i++) {
            market.ask(1, i, 1, 100 + i);
        }
        assertEquals(8, asks().farCount());
        market.ask(1, 9, 1, 109);
        assertEquals(0, asks().farCount());
        market.books.validate();
    }

    @Test
    void shouldGrowWithADenseBook() {
        for (int i = 1; i <= 30_000; i++) {
            market.ask(1, i, 1, 1_000_000 + i * 7919L % 60_000);
        }
        market.books.validate();
        assertEquals(0, asks().farCount());
    }

    @Test
    void shouldKeepFarPricesInTheTree() {
        build(1_000_000);
        for (int i = 1; i <= 50; i++) {
            market.ask(1, 10_000 + i, 1, (1L << 40) - i * 1_000_000L);
        }
        assertEquals(50, asks().farCount());
        market.books.validate();
    }

    @Test
    void shouldFollowTheMarketUpAndDown() {
        build(1_000_000);
        long middle = 1_000_000;
        for (int step = 0; step < 20_000; step++) {
            middle += step < 10_000 ? 97 : -131;
            market.place(OrderType.IOC, Side.BID, 2, 1, 1L << 40, middle);
            market.place(OrderType.IOC, Side.ASK, 2, 1, 1L << 40, middle);
            for (int i = 1; i <= 4; i++) {
                market.ask(1, 100_000 + step * 8L + i, 1, middle + i * 11L);
                market.bid(1, 100_000 + step * 8L + 4 + i, 1, middle - i * 11L);
            }
        }
        market.books.validate();
        // The asks that the market left behind on its way down lie in the tree; those around it must not.
        int level = asks().best();
        for (int i = 0; i < 100; i++) {
            assertTrue(level > 0, "a level near the market must be in the array");
            level = asks().next(level);
        }
        assertEquals(0, bids().farCount());
    }

    @Test
    void shouldComeBackFromAnOutlier() {
        build(1_000_000);
        for (int round = 0; round < 500; round++) {
            market.ask(1, 50_000, 1, 1 + round);
            market.cancel(1, 50_000);
        }
        market.books.validate();
        for (int i = 1; i <= 200; i++) {
            market.ask(1, 60_000 + i, 1, 1_000_000 + 3L * i);
        }
        market.books.validate();
        assertEquals(1_000_001, market.book().bestAsk());
        assertTrue(asks().farCount() < 200, () -> "far=" + asks().farCount());
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

    private void build(final long middle) {
        for (int i = 1; i <= 1_000; i++) {
            market.ask(1, i, 1, middle + i);
            market.bid(1, 1_000 + i, 1, middle - i);
        }
        assertEquals(0, asks().farCount());
    }

    private LadderLevels asks() {
        return (LadderLevels) market.book().side(Side.ASK);
    }

    private LadderLevels bids() {
        return (LadderLevels) market.book().side(Side.BID);
    }
}
