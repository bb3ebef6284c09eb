package io.daybook.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Tests that the invariants find a wrong set among the sets that the model keeps to save a search of all orders. */
class InvariantsTest {
    private static final List<String> LINES = List.of(
            "{\"cmd\":\"add_symbol\",\"symbol\":1,\"type\":\"EXCHANGE_PAIR\",\"base\":10,\"quote\":20,\"lotSize\":1,"
                    + "\"tickValue\":1}",
            "{\"cmd\":\"add_accounts\",\"accounts\":{\"1\":{\"20\":100000}}}",
            "{\"cmd\":\"place\",\"uid\":1,\"symbol\":1,\"orderId\":7,\"side\":\"BID\",\"type\":\"GTC\",\"price\":100,"
                    + "\"size\":10,\"expireAt\":9000000000000000000}",
            "{\"cmd\":\"place\",\"uid\":1,\"symbol\":1,\"orderId\":1,\"side\":\"BID\",\"type\":\"GTC\",\"price\":100,"
                    + "\"size\":10,\"exit\":{\"orderId\":9,\"price\":110,\"trigger\":95,\"stopPrice\":90}}");

    /** Runs the lines, which must all be carried out, and breaks the market before the last check of the invariants. */
    private static void run(final Consumer<Market> breaking) {
        final int[] count = {0};
        final List<String> results = new ModelRunner((line, outcome, exchange) -> {
                    if (++count[0] == LINES.size()) {
                        breaking.accept(exchange.state().markets().get(1));
                    }
                    Invariants.check(line, outcome, exchange);
                })
                .run(new Scenario("kept", Settings.DEFAULT, LINES));
        results.forEach(result -> assertTrue(result.contains("\"SUCCESS\""), result));
        assertEquals(LINES.size(), results.size());
    }

    private static void assertBroken(final String said, final Consumer<Market> breaking) {
        final AssertionError broken = assertThrows(AssertionError.class, () -> run(breaking));
        assertTrue(String.valueOf(broken.getMessage()).startsWith(said), broken::getMessage);
    }

    @Test
    void shouldFindSetsThatLie() {
        run(market -> {});
        assertBroken("an order that can expire is missing", market -> market.withExpiry()
                .clear());
        assertBroken("an order that has no end", market -> market.withExpiry()
                .addAll(market.live().values()));
    }

    @Test
    void shouldFindEntriesThatAreNotCounted() {
        assertBroken("the lots of an entry", market -> market.withExits().clear());
        assertBroken("the lots of an order", market -> market.withExits()
                .put(9L, Set.of(new Order(77, 9, market.spec(), Side.BID, OrderType.GTC, 100, Terms.NONE))));
    }
}
