package io.daybook.it.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import io.daybook.api.AckMode;
import io.daybook.api.AddSymbol;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.CommandBatch;
import io.daybook.api.CommandDoor;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.Limits;
import io.daybook.api.Nop;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrderWriter;
import io.daybook.api.ResultView;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Proves;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Requires that nothing is allocated per command from the fast door to the listener, neither on the threads of the
 * exchange nor on the producer's.
 */
@Proves(
        value = "nothing is allocated from the door to the listener",
        normal = "600,000 commands, 2 variants",
        large = "15,000,000, 5 variants")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("whole")
@Tag("alone")
class AllocationTest {
    private static final double MOST_BYTES_A_COMMAND = 0.01;
    private static final boolean IS_LONG = Boolean.getBoolean("daybook.long");
    private static final int WARM_UP_ROUNDS = 80_000;
    private static final int ROUNDS = IS_LONG ? 1_000_000 : 40_000;

    /** The segments that are made before the measurement, because classes are loaded for the first of them. */
    static final int WARM_SEGMENTS = 2;

    /**
     * The bytes that a new segment of the journal may allocate. Only the short run subtracts them; in the long run they
     * are spread over enough commands.
     */
    private static final long BYTES_A_SEGMENT = IS_LONG ? 0 : 16_384;

    private static final int COMMANDS_A_ROUND = 15;
    private static final int ORDERS_A_ROUND = 9;
    private static final int EVENTS_A_ROUND = 8;
    private static final int ADJUST_EVERY = 16;
    private static final byte[] TAG = new byte[Limits.MAX_TAG_BYTES];
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    private Path folder;

    static List<Arguments> variants() {
        final List<Arguments> variants = new ArrayList<>(
                List.of(Arguments.of(Topology.pipelined(1), true, false), Arguments.of(Topology.FUSED, false, true)));
        if (IS_LONG) {
            variants.add(Arguments.of(Topology.pipelined(1), false, false));
            variants.add(Arguments.of(Topology.FUSED, true, false)); // in the short run TermsAllocationTest covers it
            variants.add(Arguments.of(Topology.FUSED, false, false));
        }
        return variants;
    }

    @ParameterizedTest
    @MethodSource("variants")
    void shouldAllocateNothingFromTheFastDoorToTheListener(
            final Topology topology, final boolean journal, final boolean singleProducer) {
        assumeTrue(THREADS.isThreadAllocatedMemorySupported());
        final Counter counter = new Counter();
        final ExchangeConfig config = ExchangeConfig.builder()
                .topology(topology)
                .singleProducer(singleProducer)
                .journal(journal ? folder : null)
                .ackMode(AckMode.AFTER_WRITE)
                .build();
        try (Exchange exchange = DaybookExchange.start(config, counter)) {
            open(exchange);
            final CommandDoor door = exchange.newDoor();
            trade(exchange, door, 0, WARM_UP_ROUNDS);
            int warm = WARM_UP_ROUNDS;
            while (journal && segments(folder) < WARM_SEGMENTS) {
                trade(exchange, door, warm, WARM_UP_ROUNDS);
                warm += WARM_UP_ROUNDS;
            }

            final long[] threads = threadsOfExchange();
            final long resultsBefore = counter.results;
            final long segmentsBefore = segments(folder);
            final long before = allocated(threads);
            trade(exchange, door, warm, ROUNDS);
            final long bytes = allocated(threads) - before;
            final long segments = segments(folder) - segmentsBefore;

            final long commands = counter.results - resultsBefore - 1;
            assertEquals((long) ROUNDS * COMMANDS_A_ROUND, commands);
            final double perCommand = (double) (bytes - segments * BYTES_A_SEGMENT) / commands;
            System.out.println(String.format(
                    Locale.ROOT,
                    "allocation, %s%s%s: %d bytes in %d commands on %d threads, %.5f per command apart from %d new"
                            + " segments, %d events",
                    topology.kind(),
                    journal ? " with a journal" : "",
                    singleProducer ? " of one producer" : "",
                    bytes,
                    commands,
                    threads.length,
                    perCommand,
                    BYTES_A_SEGMENT == 0 ? 0 : segments,
                    counter.events));
            assertEquals((long) EVENTS_A_ROUND * (warm + ROUNDS), counter.events);
            assertEquals(2L * (warm + ROUNDS), counter.tags);
            assertTrue(perCommand <= MOST_BYTES_A_COMMAND, "bytes a command: " + perCommand);
        }
    }

    /** The number of segments in the journal of a folder of an exchange; 0 without a journal. */
    static long segments(final Path folder) {
        final String[] names = folder.resolve("journal").toFile().list((directory, name) -> name.endsWith(".jnl"));
        return names == null ? 0 : names.length;
    }

