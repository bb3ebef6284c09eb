package io.daybook.feed.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.Command;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.FollowerMetrics;
import io.daybook.api.Listing;
import io.daybook.api.OrderBookQuery;
import io.daybook.api.OrderBookReport;
import io.daybook.api.OrderType;
import io.daybook.api.PersistSnapshot;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.client.FeedClient;
import io.daybook.client.feed.FeedListener;
import io.daybook.client.feed.Mismatch;
import io.daybook.core.DaybookExchange;
import io.daybook.feed.log.FeedLogLimits;
import io.daybook.host.Clock;
import io.daybook.host.FreePorts;
import io.daybook.host.Proves;
import io.daybook.host.Scheduler;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.journal.access.JournalReader;
import io.daybook.sessions.ViewSource;
import io.daybook.wire.BatchDescriptor;
import io.daybook.wire.Bytes;
import io.daybook.wire.Frame;
import io.daybook.wire.SubscribeDescriptor;
import io.daybook.wire.feed.FeedDescriptor;
import io.daybook.wire.feed.FeedTemplates;
import io.daybook.wire.feed.MoldPacket;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real exchange, its feed, and a subscriber that outlives their restarts. */
@Proves("the feed lives through restarts of its exchange")
final class FeedPublisherTest {
    private static final int SYMBOL = 1;
    private static final long AWAIT_NS = 60_000_000_000L;

    /** An offset in a file of the log, after its header and that of the first frame. */
    private static final int MESSAGES_AT = 64 + 32;

    private static final long LOOK_NS = 1_000_000;

    @TempDir
    private Path folder;

    private final InetAddress loopback = InetAddress.getLoopbackAddress();
    private final SplittableRandom random = new SplittableRandom(3);
    private InetSocketAddress line;
    private InetSocketAddress snapshots;
    private int requestPort;
    private long nextOrder = 1;
    private boolean hasLevels;
    private Clock clock = Clock.system();
    private JournalStorage storage = new FileJournalStorage();

    /** Counts the messages that it receives. */
    private static final class Counting implements FeedListener {
        private final AtomicLong seq = new AtomicLong();
        private final AtomicLong traded = new AtomicLong();
        private final AtomicInteger stales = new AtomicInteger();
        private final AtomicInteger fresh = new AtomicInteger();
        private final AtomicReference<String> name = new AtomicReference<>("");
        private final AtomicReference<String> wrong = new AtomicReference<>("");

        @Override
        public void onGroup(final long groupSeq, final long timeNs) {
            seq.set(groupSeq);
        }

        @Override
        public void onTrade(
                final int symbol,
                final long tradeId,
                final long price,
                final long size,
                final int takerSide,
                final int flags) {
            traded.addAndGet(size);
        }

        @Override
        public void onName(final int symbol, final String text, final int baseDecimals, final int quoteDecimals) {
            name.set(text + " " + baseDecimals + " " + quoteDecimals);
        }

        @Override
        public void onStale(final int channel) {
            stales.incrementAndGet();
        }

        @Override
        public void onFresh(final int symbol) {
            fresh.incrementAndGet();
        }

        @Override
        public void onMismatch(final Mismatch mismatch, final int template, final int symbol, final long reference) {
            wrong.set(mismatch + " " + template + " " + symbol + " " + reference);
        }
    }

    /** An exchange with its feed. */
    private final class Venue implements AutoCloseable {
        private final FeedPublisher feed;
        private final Exchange exchange;

        Venue(final @Nullable UUID known) throws IOException {
            final WireSettings settings = new WireSettings(
                    0,
                    0,
                    1,
                    1_400,
                    new LineSettings(line, null),
                    null,
                    new LineSettings(snapshots, null),
                    100,
                    new InetSocketAddress(loopback, requestPort),
                    InetAddress::isLoopbackAddress,
                    10_000,
                    10_000);
            final SymbolSpec spec = SymbolSpec.exchangePair(SYMBOL, 10, 20).build();
            final Listing listing = Listing.pair(
                    "BTC-EUR", spec, new Listing.Currency("BTC", 10, 0), new Listing.Currency("EUR", 20, 0));
            feed = new FeedPublisher(
                    storage,
                    folder,
                    known,
                    settings,
                    FeedLogLimits.DEFAULT,
                    List.of(listing),
                    clock,
                    Scheduler.threads(Clock.system()),
                    hasLevels);
            exchange = DaybookExchange.start(
                    new FileJournalStorage(),
                    ExchangeConfig.builder()
                            .topology(Topology.FUSED)
                            .ringSize(1_024)
                            .journal(folder)
                            .build(),
                    List.of(feed.attachment()));
            final UUID id = UUID.fromString(JournalReader.open(folder).exchangeId());
            feed.start(exchange, id);
            if (exchange.recovery().created()) {
                done(new AddSymbol(spec));
                done(AddAccounts.of(Map.of(
                        1L, Map.of(10, 1_000_000_000L, 20, 1_000_000_000L),
                        2L, Map.of(10, 1_000_000_000L, 20, 1_000_000_000L))));
            }
        }

