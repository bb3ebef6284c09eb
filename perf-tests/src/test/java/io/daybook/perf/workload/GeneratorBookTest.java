package io.daybook.perf.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class GeneratorBookTest {
    private final GeneratorBook book = new GeneratorBook(1, 1_000, 500);

    @Test
    void shouldTradeBestPriceFirstThenFirstInFirstOut() {
        ask(1, 101, 5);
        ask(2, 100, 5);
        ask(3, 100, 5);

        assertEquals(0, book.placeIoc(true, 1_000, 7));

        final PriceLevel best = book.side(false).best;
        assertEquals(100, best.price);
        assertEquals(3, best.head.orderId);
        assertEquals(3, best.head.remaining);
        assertEquals(2, book.trades());
        assertEquals(7, book.tradedLots());
        assertEquals(100, book.lastPrice());
    }

    @Test
    void shouldRestWhatAGtcOrderCannotTrade() {
        ask(1, 100, 5);

        book.placeGtc(2, 1, true, 100, 8);

        assertNull(book.side(false).best);
        assertEquals(3, book.side(true).best.lots);
        assertEquals(1, book.side(true).orders);
    }

    @Test
    void shouldRejectWhatAnIocOrderCannotTradeWithinItsPrice() {
        ask(1, 100, 5);
        ask(2, 102, 5);

        assertEquals(3, book.placeIoc(true, 101, 8));
        assertEquals(102, book.side(false).best.price);
    }

    @Test
    void shouldFillABudgetBidWhenTheBestAsksCostNoMore() {
        ask(1, 100, 5);
        ask(2, 102, 5);

        assertEquals(7, book.placeFokBudget(true, 5 * 100 + 2 * 102 - 1, 7));
        assertEquals(0, book.trades());
        assertEquals(0, book.placeFokBudget(true, 5 * 100 + 2 * 102, 7));
        assertEquals(2, book.trades());
    }

    @Test
    void shouldFillABudgetAskWhenTheBestBidsBringNoLess() {
        bid(1, 100, 5);
        bid(2, 98, 5);

        assertEquals(7, book.placeFokBudget(false, 5 * 100 + 2 * 98 + 1, 7));
        assertEquals(0, book.trades());
        assertEquals(0, book.placeFokBudget(false, 5 * 100 + 2 * 98, 7));
        assertEquals(2, book.trades());
    }

    @Test
    void shouldRejectABudgetOrderLargerThanTheBook() {
        ask(1, 100, 5);

        assertEquals(6, book.placeFokBudget(true, 1_000_000, 6));
        assertEquals(1, book.side(false).orders);
    }

    @Test
    void shouldKeepPriorityWhenMovedToTheSamePriceOrReduced() {
        bid(1, 100, 5);
        bid(2, 100, 5);
        final RestingOrder first = book.side(true).best.head;

        book.move(first, 100);
        book.reduce(first, 2);

        assertSame(first, book.side(true).best.head);
        assertEquals(3, first.remaining);
        assertEquals(8, book.side(true).best.lots);
    }

    @Test
    void shouldJoinTheTailWhenMovedAway() {
        bid(1, 100, 5);
        bid(2, 101, 5);

        book.move(book.side(true).after(book.side(true).best).head, 101);

        assertEquals(2, book.side(true).best.head.orderId);
        assertEquals(1, book.side(true).best.head.next.orderId);
        assertNull(book.side(true).after(book.side(true).best));
    }

    @Test
    void shouldTradeWhenMovedAcrossAndRestWhatIsLeft() {
        bid(1, 100, 8);
        ask(2, 102, 3);
        final RestingOrder moved = book.side(true).best.head;

        book.move(moved, 103);

        assertEquals(1, book.trades());
        assertEquals(102, book.lastPrice());
        assertNull(book.side(false).best);
        assertEquals(103, book.side(true).best.price);
        assertEquals(5, moved.remaining);
    }

    @Test
    void shouldForgetAnOrderThatIsCancelledOrTraded() {
        bid(1, 100, 8);
        book.cancel(book.side(true).best.head);
        bid(2, 100, 8);
        book.placeIoc(false, 1, 8);

        assertEquals(0, book.side(true).orders);
        assertEquals(0, book.side(true).lots);
        assertEquals(true, book.live().isEmpty());
    }

    private void bid(final long orderId, final long price, final long size) {
        book.placeGtc(orderId, 1, true, price, size);
    }

    private void ask(final long orderId, final long price, final long size) {
        book.placeGtc(orderId, 1, false, price, size);
    }
}