    private static void open(final Exchange exchange) {
        exchange.submit(new AddSymbol(
                SymbolSpec.exchangePair(1, 10, 20).feesPerLot(2, 1).build()));
        exchange.submit(new AddSymbol(SymbolSpec.futuresContract(2, 10, 20)
                .margins(50, 50)
                .feesPerLot(2, 1)
                .build()));
        for (int uid = 1; uid <= 2; uid++) {
            exchange.submit(new AddUser(uid));
            exchange.submit(new AdjustBalance(uid, 10, 1L << 50, 1));
            exchange.submit(new AdjustBalance(uid, 20, 1L << 52, 2));
        }
        exchange.submit(new Nop()).join();
    }

    /**
     * Sends rounds of orders of every type: they rest, move, are reduced, trade as maker and as taker, and leave the
     * book; positions open and close.
     */
    private static void trade(final Exchange exchange, final CommandDoor door, final int firstRound, final int rounds) {
        for (int round = firstRound; round < firstRound + rounds; round++) {
            final long id = (long) ORDERS_A_ROUND * round + 1;
            final long price = 1_000 + round % 97;
            final CommandBatch batch = door.batch(7);
            order(batch, 1, 1, id).ask().gtc().price(price).size(9).publish();
            order(batch, 2, 1, id + 1).bid().gtc().price(price - 60).size(9).publish();
            batch.move().uid(1).symbol(1).orderId(id).price(price - 40).publish();
            batch.reduce().uid(1).symbol(1).orderId(id).size(1).publish();
            order(batch, 2, 1, id + 2)
                    .bid()
                    .ioc()
                    .price(price)
                    .size(3)
                    .tag(TAG, 0, 1 + round % TAG.length)
                    .publish();
            order(batch, 1, 1, id + 3).ask().ioc().price(price - 80).size(3).publish();
            batch.cancel()
                    .uid(1)
                    .symbol(1)
                    .orderId(id)
                    .tag(TAG, round % TAG.length, 1)
                    .publish();
            batch.publish();
            door.cancel(order -> order.uid(1).symbol(1).orderId(Long.MAX_VALUE)); // refused: no such order
            if (round % ADJUST_EVERY == 0) { // a thread for risk waits here for all earlier commands
                door.adjust()
                        .uid(2)
                        .currency(20)
                        .amount(1)
                        .transactionId(round + 3)
                        .publish();
            } else {
                door.cancel().uid(2).symbol(1).orderId(id + 2).publish(); // refused: the order never rested
            }
            door.cancel().uid(2).symbol(1).orderId(id + 1).publish();
            tradeAllAtOnce(door, id + 4, price, 1 + round % 2);
        }
        exchange.submit(new Nop()).join();
    }

    /**
     * Trades a resting order with two all-or-nothing orders, and one futures contract, which the next round trades
     * back.
     */
    private static void tradeAllAtOnce(final CommandDoor door, final long id, final long price, final int seller) {
        final CommandBatch batch = door.batch(5);
        order(batch, 1, 1, id)
                .ask()
                .type(OrderType.POST_ONLY)
                .price(price)
                .size(4)
                .publish();
        order(batch, 2, 1, id + 1)
                .bid()
                .type(OrderType.FOK)
                .price(price)
                .size(2)
                .publish();
        order(batch, 2, 1, id + 2)
                .bid()
                .type(OrderType.FOK_BUDGET)
                .price(2 * price)
                .size(2)
                .publish();
        order(batch, seller, 2, id + 3).ask().gtc().price(price).size(1).publish();
        order(batch, 3 - seller, 2, id + 4).bid().ioc().price(price).size(1).publish();
        batch.publish();
    }

    private static PlaceOrderWriter order(final CommandBatch batch, final int uid, final int symbol, final long id) {
        return batch.place().uid(uid).symbol(symbol).orderId(id);
    }

    /** The ids of the threads of the exchange, and of the calling thread. */
    static long[] threadsOfExchange() {
        final List<Long> ids = new ArrayList<>();
        for (final ThreadInfo thread : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().startsWith("daybook")) {
                ids.add(thread.getThreadId());
            }
        }
        ids.add(Thread.currentThread().getId());
        return ids.stream().mapToLong(Long::longValue).toArray();
    }

    /** Bytes that threads have allocated. */
    static long allocated(final long[] threads) {
        long bytes = 0;
        for (final long thread : threads) {
            bytes += THREADS.getThreadAllocatedBytes(thread);
        }
        return bytes;
    }

    /** Reads every result and every event. */
    private static final class Counter implements ExchangeListener {
        private long results; // not volatile: the test reads it after a future that completes after the last result
        private long events;
        private long tags;
        private final byte[] tag = new byte[Limits.MAX_TAG_BYTES];

        @Override
        public void onResult(final ResultView result) {
            for (int i = 0; i < result.eventCount(); i++) {
                events += result.event(i).size() > 0 ? 1 : 0;
            }
            if (result.tagLength() > 0) {
                result.copyTag(tag, 0);
                tags++;
            }
            results++;
        }
    }
}
