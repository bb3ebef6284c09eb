package io.daybook.it.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.BookChangeView;
import io.daybook.api.EventView;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.OrderBookReport;
import io.daybook.api.ResultView;
import io.daybook.api.SubscribeBookQuery;
import io.daybook.api.Topology;
import io.daybook.api.UnsubscribeBookQuery;
import io.daybook.core.DaybookExchange;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that books which are rebuilt from a snapshot and the stream of changes equal the books of the exchange. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("alone")
class MarketDataTest {
    private static final int COMMANDS = 20_000;
    private static final int SNAPSHOT_EVERY = 50;
    private static final long SEED = 5;
    private static final int[] SUBSCRIBED = {1, 3, 6};

    static List<Topology> topologies() {
        return List.of(Topology.INLINE, Topology.FUSED, Topology.pipelined(1), Topology.pipelined(2));
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldRebuildTheBookFromASnapshotAndTheStream(final Topology topology) {
        final List<MixedStream.Item> stream = MixedStream.of(SEED, COMMANDS);
        final Subscriber subscriber = new Subscriber();
        final ResultChecksum checksum = new ResultChecksum();
        try (Exchange exchange = DaybookExchange.start(config(topology), subscriber, checksum)) {
            for (int i = 0; i < stream.size(); i++) {
                if (i > 100 && i % SNAPSHOT_EVERY == 0) { // the first starts a stream, all others are compared
                    exchange.query(new SubscribeBookQuery(SUBSCRIBED[i / SNAPSHOT_EVERY % 3], subscriber));
                }
                final MixedStream.Item item = stream.get(i);
                if (item.command() != null) {
                    exchange.submit(item.command(), item.cookie(), item.timestampNs());
                }
            }
            for (final int symbol : SUBSCRIBED) {
                exchange.query(new SubscribeBookQuery(symbol, subscriber));
                exchange.query(new UnsubscribeBookQuery(symbol, subscriber)).join();
            }
            subscriber.ended = true;
            stream.subList(10, 1_000).stream()
                    .filter(item -> item.command() != null)
                    .forEach(item -> exchange.submit(item.command()));
        }
        assertNull(subscriber.failure.get(), () -> "seed " + SEED + ": " + subscriber.failure.get());
        assertTrue(subscriber.compared > COMMANDS / SNAPSHOT_EVERY / 2, "snapshots compared: " + subscriber.compared);
        assertEquals(checksum.events() - subscriber.otherEvents, subscriber.trades);
        for (final RebuiltBook book : subscriber.books.values()) {
            assertTrue(book.changes() > 100 && book.topChanges() > 20, () -> "few changes: " + book.changes());
            assertTrue(book.topChanges() < book.changes() * 2, "every change is at the top");
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldGiveTheSameResultsWhetherOrNotSomebodySubscribes(final Topology topology) {
        final List<MixedStream.Item> stream = MixedStream.of(SEED + 1, 5_000);
        final ResultChecksum without = new ResultChecksum();
        final ResultChecksum with = new ResultChecksum();
        for (final ResultChecksum checksum : List.of(without, with)) {
            try (Exchange exchange = DaybookExchange.start(config(topology), checksum)) {
                for (int i = 0; i < stream.size(); i++) {
                    if (i == 20 && checksum == with) {
                        for (int symbol = 1; symbol <= 9; symbol++) {
                            exchange.query(new SubscribeBookQuery(symbol, checksum));
                        }
                    }
                    final MixedStream.Item item = stream.get(i);
                    if (item.command() != null) {
                        exchange.submit(item.command(), item.cookie(), item.timestampNs());
                    }
                }
            }
        }
        assertEquals(without.sum(), with.sum());
    }

    private static ExchangeConfig config(final Topology topology) {
        return ExchangeConfig.builder()
                .topology(topology)
                .ringSize(256)
                .eventRingSize(64)
                .build();
    }

    /** Keeps books on the delivery thread, which receives snapshots and changes in one sequence. */
    private static final class Subscriber extends ResultChecksum {
        private final Map<Integer, RebuiltBook> books = new HashMap<>();
        private final AtomicReference<Throwable> failure = new AtomicReference<>();
        private volatile boolean ended;
        private int compared;
        private long trades;
        private long otherEvents;

        @Override
        public void onResult(final ResultView result) {
            super.onResult(result);
            for (int i = 0; i < result.eventCount(); i++) {
                otherEvents += result.event(i).tradeId() == 0 ? 1 : 0;
            }
        }

        @Override
        public void onTrade(final ResultView result, final EventView trade) {
            trades += trade.tradeId() > 0 ? 1 : 0;
        }

        @Override
        public void onBookChange(final BookChangeView change) {
            checked(() -> {
                if (ended) {
                    throw new AssertionError("a change after the end of the subscription");
                }
                final RebuiltBook book = books.get(change.symbol());
                if (book == null) {
                    throw new AssertionError("no subscription to " + change.symbol());
                }
                book.apply(change);
            });
        }

        @Override
        public void onBookSnapshot(final OrderBookReport snapshot) {
            final RebuiltBook book = books.get(snapshot.symbol());
            if (book == null) {
                books.put(snapshot.symbol(), new RebuiltBook(snapshot));
            } else {
                compared++;
                checked(() -> book.requireEqual(snapshot));
            }
        }

        private void checked(final Runnable check) {
            try {
                check.run();
            } catch (AssertionError e) {
                failure.compareAndSet(null, e);
            }
        }
    }
}
