package io.daybook.venue;

import static io.daybook.venue.ServedVenue.member;
import static io.daybook.venue.ServedVenue.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddSymbol;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.server.StartException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Orders of a program that embeds the exchange: their ids are unique only within a symbol, which may have no listing.
 */
class EmbeddersOrdersTest {
    private static final int OTHER = 17;
    private static final long ID = 5;

    @TempDir
    private Path folder;

    private ServedVenue venue;
    private String anna;

    @BeforeEach
    void start() throws Exception {
        venue = ServedVenue.start(folder);
        anna = venue.trader(301, "2", "100000");
    }

    @AfterEach
    void stop() {
        venue.close();
    }

    /** Places an order, and waits until the server shows it. */
    private void place(final int symbol, final long ticks) throws Exception {
        final long seq = venue.exchange()
                .submit(PlaceOrder.gtc(301, symbol, ID, Side.BID, ticks, 3))
                .join()
                .seq();
        ok(get("/v1/orders?minSeq=" + seq));
    }

    private HttpResponse<String> get(final String target) throws Exception {
        return venue.get(anna, target);
    }

    @Test
    void shouldAskForTheSymbolOfAnIdThatTwoHave() throws Exception {
        ok(venue.send(venue.adminToken(), "POST", "/v1/admin/listings", """
                {"currency":{"SOL":{"id":4,"decimals":8}},"listing":{"SOL-EUR":{"symbol":17,"base":"SOL","quote":"EUR",
                "tick":"0.01","lot":"0.001","takerFee":"0.001"}}}
                """));
        place(1, 10_000);
        assertEquals("100.00", member(ok(get("/v1/orders/5")), "price"));
        place(OTHER, 20_000);
        for (final String method : new String[] {"GET", "DELETE"}) {
            final HttpResponse<String> which = venue.send(anna, method, "/v1/orders/5", "");
            assertEquals(409, which.statusCode(), which.body());
            assertEquals("AMBIGUOUS_ID", member(which.body(), "code"));
        }
        assertEquals("200.00", member(ok(get("/v1/orders/5?symbol=SOL-EUR")), "price"));
        ok(venue.send(anna, "DELETE", "/v1/orders/5?symbol=BTC-EUR", ""));
        assertEquals("cancelled", member(ok(get("/v1/orders/5?symbol=BTC-EUR")), "state"));
        assertEquals("open", member(ok(get("/v1/orders/5?symbol=SOL-EUR")), "state"));
    }

    @Test
    void shouldShowASymbolWithoutListingInTicksAndLots() throws Exception {
        assertTrue(venue.exchange()
                .submit(new AddSymbol(SymbolSpec.exchangePair(OTHER, 1, 2).build()))
                .join()
                .isSuccess());
        place(OTHER, 7);
        final String orders = ok(get("/v1/orders"));
        assertEquals("#17", member(orders, "symbol"));
        assertEquals("7", member(orders, "price"));
        assertEquals("3", member(orders, "size"));
        assertEquals(404, venue.get("", "/v1/book/%2317").statusCode());
    }

    @Test
    void shouldNotStartWithAListingThatTheExchangeHasInAnotherForm() throws Exception {
        venue.close();
        final ServedVenue other = ServedVenue.at(folder, "listing.BTC-EUR.takerFee=\"0.002\"");
        final StartException refused = assertThrows(StartException.class, other::begin);
        other.end();
        final String told = String.valueOf(refused.getMessage());
        assertTrue(refused.isUsage() && told.contains("listing.BTC-EUR differs from the exchange's"), told);
        assertTrue(told.contains("2000") && told.contains("1000"), told);
        venue = ServedVenue.start(folder);
        assertEquals(200, venue.get(anna, "/v1/account").statusCode(), "the venue must answer as before");
    }
}
