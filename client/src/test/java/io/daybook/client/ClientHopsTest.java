package io.daybook.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.wire.hops.Hop;
import io.daybook.wire.hops.HopFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the file of times that a client writes about its commands. */
@Proves("every n-th command is timed, and no other")
@Timeout(300)
final class ClientHopsTest {
    private static final List<Hop> WAY = List.of(Hop.T10, Hop.T11, Hop.T12, Hop.T7, Hop.T8, Hop.T9);

    @TempDir
    private Path folder;

    private final RecordingListener heard = new RecordingListener();

    private Path file() {
        return folder.resolve("client.hops");
    }

    private DaybookClient connect(final TestVenue venue, final int every) throws IOException {
        return DaybookClient.builder()
                .address("127.0.0.1", venue.port())
                .session(17, "secret")
                .heartbeatMs(TestVenue.HEARTBEAT_MS)
                .nextOut(1)
                .maxInFlight(4)
                .hops(file(), every)
                .listener(heard)
                .connect();
    }

    private static long place(final DaybookClient client) {
        return client.place(new OrderHandle(), 301, 7, Side.BID, OrderType.GTC, 100, 4);
    }

    private Map<Long, Map<Hop, Long>> read() throws IOException {
        final Map<Long, Map<Hop, Long>> bySeq = new TreeMap<>();
        HopFile.read(file(), (seq, hop, ns) -> bySeq.computeIfAbsent(seq, fresh -> new EnumMap<>(Hop.class))
                .put(hop, ns));
        return bySeq;
    }

    @Test
    void shouldTimeCommandsFromTheDecisionToTheListener() throws Exception {
        try (TestVenue venue = new TestVenue()) {
            try (DaybookClient client = connect(venue, 2)) {
                heard.expect("welcome 0 next 1");
                for (int request = 1; request <= 40; request++) {
                    assertTrue(place(client) > 0);
                    heard.expect("answer " + request + ": request " + request + " code 0");
                }
            }
            final Map<Long, Map<Hop, Long>> bySeq = read();
            assertFalse(bySeq.isEmpty());
            bySeq.forEach((seq, times) -> {
                assertEquals(0, seq % 2, "only every second is timed");
                assertEquals(WAY.size(), times.size(), () -> seq + ": " + times);
                for (int i = 1; i < WAY.size(); i++) {
                    assertTrue(times.get(WAY.get(i - 1)) <= times.get(WAY.get(i)), () -> seq + ": " + times);
                }
            });
        }
    }

    @Test
    void shouldNotTimeWhatAnEarlierProgramSent() throws Exception {
        try (TestVenue venue = new TestVenue()) {
            try (DaybookClient client = connect(venue, 1)) {
                heard.expect("welcome 0 next 1");
                place(client);
                heard.expect("answer 1: request 1 code 0");
            }
            heard.next(); // stopped
            try (DaybookClient client = connect(venue, 1)) {
                heard.expect("welcome 1 next 2");
                heard.expect("answer 1: request 1 code 0");
                place(client);
                heard.expect("answer 2: request 2 code 0");
            }
            assertEquals(1, read().size(), "only the second request is timed");
        }
    }

    @Test
    void shouldLeaveNoFileWhereNothingIsTimed() throws Exception {
        try (TestVenue venue = new TestVenue()) {
            connect(venue, 0).close();
            assertFalse(Files.exists(file()));
            final IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> connect(venue, 3));
            assertTrue(refused.getMessage().endsWith("every=3"), refused::getMessage);
        }
    }
}
