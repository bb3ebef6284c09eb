package io.daybook.trading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.client.OrderType;
import io.daybook.client.book.OrderLevels;
import io.daybook.host.Proves;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each rule of the gate, at its limit and one beyond. */
@Proves("a trading program's limits hold, open orders included")
class RiskGateTest {
    private static final int SYMBOL = 4;
    private static final int BID = OrderLevels.BID;
    private static final int ASK = OrderLevels.ASK;
    private static final long OFF = RiskLimits.OFF;
    private static final long DAY_NS = 86_400_000_000_000L;

    private final TestPort port = new TestPort();
    private TradeEngine engine = engine(RiskLimits.NONE);
    private TestMarket market = new TestMarket(engine, SYMBOL);

    private TradeEngine engine(final RiskLimits limits) {
        return new TradeEngine(new TraderConfig(List.of(SYMBOL), 4, 1, limits), new Strategy() {}, port);
    }

    /** Creates an engine with limits, and a book whose fair price is 100 ticks. */
    private void begin(final RiskLimits limits) {
        engine = engine(limits);
        market = new TestMarket(engine, SYMBOL);
        market.quote(SYMBOL, 99, 10, 101, 10);
        engine.at(1);
    }

    private Sending place(final int side, final int level, final long price, final long size) {
        return engine.orders().place(SYMBOL, side, level, OrderType.GTC, price, size);
    }

    private long refusals(final RiskRule rule) {
        return engine.gate().refusals(rule);
    }

    private void answer(final int side, final int level) {
        final Order order = engine.orders().order(SYMBOL, side, level);
        engine.onAnswer(order.id(), RequestKind.PLACE, 0, order.open(), 0);
    }

    private void fill(final int side, final int level, final long price, final long size) {
        final long id = engine.orders().order(SYMBOL, side, level).id();
        engine.onFill(new Execution().of(id, SYMBOL, side).at(price, size, 0, true));
    }

    private void requireOnly(final RiskRule rule, final long count) {
        for (final RiskRule each : RiskRule.values()) {
            assertEquals(each == rule ? count : 0, refusals(each), each.name());
        }
    }

    @Test
    void shouldRefuseAnOrderThatIsTooLarge() {
        begin(new RiskLimits(5, OFF, OFF, OFF, OFF, OFF, OFF));
        assertEquals(Sending.SENT, place(BID, 0, 99, 5));
        assertEquals(Sending.REFUSED, place(BID, 1, 99, 6));
        answer(BID, 0);
        assertEquals(Sending.REFUSED, engine.orders().replace(SYMBOL, BID, 0, 98, 6));
        requireOnly(RiskRule.SIZE, 2);
        assertEquals(1, port.sent.size());
    }

    @Test
    void shouldCountOpenOrdersInThePosition() {
        begin(new RiskLimits(OFF, 10, OFF, OFF, OFF, OFF, OFF));
        assertEquals(Sending.SENT, place(BID, 0, 99, 6));
        assertEquals(Sending.REFUSED, place(BID, 1, 99, 5));
        assertEquals(Sending.SENT, place(BID, 1, 99, 4));
        assertEquals(Sending.SENT, place(ASK, 0, 101, 10));
        answer(BID, 0);
        fill(BID, 0, 99, 6);
        assertEquals(Sending.REFUSED, place(BID, 0, 99, 1), "6 lots are held, and 4 are bid");
        assertEquals(Sending.SENT, place(ASK, 1, 101, 6), "6 that are held may be sold, and 10 more");
        assertEquals(Sending.REFUSED, place(ASK, 2, 101, 1));
        requireOnly(RiskRule.POSITION, 3);
        assertEquals(10, engine.largestExposure(SYMBOL));
    }

    @Test
    void shouldCountAReplacementThatIsUnderWay() {
        begin(new RiskLimits(OFF, 10, OFF, OFF, OFF, OFF, OFF));
        place(BID, 0, 99, 2);
        answer(BID, 0);
        assertEquals(Sending.SENT, engine.orders().replace(SYMBOL, BID, 0, 98, 8));
        assertEquals(Sending.REFUSED, place(BID, 1, 99, 3));
        engine.onAnswer(engine.orders().order(SYMBOL, BID, 0).id(), RequestKind.REPLACE, -3, 2, 0);
        assertEquals(Sending.SENT, place(BID, 1, 99, 8));
    }

