package io.daybook.trading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.ResultCode;
import io.daybook.client.OrderType;
import io.daybook.client.book.OrderLevels;
import io.daybook.host.Proves;
import io.daybook.trading.feature.Feature;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The calls of a strategy, and the values of features at each. */
@Proves("a strategy is called once a command's messages are all applied, and features mean something or are absent")
class TradeEngineTest {
    private static final int SYMBOL = 4;
    private static final int OTHER = 5;
    private static final int BID = OrderLevels.BID;
    private static final int ASK = OrderLevels.ASK;
    private static final long SECOND = 1_000_000_000;

    private final List<String> heard = new ArrayList<>();
    private final TestPort port = new TestPort();
    private final TradeEngine engine =
            new TradeEngine(new TraderConfig(List.of(SYMBOL), 2, 2, RiskLimits.NONE), new Writing(), port);
    private final TestMarket market = new TestMarket(engine, SYMBOL, OTHER);

    private final class Writing implements Strategy {
        @Override
        public void onBook(
                final int symbol, final OrderLevels levels, final int book, final int side, final long price) {
            final int level = levels.levelAt(book, side, price);
            heard.add((side == BID ? "bid " : "ask ") + (level == OrderLevels.NO_LEVEL ? 0 : levels.levelSize(level))
                    + "@" + price);
        }

        @Override
        public void onTrade(final int symbol, final long price, final long size, final int takerSide) {
            heard.add("trade " + size + "@" + price + (takerSide == BID ? " bought" : " sold"));
        }

        @Override
        public void onOrder(final Order order) {
            heard.add("order " + order.state() + " " + order.open());
        }

        @Override
        public void onFill(final Order order, final Execution fill) {
            heard.add("fill " + fill.size() + "@" + fill.price());
        }

        @Override
        public void onTimer(final long nowNs) {
            heard.add("timer " + nowNs);
        }

        @Override
        public void onStale(final int symbol) {
            heard.add("stale " + symbol);
        }

        @Override
        public void onFresh(final int symbol) {
            heard.add("fresh " + symbol);
        }
    }

    private List<String> take() {
        final List<String> all = List.copyOf(heard);
        heard.clear();
        return all;
    }

    @Test
    void shouldTellTradesAndThenLevelsOfAWholeGroup() {
        assertEquals(List.of("fresh 4"), take());
        final long first = market.add(SYMBOL, ASK, 101, 5);
        final long second = market.add(SYMBOL, ASK, 102, 7);
        market.add(OTHER, ASK, 1, 1);
        assertEquals(List.of("ask 5@101", "ask 7@102"), take());
        market.take(SYMBOL, first, 5, second, 3);
        assertEquals(List.of("trade 5@101 bought", "trade 3@102 bought", "ask 0@101", "ask 4@102"), take());
    }

    @Test
    void shouldTellStaleBooksOfItsChannelOnly() {
        take();
        engine.onStale(1);
        assertEquals(List.of(), take());
        engine.onStale(0);
        engine.onStale(0);
        assertEquals(List.of("stale 4"), take());
    }

    @Test
    void shouldCallTheTimerWhenItIsDue() {
        take();
        engine.at(100);
        assertEquals(Long.MAX_VALUE, engine.nextTimerNs());
        engine.timer(50);
        assertEquals(150, engine.nextTimerNs());
        engine.at(149);
        engine.at(151);
        assertEquals(201, engine.nextTimerNs());
        engine.at(99);
        assertEquals(151, engine.nowNs(), "time never goes back");
        engine.timer(0);
        engine.at(1_000);
        assertEquals(List.of("timer 151"), take());
    }

