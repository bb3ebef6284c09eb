package io.daybook.feed.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.client.FeedClient;
import io.daybook.feed.MessageBlock;
import io.daybook.host.Clock;
import io.daybook.host.FreePorts;
import io.daybook.host.Proves;
import io.daybook.wire.feed.FeedDescriptor;
import io.daybook.wire.feed.FeedSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.Selector;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/**
 * Sends snapshots of many packets over one line that loses one packet in ten. Hardly any snapshot arrives complete, so
 * clients must request the lost packets.
 */
@Proves("snapshots come whole over lines that lose packets")
final class SnapshotLossTest {
    private static final long AWAIT_NS = 240_000_000_000L;
    private static final int CYCLE_MS = 500;

    /**
     * The least number of packets of a snapshot, with five messages each; one such snapshot in 38,000 would arrive
     * complete.
     */
    private static final int LEAST_PACKETS = 100;

    private static final int MESSAGES_OF_PACKET = 5;
    private static final int LOST_OF_1000 = 100;
    private static final long LOOK_NS = 1_000_000;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private final RandomFeed feed = new RandomFeed(1, seed, 10_000);
    private final InetAddress loopback = InetAddress.getLoopbackAddress();

    private void send(final FeedWire wire, final int commands) {
        for (int i = 0; i < commands; i++) {
            feed.command();
        }
        wire.onBatchEnd();
    }

    private static void await(final FeedWire wire, final BooleanSupplier condition, final String what) {
        final long beganNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - beganNs < AWAIT_NS, what);
            if (!wire.duty()) {
                LockSupport.parkNanos(LOOK_NS);
            }
        }
    }

    @Test
    void shouldAskForWhatSnapshotsHaveLostOnTheirWay() throws IOException {
        final String where = "seed=" + seed;
        while (feed.levels(0).orders() < RandomFeed.SYMBOLS * (LEAST_PACKETS + 20) * MESSAGES_OF_PACKET) {
            feed.command();
        }
        final int port = FreePorts.next(2);
        final InetSocketAddress line = new InetSocketAddress(loopback, port);
        final InetSocketAddress snapshots = new InetSocketAddress(loopback, port + 1);
        try (LossyNetwork network = new LossyNetwork(seed);
                Selector selector = Selector.open();
                FeedWire wire = open(network.to(snapshots, LOST_OF_1000), line, selector)) {
            final InetSocketAddress requests = network.andBack(wire.requestAddress(), LOST_OF_1000);
            network.start();
            feed.sink(wire);
            final Subscriber subscriber = new Subscriber(1)
                    .start(FeedClient.builder()
                            .exchange(0x123456)
                            .channels(0)
                            .lineA(line)
                            .snapshots(snapshots)
                            .requests(requests));
            try (FeedClient client = subscriber.client()) {
                send(wire, 100);
                await(
                        wire,
                        () -> subscriber.freshCount.get() == RandomFeed.SYMBOLS,
                        where + " not all symbols are fresh");
                subscriber.requireSameBooks(
                        feed, () -> send(wire, 1), (condition, wrong) -> await(wire, condition, where + " " + wrong));
                assertNull(client.failure(), where);
                assertTrue(wire.counters().answered() > LEAST_PACKETS / 10, where);
                assertTrue(network.lost.get() > LEAST_PACKETS / 10, where);
            }
        }
    }

    private FeedWire open(final InetSocketAddress snapshots, final InetSocketAddress line, final Selector selector)
            throws IOException {
        final WireSettings settings = new WireSettings(
                0x123456,
                0,
                1,
                FeedSettings.MIN_PACKET_BYTES,
                new LineSettings(line, null),
                null,
                new LineSettings(snapshots, null),
                CYCLE_MS,
                new InetSocketAddress(loopback, 0),
                InetAddress::isLoopbackAddress,
                10_000,
                10_000);
        return FeedWire.open(settings, feed.log, null, feed, Clock.system(), selector);
    }

    @Test
    void shouldGiveTheNewestMessagesOnly() {
        final SentSnapshots sent = new SentSnapshots();
        final MessageBlock block = new MessageBlock(0, 100);
        final byte[] message = new byte[FeedDescriptor.MAX_LENGTH];
        assertEquals(0, sent.read(0, 10, block));
        assertEquals(0, sent.read(1, 10, block));
        final long first = 1_000_000;
        for (int i = 0; i < SentSnapshots.MESSAGES + 3; i++) {
            message[0] = (byte) i;
            sent.put(first + i, message, 0, 40);
        }
        assertEquals(0, sent.read(first + 2, 10, block), "a newer message has taken its slot");
        assertEquals(2, sent.read(first + 3, 10, block), "as many as there is room for in the block");
        assertEquals(3, block.bytes()[block.start() + 2]);
        assertEquals(4, block.bytes()[block.start() + 44]);
        assertEquals(1, sent.read(first + 3, 1, block), "as many as are wanted");
        assertEquals(0, sent.read(first + 3, 0, block));
        final long next = first + SentSnapshots.MESSAGES + 3;
        assertEquals(1, sent.read(next - 1, 10, block));
        assertEquals(0, sent.read(next, 10, block), "the message does not exist yet");
        assertEquals(0, sent.read(Long.MAX_VALUE, 10, block));
        assertEquals(0, sent.read(-1, 10, block));
    }
}
