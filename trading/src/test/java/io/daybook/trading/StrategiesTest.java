package io.daybook.trading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.ResultCode;
import io.daybook.client.book.OrderLevels;
import io.daybook.host.Proves;
import io.daybook.trading.strategy.Strategies;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The orders that the three strategies send in a small market. */
@Proves("the strategies of the module do what their parameters say")
class StrategiesTest {
    private static final int SYMBOL = 4;
    private static final int BID = OrderLevels.BID;
    private static final int ASK = OrderLevels.ASK;

    private final TestPort port = new TestPort();

    private TradeEngine engine(final String name, final String... parameters) {
        final Parameters given = Parameters.of(List.of(parameters));
        final Strategy strategy = Strategies.create(name, StrategiesTest.class.getClassLoader(), given);
        given.requireAllUsed();
        return new TradeEngine(new TraderConfig(List.of(SYMBOL), 2, 1, RiskLimits.NONE), strategy, port);
    }

    private List<String> take() {
        final List<String> all = List.copyOf(port.sent);
        port.sent.clear();
        return all;
    }

    private static void accept(final TradeEngine engine, final int side, final int level) {
        final Order order = engine.orders().order(SYMBOL, side, level);
        engine.onAnswer(order.id(), RequestKind.PLACE, 0, order.open(), 0);
    }

    private static void fill(final TradeEngine engine, final int side, final long size) {
        final Order order = engine.orders().order(SYMBOL, side, 0);
        engine.onFill(new Execution().of(order.id(), SYMBOL, side).at(order.price(), size, 0, true));
    }

    @Test
    void shouldQuoteAroundTheFairPriceAndFollowIt() {
        final TradeEngine engine = engine("market-maker", "clip=5", "half=2000", "skew=0");
        final TestMarket market = new TestMarket(engine, SYMBOL);
        market.quote(SYMBOL, 90, 10, 110, 10);
        assertEquals(List.of("place 4 bid POST_ONLY 5@98", "place 4 ask POST_ONLY 5@102"), take());
        accept(engine, BID, 0);
        accept(engine, ASK, 0);
        market.add(SYMBOL, BID, 80, 10);
        assertEquals(List.of(), take(), "a deeper level changes nothing");
        market.add(SYMBOL, BID, 90, 1);
        assertEquals(List.of("replace 5@103"), take(), "the fair price is 100.476: the bid stays");
    }

    @Test
    void shouldLeaveAQuoteThatIsWithinItsSlack() {
        final TradeEngine engine = engine("market-maker", "clip=5", "half=2000", "skew=0", "slack=1");
        final TestMarket market = new TestMarket(engine, SYMBOL);
        market.quote(SYMBOL, 90, 10, 110, 10);
        take();
        accept(engine, BID, 0);
        accept(engine, ASK, 0);
        market.add(SYMBOL, BID, 90, 1);
        assertEquals(List.of(), take(), "the ask would be a tick higher");
        market.add(SYMBOL, BID, 90, 4);
        assertEquals(List.of("replace 5@100", "replace 5@104"), take(), "the fair price is 102");
        fill(engine, ASK, 2);
        assertTrue(take().isEmpty(), "the replacement is under way");
    }

    @Test
    void shouldNotRepeatARefusedPriceBeforeTheBookChanges() {
        final TradeEngine engine = engine("market-maker", "clip=5", "half=2000", "skew=0");
        final TestMarket market = new TestMarket(engine, SYMBOL);
        market.quote(SYMBOL, 90, 10, 110, 10);
        take();
        accept(engine, ASK, 0);
        final long bid = engine.orders().order(SYMBOL, BID, 0).id();
        engine.onAnswer(bid, RequestKind.PLACE, ResultCode.MATCHING_UNKNOWN_ORDER_ID.code(), 0, 0);
        assertEquals(List.of(), take());
        market.add(SYMBOL, BID, 90, 1);
        assertEquals(List.of("place 4 bid POST_ONLY 5@98", "replace 5@103"), take());
        final long ask = engine.orders().order(SYMBOL, ASK, 0).id();
        engine.onAnswer(ask, RequestKind.REPLACE, ResultCode.MATCHING_UNKNOWN_ORDER_ID.code(), 5, 0);
        assertEquals(List.of(), take());
    }

