package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a server at the most detailed log level: no secret that it receives, right or wrong, is in any file that it
 * writes, except the token of its admin.
 */
@Proves("no secret is in any file that a server writes, except its admin's token")
@Tag("whole")
class ServeLogTest {
    private static final int TIME_OUT_MS = 60_000;

    /**
     * The time to wait for an answer. Some messages have none: they are read in this time, and if not, less is tested.
     */
    private static final int ANSWER_MS = 2_000;

    private static final int NOISY = 50;

    /** The most lines that a start and an end write, including the lines that give the number of omitted lines. */
    private static final int MOST_OF_START = 40;

    /** The most lines about faults of clients that the server may write at once. */
    private static final int AT_ONCE = 20;

    private static final DateTimeFormatter FIX_TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss").withZone(ZoneOffset.UTC);

    @TempDir
    private Path folder;

    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(Duration.ofMillis(TIME_OUT_MS))
            .build();
    private final Map<String, String> secrets = new TreeMap<>();
    private VenueProcess venue;
    private int fixPort;

    @BeforeEach
    void makeVenue() throws IOException {
        final String classPath = UnpackedDistribution.serverClassPath();
        venue = new VenueProcess(folder, System.nanoTime());
        venue.with(classPath);
        fixPort = venue.withFix();
        venue.withHttp();
        venue.configure(
                "",
                "[log]\nlevel = \"trace\"\nfile = \"daybook.log\"\n",
                "\"session\":17,\"protocol\":\"tcp\",\"accounts\":{\"U\":303},\"may\":[\"trade\"]",
                "\"session\":18,\"protocol\":\"fix\",\"compId\":\"C18\",\"venue\":\"DAYBOOK\",\"accounts\":{\"U\":302},"
                        + "\"may\":[\"trade\"]");
        venue.endow();
        secrets.put("the secret of a session", venue.secret());
    }

    @AfterEach
    void kill() throws InterruptedException {
        if (venue != null) {
            venue.kill();
        }
    }

