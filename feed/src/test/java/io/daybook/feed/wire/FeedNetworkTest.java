package io.daybook.feed.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbols;
import io.daybook.api.Command;
import io.daybook.api.CommandBatch;
import io.daybook.api.CommandDoor;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.Follower;
import io.daybook.api.FollowerPart;
import io.daybook.api.OrderType;
import io.daybook.api.PartReader;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import io.daybook.api.StateView;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.client.FeedClient;
import io.daybook.client.feed.FeedCounters;
import io.daybook.core.DaybookExchange;
import io.daybook.core.Replay;
import io.daybook.feed.FeedFold;
import io.daybook.feed.log.FeedLogLimits;
import io.daybook.feed.wire.LossyNetwork.Faults;
import io.daybook.host.Clock;
import io.daybook.host.FreePorts;
import io.daybook.host.Proves;
import io.daybook.host.Scheduler;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.journal.access.JournalReader;
import io.daybook.wire.feed.FeedDescriptor;
import io.daybook.wire.feed.FeedTemplates;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A real exchange, its feed on real sockets, and between it and its subscriber a network that loses, doubles, swaps and
 * delays what goes over the lines, the snapshots, the requests and their answers. The subscriber's books equal those of
 * a replay of the journal: behind every 64th command while they are shown, at each CHECK, and at the end.
 */
@Proves(
        value = "a subscriber has the books again over sockets that lose, double, swap and delay",
        normal = "20,000 commands a case",
        large = "8,000,000")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("whole")
final class FeedNetworkTest {
    private static final boolean IS_LONG = Boolean.getBoolean("daybook.long");

    /** A command makes two messages, about. */
    private static final long COMMANDS = Long.getLong("daybook.feedCommands", IS_LONG ? 8_000_000 : 20_000);

    private static final long LEAST_MESSAGES = IS_LONG ? 10_000_000 : COMMANDS;
    private static final long PER_SECOND = Long.getLong("daybook.feedRate", IS_LONG ? 150_000 : 40_000);
    private static final long AWAIT_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long MOST_PAUSE_NS = TimeUnit.SECONDS.toNanos(2);
    private static final int SYMBOLS = 8;
    private static final int USERS = 8;
    private static final int EVERY = 64;
    private static final long LEAST_COMPARED = COMMANDS / EVERY;
    private static final int BATCH = 16;
    private static final int CYCLE_MS = 200;
    private static final int ALL = 1_000;
    private static final long RICH = 1L << 50;
    private static final int MIDDLE = 10_000;

    /** Not many more orders rest: a snapshot whose packets are lost one in ten must be short to come whole. */
    private static final int LIVE = 200;

    private static final long LOOK_NS = 100_000;

    @TempDir
    private Path folder;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private final SplittableRandom random = new SplittableRandom(seed);
    private final InetAddress loopback = InetAddress.getLoopbackAddress();
    private final BookHashes heard = new BookHashes(SYMBOLS, EVERY);
    private long nextOrder = 1;
    private long oldest = 1;

    /** A fold and the hashes of its books, behind some commands. */
    private static final class Replayed implements Follower {
        private final Map<Long, long[]> wanted;
        private final FeedFold fold = new FeedFold(1, this::count);
        private long compared;
        private long checks;
        private long messages;

        Replayed(final Map<Long, long[]> wanted) {
            this.wanted = wanted;
        }

        private void count(
                final int channel,
                final long number,
                final byte[] bytes,
                final int offset,
                final int length,
                final boolean isReplayed) {
            messages++;
            if (FeedDescriptor.template(bytes, offset) == FeedTemplates.CHECK) {
                checks++;
            }
        }

        @Override
        public String name() {
            return fold.name();
        }

        @Override
        public void restore(final @Nullable PartReader part, final long seq, final StateView state) {
            fold.restore(part, seq, state);
        }

        @Override
        public @Nullable FollowerPart capture() {
            return fold.capture();
        }

        @Override
        public void onResult(final ResultView result, final boolean isReplayed) {
            fold.onResult(result, isReplayed);
            final long[] found = wanted.get(result.seq());
            if (found == null) {
                return;
            }
            final long[] expected = BookHashes.hashes(fold.channel(0).levels(), fold.channel(0)::bookOf, SYMBOLS);
            for (int i = 0; i < SYMBOLS; i++) {
                if (found[i] != BookHashes.NOT_SHOWN) {
                    final int symbol = i + 1;
                    assertEquals(expected[i], found[i], () -> "symbol " + symbol + " at seq " + result.seq());
                    compared++;
                }
            }
        }
    }

