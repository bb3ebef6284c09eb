package io.daybook.venue;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeMetrics;
import io.daybook.api.StateHashQuery;
import io.daybook.config.ConfigException;
import io.daybook.config.Inputs;
import io.daybook.host.Clock;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.server.HttpDoor;
import io.daybook.server.HttpGiven;
import io.daybook.server.StartException;
import io.daybook.server.config.ServerSections;
import io.daybook.server.http.HttpServer;
import io.daybook.server.identity.PasswordCost;
import io.daybook.server.identity.Signatures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server in a folder, with one pair, two traders and their keys; it can be started several times. */
public final class ServedVenue implements AutoCloseable {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final long SHOWN_NS = TimeUnit.MINUTES.toNanos(1);
    private static final long LOOK_NS = 1_000_000;

    private final Path folder;
    private final Path file;
    private final StoppableClock clock = new StoppableClock();
    private String[] settings;
    private Consumer<Venue> onBegin = one -> {};
    private volatile Runnable onPassword = () -> {};
    private Venue server;
    private volatile int port;
    private Exchange exchange;

    /** The system's clock, until the time of day is held. */
    private static final class StoppableClock extends Clock {
        private final Clock system = Clock.system();
        private volatile long heldMs;
        private volatile long heldNs;

        @Override
        public long nanoTime() {
            final long held = heldNs;
            return held == 0 ? system.nanoTime() : held;
        }

        @Override
        public long epochMillis() {
            final long held = heldMs;
            return held == 0 ? system.epochMillis() : held;
        }
    }

    private ServedVenue(final Path folder, final Path file, final String... settings) {
        this.folder = folder;
        this.file = file;
        this.settings = settings;
    }

    /** Starts a server; the first start creates its keys. */
    public static ServedVenue start(final Path folder, final String... settings) throws IOException, StartException {
        final ServedVenue venue = at(folder, settings);
        venue.begin();
        return venue;
    }

    /** Returns a server that is not started yet. */
    static ServedVenue at(final Path folder, final String... settings) throws IOException {
        final Path file = Files.writeString(folder.resolve("daybook.toml"), """
                data = "data"
                [http]
                port = 0
                orderTimeoutMs = 20000
                [limits]
                requestsPerSecond = 100000
                ordersPerSecond = 100000
                [currency.BTC]
                id = 1
                decimals = 8
                [currency.EUR]
                id = 2
                decimals = 8
                [listing.BTC-EUR]
                symbol = 1
                base = "BTC"
                quote = "EUR"
                tick = "0.01"
                lot = "0.00001"
                takerFee = "0.001"
                """);
        return new ServedVenue(folder, file, settings);
    }

    private Venue opened() throws IOException, StartException {
        try {
            return Venue.open(
                    ServerSections.read(file, Inputs.of(Map.of(), List.of(settings))),
                    null,
                    VenueGiven.of(HttpGiven.of(clock, new PasswordCost(64, 1, () -> onPassword.run()))));
        } catch (ConfigException e) {
            throw new AssertionError(e);
        }
    }

    /** Starts the server. */
    void begin() throws StartException {
        begin(new FileJournalStorage());
    }

