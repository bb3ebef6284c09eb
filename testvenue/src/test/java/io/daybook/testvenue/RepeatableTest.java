package io.daybook.testvenue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.client.Side;
import io.daybook.host.Proves;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two runs of one test: requests one after the other over four doors, with faults and other traders, while the test
 * moves the time.
 */
@Proves(
        value = "two runs of a test on a test venue with a manual clock have the same commands and results",
        normal = "60 steps",
        large = "2,000 steps")
@Tag("whole")
class RepeatableTest {
    private static final int STEPS = Boolean.getBoolean("daybook.long") ? 2_000 : 60;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));

    /** An hour after the venue's time at its start. */
    private static final long END_S = 1_767_607_200;

    @TempDir
    private Path folder;

    private Path day;
    private String met = "";

    @Test
    void shouldHaveTheSameCommandsAndResultsInMemoryAndOnADisk() throws Exception {
        System.out.println("seed " + seed);
        day = day();
        final List<String> first = run(TestVenueSettings.ofSeed(seed).manual());
        assertTrue(first.stream().anyMatch(line -> line.contains("\"event\":\"TRADE\"")), "orders have traded");
        assertTrue(first.stream().anyMatch(line -> line.contains("\"cmd\":\"tick\"")), "orders have ended");
        assertTrue(first.stream().anyMatch(line -> line.contains("\"uid\":9001,")), "bots have traded");
        assertTrue(met.contains("\"fills\":[{"), "the recorded day met a user: " + met);
        assertEquals(
                String.join("\n", first),
                String.join(
                        "\n",
                        run(new TestVenueSettings(
                                null,
                                seed,
                                true,
                                folder.resolve("disk"),
                                false,
                                null,
                                TestVenueSettings.OwnProcess.NO,
                                TestVenueSettings.Reach.LOCAL))));
    }

    /** A day of orders that come and go around 60,000, each for a tenth of a second. */
    private Path day() throws Exception {
        final SplittableRandom dice = new SplittableRandom(seed);
        final SmallDay made = new SmallDay();
        for (int i = 1; i < 10 * STEPS; i++) {
            final boolean isBid = dice.nextBoolean();
            final long away = dice.nextInt(1, 40) * 100L;
            made.add(i / 10.0, 10 + i, isBid ? 'B' : 'S', 10 + dice.nextInt(500), 6_000_000 + (isBid ? -away : away));
            if (i > 5 && dice.nextInt(3) == 0) {
                made.executed(i / 10.0, 10 + i - dice.nextInt(5), 1 + dice.nextInt(200));
            }
        }
        return made.write(folder.resolve("day.itch"));
    }

    /**
     * Runs the test; returns the journal, without NOPs, the seqs that they shift, and the tags, because clients choose
     * tags at random.
     */
    private List<String> run(final TestVenueSettings settings) throws Exception {
        try (Running venue = new Running(settings)) {
            final SplittableRandom dice = new SplittableRandom(seed);
            venue.control("POST", "/market/BTC-EUR", "{\"kind\":\"made\",\"bots\":[\"maker\",\"taker\"]}");
            venue.control("POST", "/market/BTC-EUR", SmallDay.body(day));
            venue.control("POST", "/market/ETH-BTC", "{\"kind\":\"made\"}");
            final HttpResponse<String> ends = venue.http(
                    "anna",
                    "POST",
                    "/v1/orders",
                    "{\"symbol\":\"BTC-EUR\",\"side\":\"buy\",\"type\":\"limit\",\"price\":\"50000\","
                            + "\"size\":\"0.001\",\"expireAt\":" + END_S + "000000}");
            assertEquals(201, ends.statusCode(), ends.body());
            venue.control(
                    "POST",
                    "/faults",
                    "{\"faults\":[{\"when\":{\"door\":\"http\",\"route\":\"POST /v1/orders\"},\"do\":\"status\","
                            + "\"status\":429,\"probability\":\"0.2\"},{\"when\":{\"door\":\"spot\",\"route\":"
                            + "\"POST /api/v3/order\"},\"do\":\"status\",\"status\":502,\"probability\":\"0.2\"},"
                            + "{\"when\":{\"door\":\"tcp\",\"route\":\"PLACE\"},\"do\":\"reject\",\"reason\":"
                            + "\"THROTTLED\",\"probability\":\"0.2\"},{\"when\":{\"door\":\"fix\",\"route\":\"D\"},"
                            + "\"do\":\"reject\",\"reason\":\"UNSUPPORTED\",\"probability\":\"0.2\"}]}");
            try (TcpTrader tcp = new TcpTrader(venue, "anna");
                    FixTrader fix = new FixTrader(venue, "ben")) {
                int requests = 0;
                for (int i = 0; i < STEPS; i++) {
                    final boolean isBuy = dice.nextBoolean();
                    final int price = 60_000 + dice.nextInt(-20, 21);
                    switch (dice.nextInt(6)) {
                        case 0 -> {
                            final HttpResponse<String> unused = venue.http(
                                    dice.nextBoolean() ? "anna" : "ben",
                                    "POST",
                                    "/v1/orders",
                                    "{\"symbol\":\"BTC-EUR\",\"side\":\"" + (isBuy ? "buy" : "sell")
                                            + "\",\"type\":\"limit\",\"price\":\"" + price
                                            + "\",\"size\":\"0.001\",\"expireAt\":" + (END_S + i)
                                            + "000000}");
                        }
                        case 1 -> {
                            final HttpResponse<String> unused = Running.CLIENT.send(
                                    SpotRequest.signed(
                                                    venue,
                                                    "anna",
                                                    "POST",
                                                    "/order?symbol=BTCEUR&side=" + (isBuy ? "BUY" : "SELL")
                                                            + "&type=LIMIT&timeInForce=GTC&quantity=0.001&price="
                                                            + price)
                                            .build(),
                                    HttpResponse.BodyHandlers.ofString());
                        }
                        case 2 -> {
                            final long unused = tcp.place(isBuy ? Side.BID : Side.ASK, price * 100L, 100);
                            tcp.awaitAnswer(++requests);
                        }
                        case 3 -> {
                            final String id = "f-" + i;
                            fix.place(id, isBuy ? "1" : "2", Integer.toString(price), "0.001");
                            fix.report(text -> text.contains("|11=" + id + "|"));
                        }
                        case 4 ->
                            venue.control(
                                    "POST",
                                    "/trade/BTC-EUR",
                                    "{\"price\":\"" + price + "\",\"size\":\"0.002\",\"through\":true}");
                        default -> venue.control("POST", "/clock", "{\"advance\":\"PT0." + dice.nextInt(1, 8) + "S\"}");
                    }
                }
                met = venue.control("DELETE", "/market/BTC-EUR", "");
                venue.control("DELETE", "/market/ETH-BTC", "");
                venue.control("POST", "/clock", "{\"advance\":\"PT2H\"}");
                return venue.control("GET", "/journal", "")
                        .lines()
                        .filter(line -> !line.contains("\"cmd\":\"nop\""))
                        .map(line -> line.replaceAll("\"(seq|tag)\":(\\d+|\"[^\"]*\"),?", ""))
                        .toList();
            }
        }
    }
}