    @Test
    void shouldTellWhatBecomesOfAnOrder() {
        market.quote(SYMBOL, 99, 1, 101, 1);
        take();
        assertEquals(Sending.SENT, engine.orders().quote(SYMBOL, BID, 1, 98, 10));
        final long id = engine.orders().order(SYMBOL, BID, 1).id();
        assertEquals(Sending.BUSY, engine.orders().quote(SYMBOL, BID, 1, 97, 10));
        engine.onFill(new Execution().of(id, SYMBOL, BID).at(98, 4, 0, true));
        engine.onAnswer(id, RequestKind.PLACE, 0, 10, 0);
        assertEquals(Sending.AS_IT_IS, engine.orders().quote(SYMBOL, BID, 1, 98, 6));
        assertEquals(Sending.SENT, engine.orders().quote(SYMBOL, BID, 1, 97, 10));
        engine.onAnswer(id, RequestKind.REPLACE, 0, 10, 0);
        assertEquals(Sending.SENT, engine.orders().cancel(SYMBOL, BID, 1));
        assertEquals(Sending.AS_IT_IS, engine.orders().cancel(SYMBOL, BID, 1));
        engine.onFill(new Execution().of(id, SYMBOL, BID).at(97, 10, 0, true));
        engine.onAnswer(id, RequestKind.CANCEL, 4_001, 0, 0);
        assertEquals(
                List.of("fill 4@98", "order SENT 6", "order LIVE 6", "order LIVE 10", "fill 10@97", "order NONE 0"),
                take());
        assertEquals(14, engine.positions().lots(SYMBOL));
        assertEquals(List.of("place 4 bid POST_ONLY 10@98", "replace 14@97", "cancel #1"), port.sent);
    }

    @Test
    void shouldCountNoOrderAsLiveThatTheVenueDoesNotKnow() {
        market.quote(SYMBOL, 99, 1, 101, 1);
        engine.orders().place(SYMBOL, BID, 0, OrderType.GTC, 98, 10);
        final Order order = engine.orders().order(SYMBOL, BID, 0);
        final long id = order.id();
        engine.onAnswer(id, RequestKind.PLACE, 0, 10, 0);
        engine.orders().cancel(SYMBOL, BID, 0);
        engine.onAnswer(id, RequestKind.CANCEL, ResultCode.MATCHING_UNKNOWN_ORDER_ID.code(), 0, 0);
        assertEquals(OrderState.SENT, order.state(), "the order has traded, and the fill is still to come");
        assertEquals(Sending.BUSY, engine.orders().replace(SYMBOL, BID, 0, 97, 10));
        assertEquals(10, order.open());
        engine.onFill(new Execution().of(id, SYMBOL, BID).at(98, 10, 0, true));
        assertEquals(OrderState.NONE, order.state());
    }

    @Test
    void shouldTakeAFillWhoseOrderItDoesNotKnow() {
        engine.onFill(new Execution().of(77, SYMBOL, ASK).at(98, 4, 0, true));
        assertEquals(-4, engine.positions().lots(SYMBOL));
        assertThrows(IllegalArgumentException.class, () -> engine.onFill(new Execution().of(77, OTHER, ASK)));
    }

    @Test
    void shouldWeightTheFairPriceWithTheOtherSide() {
        assertEquals(Feature.ABSENT, engine.features().fairPrice(SYMBOL));
        assertEquals(Feature.ABSENT, engine.features().spread(SYMBOL));
        market.add(SYMBOL, BID, 100, 3);
        assertEquals(Feature.ABSENT, engine.features().fairPrice(SYMBOL));
        assertEquals(Feature.ABSENT, engine.features().imbalance(SYMBOL, 5));
        market.add(SYMBOL, ASK, 104, 1);
        assertEquals(103_000, engine.features().fairPrice(SYMBOL), "(100 × 1 + 104 × 3) / 4");
        assertEquals(4, engine.features().spread(SYMBOL));
        market.add(SYMBOL, BID, 99, 4);
        market.add(SYMBOL, BID, 98, 100);
        assertEquals(500_000, engine.features().imbalance(SYMBOL, 1));
        assertEquals(750_000, engine.features().imbalance(SYMBOL, 2));
        engine.onStale(0);
        assertEquals(Feature.ABSENT, engine.features().fairPrice(SYMBOL), "the book is stale");
        assertEquals(Feature.ABSENT, engine.features().spread(SYMBOL));
        assertEquals(Feature.ABSENT, engine.features().imbalance(SYMBOL, 1));
    }

    @Test
    void shouldValueABookOfTheLargestPricesAndSizes() {
        final long most = 1L << 40;
        market.add(SYMBOL, BID, 1, most);
        final long ask = market.add(SYMBOL, ASK, most, most);
        assertEquals((most + 1) * 500, engine.features().fairPrice(SYMBOL));
        market.add(SYMBOL, BID, 1, most);
        market.add(SYMBOL, BID, 1, most);
        assertEquals(500_000, engine.features().imbalance(SYMBOL, 1));
        market.take(SYMBOL, ask, most - 1);
        assertEquals(999_999, engine.features().aggressiveRatio(SYMBOL));
    }

