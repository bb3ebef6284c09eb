package io.daybook.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AuditQuery;
import io.daybook.api.ExchangeState;
import io.daybook.api.UserReportQuery;
import io.daybook.host.Proves;
import io.daybook.sessions.limit.SessionLimits;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A member sends bytes that are no FIX, or nearly FIX: random bytes, and mutated messages, often with a valid length
 * and sum, so that they get further. They affect only that session: another one trades meanwhile, and memory does not
 * grow with the sent bytes.
 */
@Proves(value = "hostile FIX bytes stay in their session", normal = "200,000 bytes", large = "100,000,000")
@Timeout(7_200)
@Tag("whole")
final class HostileFixTest {
    private static final long BYTES = Boolean.getBoolean("daybook.long") ? 100_000_000 : 200_000;

    /** The most growth of memory: in the long run mostly orders that were accepted among the bytes. */
    private static final long MOST_MEMORY = 256L << 20;

    private static final int MOST_RANDOM_BYTES = 2_000;
    private static final int MOST_AT_ONCE = 20;
    private static final SessionLimits LIMITS = new SessionLimits(
            64, 1_000_000, 100, 100, 100, 5_000, 1_000_000, 64 << 10, 64 << 20, 10_000, 1 << 20, 7, 64);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

    /** The messages that are mutated: those of the scripts, without their headers. */
    private static final List<String> BODIES = bodies();

    @TempDir
    private Path folder;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private final SplittableRandom random = new SplittableRandom(seed);
    private int number;
    private long sent;
    private int sentAway;

    private static List<String> bodies() {
        final List<String> bodies = new ArrayList<>();
        final Path resources = Path.of("src", "test", "resources", "io", "daybook", "gateway", "fix");
        for (final String kind : List.of("tables", "acceptance")) {
            try (Stream<Path> scripts = Files.list(resources.resolve(kind)).sorted()) {
                for (final Path script : scripts.toList()) {
                    Files.readAllLines(script).stream()
                            .filter(line -> line.startsWith("> 35="))
                            .map(line -> line.substring(2)
                                    .replace("{symbol}", "BTC-EUR")
                                    .replace("{account}", "A1")
                                    .replace("{now}", "20260101-00:00:00"))
                            .filter(line -> !line.contains("{"))
                            .forEach(bodies::add);
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
        return bodies;
    }

    @Test
    void shouldKeepWhateverIsSentInItsSession() throws Exception {
        try (FixVenue venue = new FixVenue(folder, LIMITS, FixVenue.trader(17, 1), FixVenue.trader(18, 2));
                StockInitiator good = venue.connect(18, folder)) {
            final long before = usedMemory();
            while (sent < BYTES) {
                misbehave(venue);
            }
            final long grown = usedMemory() - before;
            assertTrue(grown < MOST_MEMORY, () -> "seed=" + seed + ": memory has grown by " + grown);
            assertTrue(good.isLoggedOn(), () -> "seed=" + seed);
            good.send(ViewsTest.request(
                    "D", "11=GOOD", "55=BTC-FUT", "54=1", "38=5", "40=2", "44=100", "59=1", "60=20260101-00:00:00"));
            assertEquals("0", good.receive().getString(150), () -> "seed=" + seed);
            assertEquals(
                    5,
                    venue.exchange()
                            .query(new UserReportQuery(2))
                            .get(60, TimeUnit.SECONDS)
                            .orders()
                            .get(0)
                            .remaining());
            assertEquals(ExchangeState.RUNNING, venue.exchange().state(), () -> "seed=" + seed);
            venue.exchange().query(new AuditQuery()).get(60, TimeUnit.SECONDS);
            assertTrue(sentAway > BYTES / 100_000, () -> "seed=" + seed + ": " + sentAway);
        }
    }

    private static long usedMemory() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Sends hostile bytes on one connection, until it is cut off or has sent enough. */
    private void misbehave(final FixVenue venue) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), venue.port())) {
            socket.setSoTimeout(1);
            number = 1;
            sent++; // a connection that is cut off at once counts as well
            if (random.nextInt(10) != 0) {
                send(socket, "35=A|98=0|108=30|141=Y|553=17|554=" + FixVenue.SECRET.text(), 0);
            }
            for (int turns = random.nextInt(10); turns >= 0; turns--) {
                for (int i = random.nextInt(MOST_AT_ONCE); i >= 0; i--) {
                    if (random.nextInt(40) == 0) {
                        sendRandom(socket);
                    } else {
                        send(socket, BODIES.get(random.nextInt(BODIES.size())), random.nextInt(4));
                    }
                }
                if (!drain(socket)) {
                    sentAway++;
                    return;
                }
            }
        } catch (IOException e) {
            sentAway++; // the venue has closed it
        }
    }

    private void sendRandom(final Socket socket) throws IOException {
        final byte[] bytes = new byte[random.nextInt(MOST_RANDOM_BYTES)];
        random.nextBytes(bytes);
        write(socket, bytes);
    }

    private void write(final Socket socket, final byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        sent += bytes.length;
    }

    /** Returns whether the connection is still open. */
    private static boolean drain(final Socket socket) throws IOException {
        final InputStream in = socket.getInputStream();
        final byte[] bytes = new byte[65_536];
        try {
            while (in.read(bytes) >= 0) {
                // reads everything; a client that does not read is another test
            }
            return false;
        } catch (SocketTimeoutException e) {
            return true;
        }
    }

    /** Sends a message with some bytes changed, mostly with a valid length and sum. */
    private void send(final Socket socket, final String body, final int changes) throws IOException {
        final int end = body.indexOf('|') < 0 ? body.length() : body.indexOf('|');
        final String rest = body.substring(end).isEmpty() ? "|" : body.substring(end) + "|";
        final StringBuilder text = new StringBuilder((body.substring(0, end) + "|34=" + number++
                        + "|49=S17|56=DAYBOOK|52=" + TIME.format(Instant.now()) + rest)
                .replace('|', '\001'));
        for (int i = changes; i > 0; i--) {
            mutate(text);
        }
        final boolean isSized = random.nextInt(8) != 0;
        final String framed =
                "8=FIX.4.4\0019=" + (isSized ? text.length() : random.nextInt(2 * text.length() + 1)) + "\001" + text;
        int sum = 0;
        for (int i = 0; i < framed.length(); i++) {
            sum += framed.charAt(i);
        }
        final String whole = framed + String.format("10=%03d\001", random.nextInt(8) == 0 ? 0 : sum & 0xFF);
        write(socket, whole.getBytes(StandardCharsets.ISO_8859_1));
    }

    private void mutate(final StringBuilder text) {
        final int at = random.nextInt(text.length());
        switch (random.nextInt(5)) {
            case 0 -> text.setCharAt(at, (char) random.nextInt(256));
            case 1 -> text.setCharAt(at, (char) ('0' + random.nextInt(10)));
            case 2 -> text.deleteCharAt(at);
            case 3 -> text.insert(at, "\001" + random.nextInt(1_000) + "=" + random.nextInt(1_000_000));
            default -> text.insert(at, "9".repeat(random.nextInt(40)));
        }
    }
}
