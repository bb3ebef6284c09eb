package io.daybook.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddSymbol;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.BookChangeView;
import io.daybook.api.CancelOrder;
import io.daybook.api.Exchange;
import io.daybook.api.LiveBook;
import io.daybook.api.LiveBooks;
import io.daybook.api.OrderBookQuery;
import io.daybook.api.OrderBookReport;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Query;
import io.daybook.api.Reset;
import io.daybook.api.Side;
import io.daybook.api.SubscribeBookQuery;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.api.UnsubscribeBookQuery;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many books of one listener equal the books of the engine. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LiveBooksTest {
    private static final int SYMBOLS = 5;

    static List<Topology> topologies() {
        return List.of(Topology.INLINE, Topology.FUSED, Topology.pipelined(2));
    }

    /** The calls of a watcher, in order: the delivery thread writes them, and a query orders a read after them. */
    private static final class Heard implements LiveBook.Watcher {
        private final List<String> told = new ArrayList<>();
        private boolean isAngry;

        @Override
        public void onWhole(final LiveBook book) {
            told.add("whole " + book.symbol());
        }

        @Override
        public void onChange(final LiveBook book, final BookChangeView change) {
            told.add("change " + book.symbol());
            assertEquals(change.symbol(), book.symbol());
        }

        @Override
        public void onCleared(final LiveBook book) {
            told.add("cleared " + book.symbol());
            if (isAngry) {
                throw new IllegalStateException("a watcher that throws");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldBeTheBooksOfTheEngine(final Topology topology) {
        final SplittableRandom dice = new SplittableRandom(23);
        try (Exchange exchange =
                DaybookExchange.builder().topology(topology).ringSize(64).start()) {
            market(exchange, 1);
            try (LiveBooks books = LiveBooks.open(exchange, new Heard())) {
                for (int id = 1; id <= 5_000; id++) {
                    if (id % 1_000 == 1) {
                        final LiveBook added = books.add(id / 1_000 + 1);
                        assertSame(added, books.add(id / 1_000 + 1));
                    }
                    order(exchange, dice, id);
                }
                assertNull(books.book(SYMBOLS + 1));
                for (int symbol = 1; symbol <= SYMBOLS; symbol++) {
                    final LiveBook book = books.add(symbol).whole().join();
                    final OrderBookReport there =
                            exchange.query(new OrderBookQuery(symbol, 0)).join();
                    assertTrue(there.bids().size() > 5 && there.asks().size() > 5, there::toString);
                    assertSame(book, books.book(symbol));
                    assertEquals(there.asks(), book.report(0).asks());
                    assertEquals(there.bids(), book.report(0).bids());
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldBeginAgainAfterAResetEachAndAtOnce(final Topology topology) {
        final Heard heard = new Heard();
        try (Exchange exchange =
                DaybookExchange.builder().topology(topology).resetAllowed(true).start()) {
            market(exchange, 1);
            final LiveBooks books = LiveBooks.open(exchange, heard);
            IntStream.rangeClosed(1, SYMBOLS)
                    .forEach(symbol -> books.add(symbol).whole().join());
            exchange.submit(PlaceOrder.gtc(1, 2, 1, Side.BID, 100, 5)).join();
            heard.isAngry = true;
            exchange.submit(new Reset()).join();
            market(exchange, 1);
            exchange.submit(PlaceOrder.gtc(1, 3, 2, Side.BID, 101, 5)).join();
            exchange.query(new OrderBookQuery(3, 0)).join();
            for (int symbol = 1; symbol <= SYMBOLS; symbol++) {
                final String own = " " + symbol;
                assertTrue(books.add(symbol).isWhole(), () -> heard.told.toString());
                assertEquals(
                        1,
                        heard.told.stream().filter(("cleared" + own)::equals).count(),
                        "each book is called, although the watcher throws");
                assertEquals(
                        2, heard.told.stream().filter(("whole" + own)::equals).count());
            }
            assertEquals(1, exchange.metrics().listenerErrors());
            assertEquals(0, books.add(2).bestBid());
            assertEquals(101, books.add(3).bestBid());
        }
    }

    @Test
    void shouldTakeASymbolWhenItComesAndEndWithTheExchange() {
        try (Exchange exchange = DaybookExchange.builder().start()) {
            final LiveBooks books = LiveBooks.open(exchange, new Heard());
            final LiveBook book = books.add(SYMBOLS);
            assertThrows(CompletionException.class, () -> book.whole().join());
            market(exchange, 1);
            exchange.submit(PlaceOrder.gtc(1, SYMBOLS, 1, Side.BID, 100, 5)).join();
            exchange.query(new OrderBookQuery(SYMBOLS, 0)).join();
            assertTrue(book.isWhole());
            assertEquals(100, book.bestBid());
            exchange.close();
            assertFalse(book.isWhole());
            books.close();
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldCostNothingOnceClosedAndFollowAgainOnceAdded(final Topology topology) {
        final List<Query<?>> asked = new ArrayList<>();
        try (Exchange exchange = DaybookExchange.builder().topology(topology).start()) {
            market(exchange, 1);
            final Exchange watched = (Exchange) Proxy.newProxyInstance(
                    Exchange.class.getClassLoader(), new Class<?>[] {Exchange.class}, (proxy, method, arguments) -> {
                        if (arguments != null && arguments[0] instanceof Query<?> query) {
                            asked.add(query);
                        }
                        return method.invoke(exchange, arguments);
                    });
            try (LiveBooks books = LiveBooks.open(watched, new Heard())) {
                for (int id = 1; id <= 20; id++) {
                    final LiveBook book = books.add(1);
                    book.whole().join();
                    exchange.submit(PlaceOrder.gtc(1, 1, id, Side.BID, 100 + id, 5));
                    exchange.query(new OrderBookQuery(1, 0)).join();
                    assertEquals(100 + id, book.bestBid());
                    book.close();
                    exchange.submit(PlaceOrder.gtc(1, 1, 1_000 + id, Side.BID, 50, 5))
                            .join();
                    assertNull(books.book(1));
                }
            }
        }
        assertEquals(
                20,
                asked.stream().filter(UnsubscribeBookQuery.class::isInstance).count());
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldSubscribeWithTheNextResultIfTheRingWasFullForTooLong(final Topology topology) {
        final AtomicInteger subscriptions = new AtomicInteger();
        try (Exchange exchange = DaybookExchange.builder().topology(topology).start()) {
            market(exchange, 1);
            final Exchange full = (Exchange) Proxy.newProxyInstance(
                    Exchange.class.getClassLoader(),
                    new Class<?>[] {Exchange.class},
                    (proxy, method, arguments) -> method.getName().equals("query")
                                    && arguments[0] instanceof SubscribeBookQuery
                                    && subscriptions.incrementAndGet() <= 2
                            ? CompletableFuture.failedFuture(new TimeoutException("the ring was full"))
                            : method.invoke(exchange, arguments));
            try (LiveBooks books = LiveBooks.open(full, new Heard())) {
                final LiveBook book = books.add(1);
                assertNull(book.wholeReport(0));
                assertFalse(book.whole().isDone());
                for (int id = 1; id <= 3; id++) {
                    exchange.submit(PlaceOrder.gtc(1, 1, id, Side.BID, 100 + id, 5))
                            .join();
                }
                book.whole().join();
                exchange.query(new OrderBookQuery(1, 0)).join();
                assertEquals(3, subscriptions.get());
                assertEquals(103, book.wholeReport(0).bids().get(0).price());
            }
        }
    }

    private static void order(final Exchange exchange, final SplittableRandom dice, final int id) {
        final int symbol = 1 + dice.nextInt(SYMBOLS);
        if (dice.nextInt(4) == 0) {
            exchange.submit(new CancelOrder(1, symbol, 1 + dice.nextInt(id)));
        } else {
            final Side side = dice.nextBoolean() ? Side.BID : Side.ASK;
            final long price = 1_000 + (side == Side.BID ? -dice.nextInt(40) : dice.nextInt(40)) + dice.nextInt(3);
            exchange.submit(PlaceOrder.gtc(1, symbol, id, side, price, 1 + dice.nextInt(9)));
        }
    }

    private static void market(final Exchange exchange, final long firstTransaction) {
        for (int symbol = 1; symbol <= SYMBOLS; symbol++) {
            exchange.submit(new AddSymbol(
                            SymbolSpec.exchangePair(symbol, 10, 20).build()))
                    .join();
        }
        exchange.submit(new AddUser(1)).join();
        exchange.submit(new AdjustBalance(1, 10, 1L << 40, firstTransaction)).join();
        exchange.submit(new AdjustBalance(1, 20, 1L << 40, firstTransaction + 1))
                .join();
    }
}
