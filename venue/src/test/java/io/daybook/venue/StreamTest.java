package io.daybook.venue;

import static io.daybook.venue.ServedVenue.member;
import static io.daybook.venue.ServedVenue.ok;
import static io.daybook.venue.ServedVenue.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CommandResult;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.host.Proves;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The messages of a server's streams, and their order. */
@Proves(
        value = "other clients keep a book from /v1/stream equal to GET /v1/book",
        normal = "200 times each",
        large = "5,000 times each")
@Tag("whole")
class StreamTest {
    @TempDir
    private Path folder;

    private ServedVenue venue;
    private String anna;
    private String bert;

    @BeforeEach
    void start() throws Exception {
        venue = ServedVenue.start(folder);
        anna = venue.trader(301, "2", "1000000");
        bert = venue.trader(302, "2", "1000000");
    }

    @AfterEach
    void stop() {
        venue.close();
    }

    private String place(final String token, final String side, final String price, final String size, final String id)
            throws Exception {
        return ok(venue.send(token, "POST", "/v1/orders", order(side, price, size, id)));
    }

    private void placeAndShow(
            final String token, final String side, final String price, final String size, final String id)
            throws Exception {
        ok(venue.shown(venue.send(token, "POST", "/v1/orders", order(side, price, size, id))));
    }

    @Test
    void shouldTellABookAndThenItsChanges() throws Exception {
        placeAndShow(anna, "sell", "100.00", "0.1", "s-1");
        try (StreamClient client = StreamClient.open(venue).subscribe("book:BTC-EUR")) {
            final String snapshot = client.next();
            assertTrue(snapshot.contains("\"type\":\"snapshot\""), snapshot);
            assertTrue(snapshot.contains("\"bids\":[],\"asks\":[[\"100.00\",\"0.10000\"]]"), snapshot);
            final String seq = member(place(bert, "buy", "99.00", "0.2", "b-1"), "seq");
            final String diff = client.next();
            assertEquals(member(snapshot, "seq"), member(diff, "prev"));
            assertEquals(seq, member(diff, "seq"));
            assertTrue(diff.contains("\"bids\":[[\"99.00\",\"0.20000\"]],\"asks\":[]"), diff);
            place(bert, "buy", "100.00", "0.1", "b-2");
            final String trade = client.next();
            assertEquals(seq, member(trade, "prev"));
            assertTrue(trade.contains("\"asks\":[[\"100.00\",\"0\"]]"), trade);
        }
    }

    @Test
    void shouldKeepFewBooksForAPeerThatAsksAgainAndReadsNothing() throws Exception {
        final List<CompletableFuture<CommandResult>> placed = new ArrayList<>();
        for (int i = 0; i < 4_000; i++) {
            final Side side = i % 2 == 0 ? Side.BID : Side.ASK;
            final long price = side == Side.BID ? 400_000 - i : 500_000 + i;
            placed.add(venue.exchange().submit(PlaceOrder.gtc(side == Side.BID ? 301 : 302, 1, i + 1, side, price, 1)));
        }
        for (final CompletableFuture<CommandResult> one : placed) {
            assertTrue(one.join().isSuccess());
        }
        try (StalledPeer stalled = StalledPeer.connect(venue.port());
                StreamClient clock = StreamClient.open(venue)) {
            for (int i = 0; i < 30; i++) {
                stalled.send("{\"op\":\"subscribe\",\"channels\":[\"book:BTC-EUR\"]}");
                // The topic is the same: once this client has its snapshot, the other one has been
                // served its book, too.
                clock.subscribe("book:BTC-EUR").next("\"snapshot\"");
                stalled.send("{\"op\":\"unsubscribe\",\"channels\":[\"book:BTC-EUR\"]}");
                clock.send("{\"op\":\"unsubscribe\",\"channels\":[\"book:BTC-EUR\"]}")
                        .next("\"unsubscribed\"");
            }
            stalled.send("{\"op\":\"subscribe\",\"channels\":[\"book:BTC-EUR\"],\"id\":7}");
            final int books = stalled.booksUntil("\"id\":7");
            assertTrue(books < 24, "books=" + books);
            stalled.until("\"snapshot\""); // delayed, but not dropped
        }
    }