    @Test
    void shouldLeanAgainstItsPosition() {
        final TradeEngine engine = engine("market-maker", "clip=10", "half=2000", "skew=1000", "threshold=20");
        final TestMarket market = new TestMarket(engine, SYMBOL);
        market.quote(SYMBOL, 90, 10, 110, 10);
        accept(engine, BID, 0);
        accept(engine, ASK, 0);
        take();
        fill(engine, BID, 10);
        assertEquals(
                List.of("replace 10@101", "place 4 bid POST_ONLY 10@97"),
                take().stream().sorted(Comparator.reverseOrder()).toList());
        accept(engine, BID, 0);
        take();
        fill(engine, BID, 10);
        assertTrue(
                take().contains("place 4 bid POST_ONLY 10@95"),
                "two clips move the quotes by two ticks, and at the threshold the bid goes back by one");
    }

    @Test
    void shouldTakeItsQuotesOffWithoutAFairPrice() {
        final TradeEngine engine = engine("market-maker", "clip=10");
        final TestMarket market = new TestMarket(engine, SYMBOL);
        final long bid = market.add(SYMBOL, BID, 90, 10);
        market.add(SYMBOL, ASK, 110, 10);
        accept(engine, BID, 0);
        accept(engine, ASK, 0);
        take();
        market.cut(SYMBOL, bid, 10);
        assertEquals(List.of("cancel #1", "cancel #2"), take());
    }

    @Test
    void shouldQuoteAnewOnceAnOrderHasEnded() {
        final TradeEngine engine = engine("market-maker", "clip=10", "skew=0", "half=2000");
        final TestMarket market = new TestMarket(engine, SYMBOL);
        market.quote(SYMBOL, 90, 10, 110, 10);
        accept(engine, BID, 0);
        accept(engine, ASK, 0);
        take();
        fill(engine, ASK, 10);
        assertEquals(List.of("place 4 ask POST_ONLY 10@102"), take());
    }

    @Test
    void shouldFollowAnAggressorAndTradeBackHalf() {
        final TradeEngine engine = engine("liquidity-taker", "clip=8", "threshold=500000", "backUs=1000");
        final TestMarket market = new TestMarket(engine, SYMBOL);
        market.add(SYMBOL, BID, 90, 10);
        final long ask = market.add(SYMBOL, ASK, 110, 10);
        engine.at(1);
        market.take(SYMBOL, ask, 5);
        assertEquals(List.of(), take());
        market.take(SYMBOL, ask, 3);
        assertEquals(List.of("place 4 bid IOC 8@110"), take(), "3 of 5 lots were taken");
        accept(engine, BID, 0);
        fill(engine, BID, 8);
        engine.at(2_000_000);
        assertEquals(List.of("place 4 ask IOC 4@90"), take());
    }

    @Test
    void shouldSendTheSameNoiseForASeed() {
        final List<List<String>> runs = new ArrayList<>();
        for (final String seed : List.of("seed=5", "seed=5", "seed=6")) {
            final TradeEngine engine = engine("random", seed, "everyUs=1", "burst=20");
            new TestMarket(engine, SYMBOL).quote(SYMBOL, 90, 10, 110, 10);
            for (int i = 1; i < 20; i++) {
                engine.at(i * 1_000L);
            }
            runs.add(take().stream().filter(sent -> sent.startsWith("place")).toList());
        }
        assertTrue(runs.get(0).size() >= 3);
        assertEquals(runs.get(0), runs.get(1));
        assertTrue(!runs.get(0).equals(runs.get(2)));
    }

    /** A user's own strategy. */
    public static final class Own implements Strategy {
        public Own() {}
    }

    /** A user's strategy with parameters. */
    public static final class WithParameters implements Strategy {
        public WithParameters(final Parameters parameters) {
            parameters.number("own", 1, 1, 5);
        }
    }

    @Test
    void shouldMakeStrategiesByNameAndSayWhyNot() {
        final ClassLoader loader = StrategiesTest.class.getClassLoader();
        final Parameters none = Parameters.of(List.of("own=7"));
        assertTrue(Strategies.create(Own.class.getName(), loader, none) instanceof Own);
        assertThrows(
                IllegalArgumentException.class,
                () -> Strategies.create(WithParameters.class.getName(), loader, none),
                "own must be a whole number from 1 to 5: own=7");
        assertEquals(
                "strategy must be one of [liquidity-taker, market-maker, random], or a class on the class path or in"
                        + " --jar: nothing",
                assertThrows(IllegalArgumentException.class, () -> Strategies.create("nothing", loader, none))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> Strategies.create("java.lang.String", loader, none));
        assertThrows(
                IllegalArgumentException.class,
                () -> engine("market-maker", "quotes=3"),
                "quotes must be at most the trader's levels, 2: quotes=3");
    }
}
