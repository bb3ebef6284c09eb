package io.daybook.core.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddSymbol;
import io.daybook.api.AddUser;
import io.daybook.api.Attachment;
import io.daybook.api.CommandBatch;
import io.daybook.api.CommandDoor;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.Follower;
import io.daybook.api.Nop;
import io.daybook.api.OnFailure;
import io.daybook.api.PartReader;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import io.daybook.api.StateView;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Term;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.host.storage.FileJournalStorage;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** In a folder with a gateway the ids above 2^42 are reserved for its door, whichever program opens the folder. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KeptIdsTest {
    private static final long LARGEST = 1L << 42;

    @TempDir
    private Path folder;

    private record Named(String name) implements Follower {
        @Override
        public void restore(final @Nullable PartReader part, final long seq, final StateView state) {}

        @Override
        public void onResult(final ResultView result, final boolean replayed) {}
    }

    static List<Topology> topologies() {
        return List.of(Topology.INLINE, Topology.FUSED);
    }

    private Exchange start(final Topology topology, final String... followers) {
        final List<Attachment> attachments = List.of(followers).stream()
                .map(name -> new Attachment(new Named(name), OnFailure.HALT))
                .toList();
        return DaybookExchange.start(
                new FileJournalStorage(),
                ExchangeConfig.builder()
                        .topology(topology)
                        .ringSize(64)
                        .journal(folder)
                        .build(),
                attachments);
    }

    private static void place(final CommandDoor door, final long orderId, final long cookie) {
        door.place(order -> order.uid(1)
                .symbol(1)
                .orderId(orderId)
                .bid()
                .gtc()
                .price(1)
                .size(1)
                .cookie(cookie));
    }

    private static void refused(final String number, final Runnable sending) {
        final IllegalArgumentException e = assertThrows(IllegalArgumentException.class, sending::run);
        assertTrue(e.getMessage().startsWith(number + " must be at most 2^42"), e::getMessage);
    }

    private static long seq(final Exchange exchange) throws Exception {
        return exchange.submit(new Nop()).get(60, TimeUnit.SECONDS).seq();
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldKeepThemForTheDoorOfTheFollower(final Topology topology) throws Exception {
        try (Exchange exchange = start(topology, "gateway")) {
            exchange.submit(new AddSymbol(SymbolSpec.exchangePair(1, 10, 20).build()));
            exchange.submit(new AddUser(1));
            requireKept(exchange);
            final long before = seq(exchange);
            place(exchange.newDoor("gateway"), LARGEST + 1, LARGEST + 1);
            assertEquals(before + 2, seq(exchange), "its own door sends them");
            assertThrows(IllegalArgumentException.class, () -> exchange.newDoor("other"));
        }
        try (Exchange exchange = start(topology)) {
            requireKept(exchange); // opened in the way that the command exec opens a folder
        }
    }

    private static void requireKept(final Exchange exchange) throws Exception {
        final long before = seq(exchange);
        final CommandDoor door = exchange.newDoor();
        refused("orderId", () -> place(door, LARGEST + 1, 1));
        refused("cookie", () -> place(door, 1, LARGEST + 1));
        refused(
                "newOrderId",
                () -> door.replace(order -> order.uid(1)
                        .symbol(1)
                        .orderId(1)
                        .newOrderId(LARGEST + 1)
                        .price(1)
                        .size(1)));
        refused(
                "exitOrderId",
                () -> door.place(order -> order.uid(1)
                        .symbol(1)
                        .orderId(1)
                        .bid()
                        .gtc()
                        .price(1)
                        .size(1)
                        .term(Term.EXIT_ORDER_ID, LARGEST + 1)));
        refused("orderId", () -> {
            final CommandBatch batch = door.batch(2);
            batch.cancel().uid(1).symbol(1).orderId(LARGEST + 1).publish();
        });
        refused("cookie", () -> exchange.submit(new Nop(), LARGEST + 1));
        refused("orderId", () -> exchange.submit(PlaceOrder.gtc(1, 1, LARGEST + 1, Side.BID, 1, 1)));
        refused("newOrderId", () -> exchange.submit(new ReplaceOrder(1, 1, 1, LARGEST + 1, 1, 1, 0, 0, 0)));
        place(door, LARGEST, LARGEST);
        assertEquals(before + 2, seq(exchange), "nothing else was sent");
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldLeaveThemToEverybodyWithoutOne(final Topology topology) throws Exception {
        try (Exchange exchange = start(topology, "feed")) {
            final long before = seq(exchange);
            place(exchange.newDoor(), Long.MAX_VALUE, Long.MAX_VALUE);
            assertEquals(before + 2, seq(exchange));
        }
    }
}
