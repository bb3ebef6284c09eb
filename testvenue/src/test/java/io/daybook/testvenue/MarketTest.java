package io.daybook.testvenue;

import static io.daybook.testvenue.Running.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.daybook.host.Proves;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Other traders on a test venue: a recorded day by its rules with a user's orders in it, and bots. */
@Proves("a recorded day and bots trade on a test venue with a user's orders among theirs, twice the same")
@Tag("whole")
class MarketTest {
    private static Running venue;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws Exception {
        venue = new Running(TestVenueSettings.ofSeed(7).manual());
    }

    @AfterAll
    static void end() throws Exception {
        venue.close();
    }

    @BeforeEach
    void reset() throws Exception {
        venue.control("POST", "/reset", "{}");
    }

    private static String book() throws Exception {
        venue.awaitHeard();
        return venue.http(200, "anna", "GET", "/v1/book/BTC-EUR", "");
    }

    private static void advance(final String time) throws Exception {
        venue.control("POST", "/clock", "{\"advance\":\"" + time + "\"}");
    }

    private static String market() throws Exception {
        return venue.control("GET", "/market/BTC-EUR", "");
    }

    /** The journal without NOPs, seqs and tags: the tags of other commands are counted here. */
    private static List<String> journal() throws Exception {
        return venue.control("GET", "/journal", "")
                .lines()
                .filter(line -> !line.contains("\"cmd\":\"nop\""))
                .map(line -> line.replaceAll("\"(seq|tag)\":(\\d+|\"[^\"]*\"),?", ""))
                .toList();
    }

    private Path smallDay() throws Exception {
        return new SmallDay()
                .add(0, 1, 'B', 100, 5_999_000)
                .add(0, 2, 'S', 100, 6_001_000)
                .add(1, 3, 'S', 50, 6_000_500)
                .executed(2, 1, 30)
                .executed(3, 3, 50)
                .hidden(4, 'B', 5, 5_999_200)
                .add(5, 4, 'S', 10, 5_999_400)
                .replaced(6, 2, 5, 80, 6_002_000)
                .cancelled(7, 1, 20)
                .write(folder.resolve("day.itch"));
    }

    @Test
    void shouldLetAUserMeetARecordedDayByItsRules() throws Exception {
        final String started = venue.control("POST", "/market/BTC-EUR", SmallDay.body(smallDay()));
        assertTrue(started.contains("\"repeatable\":true"), started);
        assertTrue(
                book().contains("[\"59990.00\",\"0.00100\"") && book().contains("[\"60010.00\",\"0.00100\""), book());
        advance("PT1S");
        venue.http(201, "anna", "POST", "/v1/orders", order("buy", "59995", "0.00070", "a-1"));
        venue.http(201, "anna", "POST", "/v1/orders", order("buy", "60005", "0.00020", "a-2"));
        venue.await("a-2", "filled");
        advance("PT1S"); // the aggressor of 30 meets anna first, and 30 lots of the recorded bid are displaced
        advance("PT1S"); // 20 of the 50 lots that were hit are gone
        advance("PT1S"); // a hidden buyer at 59992 takes nothing from anna's bid; it is at a better price
        advance("PT1S"); // a recorded ask comes at 59994, through anna's bid
        advance("PT2S");
        final String met = market();
        assertTrue(met.contains("\"displaced\":30,\"consumed\":30,\"missed\":20"), met);
        assertTrue(met.contains("\"state\":\"ended\",\"events\":10"), met);
        assertEquals(List.of("20 taker", "30 maker", "5 maker", "10 maker"), fills(met));
        assertTrue(met.contains("\"key\":\"anna\""), met);
        assertTrue(book().contains("[\"60020.00\",\"0.00080\""), book());
        assertTrue(book().contains("[\"59990.00\",\"0.00050\""), book());
    }

