package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddAccounts;
import io.daybook.api.Exchange;
import io.daybook.client.Answer;
import io.daybook.client.ClientListener;
import io.daybook.client.DaybookClient;
import io.daybook.client.Fill;
import io.daybook.client.Off;
import io.daybook.client.OrderHandle;
import io.daybook.client.OrderTerms;
import io.daybook.client.OrderType;
import io.daybook.client.Side;
import io.daybook.client.Term;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Proves;
import io.daybook.wire.OffReason;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests, in a venue that runs as users start it, that orders with an expiry time end without a further command, at each
 * door that offers such orders.
 */
@Proves(
        value = "orders with an expiry time end without a further command, at each door that offers such orders",
        normal = "3 rounds",
        large = "100 rounds")
@Tag("whole")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OrdersWithAnEndTest {
    private static final int TIME_OUT_MS = 60_000;
    private static final int SYMBOL = 1;
    private static final int BOOKS = 100;
    private static final int STOPS = 1_500;
    private static final int AT_ONCE = 1_000;
    private static final int OVERDUE = 3_000;
    private static final long MOST_IN_ONE_BOOK_US = 2_000_000;
    private static final boolean IS_LONG = Boolean.getBoolean("daybook.long");
    private static final int ROUNDS = Integer.getInteger("daybook.rounds", IS_LONG ? 100 : 3);
    private static final long USER = 303;

    /** The number of users of one session, because one user may not have 100,000 orders. */
    private static final int CROWD = 7;

    private static final long FIRST_OF_CROWD = 310;
    private static final long PRICE = 5_710_000;
    private static final long SOON_MS = 1_000;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private final Told told = new Told();
    private HttpClient http = HttpClient.newHttpClient();
    private VenueProcess venue;
    private FixMember fix;
    private DaybookClient tcp;
    private String token;

    /** The ring of events is so small that the overdue orders at a start have more events than the ring has slots. */
    @BeforeAll
    void startVenue(@TempDir final Path folder) throws Exception {
        venue = new VenueProcess(folder, seed);
        final int fixPort = venue.withFix();
        venue.withHttp();
        final String limits = ",\"limits\":{\"perSecond\":1000000,\"burst\":1000000}";
        venue.configure(
                "eventRingSize = 1024",
                IntStream.rangeClosed(2, BOOKS)
                        .mapToObj(OrdersWithAnEndTest::listing)
                        .collect(Collectors.joining()),
                "\"session\":17,\"protocol\":\"tcp\",\"accounts\":{\"U\":303"
                        + IntStream.range(0, CROWD)
                                .mapToObj(user -> ",\"C" + user + "\":" + (FIRST_OF_CROWD + user))
                                .collect(Collectors.joining())
                        + "},\"may\":[\"trade\"],\"cancelOnDisconnect\":\"none\"" + limits,
                "\"session\":19,\"protocol\":\"tcp\",\"accounts\":{\"U\":303},\"may\":[\"trade\"],"
                        + "\"cancelOnDisconnect\":\"none\"" + limits,
                "\"session\":18,\"protocol\":\"fix\",\"compId\":\"C18\",\"venue\":\"DAYBOOK\",\"accounts\":{\"U\":302},"
                        + "\"may\":[\"trade\"],\"cancelOnDisconnect\":\"none\"");
        venue.endow();
        endowCrowd();
        venue.start();
        final String admin =
                Files.readString(venue.data().resolve("server/admin-token")).strip();
        token = text(
                "secret",
                send(
                        admin,
                        "POST",
                        "/v1/admin/keys",
                        "{\"name\":\"a\",\"kind\":\"bearer\",\"roles\":[\"trader\"],\"accounts\":{\"A\":301}}"));
        fix = new FixMember(fixPort, 18, venue.secret(), seed);
        fix.stopSending();
        fix.start();
        tcp = venue.client(17).listener(told).reconnectMs(10, 80).nextOut(1).connect();
        await(() -> fix.logons() > 0, () -> "no logon");
    }

    private void endowCrowd() {
        try (Exchange exchange = DaybookExchange.builder().journal(venue.data()).start()) {
            exchange.submit(AddAccounts.of(IntStream.range(0, CROWD)
                            .boxed()
                            .collect(Collectors.toMap(
                                    user -> FIRST_OF_CROWD + user, user -> Map.of(2, 1_000_000_000_000_000L)))))
                    .join();
        }
    }

    private static String listing(final int symbol) {
        return "[currency.C%1$d]\nid = 1%1$03d\ndecimals = 8\n[listing.C%1$d-EUR]\nsymbol = %1$d\nbase = \"C%1$d\"\n"
                        .formatted(symbol)
                + "quote = \"EUR\"\ntick = \"0.01\"\nlot = \"0.00001\"\n";
    }

    /** Makes a new client for each test, because the venue may have closed a connection that was idle in between. */
    @BeforeEach
    void connectOverHttp() {
        http = HttpClient.newHttpClient();
    }

    @AfterAll
    void stopVenue() throws InterruptedException {
        tcp.close();
        fix.close();
        venue.kill();
    }

    @Test
    void shouldEndOrdersOfEachDoorAtTheirTimeAndTellTheirOwners() throws Exception {
        final Placed placed = placeOnEachDoor("soon", SOON_MS, 1);
        requireEnded(placed);
        assertTrue(
                told.off(placed.ofTcp[0]).timeNs() >= TimeUnit.MILLISECONDS.toNanos(placed.endMs),
                "the order ended before its time");
        requireNothingToTradeWith();
    }

    @Test
    void shouldFireAllStopsOfATradeWithoutAnotherCommand() throws Exception {
        fire(placeStops(), "");
    }

    /** Tests that stops which a start has restored from the journal fire like new ones. */
    @Test
    void shouldFireAllStopsOfATradeAfterARestart() throws Exception {
        final long[] stops = placeStops();
        venue.kill();
        venue.start();
        fire(stops, ", after a restart");
    }

    /** Places stops, after a trade below their triggers: another test may have left the last price above them. */
    private long[] placeStops() throws InterruptedException {
        trade(40);
        final long[] stops = new long[STOPS];
        for (int i = 0; i < STOPS; i++) {
            stops[i] = place(
                    SYMBOL,
                    Side.BID,
                    OrderType.IOC,
                    90,
                    new OrderTerms().set(Term.TRIGGER, 50 + i % 20).set(Term.WHEN, 1));
        }
        await(() -> told.answers.get() >= told.sent.get(), () -> "answered " + told.answers);
        return stops;
    }

    private void trade(final long price) throws InterruptedException {
        final int fills = told.fills.get();
        place(SYMBOL, Side.ASK, OrderType.GTC, price, null);
        place(SYMBOL, Side.BID, OrderType.IOC, price, null);
        await(() -> told.fills.get() > fills, () -> "no trade");
    }

    private void fire(final long[] stops, final String when) throws InterruptedException {
        trade(80);
        final long tradedNs = System.nanoTime();
        await(() -> Arrays.stream(stops).allMatch(told.offs::containsKey), () -> "ended: " + told.offs.size());
        System.out.printf(
                "%,d stops of one trade%s: the last fired %,d us after the report of the trade%n",
                STOPS,
                when,
                (Arrays.stream(stops).map(id -> told.off(id).heardNs()).max().orElseThrow() - tradedNs) / 1_000);
    }

    static List<Integer> loads() {
        return IS_LONG ? List.of(0, 50_000) : List.of(0);
    }

    /** Measures the time from the end of the orders until their owner has the report of the last one. */
    @ParameterizedTest
    @MethodSource("loads")
    void shouldEndManyOrdersInManyBooksAtOneTime(final int perSecond) throws Exception {
        final long[] lateUs = new long[ROUNDS];
        try (Load load = new Load(perSecond)) {
            for (int round = 0; round < ROUNDS; round++) {
                lateUs[round] = lateUs(placeAtOnce(AT_ONCE, BOOKS, SOON_MS));
            }
            Arrays.sort(lateUs);
            System.out.printf(
                    "%,d orders in %d books, %d rounds, %,.0f other commands a second: the last report of an end"
                            + " came over TCP after"
                            + " p50 %,d us, p99 %,d us%n",
                    AT_ONCE, BOOKS, ROUNDS, load.perSecond(), lateUs[ROUNDS / 2], lateUs[(ROUNDS - 1) * 99 / 100]);
        }
    }

    /** Orders with the same end. */
    private record AtOnce(long endMs, long[] ids) {}

    /** Places orders with the same end; if one arrived after its end and was refused, tries again with more time. */
    private AtOnce placeAtOnce(final int count, final int books, final long withinMs) throws InterruptedException {
        final AtOnce placed = new AtOnce(System.currentTimeMillis() + withinMs, new long[count]);
        for (int i = 0; i < count; i++) {
            placed.ids[i] = placeFor(
                    FIRST_OF_CROWD + i % CROWD, 1 + i % books, Side.BID, OrderType.GTC, 100, until(placed.endMs));
        }
        await(() -> told.answers.get() >= told.sent.get(), () -> "answered " + told.answers);
        return System.currentTimeMillis() < placed.endMs ? placed : placeAtOnce(count, books, 2 * withinMs);
    }

    /** The time from the end of the orders until their owner got the report of the last one, in us. */
    private long lateUs(final AtOnce placed) throws InterruptedException {
        await(() -> Arrays.stream(placed.ids).allMatch(told.offs::containsKey), () -> "ended: " + told.offs.size());
        return Arrays.stream(placed.ids)
                        .map(id -> told.off(id).heardEpochUs())
                        .max()
                        .orElseThrow()
                - placed.endMs * 1_000;
    }

    /** The bound is for an idle machine, so only the best round counts, and only in the long run. */
    @Test
    void shouldEndManyOrdersInOneBookAtOneTime() throws Exception {
        final int count = IS_LONG ? 100_000 : 5_000;
        long bestUs = Long.MAX_VALUE;
        for (int round = 0; round < (IS_LONG ? 3 : 1); round++) {
            bestUs = Math.min(bestUs, lateUs(placeAtOnce(count, 1, SOON_MS)));
        }
        System.out.printf(
                "%,d orders in one book: the last report of an end came over TCP after %,d us%n", count, bestUs);
        assertTrue(!IS_LONG || bestUs <= MOST_IN_ONE_BOOK_US, "the last report came after " + bestUs + " us");
    }

    @Test
    void shouldEndOverdueOrdersBeforeTheDoorsOpenAfterAKill() throws Exception {
        final Placed placed = placeAndKillBefore("overdue", 3 * SOON_MS);
        while (System.currentTimeMillis() <= placed.endMs) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(placed.endMs + 1 - System.currentTimeMillis()));
        }
        venue.start();
        requireNothingToTradeWith();
        requireEnded(placed);
        assertTrue(venue.log().contains(OVERDUE + 2 + " orders whose time ended while"), venue::log);
    }

    /**
     * Places orders, and kills the venue before their end; if a busy machine was too slow, tries again with more time.
     */
    private Placed placeAndKillBefore(final String name, final long withinMs) throws Exception {
        final Placed placed = placeOnEachDoor(name, withinMs, OVERDUE);
        venue.kill();
        if (System.currentTimeMillis() < placed.endMs) {
            return placed;
        }
        venue.start();
        return placeAndKillBefore(name + "-", 2 * withinMs);
    }

    /** Orders with the same end, by door: a path of HTTP, ids of TCP, a ClOrdID of FIX. */
    private record Placed(long endMs, String ofHttp, long[] ofTcp, String ofFix) {}

    /**
     * Places orders that are all accepted before their end; if a busy machine was too slow, tries again with more time.
     */
    private Placed placeOnEachDoor(final String name, final long withinMs, final int ofTcp) throws Exception {
        final long endMs = System.currentTimeMillis() + withinMs;
        final Placed placed = new Placed(endMs, askOverHttp(endMs), new long[ofTcp], name + withinMs);
        bidOverFix(placed.ofFix, endMs);
        for (int i = 0; i < ofTcp; i++) {
            final int symbol = i % 2 == 0 ? SYMBOL : 1 + i % BOOKS;
            placed.ofTcp[i] = place(symbol, Side.BID, OrderType.GTC, 100, until(endMs));
        }
        await(() -> told.answers.get() >= told.sent.get(), () -> "answered " + told.answers);
        return System.currentTimeMillis() < endMs ? placed : placeOnEachDoor(name, 2 * withinMs, ofTcp);
    }

    private String askOverHttp(final long endMs) throws IOException, InterruptedException {
        final HttpResponse<String> answer = http.send(
                request(
                        token,
                        "POST",
                        "/v1/orders",
                        "{\"symbol\":\"BTC-EUR\",\"side\":\"sell\",\"type\":\"limit\",\"price\":\"57100\","
                                + "\"size\":\"0.001\",\"expireAt\":" + endMs * 1_000 + "}"),
                HttpResponse.BodyHandlers.ofString());
        return answer.statusCode() / 100 == 2 ? "/v1/orders/" + text("orderId", answer.body()) : "";
    }

    private void bidOverFix(final String clOrdId, final long endMs) throws InterruptedException {
        final LocalDateTime time = LocalDateTime.ofInstant(Instant.ofEpochMilli(endMs), ZoneOffset.UTC);
        await(() -> fix.bidUntil(clOrdId, "57000", "0.001", time), () -> "not logged on");
        await(() -> !fix.execType(clOrdId).isEmpty(), fix::lastWords);
    }

    private void requireEnded(final Placed placed) throws InterruptedException {
        await(
                () -> Arrays.stream(placed.ofTcp).allMatch(told.offs::containsKey),
                () -> "reports over TCP: " + told.offs.size());
        for (final long order : placed.ofTcp) {
            assertEquals(OffReason.EXPIRED.code(), told.off(order).reason());
        }
        await(() -> fix.execType(placed.ofFix).equals("C"), fix::lastWords);
        await(() -> text("state", get(placed.ofHttp)).equals("cancelled"), () -> get(placed.ofHttp));
    }

    /** Requires that a new order of either side finds nothing to trade with, whatever its price. */
    private void requireNothingToTradeWith() throws InterruptedException {
        final int fills = told.fills.get();
        final long bid = place(SYMBOL, Side.BID, OrderType.IOC, PRICE + 10, null);
        final long ask = place(SYMBOL, Side.ASK, OrderType.IOC, 1, null);
        await(() -> told.offs.containsKey(bid) && told.offs.containsKey(ask), () -> "no answer");
        assertEquals(fills, told.fills.get(), "an order traded after its end");
    }

    private static OrderTerms until(final long endMs) {
        return new OrderTerms().set(Term.EXPIRE_AT, TimeUnit.MILLISECONDS.toNanos(endMs));
    }

    private long place(
            final int symbol, final Side side, final OrderType type, final long price, final OrderTerms terms)
            throws InterruptedException {
        return placeFor(USER, symbol, side, type, price, terms);
    }

    /** Places an order; waits while the window is full, or while there is no connection. */
    private long placeFor(
            final long user,
            final int symbol,
            final Side side,
            final OrderType type,
            final long price,
            final OrderTerms terms)
            throws InterruptedException {
        final AtomicLong id = new AtomicLong();
        await(
                () -> {
                    id.set(tcp.place(new OrderHandle(), user, symbol, side, type, price, 1, 0, terms));
                    return id.get() > 0;
                },
                () -> "not sent: " + id);
        told.sent.incrementAndGet();
        return id.get();
    }

    private void await(final BooleanSupplier condition, final Supplier<String> what) throws InterruptedException {
        final long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TIME_OUT_MS);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < endNs, () -> what.get() + " seed=" + seed + "\n" + venue.log());
            assertFalse(venue.ends(1), venue::log);
        }
    }

    private String get(final String target) {
        try {
            return send(token, "GET", target, "");
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private String send(final String key, final String method, final String target, final String body)
            throws IOException, InterruptedException {
        final HttpResponse<String> answer =
                http.send(request(key, method, target, body), HttpResponse.BodyHandlers.ofString());
        assertEquals(2, answer.statusCode() / 100, answer.body());
        return answer.body();
    }

    private HttpRequest request(final String key, final String method, final String target, final String body) {
        return HttpRequest.newBuilder(URI.create(venue.url() + target))
                .timeout(Duration.ofMillis(TIME_OUT_MS))
                .header("Authorization", "Bearer " + key)
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private static String text(final String name, final String json) {
        final Matcher found = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
        assertTrue(found.find(), json);
        return found.group(1);
    }

    /**
     * Another session, which sends a given number of IOC orders a second; none of them finds an order to trade with.
     */
    private final class Load implements AutoCloseable {
        private final DaybookClient client;
        private final Thread thread;
        private final long startNs = System.nanoTime();
        private final AtomicLong sent = new AtomicLong();
        private volatile boolean isOver;

        Load(final int perSecond) throws IOException {
            client = venue.client(19)
                    .listener(new Told())
                    .reconnectMs(10, 80)
                    .nextOut(1)
                    .connect();
            thread = new Thread(() -> send(perSecond), "load");
            thread.start();
        }

        private void send(final int perSecond) {
            final OrderHandle handle = new OrderHandle();
            while (!isOver) {
                final long due = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs) * perSecond / 1_000;
                while (sent.get() < due
                        && client.place(handle, USER, 1 + (int) (sent.get() % BOOKS), Side.BID, OrderType.IOC, 1, 1)
                                > 0) {
                    sent.incrementAndGet();
                }
                LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(200));
            }
        }

        double perSecond() {
            return sent.get() * 1e9 / (System.nanoTime() - startNs);
        }

        @Override
        public void close() throws InterruptedException {
            isOver = true;
            thread.join();
            client.close();
        }
    }

    /** The reason why an order left the book, and the time at which its owner got the report. */
    private record Gone(int reason, long timeNs, long heardNs, long heardEpochUs) {}

    /** Keeps the messages to the TCP client. */
    private static final class Told implements ClientListener {
        private final Map<Long, Gone> offs = new ConcurrentHashMap<>();
        private final AtomicInteger fills = new AtomicInteger();
        private final AtomicInteger answers = new AtomicInteger();
        private final AtomicInteger sent = new AtomicInteger();

        Gone off(final long orderId) {
            return offs.get(orderId);
        }

        @Override
        public void onAnswer(final Answer answer) {
            answers.incrementAndGet();
        }

        @Override
        public void onNotCarriedOut(final long request) {
            throw new AssertionError("not carried out: " + request);
        }

        @Override
        public void onHistoryLost(final String why) {
            throw new AssertionError(why);
        }

        @Override
        public void onFill(final Fill fill) {
            fills.incrementAndGet();
        }

        @Override
        public void onOff(final Off off) {
            final Instant now = Instant.now();
            offs.put(
                    off.orderId(),
                    new Gone(
                            off.reason(),
                            off.timeNs(),
                            System.nanoTime(),
                            TimeUnit.SECONDS.toMicros(now.getEpochSecond()) + now.getNano() / 1_000));
        }
    }
}