    /** Starts the server on another storage. */
    void begin(final JournalStorage storage) throws StartException {
        try {
            server = opened();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        onBegin.accept(server);
        port = server.listen();
        exchange = server.start(storage);
    }

    /** Sets an action for each venue that is opened from now on, before it starts. */
    void onBegin(final Consumer<Venue> action) {
        onBegin = action;
    }

    /** Ends the server. */
    void end() {
        server.close();
    }

    /** Ends the server, and starts it again on the same folder, with settings that override the file. */
    public void restart(final String... others) throws StartException {
        end();
        settings = others;
        begin();
    }

    public int port() {
        return port;
    }

    public Venue server() {
        return server;
    }

    /** The HTTP door of the server. */
    public HttpDoor door() {
        return Objects.requireNonNull(server.http(), "served");
    }

    /** The HTTP server of the door. */
    public HttpServer http() {
        return door().http();
    }

    /**
     * Holds the server's time of day, also over restarts: a request that is signed with this time stays valid for the
     * rest of the test.
     *
     * @return the time in ms
     */
    public long holdTime() {
        clock.heldMs = Math.max(clock.heldMs, clock.system.epochMillis());
        return clock.heldMs;
    }

    /** Holds the server's seconds: the limits of one second apply to the rest of the test. */
    public void holdSeconds() {
        clock.heldNs = clock.system.nanoTime();
    }

    /** Lets a number of seconds pass for the server, and none afterwards. */
    public void passSeconds(final long seconds) {
        clock.heldNs = clock.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    }

    /** Sets an action that runs before the server computes with a password, on the same thread. */
    void onPassword(final Runnable who) {
        onPassword = who;
    }

    /** Waits until books, which may lag behind an answer, contain its effects; returns the answer. */
    public HttpResponse<String> shown(final HttpResponse<String> answer) {
        awaitShown(Long.parseLong(answer.headers().firstValue("Daybook-Seq").orElseThrow()));
        return answer;
    }

    /** The seq of the last command that was carried out. */
    public long lastSeq() {
        return exchange.query(new StateHashQuery()).join().seq();
    }

    /** Waits until books and followers contain the effects of commands up to a seq. */
    public void awaitShown(final long seq) {
        final long beganNs = System.nanoTime();
        while (!isShown(seq)) {
            if (System.nanoTime() - beganNs > SHOWN_NS) {
                throw new AssertionError("wanted: " + seq + ", " + exchange.metrics());
            }
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    private boolean isShown(final long seq) {
        final ExchangeMetrics metrics = exchange.metrics();
        return metrics.deliveredSeq() >= seq
                && metrics.followers().stream().allMatch(one -> !one.attached() || one.seq() >= seq);
    }

    /** The exchange of the present run. */
    public Exchange exchange() {
        return exchange;
    }

    public Path data() {
        return folder.resolve("data");
    }

    public String adminToken() throws IOException {
        return Files.readString(door().adminToken()).trim();
    }

    /** Creates a user with money and a bearer key; returns its token. */
    public String trader(final long uid, final String btc, final String eur) throws IOException, InterruptedException {
        user(uid, btc, eur);
        return member(key(uid, "bearer", ""), "secret");
    }

    /** Creates a user with money. */
    public void user(final long uid, final String btc, final String eur) throws IOException, InterruptedException {
        final String admin = adminToken();
        ok(send(admin, "POST", "/v1/admin/users", "{\"uid\":" + uid + "}"));
        ok(send(admin, "POST", "/v1/admin/users/" + uid + "/adjust", adjust("BTC", btc, 1)));
        ok(send(admin, "POST", "/v1/admin/users/" + uid + "/adjust", adjust("EUR", eur, 2)));
    }

    /**
     * Creates a key that trades for a user; returns the answer.
     *
     * @param more further members of the request, each with a comma before it
     */
    public String key(final long uid, final String kind, final String more) throws IOException, InterruptedException {
        return ok(send(
                adminToken(),
                "POST",
                "/v1/admin/keys",
                "{\"name\":\"trader " + uid + "\",\"kind\":\"" + kind + "\",\"roles\":[\"trader\"],\"accounts\":{\"A-"
                        + uid + "\":" + uid + "}" + more + "}"));
    }

    public static String adjust(final String currency, final String amount, final long transactionId) {
        return "{\"currency\":\"" + currency + "\",\"amount\":\"" + amount + "\",\"transactionId\":" + transactionId
                + "}";
    }

    public static String order(final String side, final String price, final String size, final String clientOrderId) {
        return "{\"symbol\":\"BTC-EUR\",\"side\":\"" + side
                + "\",\"type\":\"limit\",\"timeInForce\":\"gtc\",\"price\":\"" + price + "\",\"size\":\"" + size
                + "\",\"clientOrderId\":\"" + clientOrderId + "\"}";
    }

    /** Sends a request; without a token if the token is empty. */
    public HttpResponse<String> send(final String token, final String method, final String target, final String body)
            throws IOException, InterruptedException {
        final HttpRequest.Builder request = request(method, target, body);
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /**
     * Sends a query, and repeats it if books lag behind: the server waits two seconds for them, and a busy machine may
     * need more.
     */
    public HttpResponse<String> get(final String token, final String target) throws IOException, InterruptedException {
        final long beganNs = System.nanoTime();
        HttpResponse<String> answer = send(token, "GET", target, "");
        while (answer.statusCode() == 503
                && answer.body().contains("\"BEHIND\"")
                && System.nanoTime() - beganNs < SHOWN_NS) {
            answer = send(token, "GET", target, "");
        }
        return answer;
    }

    /** Sends a request that is signed with an HMAC secret and a time. */
    HttpResponse<String> signed(
            final String key,
            final String secret,
            final long timeMs,
            final String method,
            final String target,
            final String body)
            throws IOException, InterruptedException {
        final String text =
                Signatures.text(Long.toString(timeMs), method, target, body.getBytes(StandardCharsets.UTF_8));
        return signed(key, timeMs, Signatures.hmac(Base64.getUrlDecoder().decode(secret), text), method, target, body);
    }

    HttpResponse<String> signed(
            final String key,
            final long timeMs,
            final String signature,
            final String method,
            final String target,
            final String body)
            throws IOException, InterruptedException {
        return CLIENT.send(
                request(method, target, body)
                        .header("Daybook-Key", key)
                        .header("Daybook-Time", Long.toString(timeMs))
                        .header("Daybook-Sign", signature)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(final String method, final String target, final String body) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + target))
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body));
    }

    public static String ok(final HttpResponse<String> response) {
        if (response.statusCode() / 100 != 2) {
            throw new AssertionError(response.statusCode() + " " + response.body());
        }
        return response.body();
    }

    /** Returns the first text or number with a name in a JSON object. */
    public static String member(final String json, final String name) {
        final Matcher found = Pattern.compile("\"" + name + "\":(?:\"([^\"]*)\"|(-?[0-9a-z]+))")
                .matcher(json);
        if (!found.find()) {
            throw new AssertionError("no " + name + " in " + json);
        }
        return found.group(1) == null ? found.group(2) : found.group(1);
    }

    @Override
    public void close() {
        server.close();
    }
}
