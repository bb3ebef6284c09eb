package io.daybook.venue;

import static io.daybook.venue.ServedVenue.member;
import static io.daybook.venue.ServedVenue.ok;
import static io.daybook.venue.ServedVenue.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CommandResult;
import io.daybook.api.PlaceOrder;
import io.daybook.api.RecoveryFailedException;
import io.daybook.api.RetentionMark;
import io.daybook.api.Side;
import io.daybook.host.Proves;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.journal.access.JournalFollowers;
import io.daybook.server.StartException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A venue that does not offer every service: a request for a missing service gets a clear answer, and costs the
 * exchange no work.
 */
@Proves("parts that a venue has switched off are refused with the reason, and return complete")
@Tag("whole")
class OfferTest {
    private static final String NO_ORDERS = "http.orders=false";
    private static final String NO_HISTORY = "http.history=false";

    private static final List<String> OF_ORDERS = List.of(
            "POST /v1/orders",
            "GET /v1/orders",
            "DELETE /v1/orders",
            "GET /v1/orders/by-client/{clientOrderId}",
            "GET /v1/orders/{id}",
            "PATCH /v1/orders/{id}",
            "DELETE /v1/orders/{id}",
            "GET /v1/fills");

    private static final List<String> OF_HISTORY =
            List.of("GET /v1/trades/{symbol}", "GET /v1/ticker", "GET /v1/ticker/{symbol}", "GET /v1/candles/{symbol}");

    @TempDir
    private Path folder;

    private static TreeSet<String> described(final ServedVenue venue) throws Exception {
        return RoutesTest.described(ok(venue.get("", "/v1/openapi.json")));
    }

    private static void assertNotOffered(final String key, final HttpResponse<String> answer) {
        assertEquals(404, answer.statusCode(), answer.body());
        assertEquals("NOT_OFFERED", member(answer.body(), "code"));
        assertTrue(answer.body().contains(" is switched off in this venue's file; "), answer.body());
        assertTrue(answer.body().contains(" can switch it on with " + key + " = true\""), answer.body());
    }

    private static void assertRoutes(
            final ServedVenue venue, final String token, final String key, final List<String> routes) throws Exception {
        for (final String route : routes) {
            final String[] words = route.split(" ");
            final String target = words[1].replace("{symbol}", "BTC-EUR").replaceAll("\\{\\w+\\}", "9");
            final HttpResponse<String> answer = venue.send(token, words[0], target, "");
            assertNotOffered(key, answer);
            assertTrue(answer.body().contains("\"detail\":\"" + route + " is"), answer.body());
        }
    }

    @Test
    void shouldServeTheRestAndSayOfEachRouteThatItIsSwitchedOff() throws Exception {
        final TreeSet<String> all;
        try (ServedVenue venue = ServedVenue.start(folder)) {
            all = described(venue);
            final String anna = venue.trader(301, "2", "1000");
            venue.restart(NO_ORDERS);
            assertRoutes(venue, anna, "http.orders", OF_ORDERS);
            assertEquals(401, venue.send("", "POST", "/v1/orders", "").statusCode(), "strangers get no details");
            ok(venue.get("", "/v1/ticker/BTC-EUR"));
            final TreeSet<String> without = new TreeSet<>(all);
            without.removeAll(OF_ORDERS);
            assertEquals(without, described(venue));

            venue.restart(NO_HISTORY);
            assertRoutes(venue, "", "http.history", OF_HISTORY);
            ok(venue.get(anna, "/v1/orders"));
            without.addAll(OF_ORDERS);
            without.removeAll(OF_HISTORY);
            assertEquals(without, described(venue));
        }
    }

