package io.daybook.server.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.daybook.api.AddSymbol;
import io.daybook.api.Listing;
import io.daybook.api.ResultCode;
import io.daybook.core.DaybookExchange;
import io.daybook.gateway.config.ListingsJson;
import io.daybook.host.Clock;
import io.daybook.server.config.ListingFile;
import io.daybook.server.history.MarketHistory;
import io.daybook.server.identity.AuditTrail;
import io.daybook.server.identity.Caller;
import io.daybook.server.metrics.ServerMetrics;
import io.daybook.server.orders.OrderDoor;
import io.daybook.server.orders.OrdersBook;
import io.daybook.server.orders.OrdersFollower;
import io.daybook.server.orders.Outcome;
import io.daybook.server.stream.Streams;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the results of listings that arrive after their sender has got OUTCOME_UNKNOWN. */
class ListingRoutesTest {
    private static final String SOL =
            "{\"currency\":{\"SOL\":{\"id\":4,\"decimals\":8},\"EUR\":{\"id\":2,\"decimals\":8}},"
                    + "\"listing\":{\"SOL-EUR\":{\"symbol\":17,\"base\":\"SOL\",\"quote\":\"EUR\",\"tick\":\"0.01\","
                    + "\"lot\":\"0.001\",\"takerFee\":\"0.001\"}}}";
    private static final Caller NOBODY = new Caller(null, InetAddress.getLoopbackAddress(), null);

    @TempDir
    private Path folder;

    @Test
    void shouldTakeALateRefusalOutOfTheFileAndAddALateListing() throws Exception {
        final Listing sol = ListingsJson.read("the test", SOL.getBytes(StandardCharsets.UTF_8), List.of())
                .get(0);
        final Path own = Files.createDirectory(folder.resolve("server"));
        final ListingFile file = new ListingFile(own);
        final OrdersBook book = new OrdersBook();
        try (var exchange = DaybookExchange.builder()
                        .journal(folder.resolve("data"))
                        .start();
                ServerMetrics metrics = new ServerMetrics();
                Streams streams = new Streams(book, new MarketHistory(), Clock.system(), metrics);
                Markets markets = new Markets(exchange, List.of(), streams, Runnable::run, Clock.system());
                AuditTrail audit = new AuditTrail(own, Clock.system());
                SlowWork work = new SlowWork("daybook-http-operator")) {
            final ListingRoutes routes = new ListingRoutes(
                    exchange,
                    markets,
                    new OrderDoor(exchange, book, new OrdersFollower(book)),
                    file,
                    audit,
                    work,
                    1_000);
            file.add(sol);
            routes.late(NOBODY, sol, outcome(ResultCode.INVALID_SYMBOL_SPEC));
            assertEquals(List.of(), file.read());
            assertNull(markets.listing(17));

            file.add(sol);
            exchange.submit(new AddSymbol(sol.spec())).join();
            routes.late(NOBODY, sol, outcome(ResultCode.SUCCESS));
            assertNotNull(markets.listing(17));
            routes.late(NOBODY, sol, outcome(ResultCode.SYMBOL_ALREADY_EXISTS));
            assertEquals(List.of(sol), file.read(), "a second try that is refused must keep the listing of the first");
        }
    }

    private static Outcome outcome(final ResultCode code) {
        return new Outcome(9, 0, code, null, List.of(), false, false, List.of());
    }
}