    @ParameterizedTest(name = "lost of 1,000 on line A {0}, on line B {1}, requests {2}")
    @CsvSource({"10, 10, true", "100, 100, true", "100, 0, true", "10, 1000, true", "100, 100, false"})
    void shouldKeepTheBooksOfTheExchange(final int lostOnA, final int lostOnB, final boolean isAsking)
            throws Exception {
        final String where = "seed=" + seed + " A=" + lostOnA + " B=" + lostOnB + " requests=" + isAsking;
        final int port = FreePorts.next(4);
        final InetSocketAddress lineA = new InetSocketAddress(loopback, port);
        final InetSocketAddress lineB = new InetSocketAddress(loopback, port + 1);
        final InetSocketAddress snapshots = new InetSocketAddress(loopback, port + 2);
        final InetSocketAddress requests = new InetSocketAddress(loopback, port + 3);
        final boolean isOftenStale = !isAsking && lostOnB > 0;
        final long last;
        try (LossyNetwork network = new LossyNetwork(seed)) {
            final Faults faultsB =
                    lostOnB == 0 || lostOnB == ALL ? new Faults(lostOnB, 0, 0, 0, 1) : Faults.losing(lostOnB);
            final WireSettings settings = new WireSettings(
                    0,
                    0,
                    1,
                    WireSettings.DEFAULT_PACKET_BYTES,
                    new LineSettings(network.to(lineA, Faults.losing(lostOnA)), null),
                    new LineSettings(network.to(lineB, faultsB), null),
                    new LineSettings(network.to(snapshots, new Faults(lostOnA, 20, 0, 0, 1)), null),
                    CYCLE_MS,
                    requests,
                    InetAddress::isLoopbackAddress,
                    10_000,
                    10_000);
            final FeedClient.Builder builder =
                    FeedClient.builder().lineA(lineA).lineB(lineB).snapshots(snapshots);
            if (isAsking) {
                builder.requests(network.andBack(requests, Faults.losing(lostOnA)));
            }
            network.start();
            final FeedPublisher feed = new FeedPublisher(
                    new FileJournalStorage(),
                    folder,
                    null,
                    settings,
                    FeedLogLimits.DEFAULT,
                    List.of(),
                    Clock.system(),
                    Scheduler.threads(Clock.system()));
            final ExchangeConfig config = ExchangeConfig.builder()
                    .topology(Topology.FUSED)
                    .ringSize(4_096)
                    .journal(folder)
                    .build();
            final Exchange exchange =
                    DaybookExchange.start(new FileJournalStorage(), config, List.of(feed.attachment()));
            try (FeedClient client = heard.follow(builder)) {
                feed.start(exchange, UUID.fromString(JournalReader.open(folder).exchangeId()));
                open(exchange);
                last = tradeAndAwaitWhole(exchange, isOftenStale, where, network);
                report(where, network, client.counters(0));
                assertNull(client.failure(), where);
            } finally {
                exchange.close();
                feed.close();
            }
            assertNull(feed.failure(), where);
            assertNull(network.failure(), where);
            assertTrue(hasDoneAll(network), where);
        }
        assertEquals("", heard.wrong, where);
        final Replayed replayed = new Replayed(heard.bySeq());
        Replay.follow(folder, 1, replayed, () -> replayed.fold.seq() >= last);
        assertTrue(heard.bySeq().containsKey(last), where);
        assertArrayEquals(
                BookHashes.hashes(replayed.fold.channel(0).levels(), replayed.fold.channel(0)::bookOf, SYMBOLS),
                heard.bySeq().get(last),
                where);
        assertTrue(
                replayed.compared > (isOftenStale ? 0 : LEAST_COMPARED),
                () -> where + " compared=" + replayed.compared);
        assertTrue(replayed.messages >= LEAST_MESSAGES, () -> where + " messages=" + replayed.messages);
        assertTrue(replayed.checks >= COMMANDS / 8_192, () -> where + " checks=" + replayed.checks);
        System.out.printf(
                Locale.ROOT,
                "%,d messages, %,d checks, %,d books compared%n",
                replayed.messages,
                replayed.checks,
                replayed.compared);
    }

    private void report(final String where, final LossyNetwork network, final FeedCounters counters) {
        System.out.printf(
                Locale.ROOT,
                "%s: %s; %d gaps, %d requests, %d times stale (%d told), %d snapshots%n",
                where,
                network,
                counters.gaps(),
                counters.requests(),
                counters.stales(),
                heard.stales.get(),
                counters.snapshots());
    }

    private static CommandResult done(final Exchange exchange, final Command command) throws Exception {
        final CommandResult result = exchange.submit(command).get(60, TimeUnit.SECONDS);
        assertTrue(result.isSuccess(), command::toString);
        return result;
    }

