package io.daybook.it.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import io.daybook.api.AckMode;
import io.daybook.api.AddSymbol;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.CommandDoor;
import io.daybook.api.EventKind;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.Nop;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrderWriter;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import io.daybook.api.StpMode;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.api.TriggerWhen;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Proves;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The check of {@link AllocationTest}, for orders with every kind of terms and for the commands that change them. */
@Proves(
        value = "nothing is allocated from the door to the listener",
        normal = "720,000 commands, one variant",
        large = "10,800,000, 4 variants")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("whole")
@Tag("alone")
class TermsAllocationTest {
    private static final double MOST_BYTES_A_COMMAND = 0.01;
    private static final boolean IS_LONG = Boolean.getBoolean("daybook.long");
    private static final int WARM_UP_ROUNDS = 30_000;
    private static final int ROUNDS = IS_LONG ? 300_000 : 20_000;

    /**
     * The bytes that a new segment of the journal may allocate. Only the short run subtracts them; in the long run they
     * are spread over enough commands.
     */
    private static final long BYTES_A_SEGMENT = IS_LONG ? 0 : 16_384;

    private static final int COMMANDS_A_ROUND = 36;
    private static final int IDS_A_ROUND = 64;
    private static final int PAIR = 1;
    private static final long SELLER = 1;
    private static final long BUYER = 2;
    private static final int KINDS = EventKind.values().length + 1;

    @TempDir
    private Path folder;

    static List<Arguments> variants() {
        final List<Arguments> variants = new ArrayList<>(List.of(Arguments.of(Topology.FUSED, true)));
        if (IS_LONG) {
            variants.add(Arguments.of(Topology.FUSED, false));
            variants.add(Arguments.of(Topology.pipelined(1), true)); // in the short run AllocationTest covers it
            variants.add(Arguments.of(Topology.pipelined(1), false));
        }
        return variants;
    }

    @ParameterizedTest
    @MethodSource("variants")
    void shouldAllocateNothingForOrdersWithTerms(final Topology topology, final boolean journal) {
        assumeTrue(((ThreadMXBean) ManagementFactory.getThreadMXBean()).isThreadAllocatedMemorySupported());
        final Counter counter = new Counter();
        final ExchangeConfig config = ExchangeConfig.builder()
                .topology(topology)
                .journal(journal ? folder : null)
                .ackMode(AckMode.AFTER_WRITE)
                .build();
        try (Exchange exchange = DaybookExchange.start(config, counter)) {
            open(exchange);
            final CommandDoor door = exchange.newDoor();
            trade(exchange, door, 0, 1);
            final long[] sample = counter.take();
            int warm = 1;
            do {
                trade(exchange, door, warm, WARM_UP_ROUNDS);
                warm += WARM_UP_ROUNDS;
            } while (journal && AllocationTest.segments(folder) < AllocationTest.WARM_SEGMENTS);
            counter.take();

            final long[] threads = AllocationTest.threadsOfExchange();
            final long segmentsBefore = AllocationTest.segments(folder);
            final long before = AllocationTest.allocated(threads);
            trade(exchange, door, warm, ROUNDS);
            final long bytes = AllocationTest.allocated(threads) - before;
            final long segments = AllocationTest.segments(folder) - segmentsBefore;

            final long commands = counter.results - 1;
            assertEquals((long) ROUNDS * COMMANDS_A_ROUND, commands);
            final double perCommand = (double) (bytes - segments * BYTES_A_SEGMENT) / commands;
            System.out.println(String.format(
                    Locale.ROOT,
                    "allocation with terms, %s%s: %d bytes in %d commands, %.5f per command apart from %d new segments;"
                            + " events per round by kind %s",
                    topology.kind(),
                    journal ? " with a journal" : "",
                    bytes,
                    commands,
                    perCommand,
                    BYTES_A_SEGMENT == 0 ? 0 : segments,
                    Arrays.toString(sample)));
            assertEveryKind(sample);
            assertArrayEquals(Arrays.stream(sample).map(count -> count * ROUNDS).toArray(), counter.take());
            assertTrue(perCommand <= MOST_BYTES_A_COMMAND, "bytes a command: " + perCommand);
        }
    }

    private static void assertEveryKind(final long[] sample) {
        assertEquals(0, sample[0], "refused commands");
        for (final EventKind kind : EventKind.values()) {
            assertTrue(sample[kind.code()] > 0, () -> "no event of kind " + kind);
        }
    }

