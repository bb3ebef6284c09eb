package io.daybook.testkit;

import static io.daybook.testkit.VenueBook.ask;
import static io.daybook.testkit.VenueBook.bid;
import static io.daybook.testkit.VenueFaults.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The tests of a venue, which may be a process or not. */
abstract class TestVenueContract {
    abstract TestVenue venue();

    @Test
    void shouldTradeWithTheBookAndWait(final TestTrader trader) throws Exception {
        venue().book("BTC-EUR").is(bid("59999", "1"), ask("60001", "0.5"));
        assertEquals(201, trader.buy("BTC-EUR", "60001", "0.4", "a-1").status());
        venue().await(trader, "a-1", "filled");
        assertEquals("10.40000000", trader.balance("BTC"));
        assertEquals("filled", trader.order("a-1").text("state"));
    }

    @Test
    void shouldLoseTheAnswerOfAnOrderThatIsInTheBook(final TestTrader trader) throws Exception {
        trader.balance("EUR"); // the time-out of the order counts from the connection on
        venue().faults().next(order().of(trader)).loseAnswer();
        final TestTrader hasty = trader.waiting(Duration.ofSeconds(2));
        assertThrows(IOException.class, () -> hasty.buy("BTC-EUR", "50000", "0.1", "a-1"));
        venue().await(trader, "a-1", "open");
        assertEquals(200, trader.cancel(trader.order("a-1").text("orderId")).status());
    }

    @Test
    void shouldMeetFaultsByUserAndByNumber(final TestTrader one, final TestTrader two) throws Exception {
        venue().faults().next(order().of(two).nth(2)).at("before").status(429, Duration.ofSeconds(3));
        assertEquals(201, one.buy("BTC-EUR", "50000", "0.1", "a-1").status());
        assertEquals(201, one.buy("BTC-EUR", "50000", "0.1", "a-2").status());
        assertEquals(201, two.buy("BTC-EUR", "50000", "0.1", "b-1").status());
        assertEquals(429, two.buy("BTC-EUR", "50000", "0.1", "b-2").status());
        assertEquals(List.of(), venue().faults().unused());
    }

    @Test
    void shouldMoveTheTime() {
        final Instant before = venue().clock().now();
        venue().clock().advance(Duration.ofMinutes(1));
        assertEquals(before.plusSeconds(60), venue().clock().now());
        venue().clock().set(before.plusSeconds(90));
        assertEquals(before.plusSeconds(90), venue().clock().now());
    }

    @Test
    void shouldFillAnOrderInParts(final TestTrader trader) throws Exception {
        venue().book("BTC-EUR").isOnly();
        venue().fill(
                        trader,
                        List.of("0.1", "0.2"),
                        List.of("PT1S", "PT5S").stream().map(Duration::parse).toList());
        assertEquals(201, trader.sell("BTC-EUR", "60000", "0.3", "a-1").status());
        venue().clock().advance(Duration.ofSeconds(1));
        assertEquals("0.20000", trader.order("a-1").text("remaining"));
        venue().clock().advance(Duration.ofSeconds(5));
        venue().await(trader, "a-1", "filled");
    }

    @Test
    void shouldSetBalancesAndReadTheJournalOfThisTest(final URI http) throws Exception {
        assertEquals("http", http.getScheme());
        final String before = venue().hash();
        final TestTrader carl = venue().user("carl", Map.of("EUR", "7"));
        venue().balances("carl", Map.of("EUR", "8", "BTC", "1"));
        assertEquals("8.00000000", carl.balance("EUR"));
        assertNotEquals(before, venue().hash());
        assertTrue(String.join("", venue().journal()).length() > 0);
        venue().book("BTC-EUR").isOnly(bid("59000", "1"), ask("61000", "1"));
        venue().book("BTC-EUR").trade("60000", "0.1");
        venue().book("BTC-EUR").tradeThrough("61001", "0.1");
        venue().reset();
        assertEquals(List.of(), venue().journal());
        assertEquals(401, carl.send("GET", "/v1/account", "").status(), "users that were added are gone");
    }

    @Test
    void shouldNameTheNearestWordWhereATestIsWrong() {
        final String message = assertThrows(
                        TestVenueException.class,
                        () -> venue().faults().next(order().of("ana")).cut())
                .getMessage();
        assertTrue(message.contains("anna"), message);
        assertEquals(
                "anna",
                venue().trader("anna").session("fix").get("senderCompId").toLowerCase());
    }
}