        void done(final Command command) {
            try {
                assertTrue(exchange.submit(command).get(60, TimeUnit.SECONDS).isSuccess(), command::toString);
            } catch (final Exception e) {
                throw new AssertionError(command.toString(), e);
            }
        }

        void trade(final int orders) {
            for (int i = 0; i < orders; i++) {
                final Side side = random.nextBoolean() ? Side.BID : Side.ASK;
                final long price = 1_000 + random.nextInt(-5, 6);
                final long size = 1 + random.nextInt(9);
                done(new PlaceOrder(
                        1 + random.nextInt(2), SYMBOL, nextOrder++, side, OrderType.GTC, price, 2_000, size));
            }
        }

        @Override
        public void close() {
            exchange.close();
            feed.close();
            assertNull(feed.failure());
            assertFalse(feed.isAhead());
        }
    }

    /** A clock that fails once it is broken. */
    private static final class BrokenClock extends Clock {
        private final Clock system = Clock.system();
        private volatile boolean isBroken;

        @Override
        public long nanoTime() {
            if (isBroken) {
                throw new IllegalStateException("a planted fault");
            }
            return system.nanoTime();
        }

        @Override
        public long epochMillis() {
            return system.epochMillis();
        }
    }

    private static void await(final BooleanSupplier condition, final String what) {
        final long beganNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - beganNs < AWAIT_NS, what);
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    @Test
    void shouldCarryASubscriberOverRestarts() throws IOException {
        final int port = FreePorts.next(3);
        line = new InetSocketAddress(loopback, port);
        snapshots = new InetSocketAddress(loopback, port + 1);
        requestPort = port + 2;
        final Counting counting = new Counting();
        UUID id = null;
        try (FeedClient client = FeedClient.builder()
                .channels(0)
                .lineA(line)
                .snapshots(snapshots)
                .requests(new InetSocketAddress(loopback, requestPort))
                .listener(counting)
                .start()) {
            for (int life = 0; life < 3; life++) {
                try (Venue venue = new Venue(id)) {
                    venue.trade(60);
                    if (life == 1) {
                        venue.done(new PersistSnapshot());
                        venue.trade(20);
                    }
                    final long lastOrder = nextOrder - 1;
                    await(() -> counting.seq.get() > 0 && counting.fresh.get() > 0, "no message came");
                    final long before = counting.seq.get();
                    venue.trade(1);
                    await(() -> counting.seq.get() > before, "order " + lastOrder + " did not come");
                    assertNotNull(venue.feed.counters());
                }
                id = UUID.fromString(JournalReader.open(folder).exchangeId());
            }
            assertEquals("", counting.wrong.get());
            assertNull(client.failure());
            assertTrue(counting.traded.get() > 0);
            assertEquals(0, client.counters(0).dropped(), "the session name must be the same after a restart");
        }
    }

    /** The stream of levels continues after a restart, and leads to the levels of the exchange. */
    @Test
    void shouldServeLevelsOverRestarts() throws IOException {
        final int port = FreePorts.next(3);
        line = new InetSocketAddress(loopback, port);
        snapshots = new InetSocketAddress(loopback, port + 1);
        requestPort = port + 2;
        hasLevels = true;
        final Map<String, String> levels = new TreeMap<>();
        long next = 1;
        UUID id = null;
        for (int life = 0; life < 2; life++) {
            try (Venue venue = new Venue(id)) {
                venue.trade(60);
                venue.done(new PersistSnapshot());
                venue.trade(20);
                final Map<String, String> expected = levels(venue.exchange);
                final ViewSource views = Objects.requireNonNull(venue.feed.views());
                assertTrue(views.has(0, SubscribeDescriptor.LEVELS));
                final ViewSource.View view =
                        Objects.requireNonNull(views.subscribe(0, SubscribeDescriptor.LEVELS, next));
                final byte[] frame = new byte[Frame.MAX_LENGTH];
                final long beganNs = System.nanoTime();
                while (!levels.equals(expected)) {
                    assertTrue(System.nanoTime() - beganNs < AWAIT_NS, () -> levels + " " + expected);
                    if (view.next(frame) > 0) {
                        assertEquals(next, BatchDescriptor.number(frame, 0));
                        next += BatchDescriptor.count(frame, 0);
                        applyLevels(frame, levels);
                    }
                }
            }
            id = UUID.fromString(JournalReader.open(folder).exchangeId());
        }
        assertTrue(next > 100, "messages " + next);
    }