    @Test
    void shouldCancelAllAndStopAtTheLossLimit() {
        begin(new RiskLimits(OFF, OFF, 1_000, OFF, OFF, OFF, OFF));
        place(BID, 0, 110, 10);
        place(ASK, 0, 120, 1);
        answer(BID, 0);
        answer(ASK, 0);
        port.sent.clear();
        fill(BID, 0, 109, 10);
        assertFalse(engine.gate().isStopped(), "the loss is 9 ticks × 10 lots × 10");
        final long ask = market.add(SYMBOL, ASK, 98, 1_000); // the fair price falls
        assertTrue(engine.gate().isStopped());
        assertEquals(
                List.of(new LimitReached(
                        RiskRule.LOSS, 1_000, -engine.positions().profit(), 1)),
                engine.gate().reached());
        assertEquals(List.of("cancel #2"), port.sent);
        assertEquals(Sending.REFUSED, place(ASK, 1, 101, 1));
        market.cut(SYMBOL, ask, 1_000);
        assertEquals(Sending.REFUSED, place(ASK, 1, 101, 1), "the gate stays closed when the loss is smaller");
        requireOnly(RiskRule.LOSS, 2);
        assertTrue(engine.gate().lowestProfit() <= -1_000);
    }

    @Test
    void shouldCancelOnceItCanIfTheLossComesWithoutAConnection() {
        begin(new RiskLimits(OFF, OFF, 1, OFF, OFF, OFF, OFF));
        place(BID, 0, 101, 1);
        place(BID, 1, 99, 1);
        port.isConnected = false;
        fill(BID, 0, 101, 1);
        assertTrue(engine.gate().isStopped());
        port.isConnected = true;
        port.sent.clear();
        engine.at(2);
        assertEquals(List.of("cancel #2"), port.sent);
    }

    @Test
    void shouldRefuseMoreWhileTheDrawdownIsTooLarge() {
        begin(new RiskLimits(OFF, OFF, OFF, 500, OFF, OFF, OFF));
        place(BID, 0, 95, 10);
        answer(BID, 0);
        fill(BID, 0, 95, 10); // 5 ticks below the fair price: a profit of 500
        assertEquals(500, engine.positions().profit());
        assertEquals(Sending.SENT, place(BID, 1, 90, 1));
        market.add(SYMBOL, BID, 90, 10);
        market.cut(SYMBOL, 1, 10);
        assertEquals(50, engine.positions().profit());
        assertEquals(Sending.SENT, place(BID, 0, 90, 1), "450 below the highest profit");
        answer(BID, 0);
        engine.onOff(engine.orders().order(SYMBOL, BID, 0).id(), 1, 0);
        final long lower = market.add(SYMBOL, ASK, 94, 10);
        assertEquals(-300, engine.positions().profit());
        assertEquals(Sending.REFUSED, place(BID, 0, 95, 1));
        assertEquals(Sending.SENT, place(ASK, 0, 95, 10), "an order that only closes the position passes");
        assertEquals(Sending.REFUSED, place(ASK, 1, 95, 1), "an order that opens the opposite position is refused");
        requireOnly(RiskRule.DRAWDOWN, 2);
        market.cut(SYMBOL, lower, 10);
        market.add(SYMBOL, BID, 99, 10);
        assertEquals(Sending.SENT, place(BID, 0, 95, 1));
    }

    @Test
    void shouldRefuseMoreOrdersASecond() {
        begin(new RiskLimits(OFF, OFF, OFF, OFF, 2, OFF, OFF));
        assertEquals(Sending.SENT, place(BID, 0, 99, 1));
        assertEquals(Sending.SENT, place(BID, 1, 99, 1));
        assertEquals(Sending.REFUSED, place(BID, 2, 99, 1));
        assertEquals(Sending.SENT, engine.orders().cancel(SYMBOL, BID, 0), "cancels always pass");
        engine.at(500_000_001);
        assertEquals(Sending.SENT, place(BID, 2, 99, 1));
        assertEquals(Sending.REFUSED, place(BID, 3, 99, 1));
        requireOnly(RiskRule.RATE, 2);
    }

    @Test
    void shouldRefuseMoreValueADay() {
        begin(new RiskLimits(OFF, OFF, OFF, OFF, OFF, 5_000, OFF));
        assertEquals(Sending.SENT, place(BID, 0, 100, 3)); // 3,000
        assertEquals(Sending.REFUSED, place(ASK, 0, 101, 2)); // 2,020
        assertEquals(Sending.SENT, place(ASK, 0, 100, 2));
        answer(BID, 0);
        fill(BID, 0, 90, 3); // the order cost less than the gate had counted
        assertEquals(Sending.REFUSED, place(BID, 0, 101, 1)); // 2,700 traded, 2,000 are open
        assertEquals(Sending.SENT, place(BID, 0, 30, 1));
        requireOnly(RiskRule.NOTIONAL, 2);
        engine.at(DAY_NS);
        assertEquals(Sending.SENT, place(BID, 1, 90, 3), "yesterday's trades no longer count");
        assertEquals(Sending.REFUSED, place(BID, 2, 1, 1), "2,000, 300 and 2,700 are open");
    }