    @Test
    void shouldKeepABookByTheRuleOfGaps() throws Exception {
        try (StreamClient client = StreamClient.open(venue).subscribe("book.raw:BTC-EUR");
                StreamClient merged = StreamClient.open(venue).subscribe("book:BTC-EUR")) {
            final StreamedBook raw = new StreamedBook();
            final StreamedBook slow = new StreamedBook();
            raw.take(client.next());
            slow.take(merged.next());
            final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
            final SplittableRandom random = new SplittableRandom(seed);
            final int orders = Boolean.getBoolean("daybook.long") ? 5_000 : 200;
            int compared = 0;
            for (int i = 0; i < orders; i++) {
                final boolean isBid = random.nextBoolean();
                final String price = (isBid ? 95 : 100) + random.nextInt(6) + ".00";
                final String placed = place(
                        random.nextBoolean() ? anna : bert,
                        isBid ? "buy" : "sell",
                        price,
                        "0.000" + (1 + random.nextInt(9)),
                        "c-" + i);
                final String book = ok(venue.get("", "/v1/book/BTC-EUR?depth=5000&minSeq=" + member(placed, "seq")));
                final long seq = Long.parseLong(member(book, "seq"));
                while (raw.seq() < seq) {
                    raw.take(client.next());
                }
                assertEquals(StreamedBook.of(book), raw, "seed=" + seed + " i=" + i);
                compared++;
                if (i % 50 == 49) {
                    while (slow.seq() < seq) {
                        slow.take(merged.next());
                    }
                    assertEquals(raw, slow, "seed=" + seed + " i=" + i);
                }
            }
            assertEquals(orders, compared);
        }
    }

    @Test
    void shouldSayThatTheServerEnds() throws Exception {
        try (StreamClient client = StreamClient.open(venue)) {
            client.subscribe("status");
            venue.server().drain();
            client.next((final String message) -> message.startsWith("closed 1001"));
        }
    }

    @Test
    void shouldTellTradesInAChain() throws Exception {
        try (StreamClient client = StreamClient.open(venue).subscribe("trades:BTC-EUR")) {
            assertEquals("{\"ch\":\"trades:BTC-EUR\",\"type\":\"begin\"}", client.next());
            place(anna, "sell", "100.00", "0.1", "s-1");
            place(bert, "buy", "100.00", "0.04", "b-1");
            final String first = client.next();
            assertFalse(first.contains("prev"), first);
            assertEquals("buy", member(first, "takerSide"));
            place(bert, "buy", "100.00", "0.05", "b-2");
            final String second = client.next();
            final String key = "{\"seq\":" + member(first, "seq") + ",\"event\":0}";
            assertTrue(second.contains("\"prev\":" + key), second);
            try (StreamClient other = StreamClient.open(venue)) {
                other.send("{\"op\":\"subscribe\",\"id\":7,\"channels\":[\"trades:BTC-EUR\"],\"from\":"
                        + "{\"trades:BTC-EUR\":" + key + "}}");
                assertEquals("{\"op\":\"subscribed\",\"id\":7,\"channels\":[\"trades:BTC-EUR\"]}", other.next());
                assertEquals(second, other.next());
            }
        }
    }

