package io.daybook.risk;

import static io.daybook.api.ResultCode.RISK_MARGIN_TRADING_DISABLED;
import static io.daybook.api.ResultCode.RISK_NSF;
import static io.daybook.api.ResultCode.RISK_OPEN_ORDERS_LIMIT;
import static io.daybook.api.ResultCode.SUCCESS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CancelOrder;
import io.daybook.api.Limits;
import io.daybook.api.OrderType;
import io.daybook.api.PositionDirection;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.api.UserReport;
import org.junit.jupiter.api.Test;

/**
 * {@link RiskEngine#placeAtOnce} at the edges of a user's funds: exactly enough, and one unit short. It may decline an
 * order that the full hold accepts, but must not accept an order that the full hold refuses. Numbers are worked out by
 * hand.
 */
class FuturesAtOnceTest {
    private static final int USD = 20;
    private static final int EUR = 40;
    private static final int FUT = 1;
    private static final int OTHER = 2;
    private static final int IN_EUR = 3;

    private final TestExchange exchange = new TestExchange()
            .symbol(TestExchange.futureWithFees(FUT, 11, USD))
            .symbol(SymbolSpec.futuresContract(OTHER, 11, USD)
                    .tickValue(1)
                    .margins(100, 100)
                    .prices(1, 1_000))
            .user(1)
            .user(2)
            .user(3);

    @Test
    void shouldHoldWhatTheFundsJustCover() {
        exchange.deposit(1, USD, 4 * 503); // 4 lots: 4 × 3 held, 4 × 500 of margin
        assertEquals(SUCCESS, exchange.bid(1, FUT, 1, 1, 100));
        assertTrue(exchange.placeAtOnce(1, FUT, 2, Side.BID, 3, 100));
        assertEquals(new UserReport.Account(USD, 2_012, 12, 0), exchange.account(1, USD));
        assertEquals(
                new UserReport.Position(FUT, PositionDirection.EMPTY, 0, 0, 4, 0, USD, 0, 0, 2_000),
                exchange.position(1, FUT));
        assertEquals(9, exchange.slot.heldAmount());
        assertEquals(2, exchange.risk.liveOrders(exchange.risk.userIndex(1)));
        exchange.audit();
    }

    @Test
    void shouldNotHoldWhereOneUnitOfTheFeeIsMissing() {
        exchange.deposit(1, USD, 4 * 503 - 1);
        assertEquals(SUCCESS, exchange.bid(1, FUT, 1, 1, 100));
        refusedBothWays(1, FUT, Side.BID, 3, 100);
    }

    @Test
    void shouldCountTheLargerMarginOfBothSides() {
        exchange.deposit(1, USD, 1_218); // 4 lots × 3 of fees, 2 asks × 600 of margin and 6 to spare
        assertEquals(SUCCESS, exchange.bid(1, FUT, 1, 2, 100)); // 1,000 of margin
        assertTrue(exchange.placeAtOnce(1, FUT, 2, Side.ASK, 2, 200));
        assertEquals(6, exchange.available(1, USD));
        refusedBothWays(1, FUT, Side.ASK, 1, 200);
    }

    @Test
    void shouldCountTheMarginOfOtherPositions() {
        exchange.deposit(1, USD, 1_106); // 2 × 503, 100 of the other future
        assertEquals(SUCCESS, exchange.bid(1, OTHER, 1, 1, 100));
        assertEquals(SUCCESS, exchange.bid(1, FUT, 1, 1, 100));
        assertTrue(exchange.placeAtOnce(1, FUT, 2, Side.BID, 1, 100));
        assertEquals(0, exchange.available(1, USD));

        exchange.deposit(2, USD, 1_105);
        assertEquals(SUCCESS, exchange.bid(2, OTHER, 2, 1, 100));
        assertEquals(SUCCESS, exchange.bid(2, FUT, 3, 1, 100));
        refusedBothWays(2, FUT, Side.BID, 1, 100);
    }

    @Test
    void shouldHoldWhereTheWorstResultLeavesJustEnough() {
        openLong(2_510); // 2,509 after the maker's fee; 500 may be lost, 9 are held, 4 × 500 are margin
        assertTrue(exchange.placeAtOnce(1, FUT, 10, Side.BID, 3, 100));
        assertEquals(9, exchange.held(1, USD));
        assertEquals(2_000, exchange.position(1, FUT).margin());
        exchange.audit();
    }

    @Test
    void shouldNotHoldWhereTheWorstResultLeavesOneUnitTooLittle() {
        openLong(2_509);
        final long before = exchange.hash();
        assertFalse(exchange.placeAtOnce(1, FUT, 10, Side.BID, 3, 100));
        assertEquals(before, exchange.hash());
        assertEquals(SUCCESS, exchange.bid(1, FUT, 10, 3, 100)); // at the last price nothing is lost
    }