    private static List<String> fills(final String met) {
        return Pattern.compile("\"size\":\"0\\.000(\\d\\d)\",\"role\":\"(\\w+)\"")
                .matcher(met)
                .results()
                .map(found -> Integer.parseInt(found.group(1)) + " " + found.group(2))
                .toList();
    }

    @Test
    void shouldBeginADayAtATimeAndEndItOnRequest() throws Exception {
        final String body = SmallDay.body(smallDay()).replace("}", ",\"from\":\"PT9H30M2S\"}");
        venue.control("POST", "/market/BTC-EUR", body);
        assertTrue(market().contains("\"state\":\"trades\",\"events\":5"), market());
        assertTrue(book().contains("[\"59990.00\",\"0.00070\""), book());
        final String ended = venue.control("DELETE", "/market/BTC-EUR", "");
        assertTrue(ended.contains("\"state\":\"deleted\""), ended);
        assertFalse(book().contains("59990"), book());
        final String again = venue.refused("POST", "/market/BTC-EUR", body);
        assertTrue(again.contains("POST /reset removes it"), again);
    }

    @Test
    void shouldAnswerOtherRequestsWhileADayComesToItsStart() throws Exception {
        final byte[] whole = Files.readAllBytes(smallDay());
        final Path pipe = folder.resolve("pipe.itch");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        final CompletableFuture<String> started = CompletableFuture.supplyAsync(() -> {
            try {
                return venue.control(
                        "POST", "/market/BTC-EUR", SmallDay.body(pipe).replace("}", ",\"from\":\"PT9H30M6S\"}"));
            } catch (Exception e) {
                throw new CompletionException(e);
            }
        });
        try (OutputStream recorder = Files.newOutputStream(pipe)) {
            recorder.write(whole, 0, whole.length / 2);
            while (!market().contains("\"state\":\"begins\",\"events\":4")) {
                assertFalse(started.isDone(), () -> started.join());
                LockSupport.parkNanos(5_000_000);
            }
            venue.control("PUT", "/users/anna/balances", "{\"EUR\":\"1\"}");
            final String refusal = venue.refused("POST", "/clock", "{\"advance\":\"PT1S\"}");
            assertTrue(refusal.contains("wait until GET /market/BTC-EUR"), refusal);
            recorder.write(whole, whole.length / 2, whole.length - whole.length / 2);
        }
        assertTrue(started.join().contains("\"state\":\"trades\",\"events\":9"), started::join);
        advance("PT1S");
    }

    @Test
    void shouldReportTradesAtTheirTimeAlsoAfterTheDaysEnd() throws Exception {
        venue.control("POST", "/market/BTC-EUR", SmallDay.body(smallDay()));
        advance("PT10S");
        assertTrue(market().contains("\"state\":\"ended\""), market());
        venue.http(201, "anna", "POST", "/v1/orders", order("sell", "59990", "0.00020", "a-3"));
        venue.await("a-3", "filled");
        final String met = market();
        assertEquals(List.of("20 taker"), fills(met));
        advance("PT1S");
        assertEquals(met, market(), "the time of the trade is that of its result");
    }

    @Test
    void shouldReportATradeAtItsTimeIfTheDayActsLater() throws Exception {
        venue.control("POST", "/market/BTC-EUR", SmallDay.body(smallDay()));
        venue.http(201, "anna", "POST", "/v1/orders", order("sell", "59990", "0.00020", "a-4"));
        venue.await("a-4", "filled");
        final String time = time(venue.control("GET", "/clock", ""));
        advance("PT1S");
        assertEquals(time, time(market()));
    }

    /** The first time in an answer, without fractions of a second. */
    private static String time(final String answer) {
        final var time =
                Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d").matcher(answer);
        assertTrue(time.find(), answer);
        return time.group();
    }

