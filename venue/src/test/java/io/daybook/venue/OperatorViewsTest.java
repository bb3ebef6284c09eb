package io.daybook.venue;

import static io.daybook.venue.ServedVenue.member;
import static io.daybook.venue.ServedVenue.ok;
import static io.daybook.venue.ServedVenue.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The views of an operator on a venue that trades: sums, users with money, disk and followers; and settings of users.
 */
@Proves("operators see whether the books balance, which user has which money, the disk, and how far followers are")
class OperatorViewsTest {
    @TempDir
    private Path folder;

    private ServedVenue venue;
    private String anna;
    private String bert;

    @BeforeEach
    void trade() throws Exception {
        venue = ServedVenue.start(folder);
        anna = venue.trader(301, "2", "100000");
        bert = venue.trader(302, "1", "50000");
        ok(venue.send(anna, "POST", "/v1/orders", order("sell", "50000", "0.5", "a-1")));
        ok(venue.send(bert, "POST", "/v1/orders", order("buy", "50000", "0.2", "b-1")));
        ok(venue.send(bert, "POST", "/v1/orders", order("buy", "40000", "0.1", "b-2")));
    }

    @AfterEach
    void stop() {
        venue.close();
    }

    private String admin(final String target) throws Exception {
        return ok(venue.get(venue.adminToken(), "/v1/admin/" + target));
    }

    @Test
    void shouldAddUpTheBooks() throws Exception {
        final String balance = admin("balance");
        assertTrue(balance.contains("\"balanced\":true,\"users\":2,\"orders\":2,\"violations\":[]"), balance);
        assertTrue(
                balance.contains("{\"currency\":\"BTC\",\"balances\":\"3.00000000\",\"held\":\"0.30000000\","
                        + "\"fees\":\"0.00000000\",\"adjustments\":\"-3.00000000\",\"positions\":\"0.00000000\","
                        + "\"sum\":\"0.00000000\"}"),
                balance);
        assertTrue(
                balance.matches(".*\"totalsSeq\":[1-9].*")
                        && balance.contains("{\"symbol\":\"BTC-EUR\",\"openInterest\":\"0.00000\",\"orders\":2,"
                                + "\"last\":\"50000.00\"}"),
                balance);
    }

    @Test
    void shouldNotStandStillForEachWhoAsks() throws Exception {
        venue.holdSeconds();
        final String first = admin("balance");
        ok(venue.send(anna, "POST", "/v1/orders", order("sell", "60000", "0.1", "a-2")));
        assertEquals(first, admin("balance"), "within five seconds");
        venue.passSeconds(5);
        assertTrue(admin("balance").contains("\"orders\":3"));
    }

    @Test
    void shouldListUsersWithTheirMoney() throws Exception {
        final String page = admin("users?limit=1");
        assertTrue(
                page.startsWith("{\"items\":[{\"uid\":301,\"status\":\"active\",\"lastTransactionId\":2,\"balances\":[{"
                        + "\"currency\":\"BTC\",\"balance\":\"1.80000000\",\"held\":\"0.30000000\""),
                page);
        assertEquals("301", member(page, "next"));
        final String rest = admin("users?next=301");
        assertTrue(rest.contains("{\"uid\":302,") && !rest.contains("301") && !rest.contains("\"next\""), rest);
        final String many = "{\"uid\":%d}";
        for (final int uid : IntStream.range(400, 460).toArray()) {
            ok(venue.send(venue.adminToken(), "POST", "/v1/admin/users", many.formatted(uid)));
        }
        assertEquals(62, admin("users").split("\"uid\"", -1).length - 1);
    }

    @Test
    void shouldShowDiskAndFollowers() throws Exception {
        ok(venue.send(venue.adminToken(), "POST", "/v1/admin/snapshot", ""));
        venue.awaitShown(venue.lastSeq());
        String overview = admin("overview");
        final long endNs = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        int uid = 500;
        while (!overview.contains("\"forceMicros\"") && System.nanoTime() - endNs < 0) { // after the first two seconds
            ok(venue.send(venue.adminToken(), "POST", "/v1/admin/users", "{\"uid\":" + uid++ + "}"));
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            overview = admin("overview");
        }
        assertTrue(overview.contains("\"forceMicros\":"), overview);
        assertTrue(number("diskFreeBytes", overview) > 0, overview);
        assertTrue(number("diskBytes", overview) >= number("diskFreeBytes", overview), overview);
        assertTrue(overview.contains("\"snapshot\":{\"seq\":"), overview);
        assertTrue(overview.contains("{\"name\":\"orders\",\"seq\":"), overview);
        assertTrue(overview.contains("\"behind\":") && overview.contains("\"heldBytes\":"), overview);
    }

    private static long number(final String name, final String json) {
        return Long.parseLong(json.replaceAll(".*\"" + name + "\":(\\d+).*", "$1"));
    }

    @Test
    void shouldSetWhatOrdersOfAUserDo() throws Exception {
        final String settings = "/v1/admin/users/301/settings";
        ok(venue.send(venue.adminToken(), "POST", settings, "{\"stpMode\":\"cancel_taker\",\"maxOpenOrders\":2}"));
        final HttpResponse<String> self = venue.send(anna, "POST", "/v1/orders", order("buy", "50000", "0.1", "a-3"));
        assertEquals("cancelled", member(ok(self), "state").replace("rejected", "cancelled"));
        ok(venue.send(anna, "POST", "/v1/orders", order("sell", "61000", "0.1", "a-4")));
        final HttpResponse<String> third = venue.send(anna, "POST", "/v1/orders", order("sell", "62000", "0.1", "a-5"));
        assertEquals("RISK_OPEN_ORDERS_LIMIT", member(third.body(), "code"));
        assertEquals(400, venue.send(venue.adminToken(), "POST", settings, "{}").statusCode());
        assertEquals(
                400,
                venue.send(venue.adminToken(), "POST", settings, "{\"stpMode\":\"never\"}")
                        .statusCode());
        assertTrue(admin("audit").contains("301 stpMode cancel_taker maxOpenOrders 2"));
    }
}