    @Test
    void shouldDoWithoutFollowersWhatOperatorsWant() throws Exception {
        try (ServedVenue venue = ServedVenue.start(folder, NO_ORDERS, NO_HISTORY)) {
            assertEquals(List.of(), venue.exchange().metrics().followers());
            final String admin = venue.adminToken();
            assertEquals("{\"items\":[]}", ok(venue.get(admin, "/v1/admin/users")));
            final String anna = venue.trader(301, "2", "1000");
            venue.user(7, "1", "1");
            final String first = ok(venue.get(admin, "/v1/admin/users?limit=1"));
            assertTrue(first.startsWith("{\"items\":[{\"uid\":7,\"status\":\"active\""), first);
            assertTrue(first.endsWith("}]}],\"next\":\"7\"}"), first);
            final String second = ok(venue.get(admin, "/v1/admin/users?limit=1&next=7"));
            assertTrue(second.startsWith("{\"items\":[{\"uid\":301,\"status\":\"active\""), second);
            assertTrue(
                    second.contains("\"currency\":\"EUR\",\"balance\":\"1000.00000000\"") && second.endsWith("}]}]}"),
                    second);
            assertTrue(ok(venue.get(anna, "/v1/account")).contains("\"balance\":\"1000.00000000\""));

            final long seq = place(venue, 301, 1, Side.ASK);
            final HttpResponse<String> book = venue.get("", "/v1/book/BTC-EUR?minSeq=" + seq);
            assertTrue(ok(book).contains("\"asks\":[[\"100.00\",\"0.10000\"]]"), book.body());
            assertEquals(
                    503,
                    venue.send("", "GET", "/v1/book/BTC-EUR?minSeq=" + (seq + 99), "")
                            .statusCode());
            final String again = ok(venue.send(admin, "POST", "/v1/admin/kill-switch", "{\"uid\":301}"));
            assertEquals("false", member(again, "more"));
            assertEquals(
                    "USER_MGMT_USER_ALREADY_EXISTS",
                    member(
                            venue.send(admin, "POST", "/v1/admin/users", "{\"uid\":7}")
                                    .body(),
                            "code"));
            ok(venue.send(
                    admin,
                    "POST",
                    "/v1/admin/listings",
                    "{\"currency\":{\"SOL\":{\"id\":4,\"decimals\":8}},\"listing\":{\"SOL-EUR\":{\"symbol\":17,"
                            + "\"base\":\"SOL\",\"quote\":\"EUR\",\"tick\":\"0.01\",\"lot\":\"0.001\"}}}"));
            ok(venue.send(admin, "POST", "/v1/admin/snapshot", ""));
            assertFalse(ok(venue.get(admin, "/v1/admin/overview")).contains("ordersLive"));
            assertEquals("{\"status\":\"ok\",\"reasons\":[]}", ok(venue.get("", "/healthz")));
            final String metrics = ok(venue.get(admin, "/metrics"));
            assertTrue(metrics.contains("daybook_commands_total{type=\"ADD_USER\"} 3.0"), metrics);
            for (final String absent : List.of("daybook_orders_live{", "daybook_history_seq ", "follower=\"")) {
                assertFalse(metrics.contains(absent), metrics);
            }
        }
    }

    /** Places an order of a program that embeds the exchange, and returns its seq. */
    private static long place(final ServedVenue venue, final long uid, final long id, final Side side) {
        final CommandResult result = venue.exchange()
                .submit(PlaceOrder.gtc(uid, 1, id, side, 10_000, 10_000))
                .join();
        assertTrue(result.isSuccess(), result::toString);
        return result.seq();
    }

    @Test
    void shouldAnswerASignedChangeTheSameHoweverOftenItComes() throws Exception {
        try (ServedVenue venue = ServedVenue.start(folder, NO_ORDERS)) {
            venue.user(301, "2", "1000");
            final String key = venue.key(301, "hmac", "");
            final long now = venue.holdTime();
            for (int i = 0; i < 2; i++) {
                assertNotOffered(
                        "http.orders",
                        venue.signed(member(key, "id"), member(key, "secret"), now, "DELETE", "/v1/orders/9", ""));
            }
        }
    }

    @Test
    void shouldRefuseChannelsThatAreSwitchedOff() throws Exception {
        try (ServedVenue venue = ServedVenue.start(folder, NO_ORDERS, NO_HISTORY)) {
            final String anna = venue.trader(301, "2", "1000");
            try (StreamClient stream = StreamClient.open(venue, anna)) {
                for (final String channel : List.of("orders", "balances")) {
                    assertRefused(stream, channel, "http.orders");
                }
                for (final String channel : List.of("trades:BTC-EUR", "ticker:BTC-EUR", "candles:BTC-EUR:1m")) {
                    assertRefused(stream, channel, "http.history");
                }
                stream.subscribe("book:BTC-EUR");
                stream.next("\"snapshot\"");
                stream.subscribe("status");
                final String status = stream.next("\"type\":\"status\"");
                assertTrue(status.contains("\"journalLag\":"), status);
                assertFalse(status.contains("ordersLag") || status.contains("historyLag"), status);
            }
        }
    }

