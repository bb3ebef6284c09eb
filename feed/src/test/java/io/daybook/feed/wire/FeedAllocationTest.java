package io.daybook.feed.wire;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.daybook.client.FeedClient;
import io.daybook.client.feed.FeedListener;
import io.daybook.host.Clock;
import io.daybook.host.FreePorts;
import io.daybook.host.Proves;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.Selector;
import org.junit.jupiter.api.Test;

/** The publisher and the client of a line allocate nothing once they are warm. */
@Proves("the feed's ends allocate nothing")
final class FeedAllocationTest {
    private static final int ROUNDS = 400;
    private static final int COMMANDS = 50;

    /** The allocation of the JIT and of a thread that reads its own counter for the first time. */
    private static final long ALLOWED_BYTES = 16_384;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Stores the client's thread and its last seq. */
    private static final class Counting implements FeedListener {
        private volatile long threadId;
        private volatile long seq;

        @Override
        public void onGroup(final long groupSeq, final long timeNs) {
            if (threadId == 0) {
                threadId = Thread.currentThread().getId();
            }
            seq = groupSeq;
        }
    }

    @Test
    void shouldNotAllocateOnceWarm() throws IOException {
        final InetAddress loopback = InetAddress.getLoopbackAddress();
        final InetSocketAddress line = new InetSocketAddress(loopback, FreePorts.next());
        final RandomFeed feed = new RandomFeed(1, 3, 500);
        final WireSettings settings = new WireSettings(
                1, 0, 1, 1_400, new LineSettings(line, null), null, null, 1_000, null, address -> true, 1, 1);
        final Counting counting = new Counting();
        try (Selector selector = Selector.open();
                FeedWire wire = FeedWire.open(settings, new MemoryLog(1), null, feed, Clock.system(), selector);
                FeedClient client = FeedClient.builder()
                        .channels(0)
                        .lineA(line)
                        .listener(counting)
                        .start()) {
            long sent = 0;
            for (long number = 1; number < feed.nextNumber(0); number++) {
                send(wire, feed, number);
                sent = number;
            }
            wire.onBatchEnd();
            long wireBytes = 0;
            long clientBytes = 0;
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 0; i < COMMANDS; i++) {
                    feed.command();
                }
                if (round == ROUNDS / 2) {
                    clientBytes = THREADS.getThreadAllocatedBytes(counting.threadId);
                    wireBytes = 0;
                }
                final long next = feed.nextNumber(0);
                final long before =
                        THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
                for (long number = sent + 1; number < next; number++) {
                    send(wire, feed, number);
                }
                wire.onBatchEnd();
                wireBytes +=
                        THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
                sent = next - 1;
                while (counting.seq < feed.seq()) {
                    Thread.onSpinWait();
                }
            }
            final long ofWire = wireBytes;
            final long ofClient = THREADS.getThreadAllocatedBytes(counting.threadId) - clientBytes;
            assertTrue(ofWire < ALLOWED_BYTES, () -> "publisher: " + ofWire);
            assertTrue(ofClient < ALLOWED_BYTES, () -> "client: " + ofClient);
        }
    }

    private static void send(final FeedWire wire, final RandomFeed feed, final long number) {
        final byte[] message = feed.log.message(0, number);
        wire.onMessage(0, number, message, 0, message.length, false);
    }
}