    private static Map<String, String> levels(final Exchange exchange) {
        final OrderBookReport report =
                exchange.query(new OrderBookQuery(SYMBOL, 0)).join();
        final Map<String, String> levels = new TreeMap<>();
        report.bids().forEach(level -> levels.put("1 " + level.price(), level.size() + " of " + level.orders()));
        report.asks().forEach(level -> levels.put("2 " + level.price(), level.size() + " of " + level.orders()));
        return levels;
    }

    private static void applyLevels(final byte[] frame, final Map<String, String> levels) {
        int at = BatchDescriptor.messagesOffset(frame, 0);
        final int end = at + BatchDescriptor.messagesLength(frame, 0);
        while (at < end) {
            final int message = at + MoldPacket.MESSAGE_HEADER_LENGTH;
            if (Bytes.getU16(frame, message + 2) == FeedTemplates.LEVEL) {
                final int body = message + FeedDescriptor.HEADER_LENGTH;
                final String key = frame[body + 4] + " " + Bytes.getI64(frame, body + 8);
                final int orders = Bytes.getI32(frame, body + 24);
                if (orders == 0) {
                    levels.remove(key);
                } else {
                    levels.put(key, Bytes.getI64(frame, body + 16) + " of " + orders);
                }
            }
            at = message + MoldPacket.messageLength(frame, at);
        }
    }

    @Test
    void shouldTellNamesToThoseWhoJoinLate() throws IOException {
        final int port = FreePorts.next(3);
        line = new InetSocketAddress(loopback, port);
        snapshots = new InetSocketAddress(loopback, port + 1);
        requestPort = port + 2;
        try (Venue venue = new Venue(null)) {
            venue.trade(100);
            final Counting counting = new Counting();
            try (FeedClient client = FeedClient.builder()
                    .channels(0)
                    .lineA(line)
                    .snapshots(snapshots)
                    .listener(counting)
                    .start()) {
                await(() -> counting.fresh.get() > 0, "a snapshot must make the book fresh");
                assertEquals("BTC-EUR 0 0", counting.name.get());
                final long before = counting.seq.get();
                venue.trade(20);
                await(() -> counting.seq.get() > before, "no message came");
                assertEquals("", counting.wrong.get());
                assertNull(client.failure());
            }
        }
    }

    /** The exchange detaches the failed feed at once; it does not wait until the ring is full. */
    @Test
    void shouldBeDetachedWithTheNextResultWhereItFailsByItself() throws IOException {
        final int port = FreePorts.next(2);
        line = new InetSocketAddress(loopback, port);
        snapshots = new InetSocketAddress(loopback, port + 1);
        final BrokenClock broken = new BrokenClock();
        clock = broken;
        final Venue venue = new Venue(null);
        try {
            final long seq = venue.exchange.metrics().deliveredSeq();
            await(() -> follower(venue).seq() >= seq, "the feed is behind");
            broken.isBroken = true;
            await(() -> venue.feed.failure() != null, "the feed must fail");
            assertTrue(follower(venue).attached());
            venue.trade(1);
            await(() -> !follower(venue).attached(), "the feed must be detached");
            venue.trade(10);
        } finally {
            venue.exchange.close();
            venue.feed.close();
        }
    }

    /** The close of a feed must not fail: the owner of a venue has other parts to close after it. */
    @Test
    void shouldCloseWhereItsDiskIsStillFull() throws IOException {
        final int port = FreePorts.next(2);
        line = new InetSocketAddress(loopback, port);
        snapshots = new InetSocketAddress(loopback, port + 1);
        hasLevels = true;
        final SimulatedStorage full = new SimulatedStorage();
        storage = full;
        final Venue venue = new Venue(null);
        try {
            full.capacity(0);
            venue.trade(1);
            await(() -> !follower(venue).attached(), "the exchange detaches the feed when the disk is full");
            venue.trade(10);
        } finally {
            venue.exchange.close();
            venue.feed.close();
        }
    }

