package io.daybook.venue;

import static io.daybook.venue.ServedVenue.member;
import static io.daybook.venue.ServedVenue.ok;
import static io.daybook.venue.ServedVenue.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AdjustBalance;
import io.daybook.server.StartException;
import io.daybook.server.identity.KeyKind;
import io.daybook.server.identity.KeyStore;
import io.daybook.server.identity.Role;
import io.daybook.server.identity.Signatures;
import io.daybook.sessions.member.Account;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VenueTest {
    @TempDir
    private Path folder;

    private ServedVenue venue;
    private String anna;
    private String bert;

    @BeforeEach
    void start() throws Exception {
        venue = ServedVenue.start(folder);
        anna = venue.trader(301, "2", "100000");
        bert = venue.trader(302, "2", "100000");
    }

    @AfterEach
    void stop() {
        venue.close();
    }

    @Test
    void shouldTradeAndShowItToBothAndToEverybody() throws Exception {
        final HttpResponse<String> ask =
                venue.send(anna, "POST", "/v1/orders", order("sell", "59998.20", "0.1", "s-1"));
        assertEquals(201, ask.statusCode(), ask.body());
        assertEquals("open", member(ask.body(), "state"));
        final HttpResponse<String> bid =
                venue.send(bert, "POST", "/v1/orders", order("buy", "60000.00", "0.25", "a-1"));
        assertEquals(201, bid.statusCode(), bid.body());
        assertEquals("partly_filled", member(bid.body(), "state"));
        assertEquals("0.10000", member(bid.body(), "filled"));
        assertEquals("0.15000", member(bid.body(), "remaining"));
        assertEquals("59998.20", member(bid.body(), "averagePrice"));
        assertEquals("5.99982000", member(bid.body(), "fees"));
        assertEquals("taker", member(bid.body(), "role"));
        final String seq = bid.headers().firstValue("Daybook-Seq").orElseThrow();
        assertEquals("4398046511105".length(), member(bid.body(), "orderId").length());

        final String book = ok(venue.get("", "/v1/book/BTC-EUR?minSeq=" + seq));
        assertTrue(book.contains("\"bids\":[[\"60000.00\",\"0.15000\"]],\"asks\":[]"), book);
        final String trades = ok(venue.get("", "/v1/trades/BTC-EUR?minSeq=" + seq));
        assertEquals("59998.20", member(trades, "price"));
        assertEquals("59998.20", member(ok(venue.get("", "/v1/ticker/BTC-EUR")), "last"));
        assertEquals("1", member(ok(venue.get("", "/v1/candles/BTC-EUR?interval=1d")), "trades"));
        assertEquals("filled", member(ok(venue.get(anna, "/v1/orders?state=closed&minSeq=" + seq)), "state"));
        assertEquals("maker", member(ok(venue.get(anna, "/v1/fills")), "role"));
        assertEquals("a-1", member(ok(venue.get(bert, "/v1/orders/by-client/a-1")), "clientOrderId"));
        final String account = ok(venue.get(bert, "/v1/account"));
        assertTrue(account.contains("{\"currency\":\"BTC\",\"balance\":\"2.10000000\""), account);
    }

    @Test
    void shouldChangeAndCancelAnOrder() throws Exception {
        final String placed = ok(venue.send(bert, "POST", "/v1/orders", order("buy", "100.00", "0.3", "a-1")));
        final String path = "/v1/orders/" + member(placed, "orderId");
        assertEquals("0.20000", member(ok(venue.send(bert, "PATCH", path, "{\"size\":\"0.2\"}")), "remaining"));
        assertEquals("99.00", member(ok(venue.send(bert, "PATCH", path, "{\"price\":\"99.00\"}")), "price"));
        assertEquals(404, venue.send(anna, "DELETE", path, "").statusCode(), "the order of another user");
        assertEquals("cancelled", member(ok(venue.send(bert, "DELETE", path, "")), "state"));
        final HttpResponse<String> again = venue.send(bert, "DELETE", path, "");
        assertEquals(404, again.statusCode(), again.body());
        assertEquals("MATCHING_UNKNOWN_ORDER_ID", member(again.body(), "code"));
    }

    @Test
    void shouldTakeTheSameLotsOffOnceHoweverOftenAChangeOfSizeIsSent() throws Exception {
        final String placed = ok(venue.send(bert, "POST", "/v1/orders", order("buy", "100.00", "1.0", "a-1")));
        ok(venue.send(anna, "POST", "/v1/orders", order("sell", "100.00", "0.1", "s-1")));
        final String path = "/v1/orders/" + member(placed, "orderId");
        for (int i = 0; i < 3; i++) {
            final String changed = ok(venue.send(bert, "PATCH", path, "{\"size\":\"0.8\"}"));
            assertEquals("0.80000", member(changed, "size"));
            assertEquals("0.70000", member(changed, "remaining"));
        }
        assertEquals("0.60000", member(ok(venue.send(bert, "PATCH", path, "{\"size\":\"0.7\"}")), "remaining"));
        assertEquals("0.80000", member(ok(venue.send(bert, "PATCH", path, "{\"size\":\"0.9\"}")), "remaining"));
        final String done = ok(venue.send(bert, "PATCH", path, "{\"size\":\"0.1\"}"));
        assertEquals("cancelled", member(done, "state"), "the size is not above the traded size");
    }

    @Test
    void shouldKeepThePlaceOfAnOrderThatGetsSmaller() throws Exception {
        final String first = ok(venue.send(anna, "POST", "/v1/orders", order("sell", "100.00", "0.5", "s-1")));
        ok(venue.send(anna, "POST", "/v1/orders", order("sell", "100.00", "0.5", "s-2")));
        ok(venue.send(anna, "PATCH", "/v1/orders/" + member(first, "orderId"), "{\"size\":\"0.2\"}"));
        final String bought = ok(venue.send(bert, "POST", "/v1/orders", order("buy", "100.00", "0.2", "b-1")));
        ok(venue.get(anna, "/v1/orders?minSeq=" + member(bought, "seq")));
        assertEquals("filled", member(ok(venue.get(anna, "/v1/orders/by-client/s-1")), "state"));
        assertEquals("open", member(ok(venue.get(anna, "/v1/orders/by-client/s-2")), "state"));
    }

    @Test
    void shouldCancelAllOrdersOfASide() throws Exception {
        for (int i = 0; i < 3; i++) {
            ok(venue.send(bert, "POST", "/v1/orders", order("buy", "100.00", "0.1", "b-" + i)));
            ok(venue.send(bert, "POST", "/v1/orders", order("sell", "200.00", "0.1", "s-" + i)));
        }
        final String answer = ok(venue.send(bert, "DELETE", "/v1/orders?symbol=BTC-EUR&side=buy", ""));
        final String open = ok(venue.get(bert, "/v1/orders?minSeq=" + member(answer, "seq")));
        assertFalse(open.contains("\"side\":\"buy\""), open);
        assertTrue(open.contains("s-2"), open);
    }

    @Test
    void shouldGiveTheFirstAnswerAgainAlsoAfterARestart() throws Exception {
        ok(venue.send(anna, "POST", "/v1/orders", order("sell", "100.00", "0.1", "s-1")));
        final String body = order("buy", "100.00", "0.3", "a-1");
        final String first = ok(venue.send(bert, "POST", "/v1/orders", body));
        final String again = ok(venue.send(bert, "POST", "/v1/orders", body));
        assertEquals(first.substring(0, first.length() - 1) + ",\"duplicate\":true}", again);
        ok(venue.send(venue.adminToken(), "POST", "/v1/admin/snapshot", ""));
        final HttpResponse<String> poor =
                venue.send(bert, "POST", "/v1/orders", order("buy", "9000000.00", "100", "a-2"));
        assertEquals(422, poor.statusCode(), poor.body());
        assertEquals("RISK_NSF", member(poor.body(), "code"));
        venue.restart();
        assertEquals(again, ok(venue.send(bert, "POST", "/v1/orders", body)));
        final HttpResponse<String> poorAgain =
                venue.send(bert, "POST", "/v1/orders", order("buy", "9000000.00", "100", "a-2"));
        assertEquals(422, poorAgain.statusCode());
        assertEquals(member(poor.body(), "seq"), member(poorAgain.body(), "seq"));
        final HttpResponse<String> other = venue.send(bert, "POST", "/v1/orders", order("buy", "1.00", "0.3", "a-1"));
        assertEquals(409, other.statusCode(), other.body());
        assertEquals("DUPLICATE_ID", member(other.body(), "code"));
        final String open = ok(venue.get(bert, "/v1/orders"));
        assertEquals(1, open.split("orderId").length - 1, open);
        assertEquals("1", member(ok(venue.get("", "/v1/candles/BTC-EUR")), "trades"));
    }

    @Test
    void shouldTakeSignedRequestsOnceAndInTheirTime() throws Exception {
        final String made = ok(venue.send(
                venue.adminToken(),
                "POST",
                "/v1/admin/keys",
                "{\"name\":\"bot\",\"kind\":\"hmac\",\"roles\":[\"trader\"],\"accounts\":{\"B-302\":302}}"));
        final String key = member(made, "id");
        final String secret = member(made, "secret");
        final String body =
                "{\"symbol\":\"BTC-EUR\",\"side\":\"buy\",\"type\":\"limit\",\"price\":\"90\",\"size\":\"0.1\"}";
        final long now = venue.holdTime();
        final String first = ok(venue.signed(key, secret, now, "POST", "/v1/orders", body));
        final String replayed = ok(venue.signed(key, secret, now, "POST", "/v1/orders", body));
        assertEquals(member(first, "orderId"), member(replayed, "orderId"));
        assertEquals("true", member(replayed, "duplicate"));
        final long late = now - TimeUnit.SECONDS.toMillis(20);
        final HttpResponse<String> old = venue.signed(key, secret, late, "POST", "/v1/orders", body);
        assertEquals(401, old.statusCode(), old.body());
        final HttpResponse<String> wrong = venue.signed(key, now, "00", "POST", "/v1/orders", body);
        assertEquals(401, wrong.statusCode());
        final HttpResponse<String> unknown = venue.signed("k999999", now, "00", "POST", "/v1/orders", body);
        assertEquals(wrong.body().replaceAll("requestId.*", ""), unknown.body().replaceAll("requestId.*", ""));
        venue.restart();
        assertEquals(
                member(first, "orderId"),
                member(ok(venue.signed(key, secret, now, "POST", "/v1/orders", body)), "orderId"));
    }

    @Test
    void shouldTakeMarketOrdersAtTheBestPriceOnly() throws Exception {
        final String market = "{\"symbol\":\"BTC-EUR\",\"side\":\"buy\",\"type\":\"market\",\"size\":\"0.2\"}";
        final HttpResponse<String> nobody = venue.send(bert, "POST", "/v1/orders", market);
        assertEquals(422, nobody.statusCode(), nobody.body());
        assertEquals("NO_LIQUIDITY", member(nobody.body(), "code"));
        ok(venue.send(anna, "POST", "/v1/orders", order("sell", "100.00", "0.1", "s-1")));
        ok(venue.shown(venue.send(anna, "POST", "/v1/orders", order("sell", "106.00", "0.1", "s-2"))));
        final String bought = ok(venue.shown(venue.send(bert, "POST", "/v1/orders", market)));
        assertEquals("0.10000", member(bought, "filled"));
        assertEquals("cancelled", member(bought, "state"));
        final String byMoney = ok(venue.send(
                bert,
                "POST",
                "/v1/orders",
                "{\"symbol\":\"BTC-EUR\",\"side\":\"buy\",\"type\":\"market\",\"money\":\"5.30\"}"));
        assertEquals("0.05000", member(byMoney, "filled"), byMoney);
    }

    @Test
    void shouldSayWhetherItIsWell() throws Exception {
        assertEquals("ok\n", ok(venue.get("", "/livez")));
        assertEquals("ok\n", ok(venue.get("", "/readyz")));
        assertEquals("ok", member(ok(venue.get("", "/healthz")), "status"));
        assertEquals(401, venue.get("", "/metrics").statusCode());
        final String metrics = ok(venue.get(venue.adminToken(), "/metrics"));
        for (final String name : new String[] {
            "daybook_seq ",
            "daybook_commands_total{type=\"PLACE_ORDER\"} ",
            "daybook_http_request_seconds_bucket{",
            "daybook_follower_seq{follower=\"orders\"}",
            "daybook_refusals_total{code=\"RISK_NSF\"}",
            "daybook_exchange_state{state=\"running\"} 1",
            "jvm_memory_used_bytes"
        }) {
            assertTrue(metrics.contains(name), () -> name + " is missing in\n" + metrics);
        }
    }

    @Test
    void shouldStillMeasureAfterACollection() throws Exception {
        System.gc();
        final String metrics = ok(venue.get(venue.adminToken(), "/metrics"));
        for (final String name : new String[] {"daybook_disk_free_bytes ", "daybook_ws_connections "}) {
            assertTrue(metrics.contains(name), metrics);
            assertFalse(metrics.contains(name + "NaN"), metrics);
        }
    }

    @Test
    void shouldKeepWhatOperatorsDidInAChain() throws Exception {
        ok(venue.send(venue.adminToken(), "POST", "/v1/admin/users/301/suspend", ""));
        assertEquals(
                403,
                venue.send(anna, "POST", "/v1/orders", order("buy", "1.00", "0.1", "x"))
                        .statusCode());
        final HttpResponse<String> twice = venue.send(venue.adminToken(), "POST", "/v1/admin/users/301/suspend", "");
        assertEquals(409, twice.statusCode(), twice.body());
        ok(venue.send(venue.adminToken(), "POST", "/v1/admin/users/301/resume", ""));
        venue.restart();
        ok(venue.send(venue.adminToken(), "POST", "/v1/admin/users", "{\"uid\":303}"));
        byte[] before = {};
        for (final String line : Files.readAllLines(venue.data().resolve("server/audit.jsonl"))) {
            assertEquals(HexFormat.of().formatHex(Signatures.sha256(before)), member(line, "before"));
            before = line.getBytes(StandardCharsets.US_ASCII);
        }
        assertTrue(new String(before, StandardCharsets.US_ASCII).contains("add user"));
    }

    @Test
    void shouldKeepInTheAuditLogWhatWasDoneAfterItsSenderStoppedWaiting() throws Exception {
        venue.close();
        final Path other = Files.createDirectory(folder.resolve("hasty"));
        try (ServedVenue hasty = ServedVenue.start(other, "http.orderTimeoutMs=1")) {
            for (int uid = 401; uid <= 420; uid++) {
                hasty.send(hasty.adminToken(), "POST", "/v1/admin/users", "{\"uid\":" + uid + "}");
            }
            final Path audit = other.resolve("data/server/audit.jsonl");
            final long beganNs = System.nanoTime();
            for (int uid = 401; uid <= 420; uid++) {
                final String line = "\"act\":\"add user\",\"what\":\"" + uid + "\"";
                while (!Files.readString(audit).contains(line)) {
                    assertTrue(System.nanoTime() - beganNs < TimeUnit.MINUTES.toNanos(1), () -> line + " is missing");
                    LockSupport.parkNanos(5_000_000);
                }
            }
        }
    }

    @Test
    void shouldRefuseToBeginAnewWhereKeysWereLost() throws IOException {
        venue.close();
        Files.delete(venue.data().resolve("server/identity.db"));
        final StartException lost = assertThrows(StartException.class, () -> venue.restart());
        assertTrue(lost.getMessage().contains("the keys are lost"), lost.getMessage());
    }

    /** A recorded request must not be carried out a second time after a restart. */
    @Test
    void shouldCarryNoSignedChangeOutAgainAfterARestart() throws Exception {
        final String bot = venue.key(301, "hmac", "");
        final String key = member(bot, "id");
        final String secret = member(bot, "secret");
        final long time = venue.holdTime();
        final String placed = ok(venue.send(anna, "POST", "/v1/orders", order("buy", "90.00", "0.1", "once")));
        final String target = "/v1/orders/" + member(placed, "orderId");
        ok(venue.signed(key, secret, time, "PATCH", target, "{\"size\":\"0.2\"}"));
        ok(venue.send(anna, "PATCH", target, "{\"size\":\"0.4\"}"));
        final String others = "/v1/orders?symbol=BTC-EUR";
        ok(venue.signed(key, secret, time, "DELETE", others, ""));
        final String later = ok(venue.send(anna, "POST", "/v1/orders", order("buy", "90.00", "0.1", "later")));
        venue.restart();
        final HttpResponse<String> again = venue.signed(key, secret, time, "PATCH", target, "{\"size\":\"0.2\"}");
        assertEquals(409, again.statusCode(), again.body());
        assertEquals("SIGNED_BEFORE_START", member(again.body(), "code"));
        final HttpResponse<String> ended = venue.signed(key, secret, time, "DELETE", others, "");
        assertEquals(409, ended.statusCode(), ended.body());
        assertEquals("SIGNED_BEFORE_START", member(ended.body(), "code"));
        assertEquals("open", member(ok(venue.get(anna, "/v1/orders/" + member(later, "orderId"))), "state"));
        assertEquals("0.40000", member(ok(venue.get(anna, target)), "size"));
        final HttpResponse<String> placedAgain =
                venue.signed(key, secret, time, "POST", "/v1/orders", order("buy", "90.00", "0.1", "other"));
        assertEquals(201, placedAgain.statusCode(), "an order has an id of its own");
    }

    @Test
    void shouldMakeNoKeyForAUserThatIsNotThere() throws Exception {
        final String asked = "{\"name\":\"typo\",\"kind\":\"bearer\",\"roles\":[\"trader\"],\"accounts\":"
                + "{\"A\":301,\"C\":999}}";
        final HttpResponse<String> refused = venue.send(venue.adminToken(), "POST", "/v1/admin/keys", asked);
        assertEquals(409, refused.statusCode(), refused.body());
        assertEquals("NOT_DONE", member(refused.body(), "code"));
        assertTrue(refused.body().contains("999"), refused.body());
        final String keys = ok(venue.get(venue.adminToken(), "/v1/admin/keys"));
        assertFalse(keys.contains("typo"), keys);
    }

    /** The command line only writes a file, and does not know the users. */
    @Test
    void shouldShowWhichAccountsOfAKeyHaveNoUser() throws Exception {
        try (KeyStore keys = KeyStore.open(venue.data().resolve("server"), null, true)) {
            keys.add(
                    "early",
                    KeyKind.BEARER,
                    EnumSet.of(Role.TRADER),
                    List.of(new Account("C", 999)),
                    List.of(),
                    0,
                    null);
        }
        venue.door().refreshKeys();
        final String missing = "\"name\":\"early\",[^{]*\"accounts\":\\{\"C\":999},[^{]*\"missing\":\\[\"C=999\"]";
        assertTrue(ok(venue.get(venue.adminToken(), "/v1/admin/keys")).matches(".*" + missing + ".*"));
        ok(venue.send(venue.adminToken(), "POST", "/v1/admin/users", "{\"uid\":999}"));
        assertFalse(ok(venue.get(venue.adminToken(), "/v1/admin/keys")).contains("missing"));
    }

    /** Senders number their adjustments: two systems may both begin with 1. */
    @Test
    void shouldSayWhatATransactionIdStoodForAndThatAnotherAdjustmentWasNotDone() throws Exception {
        final String admin = venue.adminToken();
        final String target = "/v1/admin/users/301/adjust";
        for (final String[] other : new String[][] {{"EUR", "5", "2"}, {"BTC", "9", "2"}, {"BTC", "7", "1"}}) {
            final HttpResponse<String> refused =
                    venue.send(admin, "POST", target, ServedVenue.adjust(other[0], other[1], Long.parseLong(other[2])));
            assertEquals(409, refused.statusCode(), refused.body());
            assertEquals("OTHER_ADJUSTMENT", member(refused.body(), "code"));
            final String was = other[2].equals("2") ? "was 100000 EUR" : "was 2 BTC";
            assertTrue(refused.body().contains("transaction " + other[2] + " of user 301 " + was), refused.body());
            assertTrue(refused.body().contains("was not done"), refused.body());
        }
        final HttpResponse<String> same = venue.send(admin, "POST", target, ServedVenue.adjust("EUR", "100000.00", 2));
        assertEquals("USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_SAME", member(same.body(), "code"));
        assertTrue(same.body().contains("is done\""), same.body());
        assertTrue(
                venue.exchange().submit(new AdjustBalance(301, 2, 1, 9)).join().isSuccess());
        final HttpResponse<String> unknown = venue.send(admin, "POST", target, ServedVenue.adjust("EUR", "5", 9));
        assertTrue(unknown.body().contains("does not show which adjustment had this transaction id"), unknown.body());
    }

    @Test
    void shouldMoveNoMoneyThatItCannotNoteAndStopAUserAllTheSame() throws Exception {
        final String admin = venue.adminToken();
        final Path log = venue.data().resolve("server/audit.jsonl");
        final Path aside = venue.data().resolve("server/aside");
        Files.move(log, aside);
        Files.createDirectory(log); // no file can be written there
        final HttpResponse<String> refused =
                venue.send(admin, "POST", "/v1/admin/users/301/adjust", ServedVenue.adjust("EUR", "5", 3));
        assertEquals(409, refused.statusCode(), refused.body());
        assertEquals("NOT_DONE", member(refused.body(), "code"));
        final String user = ok(venue.get(admin, "/v1/admin/users/301"));
        assertEquals("2", member(user, "lastTransactionId"));
        final String key = "{\"name\":\"late\",\"kind\":\"bearer\",\"roles\":[\"viewer\"]}";
        assertEquals(409, venue.send(admin, "POST", "/v1/admin/keys", key).statusCode());
        assertFalse(ok(venue.get(admin, "/v1/admin/keys")).contains("late"));
        ok(venue.send(admin, "POST", "/v1/admin/users/301/suspend", ""));
        ok(venue.send(admin, "POST", "/v1/admin/kill-switch", "{\"uid\":302}"));
        final String stopped = venue.send(admin, "POST", "/v1/admin/stop", "").body();
        assertTrue(stopped.contains("end that program"), () -> "the log must not be the reason: " + stopped);
        assertTrue(ok(venue.get("", "/healthz")).contains("acts were done that it does not have yet"));
        Files.delete(log);
        Files.move(aside, log);
        final long beganNs = System.nanoTime();
        while (ok(venue.get("", "/healthz")).contains("does not have yet")) {
            assertTrue(System.nanoTime() - beganNs < TimeUnit.MINUTES.toNanos(1), "the act was not logged");
            LockSupport.parkNanos(5_000_000);
        }
        final String lines = Files.readString(log);
        for (final String act : List.of("suspend user", "kill switch", "stop")) {
            assertTrue(lines.contains("\"act\":\"" + act + "\""), lines);
        }
    }

    @Test
    void shouldSayAtTheStartThatALineOfTheAuditLogWasChanged() throws Exception {
        final Path log = venue.data().resolve("server/audit.jsonl");
        assertTrue(Files.readString(log).contains("\"act\":\"asked: add user\""));
        venue.close();
        Files.writeString(log, Files.readString(log).replaceFirst("301 2 BTC", "301 3 BTC"));
        venue.begin();
        final long beganNs = System.nanoTime();
        while (!ok(venue.get("", "/healthz")).contains("the audit log was changed")) {
            assertTrue(System.nanoTime() - beganNs < TimeUnit.MINUTES.toNanos(1), "the change was not detected");
            LockSupport.parkNanos(5_000_000);
        }
    }
}
