package io.daybook.venue;

import static io.daybook.venue.ServedVenue.member;
import static io.daybook.venue.ServedVenue.ok;
import static io.daybook.venue.ServedVenue.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.daybook.config.Inputs;
import io.daybook.host.Clock;
import io.daybook.host.Proves;
import io.daybook.server.config.ServerSections;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The surroundings of a server: a proxy in front, a clock that is set, and a full disk. */
@Proves(
        value = "a full disk refuses orders and answers questions",
        normal = "clock and limits",
        large = "the full disk")
class SurroundingsTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final int MIB = 1 << 20;
    private static final int DISK_MIB = 96;
    private static final int PATIENCE_S = 60;

    @TempDir
    private Path folder;

    private boolean isMounted;
    private Path mounted;

    @AfterEach
    void unmount() throws Exception {
        if (isMounted) {
            assertEquals(
                    0, new ProcessBuilder("umount", mounted.toString()).start().waitFor());
        }
    }

    @Test
    void shouldLetTheClientsAddressDecideBehindAProxy() throws Exception {
        try (ServedVenue venue = ServedVenue.start(folder, "http.behindProxy=true")) {
            venue.user(301, "2", "1000");
            final String bound = member(venue.key(301, "bearer", ",\"from\":[\"198.51.100.0/24\"]"), "secret");
            assertEquals(200, forwarded(venue, bound, "198.51.100.7"));
            assertEquals(401, forwarded(venue, bound, "198.51.101.7"));
            assertEquals(401, forwarded(venue, bound, "198.51.100.7, 203.0.113.1"), "the first address is forged");
            assertEquals(401, forwarded(venue, bound, ""), "the address is that of the proxy");
        }
    }

    @Test
    void shouldPassOverWhatAnybodySaysWhereThereIsNoProxy() throws Exception {
        try (ServedVenue venue = ServedVenue.start(folder)) {
            venue.user(301, "2", "1000");
            final String bound = member(venue.key(301, "bearer", ",\"from\":[\"198.51.100.0/24\"]"), "secret");
            assertEquals(401, forwarded(venue, bound, "198.51.100.7"));
        }
    }

    private static int forwarded(final ServedVenue venue, final String token, final String forwarded) throws Exception {
        final HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + venue.port() + "/v1/account"))
                .header("Authorization", "Bearer " + token);
        if (!forwarded.isEmpty()) {
            request.header("X-Forwarded-For", forwarded);
        }
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    @Test
    void shouldSayThatTheClockWasSet() throws Exception {
        try (ServedVenue venue = ServedVenue.start(folder)) {
            venue.user(301, "2", "1000");
        }
        final AtomicLong setByMs = new AtomicLong();
        final Clock system = Clock.system();
        final Clock clock = new Clock() {
            @Override
            public long nanoTime() {
                return system.nanoTime();
            }

            @Override
            public long epochMillis() {
                return system.epochMillis() + setByMs.get();
            }
        };
        try (Venue server = Venue.open(
                ServerSections.read(folder.resolve("daybook.toml"), Inputs.of(Map.of(), List.of())),
                null,
                VenueGiven.of(clock))) {
            final URI health = URI.create("http://127.0.0.1:" + server.listen() + "/healthz");
            server.start();
            assertEquals("ok", member(get(health), "status"));
            setByMs.set(-TimeUnit.MINUTES.toMillis(2));
            final String degraded = get(health);
            assertEquals("degraded", member(degraded, "status"));
            assertTrue(
                    degraded.matches("(?s).*the clock was set by -1[12]\\d\\.\\d s.*"),
                    degraded); // two clocks are read
        }
    }

    private static String get(final URI address) throws Exception {
        return ok(CLIENT.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString()));
    }

    @Test
    @Tag("whole")
    @Timeout(value = 900, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldRefuseOrdersOnAFullDiskAndAnswerQuestions() throws Exception {
        assumeTrue(Boolean.getBoolean("daybook.long"), "long: run with -Plong");
        final Path data = Files.createDirectory(folder.resolve("data"));
        isMounted = mount(data, DISK_MIB);
        if (!isMounted) {
            System.err.println("SKIPPED: no order met a full disk, for a tmpfs cannot be mounted here");
        }
        assumeTrue(isMounted, "a tmpfs cannot be mounted here");
        try (ServedVenue venue = ServedVenue.start(folder)) {
            final String anna = venue.trader(301, "2", "100000");
            final Path filler = data.resolve("filler");
            fill(filler);
            HttpResponse<String> answer =
                    venue.send(anna, "POST", "/v1/orders", order("buy", "1.00", "0.00001", "f-0"));
            int placed = 0;
            while (answer.statusCode() == 201) {
                placed++;
                answer = venue.send(anna, "POST", "/v1/orders", order("buy", "1.00", "0.00001", "f-" + placed));
            }
            assertEquals(507, answer.statusCode(), answer.body());
            assertEquals("NO_SPACE", member(answer.body(), "code"));
            assertTrue(ok(venue.get("", "/v1/book/BTC-EUR")).contains("\"1.00\""));
            assertTrue(ok(venue.get(anna, "/v1/account")).contains("EUR"));
            assertEquals("not ready", member(ok(venue.get("", "/healthz")), "status"));
            assertEquals(503, venue.get("", "/readyz").statusCode());
            Files.delete(filler);
            final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
            while (answer.statusCode() == 507 && System.nanoTime() - deadlineNs < 0) {
                LockSupport.parkNanos(1_000_000);
                answer = venue.send(anna, "POST", "/v1/orders", order("buy", "1.00", "0.00001", "f-" + placed));
            }
            assertEquals(201, answer.statusCode(), answer.body());
            assertEquals(200, venue.get("", "/readyz").statusCode());
            assertTrue(!answer.body().contains("\"duplicate\":true"), "a refused order must not be carried out");
        }
    }

    @Test
    void shouldSayThatTheDiskIsFullWhereAnOperatorChangesSomething() throws Exception {
        final Path server = Files.createDirectories(folder.resolve("data/server"));
        isMounted = mount(server, 2);
        assumeTrue(isMounted, "a tmpfs cannot be mounted here");
        try (ServedVenue venue = ServedVenue.start(folder)) {
            venue.user(301, "2", "1000");
            final String admin = venue.adminToken();
            final String early = venue.key(301, "bearer", "");
            final String number = member(early, "number");
            final String secret = member(early, "secret");
            final StreamClient streams = StreamClient.open(venue, secret).subscribe("status");
            final String end = "/v1/admin/sessions/" + number + "/end";
            final Path filler = server.resolve("filler");
            fill(filler, 1);
            assertFull(venue.send(admin, "DELETE", "/v1/admin/keys/" + number, ""));
            assertEquals(200, venue.get(secret, "/v1/account").statusCode(), "the key must stay valid");
            final String ofNone = "/v1/admin/sessions/1/end"; // is logged, too, in room that the file already has
            HttpResponse<String> noted = venue.send(admin, "POST", ofNone, "");
            for (int i = 0; noted.statusCode() == 404 && i < 1_000; i++) {
                noted = venue.send(admin, "POST", ofNone, "");
            }
            assertFull(noted);
            assertFull(venue.send(admin, "POST", end, ""));
            streams.subscribe("trades:BTC-EUR"); // the session continues
            final String key = "{\"name\":\"late\",\"kind\":\"bearer\",\"roles\":[\"viewer\"]}";
            assertFull(venue.send(admin, "POST", "/v1/admin/keys", key));
            assertFull(venue.send(admin, "POST", "/v1/admin/listings", """
                    {"currency":{"SOL":{"id":4,"decimals":8}},"listing":{"SOL-EUR":{"symbol":17,"base":"SOL",
                    "quote":"EUR","tick":"0.01","lot":"0.001","takerFee":"0.001"}}}"""));
            Files.delete(filler);
            assertEquals(201, venue.send(admin, "POST", "/v1/admin/keys", key).statusCode());
            assertEquals("true", member(ok(venue.send(admin, "POST", end, "")), "ended"));
            streams.next("closed 1008 an operator has ended the session");
            ok(venue.send(admin, "DELETE", "/v1/admin/keys/" + number, ""));
            assertEquals(401, venue.get(secret, "/v1/account").statusCode());
        }
    }

    private static void assertFull(final HttpResponse<String> answer) {
        assertEquals(507, answer.statusCode(), answer.body());
        assertEquals("NO_SPACE", member(answer.body(), "code"));
    }

    private boolean mount(final Path disk, final int mib) throws Exception {
        mounted = disk;
        return new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=" + mib + "m", "tmpfs", disk.toString())
                        .start()
                        .waitFor()
                == 0;
    }

    /** Fills the disk, except for less than a segment and some room for other files. */
    private static void fill(final Path filler) throws Exception {
        fill(filler, 2 * MIB);
    }

    private static void fill(final Path filler, final long leftBytes) throws Exception {
        Files.createFile(filler);
        final FileStore disk = Files.getFileStore(filler);
        for (long room = disk.getUsableSpace(); room > leftBytes; room = disk.getUsableSpace()) {
            Files.write(filler, new byte[(int) Math.min(MIB, room)], StandardOpenOption.APPEND);
        }
    }
}