    @Test
    void shouldNotHoldAgainstAPositionThatHasLostItsPrice() {
        openLong(2_504); // 495 are lost at a price of 1: 2,503 − 495 − 9 = 1,999
        exchange.deposit(2, USD, 10_000).deposit(3, USD, 10_000);
        assertEquals(SUCCESS, exchange.bid(2, FUT, 20, 1, 1));
        assertEquals(SUCCESS, exchange.ask(3, FUT, 21, 1, 1));
        refusedBothWays(1, FUT, Side.BID, 3, 100);
    }

    @Test
    void shouldLeaveAFirstPositionAndAMissingAccountToTheLongWay() {
        assertFalse(exchange.placeAtOnce(1, FUT, 1, Side.BID, 1, 100));
        exchange.deposit(1, USD, 10_000);
        assertFalse(exchange.placeAtOnce(1, FUT, 1, Side.BID, 1, 100));
        assertEquals(SUCCESS, exchange.bid(1, FUT, 1, 1, 100));
    }

    /** The next position that any user opens takes the place of a closed position. */
    @Test
    void shouldTouchNobodyElsesPositionAtTheOldPlaceOfItsOwn() {
        exchange.deposit(1, USD, 10_000).deposit(2, USD, 10_000).deposit(3, USD, 10_000);
        assertEquals(SUCCESS, exchange.bid(1, FUT, 1, 1, 100));
        assertEquals(SUCCESS, exchange.run(new CancelOrder(1, FUT, 1)));
        assertEquals(SUCCESS, exchange.bid(2, FUT, 2, 2, 100));
        final UserReport.Position others = exchange.position(2, FUT);
        final UserReport.Account money = exchange.account(2, USD);

        assertFalse(exchange.placeAtOnce(1, FUT, 3, Side.BID, 1, 100), "user 1 has no position yet");
        assertEquals(SUCCESS, exchange.bid(1, FUT, 3, 1, 100));
        exchange.audit();
        assertTrue(exchange.placeAtOnce(1, FUT, 4, Side.BID, 1, 100));
        assertEquals(SUCCESS, exchange.run(new CancelOrder(1, FUT, 3)));
        exchange.audit();
        assertEquals(others, exchange.position(2, FUT));
        assertEquals(money, exchange.account(2, USD));
    }

    @Test
    void shouldNotHoldOneOrderMoreThanAUserMayHave() {
        exchange.deposit(1, USD, 100_000);
        exchange.risk.rules(2, true);
        assertEquals(SUCCESS, exchange.bid(1, FUT, 1, 1, 100));
        assertTrue(exchange.placeAtOnce(1, FUT, 2, Side.BID, 1, 100));
        final long before = exchange.hash();
        assertFalse(exchange.placeAtOnce(1, FUT, 3, Side.BID, 1, 100));
        assertEquals(before, exchange.hash());
        assertEquals(RISK_OPEN_ORDERS_LIMIT, exchange.bid(1, FUT, 3, 1, 100));
    }

    @Test
    void shouldNotHoldWhereMarginTradingIsOffByNow() {
        exchange.deposit(1, USD, 10_000);
        assertEquals(SUCCESS, exchange.bid(1, FUT, 1, 1, 100));
        final TestExchange off = new TestExchange(new RiskConfig(false, true));
        StateRecorder.of(exchange.risk).restore(off.risk);
        final long before = off.hash();
        assertFalse(off.placeAtOnce(1, FUT, 2, Side.BID, 1, 100));
        assertEquals(before, off.hash());
        assertEquals(RISK_MARGIN_TRADING_DISABLED, off.bid(1, FUT, 2, 1, 100));
    }

    @Test
    void shouldKeepBalanceAndExposureWithinTheLimitTogether() {
        final TestExchange venue = new TestExchange()
                .symbol(SymbolSpec.futuresContract(FUT, 11, USD).prices(1, 1L << 40))
                .user(1)
                .deposit(1, USD, 1L << 40);
        assertEquals(SUCCESS, venue.bid(1, FUT, 1, 1, 5));
        assertTrue(venue.placeAtOnce(1, FUT, 2, Side.BID, (1L << 22) - 2, 5)); // 2^62 = 2^40 × (1 + 1 + 2^22 − 2)
        final long before = venue.hash();
        assertFalse(venue.placeAtOnce(1, FUT, 3, Side.BID, 1, 5));
        assertFalse(venue.placeAtOnce(1, FUT, 3, Side.ASK, Limits.MAX_SIZE, 5));
        assertEquals(before, venue.hash());
    }