    private static void open(final Exchange exchange) {
        exchange.submit(
                new AddSymbol(
                        SymbolSpec.exchangePair(PAIR, 10, 20).feesPerLot(2, 1).build()),
                0,
                1);
        for (final long uid : new long[] {SELLER, BUYER}) {
            exchange.submit(new AddUser(uid), 0, 1);
            exchange.submit(new AdjustBalance(uid, 10, 1L << 50, 1), 0, 1);
            exchange.submit(new AdjustBalance(uid, 20, 1L << 52, 2), 0, 1);
        }
        exchange.submit(new Nop(), 0, 1).join();
    }

    private static void trade(final Exchange exchange, final CommandDoor door, final int firstRound, final int rounds) {
        for (int round = firstRound; round < firstRound + rounds; round++) {
            round(door, 1 + (long) IDS_A_ROUND * round, 1_000 + round % 97, 10L * (round + 1));
        }
        exchange.submit(new Nop(), 0, 10L * (firstRound + rounds)).join();
    }

    /**
     * Sends every kind of terms once, and leaves an empty book. The time of all commands but the tick is {@code now}.
     */
    private static void round(final CommandDoor door, final long id, final long price, final long now) {
        showPartly(door, id, price, now);
        waitForTriggers(door, id + 8, price, now);
        tradeThroughBracket(door, id + 24, price, now);
        preventSelfTrades(door, id + 32, price, now);
        replaceAndExpire(door, id + 40, price, now);
        fire(door, id + 48, price, now);
        cancelAll(door, id + 56, price, now);
    }

    /**
     * Trades with an iceberg and a hidden order. All other prices of the round are relative to the price of the first
     * trade.
     */
    private static void showPartly(final CommandDoor door, final long id, final long price, final long now) {
        place(door, SELLER, id, now)
                .ask()
                .gtc()
                .price(price)
                .size(100)
                .display(10)
                .publish();
        place(door, SELLER, id + 1, now)
                .ask()
                .gtc()
                .price(price)
                .size(5)
                .hidden()
                .publish();
        place(door, BUYER, id + 2, now).bid().ioc().price(price).size(25).publish();
        place(door, BUYER, id + 3, now)
                .bid()
                .gtc()
                .price(price)
                .size(80)
                .minSize(80)
                .publish();
        place(door, BUYER, id + 4, now)
                .bid()
                .ioc()
                .price(price + 300)
                .size(5)
                .slippage(3)
                .publish(); // finds nothing to trade with
    }

    private static void waitForTriggers(final CommandDoor door, final long id, final long price, final long now) {
        place(door, BUYER, id, now)
                .bid()
                .ioc()
                .price(price + 300)
                .size(3)
                .trigger(price + 200, TriggerWhen.RISES)
                .publish();
        place(door, SELLER, id + 1, now)
                .ask()
                .ioc()
                .price(price - 300)
                .size(3)
                .trigger(price - 200, TriggerWhen.FALLS)
                .publish();
        place(door, SELLER, id + 2, now)
                .ask()
                .ioc()
                .price(price - 400)
                .size(2)
                .trigger(price - 150, TriggerWhen.FALLS)
                .trail(150, 10)
                .publish();
        place(door, SELLER, id + 3, now)
                .ask()
                .gtc()
                .price(price + 350)
                .size(4)
                .trigger(price - 160, TriggerWhen.FALLS)
                .stopPrice(price - 250)
                .publish();
        door.move()
                .timestampNs(now)
                .uid(BUYER)
                .symbol(PAIR)
                .orderId(id)
                .price(price + 290)
                .publish();
    }

    /** Trades the entry of a bracket in two parts, whose lots pass to the exit. */
    private static void tradeThroughBracket(final CommandDoor door, final long id, final long price, final long now) {
        place(door, BUYER, id, now)
                .bid()
                .gtc()
                .price(price - 20)
                .size(4)
                .exit(id + 1, price + 40, price - 60, price - 90)
                .publish();
        place(door, SELLER, id + 2, now).ask().ioc().price(price - 20).size(1).publish();
        place(door, SELLER, id + 3, now).ask().ioc().price(price - 20).size(1).publish();
        place(door, SELLER, id + 4, now)
                .ask()
                .type(OrderType.POST_ONLY)
                .price(price - 50)
                .size(2)
                .slide()
                .publish();
    }

