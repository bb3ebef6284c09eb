package io.daybook.it.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The one path through the console that each build tests: open, sign in, buy, see the fill. */
@Proves("a person with a browser signs in, buys, and sees the fill; the page asks no other host")
@Tag("whole")
class ConsoleOrderTest {
    @TempDir
    private Path folder;

    @Test
    void shouldTakeAnOrderFromTheTicketToItsFill() throws Exception {
        Browser.require();
        try (DemoVenue venue = new DemoVenue(folder)) {
            venue.start();
            try (Browser browser = Browser.open(venue.url(), Browser.WIDE, Browser.HIGH)) {
                browser.await(".market .last", ".");
                browser.await(".level.sell");
                browser.await(".tick");
                browser.await(".chart canvas");
                browser.signIn(venue.token("trader"));
                browser.await(".balances tbody", "BTC");
                browser.choose(".ticket select", "market");
                browser.type(".ticket [name=size]", "0.01");
                browser.click(".ticket .submit");
                browser.await(".done", "Filled: buy 0.01 BTC-EUR");
                browser.click(".orders [data-tab=fills]");
                browser.await(".orders tbody", "taker");
                browser.await(".balances tbody", "1.01");
                browser.picture("order-to-fill");
                browser.requireQuiet();
                final String orders = orders(venue);
                assertEquals(1, orders.split("\"orderId\"", -1).length - 1, orders); // one click places one order
                assertTrue(orders.contains("\"state\":\"filled\",\"filled\":\"0.01000\""), orders);
            }
        }
    }

    private static String orders(final DemoVenue venue) throws IOException, InterruptedException {
        final HttpRequest request = HttpRequest.newBuilder(
                        URI.create(venue.url()).resolve("/v1/orders?state=all"))
                .header("Authorization", "Bearer " + venue.token("trader"))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
