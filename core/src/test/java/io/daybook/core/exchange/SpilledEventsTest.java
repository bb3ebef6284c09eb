package io.daybook.core.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddSymbol;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.AuditQuery;
import io.daybook.api.CommandDoor;
import io.daybook.api.EventKind;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ResultCode;
import io.daybook.api.ResultView;
import io.daybook.api.StateHashQuery;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Proves;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A command has more events than its ring holds, and the next command in the same slot has the same number of events,
 * which fit. Delivery and settlement of the second must not read the spilled events of the first.
 */
@Proves("a command of many events is delivered whole, even if they spill out of the ring, and after a recovery")
class SpilledEventsTest {
    private static final int EVENT_RING = 64;
    private static final int ORDERS = 100;
    private static final int RING = 64;
    private static final long TAKER = 1_000_000;
    private static final long SELLER = 1;
    private static final long BUYER = 2;
    private static final int BASE = 10;
    private static final int QUOTE = 20;

    @TempDir
    private Path folder;

    static List<Arguments> variants() {
        final List<Arguments> variants = new ArrayList<>();
        for (final Topology topology : List.of(Topology.INLINE, Topology.FUSED, Topology.pipelined(2))) {
            for (final boolean journal : new boolean[] {false, true}) {
                variants.add(Arguments.of(topology, journal));
            }
        }
        return variants;
    }

    @ParameterizedTest
    @MethodSource("variants")
    void shouldCancelAllBehindATakerOfMoreThanTheRingHolds(final Topology topology, final boolean journal) {
        final ExchangeConfig config = ExchangeConfig.builder()
                .topology(topology)
                .ringSize(RING)
                .eventRingSize(EVENT_RING)
                .journal(journal ? folder : null)
                .build();
        final Cancelled cancelled = new Cancelled();
        final long hash;
        try (Exchange exchange = DaybookExchange.start(config, cancelled)) {
            open(exchange);
            final CommandDoor door = exchange.newDoor();
            sell(door, 1);
            door.place()
                    .uid(BUYER)
                    .symbol(1)
                    .orderId(TAKER)
                    .bid()
                    .ioc()
                    .price(1)
                    .reservePrice(1)
                    .size(ORDERS)
                    .publish();
            sell(door, ORDERS + 1);
            for (int i = 0; i < RING; i++) { // one of these commands has the slot that the taker had
                sell(door, (2L + i) * ORDERS + 1);
                door.massCancel().uid(SELLER).symbol(0).publish();
            }
            assertTrue(exchange.query(new AuditQuery()).join().isBalanced());
            hash = exchange.query(new StateHashQuery()).join().hash();
        }
        assertEquals(
                LongStream.rangeClosed(ORDERS + 1, (2L + RING) * ORDERS).boxed().toList(),
                cancelled.ids.stream().sorted().toList());
        if (journal) {
            try (Exchange exchange = DaybookExchange.start(config)) {
                assertEquals(hash, exchange.query(new StateHashQuery()).join().hash());
            }
        }
    }

    private static void open(final Exchange exchange) {
        exchange.submit(new AddSymbol(SymbolSpec.exchangePair(1, BASE, QUOTE).build()));
        exchange.submit(new AddUser(SELLER));
        exchange.submit(new AddUser(BUYER));
        exchange.submit(new AdjustBalance(SELLER, BASE, 1L << 40, 1));
        exchange.submit(new AdjustBalance(BUYER, QUOTE, 1L << 40, 1)).join();
    }

    private static void sell(final CommandDoor door, final long firstId) {
        for (long id = firstId; id < firstId + ORDERS; id++) {
            door.place()
                    .uid(SELLER)
                    .symbol(1)
                    .orderId(id)
                    .ask()
                    .gtc()
                    .price(1)
                    .size(1)
                    .publish();
        }
    }

    /** The orders that results report as cancelled. */
    private static final class Cancelled implements ExchangeListener {
        private final List<Long> ids = new ArrayList<>();

        @Override
        public void onResult(final ResultView result) {
            assertEquals(ResultCode.SUCCESS, result.code());
            for (int i = 0; i < result.eventCount(); i++) {
                if (result.event(i).kindCode() == EventKind.CANCEL.code()) {
                    ids.add(result.event(i).makerOrderId());
                }
            }
        }
    }
}
