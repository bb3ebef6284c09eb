package io.daybook.core.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CancelOrderWriter;
import io.daybook.api.CommandBatch;
import io.daybook.api.CommandDoor;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeState;
import io.daybook.api.Nop;
import io.daybook.api.PlaceOrderWriter;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Proves;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Slots that a mistake leaves unpublished are handed over as void, or at least noticed, and the exchange goes on. */
@Proves("no mistake of a caller stops the exchange or brings an old order back")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class UnpublishedSlotsTest {
    private static final long LOOK_NS = 1_000_000;

    static List<Topology> topologies() {
        return List.of(Topology.INLINE, Topology.FUSED, Topology.pipelined(1), Topology.pipelined(2));
    }

    static Stream<Arguments> rings() {
        return Stream.of(Topology.FUSED, Topology.pipelined(2))
                .flatMap(topology -> Stream.of(Arguments.of(topology, false), Arguments.of(topology, true)));
    }

    /**
     * Makes a mistake that sends nothing, on a thread that ends: the next claim of the test's thread must not mend it.
     */
    private static void mistake(
            final Exchange exchange, final Class<? extends Exception> error, final Consumer<CommandDoor> mistake)
            throws Exception {
        final CompletableFuture<Void> made =
                CompletableFuture.runAsync(() -> mistake.accept(exchange.newDoor()), task -> new Thread(task).start());
        final ExecutionException thrown = assertThrows(ExecutionException.class, () -> made.get(60, TimeUnit.SECONDS));
        assertEquals(error, thrown.getCause().getClass());
    }

    private static void assertGoesOn(final Exchange exchange, final long seq) throws Exception {
        assertEquals(seq, exchange.submit(new Nop()).get(60, TimeUnit.SECONDS).seq());
        assertEquals(ExchangeState.RUNNING, exchange.state());
    }

    private static long number(final String text) {
        return Long.parseLong(text);
    }

    private static Exchange start(final Topology topology) {
        return DaybookExchange.builder().topology(topology).ringSize(64).start();
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldGoOnAfterAPublishThatThrows(final Topology topology) throws Exception {
        try (Exchange exchange = start(topology)) {
            mistake(
                    exchange,
                    IllegalStateException.class,
                    door -> door.place().uid(1).symbol(1).orderId(9).publish());
            assertGoesOn(exchange, 1);
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldSendNothingOfABatchWithAPublishThatThrows(final Topology topology) throws Exception {
        try (Exchange exchange = start(topology)) {
            mistake(exchange, IllegalStateException.class, door -> {
                final CommandBatch batch = door.batch(3);
                batch.cancel().uid(1).publish();
                batch.place().uid(1).bid().publish();
            });
            assertGoesOn(exchange, 1);
            final CommandBatch batch = exchange.newDoor().batch(2);
            assertThrows(IllegalStateException.class, () -> batch.place().publish());
            assertEquals(0, batch.remaining());
            assertThrows(IllegalStateException.class, batch::publish);
            assertThrows(IllegalStateException.class, batch::cancel);
            assertGoesOn(exchange, 2);
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldHandOverWhatAnExceptionLeftInTryWithResources(final Topology topology) throws Exception {
        try (Exchange exchange = start(topology)) {
            mistake(exchange, NumberFormatException.class, door -> {
                try (PlaceOrderWriter order = door.place()) {
                    order.uid(number("one")).publish();
                }
            });
            assertGoesOn(exchange, 1);
            mistake(exchange, NumberFormatException.class, door -> {
                try (CommandBatch batch = door.batch(3)) {
                    batch.cancel().uid(1).publish();
                    batch.cancel().uid(number("two")).publish();
                    batch.publish();
                }
            });
            assertGoesOn(exchange, 2);
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldCloseWhatIsPublishedOrAbandonedWithoutAnyEffect(final Topology topology) throws Exception {
        try (Exchange exchange = start(topology)) {
            final CommandDoor door = exchange.newDoor();
            try (CancelOrderWriter cancel = door.cancel()) {
                cancel.uid(1).publish();
            }
            try (CommandBatch batch = door.batch(3)) {
                batch.cancel().uid(1).publish();
                final CancelOrderWriter dropped = batch.cancel().uid(1);
                dropped.abandon();
                assertEquals(2, batch.remaining());
                assertThrows(IllegalStateException.class, dropped::publish);
                batch.cancel().uid(1).publish();
                batch.publish();
            }
            final CancelOrderWriter abandoned = door.cancel();
            abandoned.abandon();
            abandoned.abandon();
            assertThrows(IllegalStateException.class, abandoned::publish);
            final CommandBatch batch = door.batch(2);
            batch.cancel().uid(1).publish();
            batch.abandon();
            batch.close();
            assertThrows(IllegalStateException.class, batch::publish);
            assertGoesOn(exchange, 4);
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldSendWhatAFunctionFillsIn(final Topology topology) throws Exception {
        try (Exchange exchange = start(topology)) {
            final CommandDoor door = exchange.newDoor();
            door.place(order -> order.uid(1).bid().gtc());
            door.move(order -> order.uid(1));
            door.reduce(order -> order.uid(1));
            door.cancel(order -> order.uid(1));
            door.adjust(adjustment -> adjustment.uid(1));
            assertGoesOn(exchange, 6);
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldSendNothingWhereAFunctionThrows(final Topology topology) throws Exception {
        try (Exchange exchange = start(topology)) {
            mistake(
                    exchange,
                    NumberFormatException.class,
                    door -> door.cancel(order -> order.uid(1).orderId(number("three"))));
            assertGoesOn(exchange, 1);
            mistake(exchange, IllegalStateException.class, door -> door.place(order -> order.uid(1)));
            assertGoesOn(exchange, 2);
            mistake(exchange, NullPointerException.class, door -> door.move(null));
            assertGoesOn(exchange, 3);
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldAbandonQuietlyWhatAnExchangeThatHasEndedNoLongerTakes(final Topology topology) {
        final Exchange exchange =
                DaybookExchange.builder().topology(topology).closeTimeoutMs(100).start();
        final CancelOrderWriter cancel = exchange.newDoor().cancel();
        exchange.close();
        cancel.close();
        assertThrows(IllegalStateException.class, cancel::publish);
    }

    @Tag("whole")
    @ParameterizedTest
    @MethodSource("rings")
    void shouldCountWhatAThreadThatEndedLeftClaimedAndGoOnWithTheNextClaimOfItsDoor(
            final Topology topology, final boolean singleProducer) throws Exception {
        try (Exchange exchange = DaybookExchange.builder()
                .topology(topology)
                .singleProducer(singleProducer)
                .ringSize(64)
                .start()) {
            final CommandDoor door = exchange.newDoor();
            final Thread dying = new Thread(door::place, "gateway-7");
            dying.start();
            dying.join();
            final CompletableFuture<?> behind = singleProducer ? null : exchange.submit(new Nop());
            while (exchange.metrics().stalledClaims() == 0) {
                LockSupport.parkNanos(LOOK_NS);
            }
            assertTrue(behind == null || !behind.isDone());
            door.cancel().uid(1).publish();
            assertGoesOn(exchange, singleProducer ? 2 : 3);
            assertEquals(1, exchange.metrics().stalledClaims());
        }
    }
}
