package io.daybook.client.feed;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.wire.Bytes;
import io.daybook.wire.feed.FeedDescriptor;
import io.daybook.wire.feed.MoldPacket;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests packets of hostile senders: none makes the subscriber throw, or keep more than it was sent. */
@Proves(value = "mutated feed packets do no harm", normal = "60 streams", large = "20,000")
final class HostilePacketsTest {
    private static final long MS = 1_000_000;
    private static final int RUNS =
            Boolean.getBoolean("daybook.long") ? 20_000 : Boolean.getBoolean("daybook.quick") ? 20 : 60;

    @Test
    void shouldSurviveMutatedPackets() {
        final long first = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        for (long seed = first; seed < first + RUNS; seed++) {
            try {
                mutate(seed);
            } catch (final RuntimeException | AssertionError e) {
                throw new AssertionError("seed=" + seed, e);
            }
        }
    }

    private static void mutate(final long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        final FeedLab lab = new FeedLab(seed);
        final ChannelSubscriber victim = new ChannelSubscriber(
                3, random.nextBoolean() ? FeedLab.EXCHANGE : -1, new FeedListener() {}, (s, n, c) -> {}, lab.nowNs);
        long adds = 0;
        long nowNs = lab.nowNs;
        for (int i = 0; i < 400; i++) {
            lab.trade();
            final long from = 1 + random.nextLong(lab.messages());
            final byte[] packet = lab.packet(random.nextInt(4) == 0 ? from : lab.messages(), 1 + random.nextInt(9));
            adds += MoldPacket.count(packet, 0);
            if (random.nextInt(8) == 0) {
                packet[0] = 'S';
            }
            for (int j = random.nextInt(4); j > 0; j--) {
                final int most = random.nextBoolean() ? 28 : packet.length;
                packet[random.nextInt(most)] = (byte) random.nextInt(256);
            }
            nowNs += random.nextLong(20 * MS);
            final int length = random.nextInt(30) == 0 ? random.nextInt(packet.length) : packet.length;
            switch (random.nextInt(12)) {
                case 0 -> {
                    victim.onStreamBegin();
                    victim.onStreamedSnapshot(packet, 22, Math.max(8, length - 22), nowNs);
                }
                case 1 -> victim.onStreamed(random.nextLong(), 2, packet, 20, Math.max(0, length - 20), nowNs);
                case 2 -> victim.onStreamEnd(nowNs);
                default -> victim.onPacket(packet, 0, length, nowNs);
            }
            victim.onTick(nowNs);
        }
        assertTrue(victim.books().levels().orders() <= adds + 400, "more orders than were sent");
    }

    @Test
    void shouldSurviveRandomSnapshots() {
        final SplittableRandom random = new SplittableRandom(11);
        final FeedLab lab = new FeedLab(11);
        final byte[] message = new byte[64];
        lab.subscriber.onStreamBegin();
        for (int i = 0; i < 100_000; i++) {
            for (int j = 0; j < message.length; j++) {
                message[j] = (byte) (random.nextInt(3) == 0 ? random.nextInt(256) : 0);
            }
            final int[] templates = {2, 7, 8, 30, 31, 32, 77};
            Bytes.putU16(message, 0, random.nextInt(60));
            Bytes.putU16(message, 2, templates[random.nextInt(templates.length)]);
            lab.subscriber.onStreamedSnapshot(message, 0, 8 + random.nextInt(57), lab.nowNs);
        }
        assertTrue(lab.subscriber.books().states().areAllFresh()
                || lab.subscriber.counters().droppedSnapshots() > 0);
        assertTrue(lab.subscriber.books().symbols().count() <= ChannelBooks.MAX_SYMBOLS);
    }

    @Test
    void shouldKeepNoMoreMessagesThanItsWindow() {
        final MessageWindow window = new MessageWindow(16);
        final byte[] message = new byte[100];
        Bytes.putU16(message, 0, 92);
        for (long number = 1; number <= 40; number++) {
            window.put(number, message, 0, message.length);
        }
        assertTrue(window.has(40) && window.has(25) && !window.has(24));
        assertTrue(window.length(40) <= 64);
        final int blockLength = FeedDescriptor.blockLength(window.bytes(), window.offset(40));
        assertTrue(blockLength + FeedDescriptor.HEADER_LENGTH <= 64, "the known part of a longer block");
        assertTrue(window.first(30, 39) == 30 && window.first(1, 10) == MessageWindow.NONE);
        window.clear();
        assertTrue(Arrays.stream(new long[] {25, 40}).noneMatch(window::has));
    }
}