    @Test
    void shouldFollowTrades() {
        market.add(SYMBOL, BID, 100, 3);
        final long first = market.add(SYMBOL, ASK, 104, 4);
        final long second = market.add(SYMBOL, ASK, 105, 4);
        engine.at(SECOND);
        assertEquals(Feature.ABSENT, engine.features().aggressiveRatio(SYMBOL));
        assertEquals(Feature.ABSENT, engine.features().tradeFlow(SYMBOL));
        market.take(SYMBOL, first, 1);
        assertEquals(250_000, engine.features().aggressiveRatio(SYMBOL));
        market.take(SYMBOL, first, 3, second, 3);
        assertEquals(
                2_000_000, engine.features().aggressiveRatio(SYMBOL), "6 lots traded, and 3 were at the best price");
        assertEquals(7, engine.features().tradeFlow(SYMBOL));
        assertTrue(engine.features().volatility(SYMBOL) > 0);
        engine.at(2 * SECOND);
        assertEquals(3, engine.features().tradeFlow(SYMBOL));
        engine.at(500 * SECOND);
        assertEquals(0, engine.features().tradeFlow(SYMBOL));
        engine.onStale(0);
        assertEquals(Feature.ABSENT, engine.features().aggressiveRatio(SYMBOL));
        assertEquals(Feature.ABSENT, engine.features().volatility(SYMBOL));
        engine.onFresh(SYMBOL, market.books().levels(), market.books().bookOf(SYMBOL));
        assertEquals(Feature.ABSENT, engine.features().tradeFlow(SYMBOL), "trades meanwhile are unknown");
    }

    @Test
    void shouldAskTheVenueAboutItsOrdersAfterAReconnect() {
        market.quote(SYMBOL, 99, 1, 101, 1);
        engine.orders().place(SYMBOL, BID, 0, OrderType.GTC, 98, 10);
        engine.orders().place(SYMBOL, BID, 1, OrderType.GTC, 97, 10);
        final long id = engine.orders().order(SYMBOL, BID, 0).id();
        engine.onAnswer(id, RequestKind.PLACE, 0, 10, 0);
        engine.onDisconnected();
        engine.onNotCarriedOut(2);
        assertEquals(OrderState.NONE, engine.orders().order(SYMBOL, BID, 1).state());
        port.sent.clear();
        engine.onConnected();
        assertEquals(List.of("status #1"), port.sent);
        engine.onStatus(id, true, 10, 0);
        assertEquals(OrderState.LIVE, engine.orders().order(SYMBOL, BID, 0).state());
        engine.onStatus(id, false, 0, 10);
        assertEquals(OrderState.SENT, engine.orders().order(SYMBOL, BID, 0).state(), "the fills are still to come");
        engine.onFill(new Execution().of(id, SYMBOL, BID).at(98, 10, 0, true));
        assertEquals(OrderState.NONE, engine.orders().order(SYMBOL, BID, 0).state());
        assertEquals(0, engine.orders().disagreements());
    }

    @Test
    void shouldKnowWhenAllIsListed() {
        assertTrue(engine.isListed());
        assertFalse(new TradeEngine(new TraderConfig(List.of(9), 1, 1, RiskLimits.NONE), new Strategy() {}, port)
                .isListed());
    }

    @Test
    void shouldNameAParameterThatIsWrong() {
        final Parameters parameters = Parameters.of(List.of("clip=5", "clap=6", "name=x"));
        assertEquals(5, parameters.number("clip", 1, 1, 10));
        assertEquals("x", parameters.text("name", "y"));
        assertEquals(
                "unknown parameter clap; known are [clip, name]",
                assertThrows(IllegalArgumentException.class, parameters::requireAllUsed)
                        .getMessage());
        assertEquals(
                "clip must be a whole number from 6 to 10: clip=5",
                assertThrows(IllegalArgumentException.class, () -> parameters.number("clip", 6, 6, 10))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> parameters.number("name", 1, 1, 2));
        assertThrows(IllegalArgumentException.class, () -> Parameters.of(List.of("clip")));
        assertThrows(IllegalArgumentException.class, () -> Parameters.of(List.of("a=1", "a=2")));
    }
}
