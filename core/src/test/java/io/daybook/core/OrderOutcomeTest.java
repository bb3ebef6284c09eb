package io.daybook.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.CancelOrder;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeListener;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the outcome that the result of an order reports; five lots are offered at 100. */
class OrderOutcomeTest {
    private static final int PAIR = 7;
    private static final int SELLER = 1;
    private static final int BUYER = 2;

    private final List<String> views = new ArrayList<>();
    private Exchange exchange;

    @BeforeEach
    void offerFiveLots() {
        exchange = DaybookExchange.builder()
                .topology(Topology.INLINE)
                .listener(new ExchangeListener() {
                    @Override
                    public void onResult(final ResultView result) {
                        views.add(outcome(result.isSuccess(), result.filled(), result.rejected(), result.rests()));
                    }
                })
                .start();
        exchange.submit(new AddSymbol(SymbolSpec.exchangePair(PAIR, 10, 20).build()));
        exchange.submit(AddAccounts.of(Map.of((long) SELLER, Map.of(10, 100L), (long) BUYER, Map.of(20, 10_000L))));
        exchange.submit(PlaceOrder.gtc(SELLER, PAIR, 1, Side.ASK, 100, 3));
        exchange.submit(PlaceOrder.gtc(SELLER, PAIR, 2, Side.ASK, 100, 2));
        views.clear();
    }

    @AfterEach
    void close() {
        exchange.close();
    }

    private static String outcome(final boolean success, final long filled, final long rejected, final boolean rests) {
        return (success ? "" : "refused ") + "filled " + filled + " rejected " + rejected + (rests ? " rests" : "");
    }

    private void assertOutcome(final String expected, final OrderType type, final long price, final long size) {
        final CommandResult result = exchange.submit(
                        PlaceOrder.gtc(BUYER, PAIR, 9, Side.BID, price, size).withType(type))
                .join();
        assertEquals(expected, outcome(result.isSuccess(), result.filled(), result.rejected(), result.rests()));
        assertEquals(List.of(expected), views);
    }

    @Test
    void shouldSayThatAnOrderIsFilled() {
        assertOutcome("filled 5 rejected 0", OrderType.GTC, 100, 5);
    }

    @Test
    void shouldSayThatTheRestOfAnOrderRests() {
        assertOutcome("filled 5 rejected 0 rests", OrderType.GTC, 100, 6);
    }

    @Test
    void shouldSayThatAnIocGivesBackWhatItDoesNotFind() {
        assertOutcome("filled 5 rejected 4", OrderType.IOC, 100, 9);
    }

    @Test
    void shouldSayThatAFokIsRejected() {
        assertOutcome("filled 0 rejected 6", OrderType.FOK, 100, 6);
    }

    @Test
    void shouldSayThatAPostOnlyIsRejected() {
        assertOutcome("filled 0 rejected 1", OrderType.POST_ONLY, 100, 1);
    }

    @Test
    void shouldSayThatARefusedOrderIsNothingOfThat() {
        assertOutcome("refused filled 0 rejected 0", OrderType.GTC, 100, 1_000);
    }

    @Test
    void shouldKeepUserAndSymbolInTheCopyOfAResult() {
        final CommandResult cancelled =
                exchange.submit(new CancelOrder(SELLER, PAIR, 2)).join();
        assertEquals(SELLER, cancelled.uid());
        assertEquals(PAIR, cancelled.symbol());
        assertTrue(cancelled.isSuccess());
        assertEquals(0, cancelled.filled() + cancelled.rejected(), "a cancelled order is neither filled nor rejected");
    }
}