    private static void preventSelfTrades(final CommandDoor door, final long id, final long price, final long now) {
        place(door, SELLER, id, now)
                .bid()
                .ioc()
                .price(price - 19)
                .size(1)
                .stp(StpMode.DECREMENT)
                .publish();
        place(door, SELLER, id + 1, now)
                .bid()
                .ioc()
                .price(price - 19)
                .size(1)
                .stp(StpMode.CANCEL_BOTH)
                .publish();
        place(door, SELLER, id + 2, now)
                .bid()
                .gtc()
                .price(price - 30)
                .size(1)
                .flagged()
                .publish();
        place(door, SELLER, id + 3, now)
                .ask()
                .ioc()
                .price(price - 25)
                .size(3)
                .stp(StpMode.CANCEL_MAKER)
                .publish();
    }

    private static void replaceAndExpire(final CommandDoor door, final long id, final long price, final long now) {
        place(door, SELLER, id, now)
                .ask()
                .gtc()
                .price(price + 500)
                .size(7)
                .expireAt(now + 1)
                .publish();
        door.replace()
                .timestampNs(now)
                .uid(SELLER)
                .symbol(PAIR)
                .orderId(id)
                .newOrderId(id + 1)
                .price(price + 500)
                .size(6)
                .publish();
        door.replace()
                .timestampNs(now)
                .uid(SELLER)
                .symbol(PAIR)
                .orderId(id + 1)
                .price(price + 501)
                .size(9)
                .publish();
        door.reduce()
                .timestampNs(now)
                .uid(SELLER)
                .symbol(PAIR)
                .orderId(id + 1)
                .size(2)
                .publish();
        door.tick().timestampNs(now + 1).symbol(PAIR).publish();
    }

    /**
     * Trades far above the price, which fires a stop and moves the trailing order; then trades far below, which fires
     * the others.
     */
    private static void fire(final CommandDoor door, final long id, final long price, final long now) {
        place(door, SELLER, id, now).ask().gtc().price(price + 210).size(6).publish();
        place(door, BUYER, id + 1, now).bid().ioc().price(price + 210).size(3).publish();
        place(door, BUYER, id + 2, now)
                .bid()
                .gtc()
                .price(price - 240)
                .size(30)
                .reservePrice(price)
                .publish();
        place(door, SELLER, id + 3, now).ask().ioc().price(price - 240).size(1).publish();
        door.move()
                .timestampNs(now)
                .uid(BUYER)
                .symbol(PAIR)
                .orderId(id + 2)
                .price(price - 230)
                .publish();
    }

    /** Cancels the flagged asks, the orders of one user, the bids, and all orders that are left. */
    private static void cancelAll(final CommandDoor door, final long id, final long price, final long now) {
        place(door, SELLER, id, now)
                .ask()
                .gtc()
                .price(price + 600)
                .size(1)
                .flagged()
                .publish();
        place(door, SELLER, id + 1, now)
                .ask()
                .gtc()
                .price(price + 600)
                .size(1)
                .hidden()
                .publish();
        place(door, BUYER, id + 2, now).bid().gtc().price(price - 600).size(1).publish();
        place(door, BUYER, id + 3, now)
                .bid()
                .ioc()
                .price(price + 900)
                .size(1)
                .trigger(price + 900, TriggerWhen.RISES)
                .publish();
        door.massCancel().timestampNs(now).symbol(PAIR).side(Side.ASK).flagged().publish();
        door.massCancel().timestampNs(now).uid(SELLER).symbol(PAIR).publish();
        door.massCancel().timestampNs(now).symbol(PAIR).side(Side.BID).publish();
        door.massCancel().timestampNs(now).symbol(PAIR).publish();
    }

    private static PlaceOrderWriter place(final CommandDoor door, final long uid, final long id, final long now) {
        return door.place().timestampNs(now).uid(uid).symbol(PAIR).orderId(id);
    }

    /** Reads every result and every event. */
    private static final class Counter implements ExchangeListener {
        private long results; // not volatile: the test reads it after a future that completes after the last result
        private final long[] kinds = new long[KINDS];

        /** The counts since the last call: refusals, then events by kind. */
        long[] take() {
            final long[] taken = kinds.clone();
            Arrays.fill(kinds, 0);
            results = 0;
            return taken;
        }

        @Override
        public void onResult(final ResultView result) {
            kinds[0] += result.resultCode() == 0 ? 0 : 1;
            for (int i = 0; i < result.eventCount(); i++) {
                kinds[result.event(i).kind().code()]++;
            }
            results++;
        }
    }
}
