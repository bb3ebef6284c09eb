package io.daybook.venue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daybook.api.AckMode;
import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.Attachment;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.Follower;
import io.daybook.api.OnFailure;
import io.daybook.api.OrderTerms;
import io.daybook.api.PartReader;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import io.daybook.api.StateView;
import io.daybook.api.SymbolSpec;
import io.daybook.core.DaybookExchange;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.ForwardingStorage;
import io.daybook.server.StartException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OverdueOrdersTest {
    private static final int ORDERS = 3_000;
    private static final String DOOR = "door";

    @TempDir
    private Path folder;

    private static final class Door implements Follower {
        @Override
        public String name() {
            return DOOR;
        }

        @Override
        public void restore(final @Nullable PartReader part, final long seq, final StateView state) {}

        @Override
        public void onResult(final ResultView result, final boolean replayed) {}
    }

    private ExchangeConfig config(final boolean ticks) {
        return ExchangeConfig.builder()
                .journal(folder)
                .ackMode(AckMode.AFTER_WRITE)
                .automaticTicks(ticks)
                .build();
    }

    private void placeWhatSoonIsOverdue(final int count, final long withinMs) {
        try (Exchange exchange = DaybookExchange.start(config(false))) {
            exchange.submit(new AddSymbol(SymbolSpec.exchangePair(1, 10, 20).build()))
                    .join();
            exchange.submit(AddAccounts.of(Map.of(1L, Map.of(20, 1L << 40)))).join();
            int placed = 0;
            long endMs = 0;
            for (int id = 1; placed < count; id += count) { // orders that came after their end are placed again
                endMs = System.currentTimeMillis() + withinMs;
                placed += placed(exchange, id, count - placed, endMs);
            }
            while (System.currentTimeMillis() <= endMs) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    /** Places some orders, and returns how many were in time. */
    private static int placed(final Exchange exchange, final int firstId, final int count, final long endMs) {
        final OrderTerms terms = OrderTerms.builder()
                .expireAt(TimeUnit.MILLISECONDS.toNanos(endMs))
                .build();
        final List<CompletableFuture<CommandResult>> results = new ArrayList<>();
        for (int id = firstId; id < firstId + count; id++) {
            results.add(
                    exchange.submit(PlaceOrder.gtc(1, 1, id, Side.BID, 10, 5).withTerms(terms)));
        }
        return (int)
                results.stream().filter(result -> result.join().isSuccess()).count();
    }

    /** A ring that stays full until the doors open would keep them from opening. */
    @Test
    void shouldLeaveNothingToDoorsThatAreNotOpenYet() throws Exception {
        placeWhatSoonIsOverdue(ORDERS, 2_000);
        final List<String> notes = new ArrayList<>();
        final Attachment door = new Attachment(new Door(), OnFailure.HALT, () -> {});
        try (Exchange exchange = DaybookExchange.start(new FileJournalStorage(), config(true), List.of(door))) {
            exchange.overdueEnded().join(); // the ring has room for all, so no poll is needed until here
            OverdueOrders.end(exchange, List.of(exchange.poller(DOOR)), notes::add);
            assertEquals(0, exchange.metrics().followers().get(0).slotsBehind());
            assertEquals(
                    List.of(ORDERS + " orders whose time ended while the venue did not run have ended now"), notes);
            UnstartedFollowers.close(exchange, List.of(exchange.poller(DOOR)));
        }
    }

    /** A disk without room for a new file: the remaining room in the first segment is less than a ring may need. */
    private static final class FullDisk extends ForwardingStorage {
        FullDisk() {
            super(new FileJournalStorage());
        }

        @Override
        public long usableSpace(final Path directory) {
            return 0;
        }
    }

    /** Without room for the ends of orders, the doors would open on orders that must not trade. */
    @Test
    void shouldRefuseToOpenDoorsOnAFullDiskUntilThereIsRoom() {
        placeWhatSoonIsOverdue(1, 200);
        try (Exchange exchange = DaybookExchange.start(new FullDisk(), config(true), List.of())) {
            final List<String> notes = new ArrayList<>();
            final StartException refused =
                    assertThrows(StartException.class, () -> OverdueOrders.end(exchange, List.of(), notes::add));
            assertEquals(
                    "orders are overdue, and the disk of " + folder
                            + " has no room to end them. Free some space, and start again",
                    refused.getMessage());
            assertFalse(refused.isUsage());
            assertEquals(List.of(), notes);
        }
        try (Exchange exchange = DaybookExchange.start(config(true))) {
            assertEquals(1, exchange.overdueEnded().join(), "the order must end once there is room");
        }
    }
}
