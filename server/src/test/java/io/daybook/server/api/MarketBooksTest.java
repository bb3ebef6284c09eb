package io.daybook.server.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddSymbol;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.BookChangeView;
import io.daybook.api.Exchange;
import io.daybook.api.LiveBook;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Clock;
import io.daybook.server.http.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Books are kept while requests or subscriptions need them, and only then. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MarketBooksTest {
    private static final int PAIR = 1;
    private static final int FURTHER = 2;
    private static final long LOOK_NS = 1_000_000;

    private final Exchange exchange = DaybookExchange.builder().start();
    private final List<Integer> symbols = new ArrayList<>(List.of(PAIR));
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private boolean isFull;
    private long nowNs;
    private int changes;

    private final MarketBooks books = new MarketBooks(
            exchange,
            new LiveBook.Watcher() {
                @Override
                public void onWhole(final LiveBook book) {}

                @Override
                public void onChange(final LiveBook book, final BookChangeView change) {
                    changes++;
                }

                @Override
                public void onCleared(final LiveBook book) {}
            },
            () -> symbols,
            task -> {
                if (isFull) {
                    throw new RejectedExecutionException("too much to do");
                }
                waiting.add(task);
            },
            new Clock() {
                @Override
                public long nanoTime() {
                    return nowNs;
                }

                @Override
                public long epochMillis() {
                    return nowNs / 1_000_000;
                }
            });

    @BeforeEach
    void market() {
        for (final int symbol : new int[] {PAIR, FURTHER}) {
            exchange.submit(new AddSymbol(
                            SymbolSpec.exchangePair(symbol, 10, 20).build()))
                    .join();
        }
        exchange.submit(new AddUser(1)).join();
        exchange.submit(new AdjustBalance(1, 20, 1L << 40, 1)).join();
        bid(PAIR, 1, 100);
    }

    @AfterEach
    void end() {
        books.close();
        exchange.close();
    }

    private void bid(final int symbol, final long id, final long price) {
        exchange.submit(PlaceOrder.gtc(1, symbol, id, Side.BID, price, 5)).join();
    }

    private CompletableFuture<?> look() {
        final CompletableFuture<?> look = books.open().toCompletableFuture();
        carryOut();
        return look;
    }

    private void carryOut() {
        for (Runnable task = waiting.poll(); task != null; task = waiting.poll()) {
            task.run();
        }
    }

    @Test
    void shouldKeepBooksFromTheFirstLookUntilAMinuteBehindTheLast() {
        assertFalse(books.isOpen());
        assertEquals(
                "RING_FULL", assertThrows(Problem.class, () -> books.book(PAIR)).code());
        final CompletableFuture<?> first = books.open().toCompletableFuture();
        assertFalse(first.isDone(), "the books must open only when the queued task runs");
        look().join();
        first.join();
        assertEquals(100, books.book(PAIR).bestBid());
        bid(PAIR, 2, 101);
        assertEquals(101, books.book(PAIR).bestBid());
        assertEquals(1, changes);
        nowNs += MarketBooks.IDLE_NS;
        books.closeIdle(false);
        assertTrue(books.isOpen());
        assertTrue(books.open().toCompletableFuture().isDone());
        nowNs += MarketBooks.IDLE_NS;
        books.closeIdle(false);
        assertTrue(books.isOpen(), "the last request must keep the books open");
        books.closeIdle(true);
        nowNs += MarketBooks.IDLE_NS;
        books.closeIdle(false);
        assertTrue(books.isOpen(), "the last subscription must keep the books open");
        nowNs++;
        books.closeIdle(false);
        assertTrue(books.isOpen(), "the books must close only when the queued task runs");
        carryOut();
        assertFalse(books.isOpen());
        bid(PAIR, 3, 102);
        assertEquals(1, changes, "closed books must publish no change");
        assertEquals(101, books.book(PAIR).bestBid(), "closed books must still have their last state");
        look().join();
        assertEquals(102, books.book(PAIR).bestBid());
    }

    @Test
    void shouldHaveABookOfEachFurtherSymbol() {
        look().join();
        symbols.add(FURTHER);
        books.add(FURTHER);
        bid(FURTHER, 1, 7);
        assertEquals(7, books.book(FURTHER).bestBid());
        nowNs += 2 * MarketBooks.IDLE_NS;
        books.closeIdle(false);
        carryOut();
        assertFalse(books.isOpen());
        look().join();
        assertEquals(7, books.book(FURTHER).bestBid());
    }

    @Test
    void shouldHaveABookOfASymbolThatComesWhileBooksAreOpened() {
        final CompletableFuture<?> first = books.open().toCompletableFuture();
        final CompletableFuture<Void> adding = CompletableFuture.runAsync(() -> books.add(FURTHER));
        while (!adding.isDone()) {
            carryOut();
            LockSupport.parkNanos(LOOK_NS);
        }
        adding.join();
        first.join();
        assertEquals(FURTHER, books.book(FURTHER).whole().join().symbol());
    }

    @Test
    void shouldSayThatThereIsTooMuchToDoAndTryAgain() {
        isFull = true;
        final CompletionException failure = assertThrows(CompletionException.class, () -> look().join());
        assertEquals(
                "RING_FULL", assertInstanceOf(Problem.class, failure.getCause()).code());
        isFull = false;
        look().join();
        assertEquals(100, books.book(PAIR).bestBid());
    }

    @Test
    void shouldBeginAnewWhereOpeningFailed() {
        exchange.close();
        assertThrows(CompletionException.class, () -> look().join());
        assertFalse(books.isOpen());
    }

    @Test
    void shouldKeepForGoodWhatHasToBeKept() {
        final CompletableFuture<?> open = books.keepOpen().toCompletableFuture();
        carryOut();
        open.join();
        assertEquals(100, books.book(PAIR).bestBid());
        nowNs += 2 * MarketBooks.IDLE_NS;
        books.closeIdle(false);
        carryOut();
        assertTrue(books.isOpen());
        books.close();
        assertFalse(books.isOpen());
        assertThrows(CompletionException.class, () -> look().join());
    }

    @Test
    void shouldNotCloseWhatSomebodyAskedForMeanwhile() {
        look().join();
        nowNs += 2 * MarketBooks.IDLE_NS;
        books.closeIdle(false);
        assertTrue(look().isDone());
        carryOut();
        assertTrue(books.isOpen());
    }

    @Test
    void shouldOpenForASubscriptionWhereThatHadFailed() {
        isFull = true;
        assertThrows(CompletionException.class, () -> look().join());
        isFull = false;
        books.closeIdle(true);
        carryOut();
        books.book(PAIR).whole().join();
        assertEquals(100, books.book(PAIR).bestBid());
    }
}