    @Test
    void shouldRefuseACutFileAndEndWhatItHadSent() throws Exception {
        final byte[] whole = Files.readAllBytes(smallDay());
        final Path cut = Files.write(folder.resolve("cut.itch"), Arrays.copyOf(whole, whole.length - 5));
        final String refusal =
                venue.refused("POST", "/market/BTC-EUR", SmallDay.body(cut).replace("}", ",\"from\":\"PT10H\"}"));
        assertTrue(refusal.contains("ends within the message that begins at byte"), refusal);
        assertTrue(market().contains("\"state\":\"stopped: "), market());
        assertTrue(book().contains("60020.00"), book());
        venue.control("DELETE", "/market/BTC-EUR", "");
        assertFalse(book().contains("60020.00"), book());
    }

    @Test
    void shouldLetBotsTradeInStepsOfVenueTime() throws Exception {
        final String first = bots();
        assertTrue(first.contains("\"event\":\"TRADE\""), "the bots trade");
        assertTrue(first.contains("\"cmd\":\"replace\""), "the bots follow the price");
        venue.control("POST", "/reset", "{}");
        assertEquals(first, bots());
        venue.control("DELETE", "/market/BTC-EUR", "");
        assertTrue(market().contains("\"traders\":[]"), market());
        final int before = journal().size();
        advance("PT1S");
        assertTrue(journal().size() > before, "the bots of ETH-EUR trade on");
        venue.control("DELETE", "/market/ETH-EUR", "");
        final int after = journal().size();
        advance("PT1S");
        assertEquals(after, journal().size());
        assertEquals(0, venue.control("GET", "/journal", "").indexOf("{"));
    }

    private static String bots() throws Exception {
        venue.control("POST", "/market/BTC-EUR", "{\"kind\":\"made\"}");
        venue.control("POST", "/market/ETH-EUR", "{\"kind\":\"made\",\"bots\":[\"maker\",\"taker\"]}");
        assertTrue(book().contains("\"bids\":[[\"59"), book());
        advance("PT2S");
        venue.http(201, "anna", "POST", "/v1/orders", order("buy", "70000", "0.5", "a-1"));
        venue.await("a-1", "filled");
        advance("PT2S");
        return String.join("\n", journal());
    }

    private static int events(final String market) {
        return Integer.parseInt(Running.member(market, "events"));
    }

