package io.daybook.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddSymbol;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.BookChangeView;
import io.daybook.api.CancelOrder;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeListener;
import io.daybook.api.LiveBook;
import io.daybook.api.OrderBookQuery;
import io.daybook.api.OrderBookReport;
import io.daybook.api.PlaceOrder;
import io.daybook.api.QueryRefusedException;
import io.daybook.api.Reset;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import io.daybook.api.SubscribeBookQuery;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A live book equals the book of the engine. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LiveBookTest {
    private static final int PAIR = 7;

    static List<Topology> topologies() {
        return List.of(Topology.INLINE, Topology.FUSED, Topology.pipelined(2));
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldBeTheBookWheneverItIsOpened(final Topology topology) {
        final long seed = 19;
        final Random random = new Random(seed);
        try (Exchange exchange =
                DaybookExchange.builder().topology(topology).ringSize(64).start()) {
            market(exchange);
            final List<LiveBook> books = new ArrayList<>();
            for (int id = 1; id <= 3_000; id++) {
                if (id % 500 == 1) {
                    books.add(LiveBook.open(exchange, PAIR));
                }
                order(exchange, random, id);
            }
            books.forEach(book -> book.whole().join());
            final OrderBookReport there =
                    exchange.query(new OrderBookQuery(PAIR, 0)).join();
            assertTrue(there.bids().size() > 5 && there.asks().size() > 5, () -> "seed " + seed + " " + there);
            for (final LiveBook book : books) {
                assertTrue(book.isWhole());
                assertEquals(there.asks(), book.report(0).asks());
                assertEquals(there.bids(), book.report(0).bids());
                assertEquals(there.bids().get(0).price(), book.bestBid());
                assertEquals(there.asks().get(0).price(), book.bestAsk());
                assertEquals(there.asks().subList(0, 2), book.report(2).asks());
                assertTrue(book.report(2).moreAsks());
                assertEquals(
                        there.bids().get(1).size(),
                        book.size(Side.BID, there.bids().get(1).price()));
                book.close();
                assertFalse(book.isWhole());
            }
        }
    }

    private static void order(final Exchange exchange, final Random random, final int id) {
        if (random.nextInt(3) == 0) {
            exchange.submit(new CancelOrder(1, PAIR, 1 + random.nextInt(id)));
        } else {
            final Side side = random.nextBoolean() ? Side.BID : Side.ASK;
            final long price =
                    1_000 + (side == Side.BID ? -random.nextInt(40) : random.nextInt(40)) + random.nextInt(3);
            exchange.submit(PlaceOrder.gtc(1, PAIR, id, side, price, 1 + random.nextInt(9)));
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldFetchADeepBookPageByPageWhileItChanges(final Topology topology) {
        final int levels = 40_000;
        try (Exchange exchange = DaybookExchange.builder().topology(topology).start()) {
            market(exchange);
            for (int user = 10; user < 13; user++) {
                exchange.submit(new AddUser(user));
                exchange.submit(new AdjustBalance(user, 10, 1L << 40, 1));
            }
            for (int i = 1; i <= levels; i++) {
                exchange.submit(PlaceOrder.gtc(10 + i % 3, PAIR, i, Side.ASK, 1_000 + i, 1));
            }
            final LiveBook book = LiveBook.open(exchange, PAIR);
            for (int i = 1; i <= levels; i += 7) {
                exchange.submit(new CancelOrder(10 + i % 3, PAIR, i));
            }
            book.whole().join();
            OrderBookReport page = exchange.query(new OrderBookQuery(PAIR, 0)).join();
            final List<OrderBookReport.Level> there = new ArrayList<>(page.asks());
            while (page.moreAsks()) {
                page = exchange.query(page.following(0)).join();
                there.addAll(page.asks());
            }
            assertEquals(levels - (levels + 6) / 7, there.size());
            assertEquals(there, book.report(0).asks());
            book.close();
        }
    }

    @Test
    void shouldRefuseASymbolThatIsNotThereAndTakeItWhenItComes() {
        try (Exchange exchange = DaybookExchange.builder().start()) {
            final LiveBook book = LiveBook.open(exchange, PAIR);
            final CompletionException refused =
                    assertThrows(CompletionException.class, () -> book.whole().join());
            assertInstanceOf(QueryRefusedException.class, refused.getCause());
            market(exchange);
            exchange.submit(PlaceOrder.gtc(1, PAIR, 1, Side.BID, 100, 5)).join();
            exchange.query(new OrderBookQuery(PAIR, 0)).join();
            assertTrue(book.isWhole());
            assertEquals(100, book.bestBid());
            book.close();
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldBeEmptyAfterAResetAndBeginAgain(final Topology topology) {
        final AtomicInteger told = new AtomicInteger();
        try (Exchange exchange =
                DaybookExchange.builder().topology(topology).resetAllowed(true).start()) {
            market(exchange);
            final LiveBook book = LiveBook.open(exchange, PAIR, live -> told.incrementAndGet());
            exchange.submit(PlaceOrder.gtc(1, PAIR, 1, Side.BID, 100, 5)).join();
            assertEquals(100, book.bestBid());
            exchange.submit(new Reset()).join();
            assertFalse(book.isWhole());
            assertEquals(0, book.bestBid());
            market(exchange);
            exchange.submit(PlaceOrder.gtc(1, PAIR, 1, Side.BID, 101, 5)).join();
            exchange.query(new OrderBookQuery(PAIR, 0)).join();
            assertTrue(book.isWhole());
            assertEquals(101, book.bestBid());
        }
        assertEquals(5, told.get(), "two snapshots, two changes, a reset");
    }

    @Test
    void shouldSubscribeAnewWhereAChangeIsMissing() {
        try (Exchange exchange = DaybookExchange.builder().start()) {
            market(exchange);
            final AtomicInteger subscribed = new AtomicInteger();
            final LiveBook book = LiveBook.open(losing(exchange, 3, subscribed), PAIR);
            for (int id = 1; id <= 5; id++) {
                exchange.submit(PlaceOrder.gtc(1, PAIR, id, Side.BID, 100 + id, 5))
                        .join();
            }
            exchange.query(new OrderBookQuery(PAIR, 0)).join();
            assertEquals(2, subscribed.get());
            assertTrue(book.isWhole());
            assertEquals(
                    exchange.query(new OrderBookQuery(PAIR, 0)).join().bids(),
                    book.report(0).bids());
        }
    }

    /** An exchange that does not pass the n-th change of a book on to its listener. */
    private static Exchange losing(final Exchange exchange, final int n, final AtomicInteger subscribed) {
        final Losing[] losing = new Losing[1];
        return (Exchange) Proxy.newProxyInstance(
                Exchange.class.getClassLoader(), new Class<?>[] {Exchange.class}, (proxy, method, arguments) -> {
                    try {
                        if ("addListener".equals(method.getName())) {
                            losing[0] = new Losing((ExchangeListener) arguments[0], n);
                            return exchange.addListener(losing[0]);
                        }
                        if (arguments != null && arguments[0] instanceof SubscribeBookQuery query) {
                            subscribed.incrementAndGet();
                            return exchange.query(new SubscribeBookQuery(query.symbol(), losing[0]));
                        }
                        return method.invoke(exchange, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static final class Losing implements ExchangeListener {
        private final ExchangeListener listener;
        private int left;

        Losing(final ExchangeListener listener, final int n) {
            this.listener = listener;
            this.left = n;
        }

        @Override
        public void onResult(final ResultView result) {
            listener.onResult(result);
        }

        @Override
        public void onBookSnapshot(final OrderBookReport snapshot) {
            listener.onBookSnapshot(snapshot);
        }

        @Override
        public void onBookChange(final BookChangeView change) {
            if (--left != 0) {
                listener.onBookChange(change);
            }
        }
    }

    private static void market(final Exchange exchange) {
        exchange.submit(new AddSymbol(SymbolSpec.exchangePair(PAIR, 10, 20).build()))
                .join();
        exchange.submit(new AddUser(1)).join();
        exchange.submit(new AdjustBalance(1, 10, 1L << 40, 1)).join();
        exchange.submit(new AdjustBalance(1, 20, 1L << 40, 2)).join();
    }
}
