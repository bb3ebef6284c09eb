package io.daybook.feed.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.client.FeedClient;
import io.daybook.host.Clock;
import io.daybook.host.FreePorts;
import io.daybook.host.Proves;
import io.daybook.host.SimulatedClock;
import io.daybook.wire.feed.FeedSession;
import io.daybook.wire.feed.FeedSettings;
import io.daybook.wire.feed.MoldPacket;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.net.SocketTimeoutException;
import java.nio.channels.Selector;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A feed on sockets of the loopback interface, and clients that follow it. */
@Proves(value = "both ends of the feed work on sockets, row by row", large = "200,000 requests")
@Tag("whole")
final class FeedWireTest {
    private static final int CHANNELS = 2;
    private static final long AWAIT_NS = 60_000_000_000L;
    private static final int ANSWER_MS = 60_000;
    private static final int MOST_TRIES = 5;
    private static final String MULTICAST = "239.77.";
    private static final long LOOK_NS = 1_000_000;

    private final RandomFeed feed = new RandomFeed(CHANNELS, 7, 2_000);
    private final Selector selector;
    private final InetAddress loopback = InetAddress.getLoopbackAddress();
    private @Nullable FeedWire wire;
    private @Nullable Subscriber subscriber;

    FeedWireTest() throws IOException {
        selector = Selector.open();
    }

    @AfterEach
    void close() throws IOException {
        if (subscriber != null) {
            subscriber.client().close();
        }
        if (wire != null) {
            wire.close();
        }
        selector.close();
    }

    private WireSettings settings(
            final @Nullable LineSettings lineA,
            final @Nullable LineSettings lineB,
            final @Nullable LineSettings snapshots,
            final int cycleMs) {
        return new WireSettings(
                0x123456,
                0,
                CHANNELS,
                FeedSettings.PACKET_BYTES,
                lineA,
                lineB,
                snapshots,
                cycleMs,
                new InetSocketAddress(loopback, 0),
                address -> true,
                10_000,
                10_000);
    }

    private FeedWire open(final WireSettings settings) throws IOException {
        return open(settings, Clock.system());
    }

    private FeedWire open(final WireSettings settings, final Clock clock) throws IOException {
        final FeedWire opened = FeedWire.open(settings, feed.log, null, feed, clock, selector);
        wire = opened;
        feed.sink(opened);
        return opened;
    }

    private void send(final int commands) {
        final FeedWire open = wireOrThrow();
        for (int i = 0; i < commands; i++) {
            feed.command();
            if (i % 16 == 0) {
                open.onBatchEnd();
                final boolean unused = open.duty();
            }
        }
        open.onBatchEnd();
    }

