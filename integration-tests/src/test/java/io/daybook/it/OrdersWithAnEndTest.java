package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import io.daybook.client.wire.OffReason;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What ends by itself ends in a venue as users start it, on every door that offers an end, without a command. */
@Tag("whole")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OrdersWithAnEndTest {
    private static final int TIME_OUT_MS = 60_000;
    private static final int SYMBOL = 1;
    private static final int BOOKS = 100;
    private static final int STOPS = 1_500;
    private static final int AT_ONCE = 1_000;
    private static final int OVERDUE = 3_000;
    private static final int ROUNDS = Boolean.getBoolean("daybook.long") ? 100 : 3;
    private static final long USER = 303;
    private static final long PRICE = 5_710_000;
    private static final long SOON_MS = 1_000;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final Told told = new Told();
    private VenueProcess venue;
    private FixMember fix;
    private DaybookClient tcp;
    private String token;

    /** The rings are small: what is overdue at a start has more events than they hold. */
    @BeforeAll
    void startVenue(@TempDir final Path folder) throws Exception {
        venue = new VenueProcess(folder, seed);
        final int fixPort = venue.withFix();
        venue.withHttp();
        final String limits = ",\"limits\":{\"perSecond\":1000000,\"burst\":1000000}";
        venue.configure(
                "ringSize = 1024\neventRingSize = 1024",
                IntStream.rangeClosed(2, BOOKS)
                        .mapToObj(OrdersWithAnEndTest::listing)
                        .collect(Collectors.joining()),
                "\"session\":17,\"protocol\":\"tcp\",\"accounts\":{\"U\":303},\"may\":[\"trade\"],"
                        + "\"cancelOnDisconnect\":\"none\"" + limits,
                "\"session\":18,\"protocol\":\"fix\",\"compId\":\"C18\",\"venue\":\"DAYBOOK\",\"accounts\":{\"U\":302},"
                        + "\"may\":[\"trade\"],\"cancelOnDisconnect\":\"none\"");
        venue.endow();
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

    private static String listing(final int symbol) {
        return "[currency.C%1$d]\nid = 1%1$03d\ndecimals = 8\n[listing.C%1$d-EUR]\nsymbol = %1$d\nbase = \"C%1$d\"\n"
                        .formatted(symbol)
                + "quote = \"EUR\"\ntick = \"0.01\"\nlot = \"0.00001\"\n";
    }

    @AfterAll
    void stopVenue() throws InterruptedException {
        tcp.close();
        fix.close();
        venue.kill();
    }

    @Test
    void shouldEndOrdersOfEachDoorAtTheirTimeAndTellTheirOwners() throws Exception {
        final long end = System.currentTimeMillis() + SOON_MS;
        final String order = askOverHttp(end);
        final long ofTcp = place(SYMBOL, Side.ASK, OrderType.GTC, PRICE + 1, until(end));
        bidOverFix("soon", end);
        assertEquals("open", text("state", send(token, "GET", order, "")));
        requireEnded(order, ofTcp, "soon");
        assertTrue(told.off(ofTcp).timeNs() >= TimeUnit.MILLISECONDS.toNanos(end), "not before its time");
        requireNothingToTradeWith();
    }

    @Test
    void shouldFireAllStopsOfATradeWithoutAnotherCommand() throws Exception {
        final long[] stops = new long[STOPS];
        for (int i = 0; i < STOPS; i++) {
            stops[i] = place(
                    SYMBOL,
                    Side.BID,
                    OrderType.IOC,
                    90,
                    new OrderTerms().set(Term.TRIGGER, 50 + i % 20).set(Term.WHEN, 1));
        }
        final int fills = told.fills.get();
        place(SYMBOL, Side.ASK, OrderType.GTC, 80, null);
        place(SYMBOL, Side.BID, OrderType.IOC, 80, null);
        await(() -> told.fills.get() > fills, () -> "no trade");
        final long tradedNs = System.nanoTime();
        await(() -> Arrays.stream(stops).allMatch(told.offs::containsKey), () -> "fired " + told.offs.size());
        System.out.printf(
                "%,d stops of one trade: the last fired %,d us after the trade was told%n",
                STOPS,
                (Arrays.stream(stops).map(id -> told.off(id).heardNs()).max().orElseThrow() - tradedNs) / 1_000);
    }

    @Test
    void shouldEndManyOrdersInManyBooksAtOneTime() throws Exception {
        final long[] lateUs = new long[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            final long end = System.currentTimeMillis() + SOON_MS / 2;
            final long[] orders = new long[AT_ONCE];
            for (int i = 0; i < AT_ONCE; i++) {
                orders[i] = place(1 + i % BOOKS, Side.BID, OrderType.GTC, 100, until(end));
            }
            await(() -> Arrays.stream(orders).allMatch(told.offs::containsKey), () -> "ended " + told.offs.size());
            lateUs[round] = Arrays.stream(orders)
                            .map(id -> told.off(id).heardEpochUs())
                            .max()
                            .orElseThrow()
                    - end * 1_000;
        }
        Arrays.sort(lateUs);
        System.out.printf(
                "%,d orders in %d books, %d rounds: all gone, and told over TCP, after p50 %,d us, most %,d us%n",
                AT_ONCE, BOOKS, ROUNDS, lateUs[ROUNDS / 2], lateUs[ROUNDS - 1]);
    }

    @Test
    void shouldEndOverdueOrdersBeforeTheDoorsOpenAfterAKill() throws Exception {
        final long end = System.currentTimeMillis() + 3 * SOON_MS;
        final String order = askOverHttp(end);
        bidOverFix("overdue", end);
        final long[] orders = new long[OVERDUE];
        for (int i = 0; i < OVERDUE; i++) {
            final int symbol = i % 2 == 0 ? SYMBOL : 1 + i % BOOKS;
            orders[i] = place(symbol, Side.BID, OrderType.GTC, 100, until(end));
        }
        await(() -> told.answers.get() >= told.sent.get(), () -> "answered " + told.answers);
        assertTrue(System.currentTimeMillis() < end, "the machine is too slow for this test");
        venue.kill();
        while (System.currentTimeMillis() <= end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(end + 1 - System.currentTimeMillis()));
        }
        venue.start();
        requireNothingToTradeWith();
        await(() -> Arrays.stream(orders).allMatch(told.offs::containsKey), () -> "ended " + told.offs.size());
        requireEnded(order, orders[0], "overdue");
        assertTrue(venue.log().contains(OVERDUE + 2 + " orders had ends that came while"), venue::log);
    }

    private String askOverHttp(final long end) throws IOException, InterruptedException {
        return "/v1/orders/"
                + text(
                        "orderId",
                        send(
                                token,
                                "POST",
                                "/v1/orders",
                                "{\"symbol\":\"BTC-EUR\",\"side\":\"sell\",\"type\":\"limit\",\"price\":\"57100\","
                                        + "\"size\":\"0.001\",\"expireAt\":" + end * 1_000 + "}"));
    }

    private void bidOverFix(final String clOrdId, final long end) throws InterruptedException {
        final LocalDateTime time = LocalDateTime.ofInstant(Instant.ofEpochMilli(end), ZoneOffset.UTC);
        await(() -> fix.bidUntil(clOrdId, "57000", "0.001", time), () -> "not logged on");
        await(() -> fix.execType(clOrdId).equals("0"), fix::lastWords);
    }

    private void requireEnded(final String ofHttp, final long ofTcp, final String ofFix) throws InterruptedException {
        await(() -> told.offs.containsKey(ofTcp), () -> "TCP did not hear of the end");
        assertEquals(OffReason.EXPIRED.code(), told.off(ofTcp).reason());
        await(() -> fix.execType(ofFix).equals("C"), fix::lastWords);
        await(() -> !text("state", get(ofHttp)).equals("open"), () -> get(ofHttp));
        assertEquals("cancelled", text("state", get(ofHttp)));
    }

    /** Of both sides whatever the price. */
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

    /** Waits while the window is full, or the connection is away. */
    private long place(
            final int symbol, final Side side, final OrderType type, final long price, final OrderTerms terms)
            throws InterruptedException {
        final AtomicLong id = new AtomicLong();
        await(
                () -> {
                    id.set(tcp.place(new OrderHandle(), USER, symbol, side, type, price, 1, 0, terms));
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
        final HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(URI.create(venue.url() + target))
                        .timeout(Duration.ofMillis(TIME_OUT_MS))
                        .header("Authorization", "Bearer " + key)
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

    /** How an order has left the book, and when its owner was told. */
    private record Gone(int reason, long timeNs, long heardNs, long heardEpochUs) {}

    /** What the client of TCP was told. */
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
            assertTrue(answer.isSuccess(), () -> "refused with " + answer.code());
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
