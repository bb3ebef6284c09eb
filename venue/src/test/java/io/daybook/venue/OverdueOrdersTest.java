package io.daybook.venue;

import static org.junit.jupiter.api.Assertions.assertEquals;

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

    private void placeWhatSoonIsOverdue() {
        try (Exchange exchange = DaybookExchange.start(config(false))) {
            exchange.submit(new AddSymbol(SymbolSpec.exchangePair(1, 10, 20).build()))
                    .join();
            exchange.submit(AddAccounts.of(Map.of(1L, Map.of(20, 1L << 40)))).join();
            int placed = 0;
            long endMs = 0;
            for (int id = 1; placed < ORDERS; id += ORDERS) { // those that came behind their end are placed once more
                endMs = System.currentTimeMillis() + 2_000;
                placed += placed(exchange, id, ORDERS - placed, endMs);
            }
            while (System.currentTimeMillis() <= endMs) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    /** How many of some orders were in time. */
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

    /** A ring that stays full until the doors open keeps them from opening. */
    @Test
    void shouldLeaveNothingToDoorsThatAreNotOpenYet() throws Exception {
        placeWhatSoonIsOverdue();
        final List<String> notes = new ArrayList<>();
        final Attachment door = new Attachment(new Door(), OnFailure.HALT, () -> {});
        try (Exchange exchange = DaybookExchange.start(new FileJournalStorage(), config(true), List.of(door))) {
            exchange.overdueEnded().join(); // the ring has room for all, so nobody has to poll until here
            OverdueOrders.end(exchange, List.of(exchange.poller(DOOR)), notes::add);
            assertEquals(0, exchange.metrics().followers().get(0).slotsBehind());
            assertEquals(
                    List.of(ORDERS + " orders had ends that came while the venue did not run: they have ended now"),
                    notes);
            UnstartedFollowers.close(exchange, List.of(exchange.poller(DOOR)));
        }
    }
}