    @Test
    void shouldResendManyTradesInPartsAsTheSocketTakesThem() throws Exception {
        final int count = 1_000;
        assertTrue(venue.exchange()
                .submit(PlaceOrder.gtc(301, 1, 1, Side.ASK, 10_000, 10L * count))
                .join()
                .isSuccess());
        CompletableFuture<CommandResult> last = null;
        for (int i = 0; i < count; i++) {
            last = venue.exchange().submit(PlaceOrder.gtc(302, 1, 2 + i, Side.BID, 10_000, 10));
        }
        assertTrue(last.join().isSuccess());
        ok(venue.get("", "/v1/trades/BTC-EUR?minSeq=" + last.join().seq()));
        try (StreamClient client = StreamClient.open(venue)) {
            client.send("{\"op\":\"subscribe\",\"channels\":[\"trades:BTC-EUR\"],\"from\":{\"trades:BTC-EUR\":"
                    + "{\"seq\":0,\"event\":0}}}");
            client.next("\"subscribed\"");
            String before = "{\"seq\":0,\"event\":0}";
            for (int i = 0; i < count; i++) {
                final String trade = client.next();
                assertTrue(i == 0 || trade.contains("\"prev\":" + before), trade);
                final String own = trade.replaceAll("\"prev\":\\{[^}]*},", "");
                before = "{\"seq\":" + member(own, "seq") + ",\"event\":0}";
            }
            place(anna, "sell", "200.00", "0.1", "s-last");
            place(bert, "buy", "200.00", "0.1", "b-last");
            assertTrue(client.next().contains("\"prev\":" + before));
        }
    }

    @Test
    void shouldTellOwnOrdersAndResendThemAfterARestart() throws Exception {
        final String told;
        try (StreamClient client = StreamClient.open(venue, bert).subscribe("orders")) {
            assertEquals("{\"ch\":\"orders\",\"type\":\"begin\",\"n\":0}", client.next());
            place(bert, "buy", "100.00", "0.3", "b-1");
            assertEquals("open", member(client.next("\"n\":1,"), "state"));
            place(anna, "sell", "100.00", "0.1", "s-1");
            told = client.next("\"n\":2,");
            assertEquals("partly_filled", member(told, "state"));
            assertEquals("maker", member(told, "role"));
        }
        venue.restart();
        try (StreamClient client = StreamClient.open(venue)) {
            client.send("{\"op\":\"auth\",\"id\":1,\"token\":\"" + bert + "\"}");
            assertEquals("authenticated", member(client.next(), "op"));
            client.send("{\"op\":\"subscribe\",\"channels\":[\"orders\"],\"from\":{\"orders\":1}}");
            assertEquals("subscribed", member(client.next(), "op"));
            assertEquals(told, client.next());
            client.send("{\"op\":\"unsubscribe\",\"channels\":[\"orders\"]}").next("unsubscribed");
            client.send("{\"op\":\"subscribe\",\"channels\":[\"orders\"],\"from\":{\"orders\":9}}");
            assertEquals("RESYNC", member(client.next("\"type\":\"resync\""), "code"));
        }
    }

    @Test
    void shouldTellWhatIsWholeAtOnceAndWhenItChanges() throws Exception {
        placeAndShow(anna, "sell", "100.00", "0.1", "s-1");
        try (StreamClient client = StreamClient.open(venue, bert)
                .subscribe("top:BTC-EUR:5", "ticker:BTC-EUR", "candles:BTC-EUR:1s", "balances", "status")) {
            // Each stream is sent separately, so the messages come in any order.
            client.all("\"type\":\"top\"", "\"type\":\"ticker\"", "\"type\":\"status\"");
            place(bert, "buy", "100.00", "0.1", "b-1");
            client.all(List.of(
                    message -> message.contains("\"type\":\"top\"") && message.contains("\"asks\":[]"),
                    message ->
                            message.contains("\"type\":\"balances\"") && message.contains("\"balance\":\"2.10000000\""),
                    message -> message.contains("\"type\":\"ticker\"") && message.contains("\"last\":\"100.00\""),
                    message -> message.contains("\"type\":\"candle\"") && message.contains("\"final\":false")));
            // The final candle comes with the first command after its end.
            final long beganNs = System.nanoTime();
            String last = "";
            for (int i = 0; last.isEmpty(); i++) {
                assertTrue(System.nanoTime() - beganNs < TimeUnit.MINUTES.toNanos(1), "there was no final candle");
                place(bert, "buy", "10.00", "0.1", "w-" + i);
                for (String message = client.poll(100, TimeUnit.MILLISECONDS);
                        message != null;
                        message = client.poll(0, TimeUnit.MILLISECONDS)) {
                    last = message.contains("\"final\":true") ? message : last;
                }
            }
            assertEquals("100.00", member(last, "close"));
        }
    }
}
