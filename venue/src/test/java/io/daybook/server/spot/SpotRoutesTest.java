package io.daybook.server.spot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Exchange;
import io.daybook.api.LiveBook;
import io.daybook.host.Clock;
import io.daybook.host.VenueTime;
import io.daybook.server.api.Markets;
import io.daybook.server.api.Waiting;
import io.daybook.server.config.Offer;
import io.daybook.server.history.MarketHistory;
import io.daybook.server.http.Limiter;
import io.daybook.server.http.Route;
import io.daybook.server.http.Router;
import io.daybook.server.orders.OrderDoor;
import io.daybook.server.orders.OrdersBook;
import io.daybook.server.orders.OrdersFollower;
import io.daybook.venue.ServedVenue;
import io.daybook.venue.spot.SpotClient;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The permissions of each route of the dialect, as a table. A route that is not in the table fails the test. */
class SpotRoutesTest {
    private static final Path DOCUMENT = Path.of(System.getProperty("daybook.root"), "docs/spot-api.md");

    /** An x for each sender that may use the route: nobody, viewer, trader. */
    private static final String TABLE = """
            GET    /api/v3/ping                      xxx
            GET    /api/v3/time                      xxx
            GET    /api/v3/exchangeInfo              xxx
            GET    /api/v3/depth                     xxx
            GET    /api/v3/trades                    xxx
            GET    /api/v3/historicalTrades          xxx
            GET    /api/v3/aggTrades                 xxx
            GET    /api/v3/klines                    xxx
            GET    /api/v3/avgPrice                  xxx
            GET    /api/v3/ticker/24hr               xxx
            GET    /api/v3/ticker/price              xxx
            GET    /api/v3/ticker/bookTicker         xxx
            GET    /sapi/v1/system/status            xxx
            POST   /api/v3/order                     ..x
            GET    /api/v3/order                     ..x
            DELETE /api/v3/order                     ..x
            POST   /api/v3/order/test                ..x
            POST   /api/v3/order/cancelReplace       ..x
            GET    /api/v3/openOrders                ..x
            DELETE /api/v3/openOrders                ..x
            GET    /api/v3/allOrders                 ..x
            POST   /api/v3/orderList/oco             ..x
            POST   /api/v3/order/oco                 ..x
            DELETE /api/v3/orderList                 ..x
            GET    /api/v3/orderList                 ..x
            GET    /api/v3/openOrderList             ..x
            GET    /api/v3/allOrderList              ..x
            GET    /api/v3/account                   ..x
            GET    /api/v3/account/commission        ..x
            GET    /api/v3/myTrades                  ..x
            GET    /api/v3/rateLimit/order           ..x
            GET    /sapi/v1/capital/config/getall    ..x
            GET    /sapi/v1/asset/tradeFee           ..x
            GET    /sapi/v1/asset/assetDetail        ..x
            GET    /sapi/v1/account/apiRestrictions  ..x
            GET    /sapi/v1/margin/allPairs          ..x
            GET    /sapi/v1/margin/isolated/allPairs ..x
            POST   /api/v3/userDataStream            ..x
            PUT    /api/v3/userDataStream            ..x
            DELETE /api/v3/userDataStream            ..x
            """;

    @TempDir
    private Path folder;

    @Test
    void shouldLetInWhoMayAndNobodyElse() throws Exception {
        final StringBuilder found = new StringBuilder();
        try (ServedVenue venue = ServedVenue.start(folder)) {
            venue.user(301, "1", "1");
            final String viewer = ServedVenue.ok(venue.send(
                    venue.adminToken(),
                    "POST",
                    "/v1/admin/keys",
                    "{\"name\":\"viewer\",\"kind\":\"hmac\",\"roles\":[\"viewer\"]}"));
            final List<SpotClient> senders = List.of(
                    new SpotClient(
                            venue.port(), ServedVenue.member(viewer, "apiKey"), ServedVenue.member(viewer, "secret")),
                    SpotClient.of(venue, 301));
            for (final Route route : routes()) {
                final StringBuilder row = new StringBuilder();
                row.append(mark(venue.send("", route.method(), route.path(), "").statusCode()));
                for (final SpotClient sender : senders) {
                    row.append(
                            mark(sender.signed(route.method(), route.path(), "").statusCode()));
                }
                found.append(String.format("%-6s %-33s %s%n", route.method(), route.path(), row));
            }
        }
        assertEquals(TABLE, found.toString());
    }

    @Test
    void shouldBeInTheDocumentEachOfThem() throws Exception {
        final String text = Files.readString(DOCUMENT);
        final TreeSet<String> missing = new TreeSet<>();
        for (final Route route : routes()) {
            if (!text.contains("`" + route.path() + "`")) {
                missing.add(route.path());
            }
            assertTrue(route.path().startsWith("/api/v3/") || route.path().startsWith("/sapi/v1/"), route.path());
        }
        assertEquals(new TreeSet<>(), missing);
    }

    private static char mark(final int status) {
        return status == 401 || status == 403 ? '.' : 'x';
    }

    /** Returns all routes, for an exchange that is never called. */
    private static List<Route> routes() {
        final Exchange nobodys = unasked(Exchange.class);
        final OrdersBook book = new OrdersBook();
        final Router router = new Router();
        try (Waiting waiting = new Waiting(nobodys)) {
            new SpotRoutes(
                            new Markets(
                                    nobodys, List.of(), unasked(LiveBook.Watcher.class), Runnable::run, Clock.system()),
                            Offer.ALL,
                            new MarketHistory(),
                            book,
                            new OrderDoor(nobodys, book, new OrdersFollower(book)),
                            waiting,
                            new Limiter(Clock.system(), 1, 1),
                            new ListenKeys(Clock.system()),
                            VenueTime.of(Clock.system()),
                            1)
                    .addTo(router);
        }
        return router.routes();
    }

    private static <T> T unasked(final Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                SpotRoutesTest.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> {
                    throw new AssertionError(method);
                }));
    }
}