    private static void assertRefused(final StreamClient stream, final String channel, final String key) {
        stream.send("{\"op\":\"subscribe\",\"id\":1,\"channels\":[\"" + channel + "\"]}");
        final String answer = stream.next("\"op\":");
        assertTrue(answer.startsWith("{\"op\":\"error\",\"id\":1,\"code\":\"NOT_OFFERED\","), answer);
        assertTrue(answer.contains("can switch it on with " + key + " = true"), answer);
    }

    @Test
    void shouldGoOnWithOrdersThatRestedWhileTheyWereNotServed() throws Exception {
        try (ServedVenue venue = ServedVenue.start(folder)) {
            final String anna = venue.trader(301, "2", "1000");
            venue.user(302, "2", "1000");
            final String body = order("sell", "100.00", "0.1", "a-1");
            final String first = ok(venue.send(anna, "POST", "/v1/orders", body));

            venue.restart(NO_ORDERS, NO_HISTORY);
            assertEquals(List.of(), venue.exchange().metrics().followers());
            assertEquals(
                    List.of("history", "orders"),
                    venue.exchange().metrics().followerMarks().stream()
                            .map(RetentionMark::name)
                            .sorted()
                            .toList());
            final String metrics = ok(venue.get(venue.adminToken(), "/metrics"));
            assertTrue(metrics.contains("daybook_follower_held_bytes{follower=\"orders\"}"), metrics);
            final long seq = place(venue, 302, 1, Side.BID);
            ok(venue.send(venue.adminToken(), "POST", "/v1/admin/snapshot", ""));

            venue.restart();
            final String order = ok(venue.get(anna, "/v1/orders/by-client/a-1"));
            assertEquals(member(first, "orderId"), member(order, "orderId"));
            assertEquals("filled", member(order, "state"));
            final String again = ok(venue.send(anna, "POST", "/v1/orders", body));
            assertEquals(first.substring(0, first.length() - 1) + ",\"duplicate\":true}", again);
            assertEquals(Long.toString(seq), member(ok(venue.get("", "/v1/trades/BTC-EUR")), "seq"));
            final String second = ok(venue.send(anna, "POST", "/v1/orders", order("sell", "101.00", "0.1", "a-2")));

            venue.restart(NO_ORDERS);
            venue.restart();
            assertEquals("open", member(ok(venue.get(anna, "/v1/orders/by-client/a-2")), "state"));
            assertEquals(
                    member(second, "orderId"),
                    member(ok(venue.get(anna, "/v1/orders?state=all&limit=1")), "orderId"),
                    "the newest order");
        }
    }

    @Test
    void shouldNotGiveIdsAgainWhereTheFolderHasForgottenTheBook() throws Exception {
        try (ServedVenue venue = ServedVenue.start(folder)) {
            final String anna = venue.trader(301, "2", "1000");
            final String body = order("sell", "100.00", "0.1", "a-1");
            final String first = ok(venue.send(anna, "POST", "/v1/orders", body));
            venue.end();
            assertTrue(JournalFollowers.forget(new FileJournalStorage(), venue.data(), "orders"));
            assertTrue(String.valueOf(assertThrows(RecoveryFailedException.class, venue::begin)
                            .getMessage())
                    .contains("live orders have ids that belong to a server"));

            venue.restart(NO_ORDERS);
            ok(venue.send(venue.adminToken(), "POST", "/v1/admin/kill-switch", "{\"uid\":301}"));
            ok(venue.send(venue.adminToken(), "POST", "/v1/admin/users/301/resume", ""));

            venue.restart();
            assertEquals(404, venue.get(anna, "/v1/orders/by-client/a-1").statusCode());
            final String anew = ok(venue.send(anna, "POST", "/v1/orders", body));
            assertFalse(anew.contains("duplicate"), anew);
            assertTrue(
                    Long.parseLong(member(anew, "orderId")) > Long.parseLong(member(first, "orderId")),
                    anew + " after " + first);
        }
    }

    @Test
    void shouldNeverBeOpenToAllWhereTheKeysAreLost() throws Exception {
        try (ServedVenue venue = ServedVenue.start(folder, NO_ORDERS, NO_HISTORY)) {
            venue.end();
            try (var files = Files.walk(venue.data().resolve("server"))) {
                for (final Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
            assertTrue(String.valueOf(
                            assertThrows(StartException.class, venue::begin).getMessage())
                    .contains("key init"));
        }
    }
}