    @Test
    void shouldKeepAllAccountsOfAUserOneOfWhichGetsAPortfolio() {
        for (final int count : new int[] {1, 3, 12}) { // one position, a chain of a few, an index over many
            final TestExchange venue = new TestExchange()
                    .symbol(TestExchange.futureWithFees(FUT, 11, USD))
                    .user(1);
            for (int i = 0; i < count; i++) {
                venue.deposit(1, USD + i, 10_000 + i);
            }
            for (int i = 0; i < count; i += 2) {
                final int symbol = OTHER + i;
                venue.symbol(TestExchange.futureWithFees(symbol, 11, USD + i));
                assertEquals(SUCCESS, venue.bid(1, symbol, 100 + i, 1, 100));
                assertTrue(venue.placeAtOnce(1, symbol, 200 + i, Side.BID, 1, 100));
            }
            for (int i = 0; i < count; i++) {
                assertEquals(10_000 + i, venue.balance(1, USD + i));
                assertEquals(i % 2 == 0 ? 6 : 0, venue.held(1, USD + i));
            }
            venue.audit();
        }
    }

    @Test
    void shouldHoldInAnyOfSeveralPositions() {
        exchange.deposit(1, USD, 100_000).deposit(1, EUR, 100_000);
        exchange.symbol(TestExchange.futureWithFees(IN_EUR, 11, EUR));
        assertEquals(SUCCESS, exchange.bid(1, FUT, 1, 1, 100));
        assertEquals(SUCCESS, exchange.bid(1, OTHER, 2, 1, 100));
        assertEquals(SUCCESS, exchange.bid(1, IN_EUR, 3, 1, 100));
        for (int i = 0; i < 3; i++) {
            for (final int symbol : new int[] {FUT, OTHER, IN_EUR}) {
                assertTrue(exchange.placeAtOnce(1, symbol, 10 + i, Side.BID, 1, 100));
            }
        }
        assertEquals(4, exchange.position(1, FUT).pendingBuy());
        assertEquals(4, exchange.position(1, OTHER).pendingBuy());
        assertEquals(4, exchange.position(1, IN_EUR).pendingBuy());
    }

    @Test
    void shouldHoldInWhatIsLeftBehindTheLatestPosition() {
        exchange.deposit(1, USD, 100_000).deposit(1, EUR, 100_000);
        exchange.symbol(TestExchange.futureWithFees(IN_EUR, 11, EUR));
        assertEquals(SUCCESS, exchange.bid(1, FUT, 1, 1, 100));
        assertEquals(SUCCESS, exchange.bid(1, IN_EUR, 2, 1, 100));
        assertEquals(SUCCESS, exchange.run(new CancelOrder(1, IN_EUR, 2)));
        assertTrue(exchange.placeAtOnce(1, FUT, 3, Side.BID, 1, 100));
        assertFalse(exchange.placeAtOnce(1, IN_EUR, 4, Side.BID, 1, 100));
        assertEquals(2, exchange.position(1, FUT).pendingBuy());
    }

    @Test
    void shouldSettleExactlyWhatOpenAndTradedLotsTogetherAreWorthMoreThan2To62() {
        final long lots = 1L << 20; // each may be worth 2^40
        final TestExchange venue = new TestExchange()
                .symbol(SymbolSpec.futuresContract(FUT, 11, USD).prices(1, 1L << 40));
        for (int uid = 1; uid <= 2; uid++) {
            venue.user(uid).deposit(uid, USD, 1L << 40);
        }
        assertEquals(SUCCESS, venue.bid(1, FUT, 1, 3 * lots, 5));
        assertEquals(SUCCESS, venue.ask(2, FUT, 2, 3 * lots, 5));
        assertEquals(SUCCESS, venue.ask(1, FUT, 3, 2 * lots, 7));
        assertEquals(SUCCESS, venue.bid(2, FUT, 4, 2 * lots, 7));
        assertEquals((1L << 40) + 4 * lots, venue.balance(1, USD));
        assertEquals((1L << 40) - 4 * lots, venue.balance(2, USD));
        assertEquals(
                new UserReport.Position(FUT, PositionDirection.LONG, lots, 5 * lots, 0, 0, USD, 7, 2 * lots, 0),
                venue.position(1, FUT));
        assertEquals(
                new UserReport.Position(FUT, PositionDirection.SHORT, lots, 5 * lots, 0, 0, USD, 7, -2 * lots, 0),
                venue.position(2, FUT));
        venue.audit();
    }

    /** User 1 buys a lot at 100 and pays the maker's fee of 1; the lot can lose 500. */
    private void openLong(final long deposit) {
        exchange.deposit(1, USD, deposit).deposit(2, USD, 10_000);
        assertEquals(SUCCESS, exchange.bid(1, FUT, 1, 1, 100));
        assertEquals(SUCCESS, exchange.place(2, FUT, 2, Side.ASK, OrderType.IOC, 1, 100));
        assertEquals(deposit - 1, exchange.balance(1, USD));
    }

    private void refusedBothWays(final long uid, final int symbol, final Side side, final long lots, final long price) {
        final long before = exchange.hash();
        assertFalse(exchange.placeAtOnce(uid, symbol, 100, side, lots, price));
        assertEquals(before, exchange.hash());
        assertEquals(RISK_NSF, exchange.place(uid, symbol, 100, side, OrderType.GTC, lots, price));
        exchange.audit();
    }
}