    /** Subscribers of a line get messages that the log refuses: the lines do not wait for the log. */
    @Test
    void shouldSendWhatItsLogDoesNotTakeAnyMore() throws IOException {
        final SimulatedStorage full = new SimulatedStorage();
        storage = full;
        try (DatagramSocket subscriber = new DatagramSocket(0, loopback)) {
            subscriber.setSoTimeout((int) TimeUnit.NANOSECONDS.toMillis(AWAIT_NS));
            line = new InetSocketAddress(loopback, subscriber.getLocalPort());
            snapshots = new InetSocketAddress(loopback, FreePorts.next());
            final Venue venue = new Venue(null);
            try {
                final DatagramPacket first = receiveNumber(subscriber, 1);
                awaitLogged(venue, first); // otherwise the feed might end before there is more to send
                full.capacity(0);
                venue.trade(1);
                receiveNumber(subscriber, 3); // after the group of the listing
                await(() -> !follower(venue).attached(), "the exchange detaches the feed when the disk is full");
            } finally {
                venue.exchange.close();
                venue.feed.close();
            }
        }
    }

    /** Waits for a packet that has messages from this number on. */
    private static DatagramPacket receiveNumber(final DatagramSocket subscriber, final long number) throws IOException {
        final DatagramPacket packet = new DatagramPacket(new byte[2_000], 2_000);
        do {
            subscriber.receive(packet);
        } while (MoldPacket.count(packet.getData(), 0) == 0);
        assertEquals(number, MoldPacket.number(packet.getData(), 0));
        return packet;
    }

    /** Sends requests until the messages of a packet are answered from the log. */
    private void awaitLogged(final Venue venue, final DatagramPacket packet) throws IOException {
        final byte[] request = requestOfFirst(packet);
        final WireCounters counters = venue.feed.counters();
        assertNotNull(counters);
        try (DatagramSocket asking = new DatagramSocket(0, loopback)) {
            await(
                    () -> {
                        try {
                            asking.send(new DatagramPacket(request, request.length, venue.feed.requestAddress()));
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                        return counters.answered() > 0;
                    },
                    "the log must have the sent messages");
        }
    }

    private static byte[] requestOfFirst(final DatagramPacket packet) {
        final byte[] request = Arrays.copyOf(packet.getData(), MoldPacket.HEADER_LENGTH);
        MoldPacket.header(request, 0, Arrays.copyOf(request, 10), 1, 1);
        return request;
    }

    /** A request for a damaged message gets no answer; the feed continues for everyone else. */
    @Test
    void shouldGoOnWhereAMessageThatIsAskedForIsDamaged() throws IOException {
        final SimulatedStorage damaged = new SimulatedStorage();
        storage = damaged;
        try (DatagramSocket subscriber = new DatagramSocket(0, loopback)) {
            subscriber.setSoTimeout((int) TimeUnit.NANOSECONDS.toMillis(AWAIT_NS));
            line = new InetSocketAddress(loopback, subscriber.getLocalPort());
            snapshots = new InetSocketAddress(loopback, FreePorts.next());
            try (Venue venue = new Venue(null)) {
                venue.trade(1);
                final DatagramPacket packet = new DatagramPacket(new byte[2_000], 2_000);
                subscriber.receive(packet);
                final byte[] request = requestOfFirst(packet);
                final WireCounters counters = venue.feed.counters();
                assertNotNull(counters);
                awaitLogged(venue, packet);
                damageFirstFrame(damaged);
                subscriber.send(new DatagramPacket(request, request.length, venue.feed.requestAddress()));
                await(() -> counters.refused() > 0, "the request was not read");
                venue.trade(10);
                assertTrue(follower(venue).attached());
            }
        }
    }

    private static void damageFirstFrame(final SimulatedStorage storage) throws IOException {
        for (final Path file : storage.files()) {
            if (file.toString().endsWith(".feed")) {
                storage.bytes(file)[MESSAGES_AT] ^= 1;
            }
        }
    }

    private static FollowerMetrics follower(final Venue venue) {
        return venue.exchange.metrics().followers().get(0);
    }
}
