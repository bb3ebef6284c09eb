package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.client.Answer;
import io.daybook.client.ClientException;
import io.daybook.client.ClientListener;
import io.daybook.client.DaybookClient;
import io.daybook.client.FeedClient;
import io.daybook.client.Fill;
import io.daybook.client.Off;
import io.daybook.client.OrderHandle;
import io.daybook.client.OrderType;
import io.daybook.client.Side;
import io.daybook.client.Welcome;
import io.daybook.feed.log.FeedLog;
import io.daybook.host.OnlyLong;
import io.daybook.host.Proves;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.wire.ByeReason;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a venue that went on after its backup, and is then started on the copy: each door reports the lost history, no
 * order is placed unless its sender sends it anew, and no lost number is given again.
 */
@Proves("after a restore each door reports the lost history to its clients, and places no old order")
@Tag("whole")
@OnlyLong
class RestoredBackupTest {
    private static final int TIME_OUT_MS = 60_000;
    private static final int LOOK_MS = 5;
    private static final int SYMBOL = 1;
    private static final long PRICE = 100;
    private static final String HISTORY = "Daybook-History";

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
        venue.configure(
                "",
                "[feed]\nlevels = true\n",
                "\"session\":17,\"protocol\":\"tcp\",\"accounts\":{\"U\":303},\"may\":[\"trade\"],"
                        + "\"cancelOnDisconnect\":\"none\"",
                "\"session\":18,\"protocol\":\"fix\",\"compId\":\"C18\",\"venue\":\"DAYBOOK\",\"accounts\":{\"U\":302},"
                        + "\"may\":[\"trade\"],\"cancelOnDisconnect\":\"none\"",
                "\"session\":19,\"protocol\":\"tcp\",\"may\":[\"view\"]",
                "\"session\":20,\"protocol\":\"tcp\",\"accounts\":{\"U\":301},\"may\":[\"trade\"],"
                        + "\"cancelOnDisconnect\":\"none\"");
        venue.endow();
    }

    @AfterEach
    void killVenue() throws InterruptedException {
        venue.kill();
    }

    @Test
    void shouldTellEveryDoorThatHistoryWasLost() throws Exception {
        venue.start();
        final String admin =
                Files.readString(venue.data().resolve("server/admin-token")).strip();
        final String token = text("secret", ok(send(admin, "POST", "/v1/admin/keys", key("a"))));
        final Path place = folder.resolve("alpha.next");
        final long lostTcpId;
        final long lostHttpId;
        final long lostFixId;
        final Told told = new Told();
        final String key = "k262145";
        try (PythonMember python = new PythonMember(venue, folder, 20, 301);
                FixMember fix = new FixMember(fixPort, 18, venue.secret(), seed);
                FeedClient feed = follow();
                DaybookClient alpha = venue.client(17)
                        .reconnectMs(10, 80)
                        .nextOutFile(place)
                        .listener(told)
                        .connect()) {
            if (PythonMember.isPossible()) {
                python.start(seed);
            }
            fix.start();
            assertTrue(fix.await(() -> fix.answered() > 20, TIME_OUT_MS), fix::lastWords);
            if (PythonMember.isPossible()) { // a client that has received nothing yet has no history to lose
                await(python::isTold, this::pythonSaid);
            }
            placeOver(alpha, told);
            ok(send(token, "POST", "/v1/orders", order("s-1")));
            backup();

            final int answered = fix.answered();
            assertTrue(fix.await(() -> fix.answered() > answered + 50, TIME_OUT_MS), fix::lastWords);
            ok(send(admin, "POST", "/v1/admin/keys", key("b")));
            lostTcpId = placeOver(alpha, told);
            lostHttpId = Long.parseLong(text("orderId", ok(send(token, "POST", "/v1/orders", order("s-2")))));
            lostFixId = fix.highestPlaced();
            venue.kill();
            putCopyInPlace();
            venue.start();

            // no session is admitted, and no order is placed
            await(() -> told.stopped.contains("history was lost"), () -> told.stopped);
            assertTrue(
                    fix.await(
                            () -> fix.lastWords().contains("58=history was lost: the operator has to admit"),
                            TIME_OUT_MS),
                    fix::lastWords);
            await(() -> feed.lastStreamEnd().contains("history was lost"), feed::lastStreamEnd);
            if (PythonMember.isPossible()) {
                await(() -> pythonSaid().contains("Refused: "), this::pythonSaid);
            }
            final HttpResponse<String> off = send(token, "POST", "/v1/orders", order("s-2"));
            assertEquals(401, off.statusCode(), off.body());
            assertTrue(off.headers().firstValue(HISTORY).isPresent());
            assertEquals(0, daybook("key", "on", key, "--config", path("daybook.toml")));
            await(() -> get(token, "/v1/session").statusCode() == 200, () -> get(token, "/v1/session")
                    .body());
            final HttpResponse<String> again = send(token, "POST", "/v1/orders", order("s-2"));
            assertEquals(409, again.statusCode(), again.body());
            assertTrue(again.body().contains("HISTORY_LOST"), again.body());
            final String metrics = get(admin, "/metrics").body();
            assertTrue(metrics.contains("daybook_commands_total{type=\"PLACE_ORDER\"} 0.0"), metrics);

            // the operator admits the sessions; a FIX engine that goes on with its numbers must not resend old orders
            assertEquals(0, daybook("admit", path("data"), "17", "18", "19", "20"));
            ok(send(admin, "POST", "/v1/admin/sessions/http/admit", ""));
            assertTrue(fix.await(() -> fix.lastWords().contains("log on with 141=Y"), TIME_OUT_MS), fix::lastWords);
        }
        final String history =
                get(admin, "/v1/status").headers().firstValue(HISTORY).orElseThrow();
        assertTrue(get(admin, "/v1/status").body().contains("\"history\":" + history));
        goOn(admin, token, history, place, new Numbers(lostTcpId, told.out, lostHttpId, lostFixId));
        venue.stop();
        requireHigherFeed();
    }

    /** The last numbers of a lost history: an order id of each door, and the number of a message over TCP. */
    private record Numbers(long tcpId, long tcpOut, long httpId, long fixId) {}

    /**
     * Requires that requests which their senders send anew are accepted, under numbers that were never given before.
     */
    private void goOn(
            final String admin, final String token, final String history, final Path place, final Numbers given)
            throws Exception {
        final Told lost = new Told();
        final DaybookClient.Builder goesOn = venue.client(17).nextOutFile(place).listener(lost);
        assertThrows(ClientException.class, goesOn::connect);
        assertTrue(lost.lost.contains("history " + history), lost.lost);
        final Told anew = new Told();
        try (DaybookClient alpha = venue.client(17).nextOut(0).listener(anew).connect()) {
            assertTrue(anew.isLost);
            assertEquals(history, Long.toString(anew.history));
            final long id = placeOver(alpha, anew);
            assertTrue(id > given.tcpId, id + " after " + given);
            assertTrue(anew.out > given.tcpOut, anew.out + " after " + given);
        }
        final Told later = new Told();
        try (DaybookClient alpha = venue.client(17).nextOut(0).listener(later).connect()) {
            assertFalse(later.isLost, "a loss before the last request is reported again");
        }
        final long id = Long.parseLong(text("orderId", ok(send(token, "POST", "/v1/orders", order("s-3")))));
        assertTrue(id > given.httpId, id + " after " + given);
        assertNotEquals(
                "k262146", text("id", ok(send(admin, "POST", "/v1/admin/keys", key("c")))), "a number was reused");
        try (FixMember fix = FixMember.anew(fixPort, 18, venue.secret(), seed)) {
            fix.start();
            final Pattern report = Pattern.compile("\\|17=\\d+-\\d+-\\d+-" + history + "\\|");
            assertTrue(fix.await(() -> report.matcher(fix.lastWords()).find(), TIME_OUT_MS), fix::lastWords);
            assertTrue(fix.await(() -> fix.highestPlaced() > 0, TIME_OUT_MS), fix::lastWords);
            fix.stopSending();
            assertTrue(fix.await(fix::isQuiet, TIME_OUT_MS), fix::lastWords);
            assertTrue(fix.lowestPlaced() > given.fixId, () -> fix.lowestPlaced() + " after " + given);
            assertTrue(fix.await(() -> fix.bidAgain("of-before", "57000", "0.001"), TIME_OUT_MS), fix::lastWords);
            assertTrue(fix.await(fix::isQuiet, TIME_OUT_MS), fix::lastWords);
            assertTrue(fix.lastWords().contains("58=PERHAPS_LOST"), fix::lastWords);
        }
        try (FeedClient feed = follow()) {
            await(() -> feed.history() == Long.parseLong(history), feed::lastStreamEnd);
        }
        if (PythonMember.isPossible()) {
            try (PythonMember python = new PythonMember(venue, folder, 20, 301)) {
                python.start(seed);
                await(() -> pythonSaid().contains("HistoryLost: "), this::pythonSaid);
            }
        }
    }

    private FeedClient follow() {
        return new LevelsOfClient(SYMBOL)
                .follow(FeedClient.builder().channels(0).stream(
                        new InetSocketAddress("127.0.0.1", venue.port()), 19, venue.secret()));
    }

    /** Places an order, and returns its id once it is answered. */
    private long placeOver(final DaybookClient client, final Told told) throws InterruptedException {
        final long id = client.place(new OrderHandle(), 303, SYMBOL, Side.BID, OrderType.GTC, PRICE, 1);
        assertTrue(id > 0, () -> told.stopped + " " + id);
        await(() -> told.answered >= id, () -> told.stopped);
        return id;
    }

    private void backup() throws IOException, InterruptedException {
        assertEquals(0, daybook("backup", "--config", path("daybook.toml"), "--to", path("copy")));
    }

    private void putCopyInPlace() throws IOException {
        Files.move(venue.data(), folder.resolve("lost"));
        Files.move(folder.resolve("copy"), venue.data());
    }

    /** Requires that no number of the feed is given twice, and that the new session of the feed has another name. */
    private void requireHigherFeed() {
        final FileJournalStorage storage = new FileJournalStorage();
        try (FeedLog before = FeedLog.openReadOnly(storage, folder.resolve("lost/feed"));
                FeedLog after = FeedLog.openReadOnly(storage, venue.data().resolve("feed"))) {
            assertNotEquals(before.session(0), after.session(0));
            assertTrue(
                    after.firstNumber(0) > before.nextNumber(0),
                    () -> after.firstNumber(0) + " after " + before.nextNumber(0));
        }
    }

    private int daybook(final String... arguments) throws IOException, InterruptedException {
        final DaybookProcess.Ended ended = DaybookProcess.run(arguments);
        assertEquals(0, ended.status(), ended.err());
        return ended.status();
    }

    private String path(final String name) {
        return folder.resolve(name).toString();
    }

    private String pythonSaid() {
        try {
            return Files.readString(folder.resolve("python.log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static String key(final String name) {
        return "{\"name\":\"" + name + "\",\"kind\":\"bearer\",\"roles\":[\"trader\"],\"accounts\":{\"A\":301}}";
    }

    private static String order(final String id) {
        return "{\"symbol\":\"BTC-EUR\",\"side\":\"buy\",\"type\":\"limit\",\"price\":\"1\",\"size\":\"0.001\","
                + "\"clientOrderId\":\"" + id + "\"}";
    }

    private void await(final BooleanSupplier condition, final Supplier<String> what) throws InterruptedException {
        final long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TIME_OUT_MS);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < endNs, () -> "seed=" + seed + " " + what.get() + "\n" + venue.log());
            assertFalse(venue.ends(LOOK_MS), venue::log);
        }
    }

    private HttpResponse<String> get(final String token, final String target) {
        try {
            return send(token, "GET", target, "");
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private HttpResponse<String> send(final String token, final String method, final String target, final String body)
            throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create(venue.url() + target))
                        .timeout(Duration.ofMillis(TIME_OUT_MS))
                        .header("Authorization", "Bearer " + token)
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static String ok(final HttpResponse<String> answer) {
        assertEquals(2, answer.statusCode() / 100, answer.body());
        return answer.body();
    }

    private static String text(final String name, final String json) {
        final Matcher found = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
        assertTrue(found.find(), json);
        return found.group(1);
    }

    /** Keeps the messages to a TCP client. */
    private static final class Told implements ClientListener {
        private volatile String lost = "";
        private volatile boolean isLost;
        private volatile long history;
        private volatile long out;
        private volatile long answered;
        private volatile String stopped = "";

        @Override
        public void onWelcome(final Welcome welcome) {
            isLost = welcome.historyLost();
            history = welcome.history();
        }

        @Override
        public void onAnswer(final Answer answer) {
            out = answer.out();
            answered = answer.orderId();
        }

        @Override
        public void onFill(final Fill fill) {}

        @Override
        public void onOff(final Off off) {}

        @Override
        public void onNotCarriedOut(final long request) {}

        @Override
        public void onHistoryLost(final String why) {
            lost = why;
        }

        @Override
        public void onStopped(final @Nullable ByeReason reason, final String why) {
            stopped = why;
        }
    }
}
