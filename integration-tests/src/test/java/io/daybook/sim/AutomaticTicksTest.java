package io.daybook.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.CommandType;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.NoSpaceException;
import io.daybook.api.OrderTerms;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.core.exchange.RingExchange;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.host.Proves;
import io.daybook.host.SimulatedClock;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.journal.access.JournalOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests automatic ticks in simulated time: exactly one tick for each due time, and none before it. */
@Proves("automatic ticks survive full rings and disks")
class AutomaticTicksTest {
    private static final long START_MS = 1_700_000_000_000L;
    private static final long MINUTE_NS = TimeUnit.MINUTES.toNanos(1);
    private static final long MOST_LATE_NS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int ORDERS = 40;

    @Test
    void shouldTickAtEachDueTimeAndAtNoOther() {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final Random random = new Random(seed);
        final SimulatedClock clock = new SimulatedClock(START_MS);
        final SteppedScheduler scheduler = new SteppedScheduler(clock, random);
        final ExchangeConfig config = ExchangeConfig.builder()
                .topology(random.nextBoolean() ? Topology.FUSED : Topology.pipelined(2))
                .journal(Path.of("simulated"))
                .automaticTicks(true)
                .build();
        final JournalOptions options = JournalOptions.builder()
                .clock(clock)
                .scheduler(scheduler)
                .random(new Random(random.nextLong()))
                .build();
        final List<Long> ticks = new ArrayList<>();
        final ExchangeListener listener = new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                if (result.type() == CommandType.TICK) {
                    assertEquals(1, result.eventCount(), () -> "each tick must end one order: seed=" + seed);
                    ticks.add(result.timestampNs());
                }
            }
        };
        final RingExchange exchange = new RingExchange(
                        config, RecoveredState.recover(config, new SimulatedStorage(), options), listener)
                .start();
        final Sending sending = new Sending(exchange, scheduler);
        for (int symbol = 1; symbol <= 3; symbol++) {
            sending.send(new AddSymbol(SymbolSpec.exchangePair(symbol, 10, 20).build()));
        }
        sending.send(AddAccounts.of(Map.of(1L, Map.of(20, 1L << 40))));
        final long startNs = clock.epochNs();
        final List<Long> due = new ArrayList<>();
        for (int i = 1; i <= ORDERS; i++) {
            final long expireAt = startNs + i * MINUTE_NS;
            due.add(expireAt);
            sending.send(PlaceOrder.gtc(1, 1 + random.nextInt(3), i, Side.BID, 10, 1)
                    .withTerms(OrderTerms.builder().expireAt(expireAt).build()));
        }
        for (int i = 1; i <= ORDERS; i++) {
            scheduler.passTime(startNs + i * MINUTE_NS - MINUTE_NS / 2 - clock.epochNs());
            assertEquals(i - 1, ticks.size(), () -> "ticks until half a minute before a due time: seed=" + seed);
        }
        scheduler.passTime(MINUTE_NS);
        assertEquals(ORDERS, ticks.size(), () -> "seed=" + seed);
        for (int i = 0; i < ORDERS; i++) {
            final long lateNs = ticks.get(i) - due.get(i);
            assertTrue(lateNs >= 0 && lateNs < MOST_LATE_NS, () -> "a tick is " + lateNs + " ns late, seed=" + seed);
        }
        exchange.close();
    }

    /**
     * Tests that the thread that sends ticks pauses between its attempts: without pauses, the attempts would use up the
     * steps of the simulation.
     */
    @Test
    void shouldRestWhileTheDiskIsFullAndGoOnOnceItHasRoom() {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final SimulatedClock clock = new SimulatedClock(START_MS);
        final SteppedScheduler scheduler = new SteppedScheduler(clock, new Random(seed));
        final ExchangeConfig config = ExchangeConfig.builder()
                .ringSize(64)
                .blockBytes(4_096)
                .journal(Path.of("simulated"))
                .automaticTicks(true)
                .build();
        final JournalOptions options = JournalOptions.builder()
                .clock(clock)
                .scheduler(scheduler)
                .random(new Random(seed))
                .build();
        final AtomicInteger ticks = new AtomicInteger();
        final ExchangeListener listener = new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                if (result.type() == CommandType.TICK) {
                    ticks.addAndGet(result.eventCount());
                }
            }
        };
        final SimulatedStorage storage = new SimulatedStorage();
        final RingExchange exchange =
                new RingExchange(config, RecoveredState.recover(config, storage, options), listener).start();
        final Sending sending = new Sending(exchange, scheduler);
        sending.send(new AddSymbol(SymbolSpec.exchangePair(1, 10, 20).build()));
        sending.send(AddAccounts.of(Map.of(1L, Map.of(20, 1L << 40))));
        sending.send(PlaceOrder.gtc(1, 1, 1, Side.BID, 10, 1)
                .withTerms(OrderTerms.builder()
                        .expireAt(clock.epochNs() + MINUTE_NS)
                        .build()));
        storage.capacity(1);
        assertThrows(NoSpaceException.class, () -> {
            for (int id = 2; ; id++) {
                sending.send(PlaceOrder.gtc(1, 1, id, Side.BID, 10, 1));
            }
        });
        scheduler.passTime(2 * MINUTE_NS);
        assertEquals(0, ticks.get(), () -> "no tick may have a result while the disk is full: seed=" + seed);
        storage.capacity(Long.MAX_VALUE);
        scheduler.passTime(TimeUnit.SECONDS.toNanos(2));
        assertEquals(1, ticks.get(), () -> "the order must end once the disk has room: seed=" + seed);
        exchange.close();
    }

    /** Sends one command after the other, and lets time pass until each result arrives. */
    private record Sending(RingExchange exchange, SteppedScheduler scheduler) {
        void send(final Command command) {
            final CompletableFuture<CommandResult> result = exchange.submit(command);
            while (!result.isDone()) {
                scheduler.passTime(1_000);
            }
            assertTrue(result.join().isSuccess(), result.join()::toString);
        }
    }
}