    private static void open(final Exchange exchange) throws Exception {
        final List<SymbolSpec> symbols = new ArrayList<>();
        for (int symbol = 1; symbol <= SYMBOLS; symbol++) {
            symbols.add(SymbolSpec.exchangePair(symbol, 10, 20).build());
        }
        done(exchange, new AddSymbols(symbols));
        final Map<Long, Map<Integer, Long>> users = new HashMap<>();
        for (long uid = 1; uid <= USERS; uid++) {
            users.put(uid, Map.of(10, RICH, 20, RICH));
        }
        done(exchange, AddAccounts.of(users));
    }

    /** A subscriber that gets no processor misses much of it: more is sent until it has shown enough books. */
    private long tradeAndAwaitWhole(
            final Exchange exchange, final boolean isOftenStale, final String where, final LossyNetwork network)
            throws Exception {
        final CommandDoor door = exchange.newDoor();
        trade(door, COMMANDS);
        final long beganNs = System.nanoTime();
        while ((!hasDoneAll(network) || !isOftenStale && heard.shown() <= LEAST_COMPARED)
                && System.nanoTime() - beganNs < AWAIT_NS) {
            trade(door, COMMANDS / 16); // a busy machine puts many commands into few packets
        }
        return awaitWhole(exchange, where, network);
    }

    /** Whether packets were lost, doubled and late. */
    private static boolean hasDoneAll(final LossyNetwork network) {
        return network.lost.get() > 0 && network.doubled.get() > 0 && network.late.get() > 0;
    }

    /** Orders, moves and cancels at a rate that the network can carry. */
    private void trade(final CommandDoor door, final long commands) {
        final long beganNs = System.nanoTime();
        for (long sent = 0; sent < commands; sent += BATCH) {
            final CommandBatch batch = door.batch(BATCH);
            for (int i = 0; i < BATCH; i++) {
                command(batch);
            }
            batch.publish();
            final long dueNs = beganNs + TimeUnit.SECONDS.toNanos(1) * sent / PER_SECOND;
            while (dueNs - System.nanoTime() > 0) {
                LockSupport.parkNanos(dueNs - System.nanoTime());
            }
        }
    }

    private void command(final CommandBatch batch) {
        final int kind = random.nextInt(20);
        final long recent = Math.max(1, nextOrder - 1 - random.nextInt(LIVE));
        if (kind < 8) {
            batch.place()
                    .uid(uidOf(nextOrder))
                    .symbol(symbolOf(nextOrder))
                    .orderId(nextOrder++)
                    .side(random.nextBoolean() ? Side.BID : Side.ASK)
                    .type(OrderType.GTC)
                    .price(price())
                    .reservePrice(2 * MIDDLE)
                    .size(1 + random.nextInt(9))
                    .publish();
        } else if (kind < 18 && oldest < nextOrder - LIVE) {
            batch.cancel()
                    .uid(uidOf(oldest))
                    .symbol(symbolOf(oldest))
                    .orderId(oldest++)
                    .publish();
        } else {
            batch.move()
                    .uid(uidOf(recent))
                    .symbol(symbolOf(recent))
                    .orderId(recent)
                    .price(price())
                    .publish();
        }
    }

    private long price() {
        return MIDDLE + random.nextInt(-20, 21);
    }

    private static long uidOf(final long order) {
        return 1 + order % USERS;
    }

    private static int symbolOf(final long order) {
        return (int) (1 + order / USERS % SYMBOLS);
    }

    /** An order at a time, until the subscriber has all books behind one of them; its seq. */
    private long awaitWhole(final Exchange exchange, final String where, final LossyNetwork network) throws Exception {
        heard.writeAll();
        final long beganNs = System.nanoTime();
        long pauseNs = PAUSE_NS;
        while (true) {
            final long order = nextOrder++;
            final CommandResult placed = done(
                    exchange,
                    new PlaceOrder(
                            uidOf(order), symbolOf(order), order, Side.BID, OrderType.GTC, MIDDLE / 2, MIDDLE / 2, 1));
            final long waitedNs = System.nanoTime();
            while (System.nanoTime() - waitedNs < pauseNs) {
                if (heard.hasWhole(placed.seq())) {
                    return placed.seq();
                }
                LockSupport.parkNanos(LOOK_NS);
            }
            pauseNs = Math.min(2 * pauseNs, MOST_PAUSE_NS); // a busy machine may need longer for the way there
            assertTrue(
                    System.nanoTime() - beganNs < AWAIT_NS,
                    () -> where + ": never whole; " + heard.wrong + " " + network + " " + network.failure());
        }
    }
}