    private void earlier(final int side, final long price, final long size, final long timeNs) {
        engine.onEarlierFill(new Execution().of(900, SYMBOL, side).at(price, size, 0, true), timeNs);
    }

    @Test
    void shouldValueAPositionOfEarlierRunsOnceItIsWhole() {
        begin(new RiskLimits(OFF, OFF, 1_000, 500, OFF, OFF, OFF));
        earlier(BID, 200, 10, 1); // at a fair price of 100 that would be a loss of 10,000
        market.add(SYMBOL, BID, 98, 1);
        earlier(ASK, 210, 40, 1); // at a fair price of 100 this would be a profit
        market.add(SYMBOL, BID, 97, 1);
        earlier(BID, 213, 30, 1); // 30 lots were sold at 210
        assertFalse(engine.gate().isStopped());
        engine.onConnected();
        assertEquals(100, engine.positions().profit(), "1,000 on 10 lots, −900 on 30");
        assertFalse(engine.gate().isStopped(), "there was no loss");
        assertEquals(0, engine.gate().lowestProfit());
        assertEquals(Sending.SENT, place(BID, 0, 99, 1), "there was no profit either, so no drawdown");
    }

    @Test
    void shouldStopAtALossOfEarlierRuns() {
        begin(new RiskLimits(OFF, OFF, 1_000, OFF, OFF, OFF, OFF));
        earlier(BID, 110, 10, 1);
        engine.onConnected();
        assertTrue(engine.gate().isStopped());
        assertEquals(-1_000, engine.gate().lowestProfit());
    }

    @Test
    void shouldCountTradesOfEarlierRunsInTheirDay() {
        begin(new RiskLimits(OFF, OFF, OFF, OFF, OFF, 5_000, OFF));
        engine.at(2 * DAY_NS + 1);
        earlier(BID, 100, 50, DAY_NS); // yesterday
        earlier(ASK, 100, 3, 2 * DAY_NS); // 3,000 today
        engine.onConnected();
        assertEquals(Sending.REFUSED, place(BID, 0, 100, 3));
        assertEquals(Sending.SENT, place(BID, 0, 100, 2));
        requireOnly(RiskRule.NOTIONAL, 1);
    }

    @Test
    void shouldRefuseAPriceThatIsATenthOfAPpmTooFar() {
        engine = engine(new RiskLimits(OFF, OFF, OFF, OFF, OFF, OFF, 1));
        market = new TestMarket(engine, SYMBOL);
        market.quote(SYMBOL, 10_000_000 - 1, 1, 10_000_000 + 1, 1);
        assertEquals(Sending.SENT, place(BID, 0, 10_000_000 - 10, 1));
        assertEquals(Sending.REFUSED, place(BID, 1, 10_000_000 - 11, 1));
        requireOnly(RiskRule.DISTANCE, 1);
    }

    @Test
    void shouldRefuseOrdersWhileTheBookIsStale() {
        begin(RiskLimits.NONE);
        engine.onStale(0);
        assertEquals(Sending.REFUSED, place(BID, 0, 99, 1));
        requireOnly(RiskRule.STALE_BOOK, 1);
    }

    @Test
    void shouldRefuseAPriceFarFromTheFairOne() {
        begin(new RiskLimits(OFF, OFF, OFF, OFF, OFF, OFF, 50_000));
        assertEquals(Sending.SENT, place(BID, 0, 95, 1));
        assertEquals(Sending.REFUSED, place(BID, 1, 94, 1));
        assertEquals(Sending.SENT, place(ASK, 0, 105, 1));
        assertEquals(Sending.REFUSED, place(ASK, 1, 106, 1));
        requireOnly(RiskRule.DISTANCE, 2);
        market.cut(SYMBOL, 1, 10);
        assertEquals(Sending.REFUSED, place(BID, 1, 99, 1), "without bids there is no fair price");
        requireOnly(RiskRule.DISTANCE, 3);
    }

    @Test
    void shouldUseNoFairPriceOfAStaleBook() {
        begin(new RiskLimits(OFF, OFF, OFF, OFF, OFF, OFF, 50_000));
        engine.onStale(0);
        assertEquals(Sending.REFUSED, place(BID, 0, 99, 1));
        assertEquals(1, refusals(RiskRule.STALE_BOOK));
        assertEquals(1, refusals(RiskRule.DISTANCE), "the fair price is no longer valid");
    }
}
