package io.daybook.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Proves("the Java client survives wrong use and torn files, speaks TLS and allocates nothing")
@Timeout(300)
final class NextOutFileTest {
    private static final int SESSION = 17;

    @TempDir
    private Path folder;

    private Path path;

    @BeforeEach
    void name() {
        path = folder.resolve("next-out");
    }

    @Test
    void shouldBeginWithTheStreamsFirst() throws IOException {
        try (NextOutFile file = NextOutFile.open(path, SESSION)) {
            final StreamPosition position = file.load();
            assertEquals(1, position.nextOut);
            assertEquals(0, position.lastAnswered);
            assertFalse(position.knowsExchange());
        }
    }

    @Test
    void shouldLoadWhatWasSavedLast() throws IOException {
        save(5);
        final StreamPosition position = load();
        assertEquals(5, position.nextOut);
        assertEquals(50, position.lastAnswered);
        assertTrue(position.knowsExchange());
        assertArrayEquals(filled(), position.exchangeId);
        assertEquals(128, Files.size(path));
    }

    @Test
    void shouldKeepTheHistoryOfAVenueThatWasRestored() throws IOException {
        save(5);
        try (NextOutFile file = NextOutFile.open(path, SESSION)) {
            final StreamPosition position = file.load();
            assertEquals(0, position.history);
            position.history = 1_795_832_099L;
            position.nextOut = 6;
            file.save(position);
        }
        final StreamPosition position = load();
        assertEquals(1_795_832_099L, position.history);
        assertEquals(6, position.nextOut);
        assertArrayEquals(filled(), position.exchangeId);
        final byte[] torn = Files.readAllBytes(path);
        torn[52] ^= 1;
        Files.write(path, torn);
        assertEquals(5, load().nextOut, "the checksum covers the history");
    }

    /** The slot that was being written can be torn at any byte; the other slot has the save before it. */
    @Test
    void shouldFallBackToTheOlderSlotWhenTheNewerIsTorn() throws IOException {
        save(5);
        final byte[] before = Files.readAllBytes(path);
        try (NextOutFile file = NextOutFile.open(path, SESSION)) {
            final StreamPosition position = file.load();
            position.nextOut = 6;
            file.save(position);
        }
        final byte[] after = Files.readAllBytes(path);
        for (int cut = 0; cut <= 52; cut++) {
            final byte[] torn = after.clone();
            System.arraycopy(before, cut, torn, cut, 64 - cut); // the sixth save is in slot 0
            Files.write(path, torn);
            final long nextOut = load().nextOut;
            assertTrue(nextOut == 5 || nextOut == 6, () -> "nextOut=" + nextOut);
            if (cut < 8) {
                assertEquals(5, nextOut);
            }
        }
        assertEquals(6, load().nextOut);
    }

    @Test
    void shouldRefuseAFileOfAnotherSession() throws IOException {
        save(1);
        final IOException e = assertThrows(IOException.class, () -> {
            try (NextOutFile file = NextOutFile.open(path, 18)) {
                file.load();
            }
        });
        assertEquals(path + ": the file belongs to session 17, not 18; give each session its own file", e.getMessage());
    }

    @Test
    void shouldRefuseAFileWithoutASlotThatChecks() throws IOException {
        Files.write(path, new byte[128]);
        final IOException e = assertThrows(IOException.class, this::load);
        assertTrue(e.getMessage().contains("no slot of this file is valid; delete it"), e.getMessage());
    }

    @Test
    void shouldGoOnWithTheStreamInAnotherRunOfTheProgram() throws Exception {
        try (TestVenue venue = new TestVenue()) {
            final OrderHandle order = new OrderHandle();
            final RecordingListener first = new RecordingListener();
            try (DaybookClient client = connect(venue, first)) {
                first.expect("welcome 0 next 1");
                client.place(order, 301, 7, Side.BID, OrderType.GTC, 100, 4);
                first.expect("answer 1: request 1 code 0");
            }
            venue.fillMaker(order.orderId());
            final RecordingListener second = new RecordingListener();
            try (DaybookClient client = connect(venue, second)) {
                second.expect("welcome 1 next 3");
                second.expect("fill 2: 1 1@100 maker");
                assertEquals(2, client.cancel(OrderHandle.of(301, 7, order.orderId())));
                second.expect("answer 3: request 2 code 0");
            }
            venue.forget(0, 1);
            final RecordingListener third = new RecordingListener();
            assertThrows(ClientException.class, () -> connect(venue, third));
            third.expect("history lost: the venue has requests up to 1, but had answered request 2");
        }
    }

    private DaybookClient connect(final TestVenue venue, final ClientListener listener) throws IOException {
        return DaybookClient.builder()
                .address("127.0.0.1", venue.port())
                .session(SESSION, "secret")
                .heartbeatMs(TestVenue.HEARTBEAT_MS)
                .nextOutFile(path)
                .listener(listener)
                .connect();
    }

    /** Saves several positions, the last with this number. */
    private void save(final int nextOut) throws IOException {
        try (NextOutFile file = NextOutFile.open(path, SESSION)) {
            final StreamPosition position = file.load();
            System.arraycopy(filled(), 0, position.exchangeId, 0, 16);
            for (int i = 1; i <= nextOut; i++) {
                position.nextOut = i;
                position.lastAnswered = 10L * i;
                file.save(position);
            }
        }
    }

    private StreamPosition load() throws IOException {
        try (NextOutFile file = NextOutFile.open(path, SESSION)) {
            return file.load();
        }
    }

    private static byte[] filled() {
        final byte[] id = new byte[16];
        Arrays.fill(id, (byte) 9);
        return id;
    }
}