    @Test
    void shouldNotPromiseARepetitionByTheClockOfTheMachine() throws Exception {
        try (Running other = new Running(TestVenueSettings.ofSeed(7))) {
            final String bots = other.control("POST", "/market/BTC-EUR", "{\"kind\":\"made\"}");
            assertTrue(bots.contains("\"repeatable\":false,\"why\":\"the clock of the machine runs"), bots);
            other.control("POST", "/market/ETH-EUR", SmallDay.body(smallDay()));
            final long beganNs = System.nanoTime();
            while (!other.control("GET", "/journal", "").contains("\"cmd\":\"replace\"")
                    || events(other.control("GET", "/market/ETH-EUR", "")) < 6) {
                assertTrue(System.nanoTime() - beganNs < 120_000_000_000L, "the bots trade by themselves");
                LockSupport.parkNanos(20_000_000);
            }
            other.control("POST", "/reset", "{}");
            assertTrue(other.control("GET", "/market/ETH-EUR", "").contains("\"traders\":[]"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/market/BTC-EUR|\"kind\":\"mode\"|Did you mean \\\"made\\\"?",
                "/market/BTC-ERU|\"kind\":\"made\"|Did you mean \\\"BTC-EUR\\\"?",
                "/market/BTC-EUR|\"kind\":\"made\",\"bots\":[\"taker\",\"makr\"]|/bots/1",
                "/market/BTC-EUR|\"kind\":\"made\",\"bots\":[\"makr\"]|Did you mean \\\"maker\\\"?",
                "/market/BTC-EUR|\"kind\":\"made\",\"bot\":[\"maker\"]|bot",
                "/market/BTC-EUR|\"kind\":\"recorded\",\"file\":\"/nowhere\",\"stock\":\"DAYB\"|/file",
                "/market/BTC-EUR|\"kind\":\"recorded\",\"file\":\"DAY\",\"stock\":\"DAYA\"|Did you mean \\\"DAYB\\\"?",
                "/market/BTC-EUR|\"kind\":\"recorded\",\"file\":\"DAY\"|needs \\\"stock\\\"",
                "/market/BTC-EUR|\"kind\":\"recorded\",\"file\":\"DAY\",\"book\":\"DAY\"|line 1",
                "/market/BTC-PERP|\"kind\":\"recorded\",\"file\":\"DAY\",\"stock\":\"DAYB\"|is a future",
            })
    void shouldRefuseAWrongMarketWithThePlaceAndTheNearestWord(final String path, final String body, final String says)
            throws Exception {
        final String refusal = venue.refused("POST", path, "{" + body.replace("DAY\"", smallDay() + "\"") + "}");
        assertTrue(refusal.contains(says), refusal);
        assertTrue(market().contains("\"traders\":[]"), market());
    }

    // ---- the samples ---------------------------------------------------------------------------------------------

    private static Path recorded(final String name) {
        final String data = System.getProperty("daybook.data");
        assumeTrue(
                data != null && Files.exists(Path.of(data, name)),
                "no recorded day: name a folder with -Ddaybook.data");
        return Path.of(data, name);
    }

    @Test
    void shouldRepeatASampleOfLobsterWithAUsersOrdersInIt() throws Exception {
        final String body = "{\"kind\":\"recorded\",\"file\":\"" + recorded("aapl-20120621-message-10.csv")
                + "\",\"book\":\"" + recorded("aapl-20120621-orderbook-10.csv") + "\"}";
        repeat(body, "PT1S");
    }

    @Test
    void shouldRepeatASampleOfItchWithAUsersOrdersInIt() throws Exception {
        final Path file = recorded("nasdaq-20101224-sample.itch50.gz");
        final String names = venue.refused(
                "POST", "/market/BTC-EUR", "{\"kind\":\"recorded\",\"file\":\"" + file + "\",\"stock\":\"?\"}");
        final var stocks =
                Pattern.compile("known here: ([A-Z]+), ([A-Z]+), ([A-Z]+)").matcher(names);
        assertTrue(stocks.find(), names);
        for (int i = 1; i <= 3; i++) {
            repeat("{\"kind\":\"recorded\",\"file\":\"" + file + "\",\"stock\":\"" + stocks.group(i) + "\"}", "PT30M");
            venue.control("POST", "/reset", "{}");
        }
    }

    /** Plays a day twice, with an order of anna's at each best price after each step of time. */
    private static void repeat(final String body, final String step) throws Exception {
        final long beganNs = System.nanoTime();
        final String first = played(body, step);
        venue.control("POST", "/reset", "{}");
        assertEquals(first, played(body, step));
        System.out.printf("twice in %,d ms: %.600s%n", (System.nanoTime() - beganNs) / 1_000_000, first);
    }

    private static String played(final String body, final String step) throws Exception {
        venue.control("POST", "/market/BTC-EUR", body);
        int orders = 0;
        for (int i = 0; i < 40 && market().contains("\"state\":\"trades\""); i++) {
            final var best =
                    Pattern.compile("\"(bids|asks)\":\\[\\[\"([0-9.]+)\"").matcher(book());
            while (best.find()) {
                final String side = best.group(1).equals("bids") ? "buy" : "sell";
                final boolean takes = i % 3 == 0;
                venue.http(
                        "anna",
                        "POST",
                        "/v1/orders",
                        order(
                                takes ? side.equals("buy") ? "sell" : "buy" : side,
                                best.group(2),
                                "0.00010",
                                "m-" + orders++));
            }
            advance(step);
        }
        assertTrue(orders > 2, market());
        return market() + "\n" + String.join("\n", journal());
    }
}