    private void await(final BooleanSupplier condition, final String what) {
        final FeedWire open = wireOrThrow();
        final long beganNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - beganNs < AWAIT_NS, what);
            if (!open.duty()) {
                LockSupport.parkNanos(LOOK_NS);
            }
        }
    }

    private void requireSameBooks(final Subscriber follower) {
        follower.requireSameBooks(feed, () -> send(1), this::await);
        assertNull(follower.client().failure());
    }

    /** Sends a request, and waits for its answer if it is counted as answered. Returns how many messages came. */
    private int ask(final DatagramSocket socket, final byte[] request) throws IOException {
        final FeedWire open = wireOrThrow();
        final long answered = open.counters().answered();
        final long before = answered + open.counters().refused();
        socket.send(new DatagramPacket(request, request.length, open.requestAddress()));
        await(() -> open.counters().answered() + open.counters().refused() > before, "the request was not read");
        try {
            final DatagramPacket answer = new DatagramPacket(new byte[2_000], 2_000);
            socket.setSoTimeout(open.counters().answered() > answered ? ANSWER_MS : 1);
            socket.receive(answer);
            assertTrue(MoldPacket.isSound(answer.getData(), 0, answer.getLength()));
            assertTrue(answer.getLength() <= FeedSettings.PACKET_BYTES);
            assertEquals(MoldPacket.number(request, 0), MoldPacket.number(answer.getData(), 0));
            return MoldPacket.count(answer.getData(), 0);
        } catch (final SocketTimeoutException e) {
            return 0;
        }
    }

    private static byte[] request(final int channel, final long number, final int count) {
        final byte[] request = new byte[MoldPacket.HEADER_LENGTH];
        MoldPacket.header(request, 0, new FeedSession(0x123456, 0, channel).name(), number, count);
        return request;
    }

    @Test
    void shouldAnswerEachRequestByOnePacketOfWhatIsThere() throws IOException {
        open(settings(null, null, null, 10_000));
        send(500);
        feed.log.forgetBefore(10);
        try (DatagramSocket socket = new DatagramSocket(0, loopback)) {
            assertEquals(1, ask(socket, request(0, 10, 1)));
            assertEquals(3, ask(socket, request(1, 11, 3)));
            assertTrue(ask(socket, request(1, 11, MoldPacket.MAX_COUNT)) > 10, "one packet of an absurd count");
            assertEquals(1, ask(socket, request(0, feed.nextNumber(0) - 1, 100)));
            assertEquals(0, ask(socket, request(0, feed.nextNumber(0), 1)), "a future number");
            assertEquals(0, ask(socket, request(0, 9, 1)), "too old");
            assertEquals(0, ask(socket, request(0, 0, 1)));
            assertEquals(0, ask(socket, request(0, -1, 1)));
            assertEquals(0, ask(socket, request(0, 10, 0)));
            assertEquals(0, ask(socket, request(2, 10, 1)), "no such channel");
            assertEquals(0, ask(socket, Arrays.copyOf(request(0, 10, 1), 19)));
            assertEquals(0, ask(socket, Arrays.copyOf(request(0, 10, 1), 21)));
        }
        assertEquals(4, counters().answered());
        assertEquals(8, counters().refused());
    }

    @Test
    void shouldAnswerNobodyElseThanMayAsk() throws IOException {
        open(new WireSettings(
                0x123456,
                0,
                CHANNELS,
                FeedSettings.PACKET_BYTES,
                null,
                null,
                null,
                10_000,
                new InetSocketAddress(loopback, 0),
                address -> false,
                200,
                10_000));
        send(50);
        try (DatagramSocket socket = new DatagramSocket(0, loopback)) {
            assertEquals(0, ask(socket, request(0, 1, 1)));
        }
        assertEquals(0, counters().answered());
    }

    @Test
    void shouldAnswerSoManyRequestsASecond() throws IOException {
        open(
                new WireSettings(
                        0x123456,
                        0,
                        CHANNELS,
                        FeedSettings.PACKET_BYTES,
                        null,
                        null,
                        null,
                        10_000,
                        new InetSocketAddress(loopback, 0),
                        address -> true,
                        5,
                        7),
                new SimulatedClock(0));
        send(50);
        try (DatagramSocket one = new DatagramSocket(0, InetAddress.getByName("127.0.0.1"));
                DatagramSocket other = new DatagramSocket(0, InetAddress.getByName("127.0.0.2"))) {
            for (int i = 0; i < 10; i++) {
                assertEquals(i < 5 ? 1 : 0, ask(one, request(0, 1, 1)), "request " + i);
            }
            for (int i = 0; i < 10; i++) {
                assertEquals(i < 2 ? 1 : 0, ask(other, request(0, 1, 1)), "request " + i + " of another address");
            }
        }
        assertEquals(7, counters().answered());
    }

    @Test
    void shouldSurviveAnyRequest() throws IOException {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final SplittableRandom random = new SplittableRandom(seed);
        open(settings(null, null, null, 10_000));
        send(500);
        final int requests = Boolean.getBoolean("daybook.long") ? 200_000 : 5_000;
        try (DatagramSocket socket = new DatagramSocket(0, loopback)) {
            final InetSocketAddress address = wireOrThrow().requestAddress();
            for (int i = 0; i < requests; i++) {
                final byte[] request = request(random.nextInt(3), random.nextLong(600), random.nextInt(0x10000));
                for (int j = random.nextInt(3); j > 0; j--) {
                    request[random.nextInt(request.length)] = (byte) random.nextInt(256);
                }
                final int length = random.nextInt(20) == 0 ? random.nextInt(request.length) : request.length;
                socket.send(new DatagramPacket(request, length, address));
                if (i % 32 == 31) {
                    final long read = i + 1 - 32;
                    await(() -> counters().answered() + counters().refused() > read, "seed=" + seed);
                }
            }
            assertEquals(1, Math.min(1, counters().answered()));
        }
    }

    private FeedWire wireOrThrow() {
        return Objects.requireNonNull(wire);
    }

    private static FeedClient.Builder client() {
        return FeedClient.builder().channels(0, 1).exchange(0x123456);
    }

    @Test
    void shouldFollowTwoLinesToOneMachine() throws IOException {
        final int port = FreePorts.next(3 * CHANNELS);
        final InetSocketAddress a = new InetSocketAddress(loopback, port);
        final InetSocketAddress b = new InetSocketAddress(loopback, port + CHANNELS);
        final InetSocketAddress s = new InetSocketAddress(loopback, port + 2 * CHANNELS);
        final FeedWire open =
                open(settings(new LineSettings(a, null), new LineSettings(b, null), new LineSettings(s, null), 200));
        final Subscriber follower = new Subscriber(CHANNELS)
                .start(client().lineA(a).lineB(b).snapshots(s).requests(open.requestAddress()));
        subscriber = follower;
        send(5_000);
        requireSameBooks(follower);
    }

    @Test
    void shouldFollowGroupsOfIpVersion4() throws IOException {
        follow(InetAddress.getByName(MULTICAST + "1.1"), InetAddress.getByName(MULTICAST + "1.2"));
    }

    @Test
    void shouldFollowOneMachineOverIpVersion6() throws IOException {
        final InetAddress v6 = InetAddress.getByName("::1");
        final int port = FreePorts.next(2 * CHANNELS);
        final InetSocketAddress a = new InetSocketAddress(v6, port);
        final InetSocketAddress s = new InetSocketAddress(v6, port + CHANNELS);
        final FeedWire open = open(settings(new LineSettings(a, null), null, new LineSettings(s, null), 200));
        subscriber =
                new Subscriber(CHANNELS).start(client().lineA(a).snapshots(s).requests(open.requestAddress()));
        send(2_000);
        requireSameBooks(subscriber);
    }

    @Test
    void shouldDropAndCountWhatTheNetworkDoesNotTake() throws IOException {
        final InetSocketAddress nobodyMay = new InetSocketAddress(InetAddress.getByName("255.255.255.255"), 20_000);
        open(settings(new LineSettings(nobodyMay, null), null, null, 10_000));
        send(1_000);
        assertEquals(0, counters().packets());
        assertTrue(counters().dropped() > 0);
    }

    @Test
    void shouldFollowGroupsOfIpVersion6() throws IOException {
        follow(InetAddress.getByName("ff11::77:1"), InetAddress.getByName("ff11::77:2"));
    }

    /** A client that accepts a forged heartbeat, with a number that was never sent, becomes stale. */
    @Test
    void shouldTakePacketsOfAGroupFromItsSourcesOnly() throws IOException {
        final NetworkInterface network = NetworkInterface.getByInetAddress(loopback);
        final int port = FreePorts.next(2 * CHANNELS);
        final InetSocketAddress a = new InetSocketAddress(InetAddress.getByName(MULTICAST + "1.3"), port);
        final InetSocketAddress s = new InetSocketAddress(a.getAddress(), port + CHANNELS);
        final WireSettings settings = settings(new LineSettings(a, network), null, new LineSettings(s, network), 200);
        open(settings);
        final Subscriber careful = new Subscriber(CHANNELS)
                .start(client().lineA(a)
                        .snapshots(s)
                        .interfaces(network, network)
                        .sources(loopback));
        subscriber = careful;
        final Subscriber credulous =
                new Subscriber(CHANNELS).start(client().lineA(a).snapshots(s).interfaces(network, network));
        try (MulticastSocket forger = new MulticastSocket(new InetSocketAddress("127.0.0.2", 0))) {
            forger.setNetworkInterface(network);
            send(1_000);
            Assumptions.assumeTrue(counters().packets() > 0, "the loopback interface has no route to the group " + a);
            untilNotSilent(() -> {
                requireSameBooks(careful);
                requireSameBooks(credulous);
                final int stales = careful.stales.get();
                final int stalesOfCredulous = credulous.stales.get();
                final byte[] forged = new byte[MoldPacket.HEADER_LENGTH];
                MoldPacket.header(forged, 0, settings.session(0).name(), feed.nextNumber(0) + 1_000_000, 0);
                forger.send(new DatagramPacket(forged, forged.length, a));
                await(() -> credulous.stales.get() > stalesOfCredulous, "the forged packet did not arrive");
                requireSameBooks(careful);
                return careful.stales.get() - stales;
            });
        } finally {
            credulous.client().close();
        }
    }

    /** A subscriber that follows a feed. */
    private interface Hearing {
        /** Returns how often the books became stale. */
        int stales() throws IOException;
    }

    /**
     * Follows the feed again if books became stale: they do so if this thread gets no processor, because the feed then
     * sends nothing for a second, or answers no request for a third of one.
     */
    private static void untilNotSilent(final Hearing hearing) throws IOException {
        int stales = hearing.stales();
        for (int tries = 1; tries < MOST_TRIES && stales > 0; tries++) {
            stales = hearing.stales();
        }
        assertEquals(0, stales);
    }

    private void follow(final InetAddress groupA, final InetAddress groupB) throws IOException {
        final NetworkInterface network = NetworkInterface.getByInetAddress(loopback);
        final int port = FreePorts.next(3 * CHANNELS);
        final InetSocketAddress a = new InetSocketAddress(groupA, port);
        final InetSocketAddress b = new InetSocketAddress(groupB, port + CHANNELS);
        final InetSocketAddress s = new InetSocketAddress(groupA, port + 2 * CHANNELS);
        open(settings(new LineSettings(a, network), new LineSettings(b, network), new LineSettings(s, network), 200));
        final Subscriber follower = new Subscriber(CHANNELS)
                .start(client().lineA(a).lineB(b).snapshots(s).interfaces(network, network));
        subscriber = follower;
        send(5_000);
        Assumptions.assumeTrue(counters().packets() > 0, "the loopback interface has no route to the group " + groupA);
        requireSameBooks(follower);
    }

    private WireCounters counters() {
        return wireOrThrow().counters();
    }

    @Test
    void shouldBringALateSubscriberUpByTheCycle() throws IOException {
        final int port = FreePorts.next(2 * CHANNELS);
        final InetSocketAddress a = new InetSocketAddress(loopback, port);
        final InetSocketAddress s = new InetSocketAddress(loopback, port + CHANNELS);
        open(settings(new LineSettings(a, null), null, new LineSettings(s, null), 300));
        send(40_000);
        final Subscriber follower =
                new Subscriber(CHANNELS).start(client().lineA(a).snapshots(s));
        subscriber = follower;
        send(100);
        await(() -> follower.freshCount.get() == RandomFeed.SYMBOLS, "not all symbols are fresh");
        requireSameBooks(follower);
        assertTrue(follower.stales.get() > 0);
    }

    @Test
    void shouldBringALateSubscriberUpByRequests() throws IOException {
        final int port = FreePorts.next(CHANNELS);
        final InetSocketAddress a = new InetSocketAddress(loopback, port);
        final FeedWire open = open(settings(new LineSettings(a, null), null, null, 300));
        send(1_000);
        untilNotSilent(() -> {
            final Subscriber follower =
                    new Subscriber(CHANNELS).start(client().lineA(a).requests(open.requestAddress()));
            try (FeedClient client = follower.client()) {
                send(100);
                await(
                        () -> follower.freshCount.get() == RandomFeed.SYMBOLS || follower.stales.get() > 0,
                        "not all symbols are fresh");
                if (follower.stales.get() == 0) {
                    requireSameBooks(follower);
                }
                assertNull(client.failure());
                return follower.stales.get();
            }
        });
        assertTrue(open.counters().answered() > 0);
    }

    @Test
    void shouldNotNoticeASubscriberThatStandsStill() throws IOException {
        final int port = FreePorts.next(2 * CHANNELS);
        final InetSocketAddress a = new InetSocketAddress(loopback, port);
        final InetSocketAddress s = new InetSocketAddress(loopback, port + CHANNELS);
        open(settings(new LineSettings(a, null), null, new LineSettings(s, null), 300));
        final Subscriber follower =
                new Subscriber(CHANNELS).start(client().lineA(a).snapshots(s));
        subscriber = follower;
        send(1_000);
        requireSameBooks(follower);
        follower.pause(true);
        send(400_000);
        follower.pause(false);
        send(100);
        requireSameBooks(follower);
        assertTrue(follower.stales.get() > 0, "the client must have lost messages, or the test shows nothing");
    }
}
