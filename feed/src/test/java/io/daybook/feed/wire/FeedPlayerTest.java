package io.daybook.feed.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.client.book.KeyedBook;
import io.daybook.client.feed.GroupWriter;
import io.daybook.feed.log.FeedLog;
import io.daybook.feed.log.FeedLogException;
import io.daybook.feed.log.FeedLogLimits;
import io.daybook.host.Proves;
import io.daybook.host.SimulatedClock;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.wire.feed.FeedSettings;
import io.daybook.wire.feed.MoldPacket;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Plays a log: its rhythm, by a clock of the test, and the requests that are answered meanwhile. */
@Proves("a feed that is played from its log keeps the rhythm of the log, and answers requests")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FeedPlayerTest {
    private static final UUID EXCHANGE = new UUID(0x1234_5678_9ABC_DEF0L, 7);
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long DAY_NS = TimeUnit.DAYS.toNanos(20_000);
    private static final int CHANNELS = 2;
    private static final int TIME_OUT_MS = 60_000;

    @TempDir
    private Path folder;

    private final SimulatedClock clock = new SimulatedClock(0);
    private final InetAddress loopback = InetAddress.getLoopbackAddress();

    /** Writes symbol s in channel s: a listing at second 0, an order at second 1 + s, and one at second 3 + s. */
    private void write() {
        try (FeedLog log = FeedLog.open(new FileJournalStorage(), folder, EXCHANGE, CHANNELS, FeedLogLimits.DEFAULT)) {
            for (int channel = 0; channel < CHANNELS; channel++) {
                final int to = channel;
                final KeyedBook book = new KeyedBook();
                final GroupWriter out = new GroupWriter(
                        (number, bytes, offset, length) -> log.onMessage(to, number, bytes, offset, length, false),
                        book.levels());
                out.begin(1, DAY_NS);
                out.listing(CHANNELS + channel, 0, 1, 2, 1, 1, 1, 1_000);
                out.end();
                for (int i = 0; i < 2; i++) {
                    out.begin(2 + i, DAY_NS + (1 + channel + 2 * i) * SECOND_NS);
                    out.add(0, 1, 100, 5);
                    out.end();
                }
            }
            log.onBatchEnd();
        }
    }

    private FeedLog open() {
        return FeedLog.openReadOnly(new FileJournalStorage(), folder);
    }

    private WireSettings settings(final DatagramSocket line) {
        return new WireSettings(
                0,
                0,
                CHANNELS,
                FeedSettings.PACKET_BYTES,
                new LineSettings(new InetSocketAddress(loopback, line.getLocalPort()), null),
                null,
                null,
                FeedSettings.CYCLE_MS,
                new InetSocketAddress(loopback, 0),
                address -> true,
                FeedSettings.REQUESTS_PER_SECOND,
                FeedSettings.ALL_REQUESTS_PER_SECOND);
    }

    @Test
    void shouldSendEachGroupWhenItsTimeHasCome() throws IOException {
        write();
        try (DatagramSocket line = new DatagramSocket(0, loopback);
                FeedLog log = open();
                FeedPlayer player = new FeedPlayer(log, settings(line), clock, 2)) {
            assertEquals(12, player.total());
            assertTrue(player.step());
            assertEquals(4, player.played(), "the listings of both channels");
            for (int group = 1; group <= 4; group++) {
                clock.advance(SECOND_NS / 2 - 1, TimeUnit.NANOSECONDS);
                player.step();
                assertEquals(2 + 2 * group, player.played(), "before group " + group);
                clock.advance(1, TimeUnit.NANOSECONDS);
                assertEquals(group < 4, player.step());
                assertEquals(4 + 2 * group, player.played(), "group " + group);
                assertEquals(DAY_NS + group * SECOND_NS, player.feedTimeNs());
            }
            assertFalse(player.step());
        }
    }

    /** Requests for messages that are not due yet get no answer. */
    @Test
    void shouldAnswerOnlyForWhatWasPlayed() throws IOException {
        write();
        try (DatagramSocket line = new DatagramSocket(0, loopback);
                DatagramSocket asker = new DatagramSocket(0, loopback);
                FeedLog log = open();
                FeedPlayer player = new FeedPlayer(log, settings(line), clock, 1)) {
            player.step();
            assertEquals(2, answered(asker, player, 1, 100));
            clock.advance(4, TimeUnit.SECONDS);
            player.step();
            assertEquals(6, answered(asker, player, 1, 100));
        }
    }

    /** Requests messages of channel 0. Returns how many came. */
    private int answered(final DatagramSocket asker, final FeedPlayer player, final long number, final int count)
            throws IOException {
        final byte[] request = new byte[MoldPacket.HEADER_LENGTH];
        MoldPacket.header(request, 0, "1234560000".getBytes(StandardCharsets.US_ASCII), number, count);
        asker.setSoTimeout(TIME_OUT_MS);
        asker.send(new DatagramPacket(request, request.length, player.requestAddress()));
        final long before = player.counters().answered() + player.counters().refused();
        while (player.counters().answered() + player.counters().refused() == before) {
            player.step();
        }
        final DatagramPacket answer = new DatagramPacket(new byte[2_000], 2_000);
        asker.receive(answer);
        return MoldPacket.count(answer.getData(), 0);
    }

    @Test
    void shouldRefuseWhatCannotBePlayed() throws IOException {
        assertThrows(FeedLogException.class, this::open);
        write();
        try (DatagramSocket line = new DatagramSocket(0, loopback);
                FeedLog log = open()) {
            for (final double speed : new double[] {0, -1, Double.NaN}) {
                assertThrows(IllegalArgumentException.class, () -> new FeedPlayer(log, settings(line), clock, speed));
            }
            Files.createFile(folder.resolve("AHEAD"));
            final FeedLog ahead = open();
            final FeedLogException refused =
                    assertThrows(FeedLogException.class, () -> new FeedPlayer(ahead, settings(line), clock, 1));
            assertTrue(String.valueOf(refused.getMessage()).contains("restart the feed first"));
        }
    }
}
