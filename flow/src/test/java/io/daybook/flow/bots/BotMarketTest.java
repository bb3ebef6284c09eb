package io.daybook.flow.bots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Command;
import io.daybook.api.Listing;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BotMarketTest {
    private static final int STEPS = 200;

    private static Listing listing(final String name) {
        int symbol = 0;
        for (final BotListing one : BotListing.values()) {
            symbol = one.text().equals(name) ? one.ordinal() + 1 : symbol;
        }
        return Listing.pair(
                name,
                SymbolSpec.exchangePair(symbol, 1, 2)
                        .lotSize(100_000)
                        .tickValue(1_000)
                        .build(),
                new Listing.Currency("BASE", 1, 8),
                new Listing.Currency("QUOTE", 2, 8));
    }

    /** A view of the orders that were placed, a tenth of which have gone since. */
    private static final class Seen implements BotView, BotMarket.Sender {
        private final List<Order> live = new ArrayList<>();
        private final List<String> sent = new ArrayList<>();
        private final long bestBid;

        Seen(final long bestBid) {
            this.bestBid = bestBid;
        }

        @Override
        public List<Order> live(final long uid) {
            return live.stream()
                    .filter(order -> order.uid() == uid && order.orderId() % 10 > 0)
                    .toList();
        }

        @Override
        public long bestBid(final int symbol) {
            return bestBid;
        }

        @Override
        public long bestAsk(final int symbol) {
            return bestBid + 1;
        }

        @Override
        public void place(final PlaceOrder order) {
            sent.add(order.toString());
            live.add(new Order(order.uid(), order.symbol(), sent.size(), order.side(), order.price(), 0));
        }

        @Override
        public void send(final Command command) {
            sent.add(command.toString());
        }
    }

    private static List<String> sent(final long seed, final long bestBid) {
        final Seen seen = new Seen(bestBid);
        final BotMarket market = new BotMarket(seed, BotMarketTest::listing);
        market.look(seen);
        market.fillLadders(seen);
        for (int i = 0; i < STEPS; i++) {
            market.look(seen);
            market.stepOfThePast(seen);
            market.look(seen);
            market.step(1, seen);
        }
        return seen.sent;
    }

    @Test
    void shouldSendTheSameWhereSeedStepsAndViewsAreTheSame() {
        final List<String> sent = sent(7, 0);
        assertTrue(sent.size() > 2 * STEPS, () -> "sent: " + sent.size());
        assertTrue(sent.stream().anyMatch(command -> command.startsWith("ReplaceOrder")));
        assertTrue(sent.stream().anyMatch(command -> command.contains("side=" + Side.ASK)));
        assertEquals(sent, sent(7, 0));
        assertNotEquals(sent, sent(8, 0));
        assertNotEquals(sent, sent(7, 1_000), "the arbitrageur must react to prices");
    }
}
