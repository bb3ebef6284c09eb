package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.client.Answer;
import io.daybook.client.ClientListener;
import io.daybook.client.DaybookClient;
import io.daybook.client.FeedClient;
import io.daybook.client.Fill;
import io.daybook.client.Off;
import io.daybook.client.OrderHandle;
import io.daybook.client.OrderType;
import io.daybook.client.Side;
import io.daybook.host.Proves;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a server with all its doors, in a process of its own, before and after a kill: members over FIX and TCP buy
 * from an order that was placed over HTTP, and a subscriber of the feed has the right book.
 */
@Proves(value = "all doors of a server trade on one book", normal = "2 lives")
@Tag("whole")
class ServeDoorsTest {
    private static final int TIME_OUT_MS = 60_000;
    private static final int LOOK_MS = 5;
    private static final int SYMBOL = 1;
    private static final int FILLS = 10;
    private static final BigDecimal LOT = new BigDecimal("0.00001");
    private static final BigDecimal SIZE = new BigDecimal("500");
    private static final int POLICY = 1_008;
    private static final long PRICE = 5_710_000;

    @TempDir
    private Path folder;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(30)).build();
    private VenueProcess venue;
    private int fixPort;

    @BeforeEach
    void makeVenue() throws IOException {
        venue = new VenueProcess(folder, seed);
        fixPort = venue.withFix();
        venue.withHttp();
        venue.timingEvery(1);
        venue.configure(
                "",
                "[feed]\nlevels = true\nkeptMinutes = 60\nkeptBytes = 1073741824\n",
                "\"session\":17,\"protocol\":\"tcp\",\"accounts\":{\"U\":303},\"may\":[\"trade\"],"
                        + "\"cancelOnDisconnect\":\"none\"",
                "\"session\":18,\"protocol\":\"fix\",\"compId\":\"C18\",\"venue\":\"DAYBOOK\",\"accounts\":{\"U\":302},"
                        + "\"may\":[\"trade\"],\"cancelOnDisconnect\":\"none\"",
                "\"session\":19,\"protocol\":\"tcp\",\"may\":[\"view\"]");
        venue.endow();
    }

    @AfterEach
    void killVenue() throws InterruptedException {
        venue.kill();
    }

    @Test
    void shouldTradeThroughAllDoorsAndGoOnAfterAKill() throws Exception {
        venue.start();
        final String admin =
                Files.readString(venue.data().resolve("server/admin-token")).strip();
        final String token = text(
                "secret",
                send(
                        admin,
                        "POST",
                        "/v1/admin/keys",
                        "{\"name\":\"a\",\"kind\":\"bearer\",\"roles\":[\"trader\"],\"accounts\":{\"A\":301}}"));
        final String order = "/v1/orders/"
                + text(
                        "orderId",
                        send(
                                token,
                                "POST",
                                "/v1/orders",
                                "{\"symbol\":\"BTC-EUR\",\"side\":\"sell\",\"type\":\"limit\",\"price\":\"57100\","
                                        + "\"size\":\"" + SIZE + "\",\"clientOrderId\":\"s-1\"}"));
        final LevelsOfClient levels = new LevelsOfClient(SYMBOL);
        try (FixMember fix = new FixMember(fixPort, 18, venue.secret(), seed);
                FeedClient feed = levels.follow(FeedClient.builder().channels(0).stream(
                        new InetSocketAddress("127.0.0.1", venue.port()), 19, venue.secret()))) {
            fix.start();
            final Bought bought = new Bought();
            buy(bought);
            awaitFills(fix, FILLS);
            venue.kill();
            final int before = fix.fills().size();
            venue.start();
            buy(bought);
            awaitFills(fix, before + FILLS);
            fix.stopSending();
            endSessions(admin, token, fix);
            assertTrue(fix.await(fix::isQuiet, TIME_OUT_MS), () -> story(fix));
            await(
                    () -> sold(fix, bought).compareTo(new BigDecimal(text("filled", get(token, order)))) == 0,
                    () -> "sold " + sold(fix, bought) + " of " + get(token, order) + " seed=" + seed);
            await(
                    () -> levels.shownTotal()
                            == SIZE.subtract(sold(fix, bought)).divide(LOT).longValueExact(),
                    () -> levels + " sold " + sold(fix, bought) + " stream " + feed.lastStreamEnd() + " failure "
                            + feed.failure() + " seed=" + seed);
            assertEquals("", levels.wrong(), () -> "seed=" + seed);
            assertNull(feed.failure());
            venue.stop();
        }
        requireHops();
    }

    /** Ends connected sessions, and requires that their clients get the reason and can log in again. */
    private void endSessions(final String admin, final String token, final FixMember fix) throws Exception {
        final CompletableFuture<Integer> closed = new CompletableFuture<>();
        final WebSocket stream = http.newWebSocketBuilder()
                .header("Authorization", "Bearer " + token)
                .buildAsync(URI.create(venue.url().replace("http:", "ws:") + "/v1/stream"), new WebSocket.Listener() {
                    @Override
                    public CompletionStage<?> onClose(final WebSocket socket, final int status, final String reason) {
                        closed.complete(status);
                        return CompletableFuture.completedFuture(null);
                    }
                })
                .get(TIME_OUT_MS, TimeUnit.MILLISECONDS);
        final String key = "262145";
        for (final String session : List.of(
                "\\{\"session\":17,\"name\":\"ALPHA\",\"protocol\":\"tcp\",\"state\":\"down\",\"lastRequest\":2,"
                        + "\"nextOut\":5,\"unsentBytes\":0\\}",
                "\"session\":18,\"name\":\"ALPHA\",\"protocol\":\"fix\",\"state\":\"up\",\"address\":\"127.0.0.1\"",
                "\"session\":19,\"name\":\"ALPHA\",\"protocol\":\"tcp\",\"state\":\"up\",\"address\":\"127.0.0.1\"",
                "\\{\"session\":" + key + ",\"name\":\"a\",\"protocol\":\"http\",\"state\":\"up\",\"streams\":1,")) {
            final Pattern pattern = Pattern.compile(session);
            await(
                    () -> pattern.matcher(get(admin, "/v1/admin/sessions")).find(),
                    () -> session + " is not in " + get(admin, "/v1/admin/sessions"));
        }
        for (final String count : List.of("door=\"fix\",state=\"up\"", "door=\"http\",state=\"up\"")) {
            await(
                    () -> get(admin, "/metrics").contains("daybook_sessions{" + count + "} 1"),
                    () -> count + " is not in " + get(admin, "/metrics"));
        }
        requireTimes(admin);
        final int logons = fix.logons();
        assertEquals("{\"session\":18,\"ended\":true}", send(admin, "POST", "/v1/admin/sessions/18/end", ""));
        send(admin, "POST", "/v1/admin/sessions/" + key + "/end", "");
        assertEquals(POLICY, closed.get(TIME_OUT_MS, TimeUnit.MILLISECONDS));
        await(stream::isInputClosed, () -> "the end of the key has not closed the stream");
        assertTrue(fix.await(() -> fix.logons() > logons, TIME_OUT_MS), () -> story(fix));
    }

    /** Requires that the server shows the times of commands while it runs. */
    private void requireTimes(final String admin) throws Exception {
        for (final String step : List.of("T1-T2", "T3-T4", "T2-T4j", "T5-T6", "T4j-T5m")) {
            await(
                    () -> get(admin, "/v1/admin/latency").contains("{\"hop\":\"" + step + "\","),
                    () -> step + " is not in " + get(admin, "/v1/admin/latency"));
        }
        final Pattern newest = Pattern.compile("\"items\":\\[\\{\"seq\":\\d+,\"ns\":\\{[^}]*\"T3\":\\d+");
        await(
                () -> newest.matcher(get(admin, "/v1/admin/hops?limit=2")).find(),
                () -> get(admin, "/v1/admin/hops?limit=2"));
        final Pattern counts = Pattern.compile("daybook_hop_seconds_count\\{hop=\"T1-T2\"} [1-9][^$]*"
                + "daybook_hop_seconds_count\\{hop=\"T3-T4\"} [1-9]");
        await(
                () -> counts.matcher(get(admin, "/metrics")).find()
                        && !get(admin, "/metrics").contains("daybook_command_seconds_count 0"),
                () -> get(admin, "/metrics"));
    }

    /** Requires that {@code daybook hops} shows the times of the venue's last run, from the door to the feed. */
    private void requireHops() throws IOException, InterruptedException {
        final var shown = DaybookProcess.run("hops", venue.data().toString());
        assertEquals(0, shown.status(), shown.err());
        for (final String step : List.of("T3-T4", "T4j-T5m")) {
            assertTrue(
                    shown.out().stream().anyMatch(told -> told.startsWith(step + " ")),
                    () -> step + " seed=" + seed + "\n" + shown.out());
        }
    }

    /** Buys over TCP, and waits for the fill. */
    private void buy(final Bought bought) throws IOException, InterruptedException {
        try (DaybookClient client =
                venue.client(17).listener(bought).nextOut(bought.nextOut()).connect()) {
            final long before = bought.lots.get();
            assertTrue(client.place(new OrderHandle(), 303, SYMBOL, Side.BID, OrderType.IOC, PRICE, 70) > 0);
            await(() -> bought.lots.get() == before + 70, () -> "bought " + bought.lots + " seed=" + seed);
        }
    }

    private void awaitFills(final FixMember fix, final int least) throws InterruptedException {
        assertTrue(fix.await(() -> fix.fills().size() >= least, TIME_OUT_MS), () -> story(fix));
    }

    /** The quantity that the two buyers have bought together; the answer to an order may arrive before its fills. */
    private static BigDecimal sold(final FixMember fix, final Bought bought) {
        return fix.fills().stream().map(fill -> new BigDecimal(fill.size())).reduce(bought.size(), BigDecimal::add);
    }

    private void await(final BooleanSupplier condition, final Supplier<String> what) throws InterruptedException {
        final long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TIME_OUT_MS);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < endNs, () -> what.get() + "\n" + venue.log());
            assertFalse(venue.ends(LOOK_MS), venue::log);
        }
    }

    private String get(final String token, final String target) {
        try {
            return send(token, "GET", target, "");
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private String send(final String token, final String method, final String target, final String body)
            throws IOException, InterruptedException {
        final HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(URI.create(venue.url() + target))
                        .timeout(Duration.ofMillis(TIME_OUT_MS))
                        .header("Authorization", "Bearer " + token)
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertEquals(2, answer.statusCode() / 100, answer.body());
        return answer.body();
    }

    private static String text(final String name, final String json) {
        final Matcher found = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
        assertTrue(found.find(), json);
        return found.group(1);
    }

    private String story(final FixMember member) {
        return "seed=" + seed + " open " + member.open() + " failure " + member.failure() + "\n" + venue.log();
    }

    /** Counts the lots in the messages to the TCP client. */
    private static final class Bought implements ClientListener {
        private final AtomicLong lots = new AtomicLong();
        private final AtomicLong last = new AtomicLong();

        long nextOut() {
            return last.get() + 1;
        }

        BigDecimal size() {
            return LOT.multiply(BigDecimal.valueOf(lots.get()));
        }

        @Override
        public void onAnswer(final Answer answer) {
            last.set(answer.out());
        }

        @Override
        public void onFill(final Fill fill) {
            last.set(fill.out());
            lots.addAndGet(fill.size());
        }

        @Override
        public void onOff(final Off off) {
            last.set(off.out());
        }

        @Override
        public void onNotCarriedOut(final long request) {
            throw new AssertionError("not carried out: " + request);
        }

        @Override
        public void onHistoryLost(final String why) {
            throw new AssertionError(why);
        }
    }
}
