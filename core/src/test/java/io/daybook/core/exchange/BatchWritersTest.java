package io.daybook.core.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daybook.api.AddSymbol;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.CommandBatch;
import io.daybook.api.CommandDoor;
import io.daybook.api.CommandWriter;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeListener;
import io.daybook.api.PlaceOrder;
import io.daybook.api.PlaceOrderWriter;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import io.daybook.api.StateHashQuery;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Proves;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Several writers of one batch opened before the first is published, in all orders, over a ring that is full of orders
 * of another user: a command that was published before the next writer was opened is carried out, and no other command
 * is, in particular no order of the lap before.
 */
@Proves(value = "writers of batches that interleave lose and double nothing", normal = "1,080 batches")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BatchWritersTest {
    private static final int RING = 64;
    private static final int KINDS = 3;
    private static final int BUYER = 2;
    private static final int SENDER = 3;

    static List<Topology> topologies() {
        return List.of(Topology.INLINE, Topology.FUSED, Topology.pipelined(1), Topology.pipelined(2));
    }

    /** How a batch ends. */
    private enum End {
        PUBLISHED,
        ABANDONED,
        CLAIMED_AGAIN
    }

    /** Collects user and cookie of each command that was carried out. */
    private static final class Heard implements ExchangeListener {
        final List<String> results = new ArrayList<>();

        @Override
        public void onResult(final ResultView result) {
            results.add(name((int) result.uid(), (int) result.cookie()));
        }
    }

    private static String name(final int uid, final int cookie) {
        return String.format(Locale.ROOT, "user %d cookie %d", uid, cookie);
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldCarryOutNothingOfALapAgoInWhateverOrderWritersAreOpenedAndPublished(final Topology topology) {
        final List<List<Integer>> orders = new ArrayList<>();
        addOrders(new ArrayList<>(), orders);
        assertEquals(90, orders.size());
        final Heard heard = new Heard();
        try (Exchange exchange = market(topology, heard)) {
            heard.results.clear();
            final CommandDoor door = exchange.newDoor();
            for (final List<Integer> order : orders) {
                for (final End end : End.values()) {
                    lap(door);
                    final List<String> expected = new ArrayList<>(Collections.nCopies(RING, name(BUYER, 0)));
                    expected.addAll(send(door, order, end));
                    exchange.query(new StateHashQuery()).join();
                    assertEquals(expected, heard.results, () -> end + " " + order);
                    heard.results.clear();
                }
            }
        }
    }

    /**
     * All orders in which three writers can be opened and later published: kind k is opened at its first place and
     * published at its second.
     */
    private static void addOrders(final List<Integer> begun, final List<List<Integer>> all) {
        if (begun.size() == 2 * KINDS) {
            all.add(List.copyOf(begun));
        }
        for (int kind = 0; kind < KINDS; kind++) {
            final int found = kind;
            if (begun.stream().filter(other -> other == found).count() < 2) {
                begun.add(kind);
                addOrders(begun, all);
                begun.remove(begun.size() - 1);
            }
        }
    }

    private static List<String> send(final CommandDoor door, final List<Integer> order, final End end) {
        final List<String> expected = new ArrayList<>();
        final CommandWriter<?>[] writers = new CommandWriter<?>[KINDS];
        final CommandBatch batch = door.batch(KINDS);
        int open = -1;
        for (final int kind : order) {
            final CommandWriter<?> writer = writers[kind];
            if (writer == null) {
                writers[kind] = open(batch, kind);
                open = kind;
            } else if (kind == open) {
                writer.publish();
                expected.add(name(SENDER, kind));
                open = -1;
            } else {
                assertThrows(IllegalStateException.class, writer::publish);
            }
        }
        switch (end) {
            case PUBLISHED -> batch.publish();
            case ABANDONED -> batch.abandon();
            case CLAIMED_AGAIN -> door.cancel().uid(SENDER).cookie(9).publish();
        }
        assertThrows(IllegalStateException.class, batch::publish);
        return switch (end) {
            case PUBLISHED -> expected;
            case ABANDONED -> List.of();
            case CLAIMED_AGAIN -> List.of(name(SENDER, 9));
        };
    }

    private static CommandWriter<?> open(final CommandBatch batch, final int kind) {
        return switch (kind) {
            case 0 ->
                batch.place()
                        .cookie(kind)
                        .uid(SENDER)
                        .symbol(1)
                        .orderId(7)
                        .bid()
                        .ioc()
                        .price(50)
                        .size(1);
            case 1 -> batch.cancel().cookie(kind).uid(SENDER).symbol(1).orderId(1);
            default ->
                batch.move().cookie(kind).uid(SENDER).symbol(1).orderId(1).price(60);
        };
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldKeepNothingOfAWriterThatWasOpenedTwice(final Topology topology) {
        final Heard heard = new Heard();
        try (Exchange exchange = market(topology, heard)) {
            final CommandDoor door = exchange.newDoor();
            lap(door);
            exchange.query(new StateHashQuery()).join();
            heard.results.clear();
            final CommandBatch batch = door.batch(2);
            final PlaceOrderWriter first = batch.place().uid(BUYER).cookie(4);
            final PlaceOrderWriter second = batch.place().bid().ioc().uid(SENDER);
            second.publish();
            assertThrows(IllegalStateException.class, first::publish);
            batch.publish();
            exchange.query(new StateHashQuery()).join();
            assertEquals(List.of(name(SENDER, 0)), heard.results);
        }
    }

    /** Fills the ring once with orders of another user, each of which trades. */
    private static void lap(final CommandDoor door) {
        for (int i = 0; i < RING; i++) {
            door.place()
                    .uid(BUYER)
                    .symbol(1)
                    .orderId(1_000 + i)
                    .bid()
                    .ioc()
                    .price(100)
                    .size(1)
                    .publish();
        }
    }

    private static Exchange market(final Topology topology, final Heard heard) {
        final Exchange exchange = DaybookExchange.builder()
                .topology(topology)
                .ringSize(RING)
                .listener(heard)
                .start();
        exchange.submit(new AddSymbol(SymbolSpec.exchangePair(1, 10, 20).build()));
        for (int uid = 1; uid <= SENDER; uid++) {
            exchange.submit(new AddUser(uid));
            exchange.submit(new AdjustBalance(uid, 10, 1_000_000_000, 1));
            exchange.submit(new AdjustBalance(uid, 20, 1_000_000_000, 2));
        }
        exchange.submit(PlaceOrder.gtc(1, 1, 1, Side.ASK, 100, 1_000_000)).join();
        return exchange;
    }
}