    @Test
    void shouldWriteNoSecretAnywhere() throws Exception {
        venue.start();
        useHttp();
        useFix();
        useTcp();
        venue.stop();
        final String log = Files.readString(folder.resolve("daybook.log"));
        requireLines(log);
        final List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (final Path file : files.filter(Files::isRegularFile).toList()) {
                final String content = Files.readString(file, StandardCharsets.ISO_8859_1);
                secrets.forEach((name, secret) -> {
                    if (content.contains(secret)) {
                        found.add(folder.relativize(file) + " has " + name);
                    }
                });
            }
        }
        assertEquals(List.of("data/server/admin-token has the admin's token"), found);
    }

    /** Unknown clients at each port send 40,000 unreadable bytes each. */
    @Test
    void shouldLogLittleOfWhatCannotBeRead() throws Exception {
        venue.start();
        final int httpPort = URI.create(venue.url()).getPort();
        final long beganNs = System.nanoTime();
        for (int i = 0; i < NOISY; i++) {
            noise("0\00135=A\001" + i);
            noise("1x\001" + i);
            noise("5\00135=D\001" + i);
            resetConnection();
            noiseAt(venue.port(), "");
            noiseAt(httpPort, "");
            noiseAt(httpPort, "GET /v1/" + i);
            noiseAt(httpPort, "POST /v1/orders HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer dbk_" + i);
        }
        venue.stop();
        final long tookS = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - beganNs);
        final String log = Files.readString(folder.resolve("daybook.log"));
        final List<String> lines = log.lines()
                .filter(line -> !line.contains("\"level\":\"trace\"") && !line.contains("\"level\":\"debug\""))
                .toList();
        final long told =
                lines.stream().filter(line -> line.contains("a connection of")).count();
        assertTrue(
                lines.stream().allMatch(line -> line.length() < 2_048 && !line.contains("\"level\":\"error\"")),
                () -> log.substring(0, Math.min(log.length(), 4_096)));
        assertTrue(told > 0 && told <= AT_ONCE + 1 + tookS, log); // AT_ONCE lines at once, then one per second
        assertTrue(lines.size() <= told + MOST_OF_START + tookS, () -> String.join("\n", lines));
    }

    private void resetConnection() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), fixPort)) {
            socket.getOutputStream().write('8');
            socket.setSoLinger(true, 0);
        }
    }

    private void noise(final String length) throws IOException {
        noiseAt(fixPort, "8=FIX.4.4\0019=" + length);
    }

    private void noiseAt(final int port, final String begin) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(TIME_OUT_MS);
            final String text = begin + "A".repeat(40_000);
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            final int length = socket.getInputStream().readAllBytes().length;
            assertTrue(port != fixPort || length == 0, "an answer of " + length + " bytes");
        } catch (SocketException e) {
            assertTrue(venue.isAlive(), "the venue has ended"); // a reset also ends the connection
        }
    }

    /**
     * Requires that the log has the expected lines, each of which is a JSON object, and that SLF4J has printed nothing.
     */
    private void requireLines(final String log) {
        assertFalse(venue.log().contains("SLF4J"), venue.log());
        assertTrue(log.lines().allMatch(line -> line.startsWith("{\"time\":\"") && line.endsWith("}")), log);
        assertTrue(log.contains("\"message\":\"listening on "), log);
        assertTrue(
                Pattern.compile("/data: restored to seq \\d+ in \\d+\\.\\d s"
                                + " \\(no snapshot, \\d+ commands? replayed\\)\"")
                        .matcher(log)
                        .find(),
                log);
        assertTrue(
                Pattern.compile("\"level\":\"debug\",.*\"message\":\"answered\",\"requestId\":\"[0-9a-f]+\","
                                + "\"method\":\"POST\",\"route\":\"/v1/orders\","
                                + "\"status\":201,\"us\":\\d+,\"seq\":\\d+}")
                        .matcher(log)
                        .find(),
                log);
        assertTrue(log.contains("\"message\":\"a key was refused\""), log);
        assertTrue(log.contains("\"logger\":\"io.daybook.gateway.fix.EventLog\""), log);
        assertTrue(log.endsWith("\"message\":\"ended\"}\n"), log);
    }

    private void useHttp() throws Exception {
        final String admin =
                Files.readString(venue.data().resolve("server/admin-token")).strip();
        secrets.put("the admin's token", admin);
        final String[] asAdmin = {"Authorization", "Bearer " + admin};
        final String key = "{\"name\":\"%s\",\"kind\":\"%s\",\"roles\":[\"trader\"],\"accounts\":{\"A\":301}}";
        final String trader = text("secret", post("/v1/admin/keys", key.formatted("a", "bearer"), asAdmin));
        secrets.put("a trader's token", trader);
        final String hmac =
                post("/v1/admin/keys", key.formatted("b", "hmac"), asAdmin).body();
        secrets.put("a key of HMAC", text("secret", hmac));
        final String[] asTrader = {"Authorization", "Bearer " + trader};
        assertEquals(
                201,
                post(
                                "/v1/orders",
                                "{\"symbol\":\"BTC-EUR\",\"side\":\"sell\",\"type\":\"limit\",\"price\":\"57100\","
                                        + "\"size\":\"1\",\"clientOrderId\":\"s-1\"}",
                                asTrader)
                        .statusCode());
        final String given = post("/v1/session", "{\"token\":\"" + trader + "\"}")
                .headers()
                .firstValue("set-cookie")
                .orElseThrow();
        final String name = given.substring(0, given.indexOf('=') + 1);
        final String cookie = given.substring(name.length(), given.indexOf(';'));
        secrets.put("a cookie", cookie);
        assertEquals(200, get("/v1/account", "Cookie", name + cookie).statusCode());
        final String listenKey =
                text("listenKey", post("/api/v3/userDataStream", "", "X-MBX-APIKEY", text("apiKey", hmac)));
        secrets.put("a listen key", listenKey);
        secrets.put("the part of a key that opens streams", text("apiKey", hmac).replaceFirst(".*\\.", ""));
        final HttpResponse<String> stream = get("/ws/" + listenKey);
        assertTrue(stream.statusCode() >= 400, "accepted without an upgrade to WebSocket");

        for (final String wrong :
                new String[] {"dbk_wrong-token", "wrong-cookie", "wrong-sign", "wrong-body", "wrong-query"}) {
            secrets.put(wrong, wrong);
        }
        assertEquals(
                401,
                get("/v1/account", "Authorization", "Bearer dbk_wrong-token").statusCode());
        assertEquals(401, get("/v1/account", "Cookie", name + "wrong-cookie").statusCode());
        assertEquals(400, get("/v1/time?token=wrong-query").statusCode());
        assertEquals(
                401,
                get(
                                "/v1/account",
                                "Daybook-Key",
                                text("id", hmac),
                                "Daybook-Time",
                                Long.toString(System.currentTimeMillis()),
                                "Daybook-Sign",
                                "wrong-sign")
                        .statusCode());
        assertEquals(
                400,
                post("/v1/admin/users", "{\"uid\":301,\"password\":\"wrong-body\"}", asAdmin)
                        .statusCode());
        final HttpResponse<String> signed =
                get("/api/v3/account?timestamp=1&signature=wrong-sign", "X-MBX-APIKEY", text("apiKey", hmac));
        assertTrue(signed.statusCode() >= 400, signed.body());
    }

    private HttpResponse<String> post(final String path, final String body, final String... headers) throws Exception {
        return send(HttpRequest.newBuilder().POST(HttpRequest.BodyPublishers.ofString(body)), path, headers);
    }

    private HttpResponse<String> get(final String path, final String... headers) throws Exception {
        return send(HttpRequest.newBuilder(), path, headers);
    }

    private HttpResponse<String> send(final HttpRequest.Builder request, final String path, final String... headers)
            throws Exception {
        request.uri(URI.create(venue.url() + path)).timeout(Duration.ofMillis(TIME_OUT_MS));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String text(final String key, final HttpResponse<String> answer) {
        return text(key, answer.body());
    }

    private static String text(final String key, final String json) {
        final Matcher matcher = Pattern.compile("\"" + key + "\":\"([^\"]+)\"").matcher(json);
        assertTrue(matcher.find(), json);
        return matcher.group(1);
    }

    /** Sends Logons that are right, wrong, from unknown clients, too early, and unreadable. */
    private void useFix() throws IOException {
        secrets.put("wrong-fix", "wrong-fix");
        final String logon = "98=0|108=30|553=18|554=";
        fixSession(
                "BE|923=u1|924=1|553=18|554=" + venue.secret() + "|925=wrong-fix",
                "BE|923=u1|924=x|553=18|554=" + venue.secret() + "|925=wrong-fix",
                "BE|923=u1|nothing|924=1|554=" + venue.secret(),
                "D|11=a|554=" + venue.secret() + "|554=wrong-fix|=3|44=x");
        fixSession("\u0001|554=" + venue.secret());
        fixSession("A|98=0|108=30|554=" + venue.secret() + "|925=wrong-fix");
        fix("A", "C18", logon + "wrong-fix|925=wrong-fix");
        fix("A", "STRANGER", logon + "wrong-fix");
        fix("D", "C18", logon + "wrong-fix");
        fix("A", "C18", logon + "wrong-fix|nothing|11=1");
        fix("A", "C18", "98=x|108=y|" + logon + venue.secret() + "|554=wrong-fix");
        fix("A", "C18", "95=5|96=wrong-fix|" + logon + "wrong-fix");
    }

    /** Logs on, sends more messages, and reads until the connection ends or is silent. */
    private void fixSession(final String... messages) throws IOException {
        try (Socket socket = loggedOn()) {
            int number = 2;
            for (final String message : messages) {
                final int bar = message.indexOf('|');
                send(socket, number++, message.substring(0, bar), "C18", message.substring(bar + 1));
            }
            socket.setSoTimeout(ANSWER_MS);
            final InputStream in = socket.getInputStream();
            while (!answer(in).isEmpty()) {
                number++;
            }
        }
    }

    /**
     * Opens a connection and logs on. Tries again, because the venue refuses a new connection of a session until it has
     * noticed that the previous one is closed.
     */
    private Socket loggedOn() throws IOException {
        final long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TIME_OUT_MS);
        while (System.nanoTime() < deadlineNs) {
            final Socket socket = new Socket(InetAddress.getLoopbackAddress(), fixPort);
            socket.setSoTimeout(TIME_OUT_MS);
            send(socket, 1, "A", "C18", "98=0|108=30|141=Y|553=18|554=" + venue.secret());
            if (answer(socket.getInputStream()).contains("\u000135=A\u0001")) {
                return socket;
            }
            socket.close();
        }
        throw new AssertionError("not logged on: " + venue.log());
    }

    /** Sends a message on a connection of its own. */
    private void fix(final String type, final String from, final String fields) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), fixPort)) {
            socket.setSoTimeout(ANSWER_MS);
            send(socket, 1, type, from, fields);
            answer(socket.getInputStream());
        }
    }

    private static void send(
            final Socket socket, final int number, final String type, final String from, final String fields)
            throws IOException {
        final String body = ("35=" + type + "|49=" + from + "|56=DAYBOOK|34=" + number + "|52="
                        + FIX_TIME.format(Instant.now()) + "|" + fields + "|")
                .replace('|', '\u0001');
        final String message = "8=FIX.4.4\u00019=" + body.length() + "\u0001" + body;
        final String sum = "10=%03d\u0001".formatted(message.chars().sum() % 256);
        try {
            socket.getOutputStream().write((message + sum).getBytes(StandardCharsets.ISO_8859_1));
        } catch (SocketException e) {
            return; // the venue has closed the connection because of earlier messages
        }
    }

    /** Reads the next bytes; empty if the connection ends or is silent. */
    private static String answer(final InputStream in) throws IOException {
        try {
            final byte[] bytes = new byte[4_096];
            return new String(bytes, 0, Math.max(0, in.read(bytes)), StandardCharsets.ISO_8859_1);
        } catch (SocketTimeoutException | SocketException e) {
            return "";
        }
    }

    private void useTcp() throws IOException {
        try (RawConnection connection = new RawConnection(venue.port())) {
            connection.login(17, venue.secret(), 1_000);
        }
        secrets.put("wrong-tcp", "wrong-tcp-secret-of-32-characters");
        try (RawConnection connection = new RawConnection(venue.port())) {
            assertFalse(connection.isWelcome(17, "wrong-tcp-secret-of-32-characters", 1_000));
        }
    }
}
