package io.daybook.core.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddSymbol;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.BookChangeView;
import io.daybook.api.CancelOrderWriter;
import io.daybook.api.CommandDoor;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.ExchangeListener;
import io.daybook.api.Nop;
import io.daybook.api.OrderBookReport;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import io.daybook.api.SubscribeBookQuery;
import io.daybook.api.Subscription;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.api.UnsubscribeBookQuery;
import io.daybook.core.DaybookExchange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Listeners that come to a running exchange and leave it, and the books that they subscribe to, in every topology. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ListenersComeAndGoTest {

    static List<Topology> topologies() {
        return List.of(Topology.INLINE, Topology.FUSED, Topology.pipelined(2));
    }

    /** Records its calls. */
    private static class Hearer implements ExchangeListener {
        final List<Long> seqs = Collections.synchronizedList(new ArrayList<>());
        final List<String> books = Collections.synchronizedList(new ArrayList<>());
        final List<String> ends = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void onResult(final ResultView result) {
            seqs.add(result.seq());
        }

        @Override
        public void onBookSnapshot(final OrderBookReport snapshot) {
            books.add("snapshot " + snapshot.symbol());
        }

        @Override
        public void onBookChange(final BookChangeView change) {
            books.add("change " + change.symbol() + " at " + change.seq() + " after " + change.previousSeq());
        }

        @Override
        public void onClosed() {
            ends.add("closed");
        }

        void requireNoGap() {
            for (int i = 1; i < seqs.size(); i++) {
                assertEquals(seqs.get(i - 1) + 1, seqs.get(i));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldTellThoseThatAreThereAndNobodyElse(final Topology topology) {
        final Hearer first = new Hearer();
        final Hearer second = new Hearer();
        final Hearer third = new Hearer();
        try (Exchange exchange =
                DaybookExchange.builder().topology(topology).listener(first).start()) {
            exchange.submit(new Nop()).join();
            final Subscription subscription = exchange.addListener(second);
            exchange.submit(new Nop()).join();
            subscription.close();
            subscription.close();
            exchange.addListener(third);
            exchange.submit(new Nop()).join();
            assertEquals(List.of(1L, 2L, 3L), first.seqs);
            assertEquals(List.of(2L), second.seqs);
            assertEquals(List.of(3L), third.seqs);
            exchange.addListener(second); // a listener may be added again
            exchange.submit(new Nop()).join();
            assertEquals(List.of(2L, 4L), second.seqs);
            assertThrows(IllegalArgumentException.class, () -> exchange.addListener(second));
            assertThrows(IllegalArgumentException.class, () -> exchange.addListener(first));
        }
        assertEquals(List.of("closed"), first.ends);
        assertEquals(List.of("closed"), second.ends);
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldTellTheEndToThoseThatAreThereOnly(final Topology topology) {
        final Hearer gone = new Hearer();
        final Exchange exchange = DaybookExchange.builder().topology(topology).start();
        exchange.addListener(gone).close();
        exchange.close();
        assertEquals(List.of(), gone.ends);
        assertThrows(ExchangeClosedException.class, () -> exchange.addListener(new Hearer()));
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldComeAndGoInsideCallbacks(final Topology topology) {
        final Hearer child = new Hearer();
        final AtomicReference<Exchange> running = new AtomicReference<>();
        final AtomicReference<Subscription> own = new AtomicReference<>();
        final Hearer parent = new Hearer() {
            @Override
            public void onResult(final ResultView result) {
                super.onResult(result);
                if (result.seq() == 2) {
                    own.get().close();
                    running.get().addListener(child);
                }
            }
        };
        try (Exchange exchange = DaybookExchange.builder().topology(topology).start()) {
            running.set(exchange);
            exchange.submit(new Nop()).join();
            own.set(exchange.addListener(parent));
            for (int i = 0; i < 3; i++) {
                exchange.submit(new Nop()).join();
            }
        }
        assertEquals(List.of(2L), parent.seqs);
        assertEquals(List.of(3L, 4L), child.seqs);
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldTellEachAllOfItsTimeWhileCommandsPass(final Topology topology) throws Exception {
        final List<Hearer> hearers = Collections.synchronizedList(new ArrayList<>());
        try (Exchange exchange =
                DaybookExchange.builder().topology(topology).ringSize(64).start()) {
            final List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 3; t++) {
                threads.add(new Thread(() -> {
                    for (int i = 0; i < 200; i++) {
                        final Hearer hearer = new Hearer();
                        hearers.add(hearer);
                        try (Subscription here = exchange.addListener(hearer)) {
                            final long before =
                                    exchange.submit(new Nop()).join().seq();
                            final long after = exchange.submit(new Nop()).join().seq();
                            assertTrue(hearer.seqs.contains(before) && hearer.seqs.contains(after));
                        }
                    }
                }));
            }
            final AtomicReference<Throwable> failure = new AtomicReference<>();
            threads.forEach(thread -> thread.setUncaughtExceptionHandler((dead, e) -> failure.set(e)));
            threads.forEach(Thread::start);
            for (final Thread thread : threads) {
                thread.join();
            }
            assertEquals(null, failure.get());
        }
        assertEquals(600, hearers.size());
        hearers.forEach(Hearer::requireNoGap);
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldNeitherHearNorEndTheBooksOfOthers(final Topology topology) {
        final Hearer quiet = new Hearer();
        final Hearer first = new Hearer();
        final Hearer second = new Hearer();
        try (Exchange exchange = DaybookExchange.builder()
                .topology(topology)
                .listener(quiet)
                .listener(first)
                .start()) {
            market(exchange); // 5 commands
            exchange.query(new SubscribeBookQuery(1, first)).join();
            bid(exchange, 1); // seq 6
            final Subscription subscription = exchange.addListener(second);
            exchange.query(new SubscribeBookQuery(1, second)).join();
            exchange.query(new SubscribeBookQuery(2, second)).join();
            bid(exchange, 2); // seq 7
            exchange.query(new UnsubscribeBookQuery(1, first)).join();
            bid(exchange, 3); // seq 8
            subscription.close();
            bid(exchange, 4); // seq 9
            exchange.query(new SubscribeBookQuery(1, first)).join();
            bid(exchange, 5); // seq 10
            assertThrows(IllegalArgumentException.class, () -> exchange.query(new SubscribeBookQuery(1, second)));
        }
        assertEquals(List.of(), quiet.books);
        assertEquals(
                List.of(
                        "snapshot 1",
                        "change 1 at 6 after 5",
                        "change 1 at 7 after 6",
                        "snapshot 1",
                        "change 1 at 10 after 9"),
                first.books);
        assertEquals(
                List.of("snapshot 1", "snapshot 2", "change 1 at 7 after 6", "change 1 at 8 after 7"), second.books);
        assertFalse(second.seqs.contains(9L));
    }

    /** A listener unsubscribes inside its own callback while the ring has no room for the query that ends its book. */
    @ParameterizedTest
    @MethodSource("rings")
    void shouldEndItsBookWhereItLeavesWhileTheRingIsFull(final Topology topology) throws Exception {
        final CountDownLatch inCallback = new CountDownLatch(1);
        final CountDownLatch full = new CountDownLatch(1);
        final CountDownLatch left = new CountDownLatch(1);
        final AtomicReference<Subscription> own = new AtomicReference<>();
        final Hearer leaving = new Hearer() {
            @Override
            public void onBookChange(final BookChangeView change) {
                super.onBookChange(change);
                inCallback.countDown();
                awaitUninterruptibly(full);
                own.get().close();
                left.countDown();
            }
        };
        final Hearer later = new Hearer();
        try (Exchange exchange = DaybookExchange.builder()
                .topology(topology)
                .ringSize(64)
                .listener(later)
                .start()) {
            market(exchange);
            own.set(exchange.addListener(leaving));
            exchange.query(new SubscribeBookQuery(1, leaving)).join();
            exchange.submit(PlaceOrder.gtc(1, 1, 1, Side.BID, 100, 1)); // seq 6
            inCallback.await();
            final CommandDoor door = exchange.newDoor();
            long filled = 0;
            for (CancelOrderWriter cancel = door.tryCancel(); cancel != null; cancel = door.tryCancel()) {
                cancel.uid(1).symbol(1).orderId(99).publish();
                filled++;
            }
            full.countDown();
            left.await();
            awaitBackground();
            exchange.query(new SubscribeBookQuery(1, later)).join();
            bid(exchange, 2);
            final long asked = 6 + filled;
            assertEquals(
                    List.of("snapshot 1", "change 1 at " + (asked + 1) + " after " + asked),
                    later.books,
                    "the book must have ended with the subscription, and with it the seq of its last change");
        }
    }

    static List<Topology> rings() {
        return List.of(Topology.FUSED, Topology.pipelined(2));
    }

    private static void awaitUninterruptibly(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void awaitBackground() throws InterruptedException {
        for (final Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals(RingExchange.BACKGROUND)) {
                thread.join();
            }
        }
    }

    private static void market(final Exchange exchange) {
        exchange.submit(new AddSymbol(SymbolSpec.exchangePair(1, 10, 20).build()))
                .join();
        exchange.submit(new AddSymbol(SymbolSpec.exchangePair(2, 10, 20).build()))
                .join();
        exchange.submit(new AddUser(1)).join();
        exchange.submit(new AdjustBalance(1, 20, 1_000_000, 1)).join();
        exchange.submit(new Nop()).join();
    }

    private static void bid(final Exchange exchange, final int id) {
        exchange.submit(PlaceOrder.gtc(1, 1, id, Side.BID, 100 + id, 1)).join();
    }
}
