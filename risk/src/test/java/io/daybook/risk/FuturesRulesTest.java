package io.daybook.risk;

import static io.daybook.api.ResultCode.RISK_AMOUNT_OVERFLOW;
import static io.daybook.api.ResultCode.RISK_MARGIN_TRADING_DISABLED;
import static io.daybook.api.ResultCode.RISK_NSF;
import static io.daybook.api.ResultCode.SUCCESS;
import static io.daybook.api.ResultCode.UNSUPPORTED_ORDER_TYPE;
import static io.daybook.api.ResultCode.USER_MGMT_ADJUSTMENT_NSF;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CancelOrder;
import io.daybook.api.MoveOrder;
import io.daybook.api.OrderType;
import io.daybook.api.PositionDirection;
import io.daybook.api.ReduceOrder;
import io.daybook.api.Reset;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.api.UserReport;
import io.daybook.host.Proves;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Futures: margins, pending lots, profits, fee holds. Numbers are worked out by hand. */
@Proves("money: every rule of holds, fees, futures and administration, with numbers worked out by hand")
class FuturesRulesTest {
    private static final int USD = 20;
    private static final int FUT = 1;
    private static final int FREE = 2;
    private static final int OTHER = 3;

    private final TestExchange exchange = new TestExchange()
            .symbol(TestExchange.futureWithFees(FUT, 11, USD))
            .symbol(SymbolSpec.futuresContract(FREE, 12, USD).tickValue(5).prices(1, 1_000_000))
            .symbol(SymbolSpec.futuresContract(OTHER, 11, USD)
                    .tickValue(1)
                    .margins(100, 100)
                    .prices(1, 1_000_000))
            .user(1)
            .user(2)
            .user(3);

    @Test
    void shouldHoldTheTakersFeeAndRequireMarginForPendingLots() {
        exchange.deposit(1, USD, 10_000);
        assertEquals(SUCCESS, exchange.bid(1, FUT, 1, 4, 100));
        assertEquals(new UserReport.Account(USD, 10_000, 12, 10_000 - 12 - 2_000), exchange.account(1, USD));
        assertEquals(
                new UserReport.Position(FUT, PositionDirection.EMPTY, 0, 0, 4, 0, USD, 0, 0, 2_000),
                exchange.position(1, FUT));
        assertEquals(0, exchange.slot.reservePrice());
        assertEquals(12, exchange.slot.heldAmount());
    }

    @Test
    void shouldRequireTheLargerSideOnly() {
        exchange.deposit(1, USD, 10_000);
        exchange.bid(1, FUT, 1, 4, 100); // 4 × 500 = 2,000
        exchange.ask(1, FUT, 2, 3, 200); // 3 × 600 = 1,800
        assertEquals(10_000 - 21 - 2_000, exchange.available(1, USD));
        exchange.ask(1, FUT, 3, 1, 200); // 2,400
        assertEquals(10_000 - 24 - 2_400, exchange.available(1, USD));
    }

    @Test
    void shouldAcceptTheLastLotThatMarginCoversAndNoMore() {
        exchange.deposit(1, USD, 4 * 503);
        assertEquals(RISK_NSF, exchange.bid(1, FUT, 1, 5, 100));
        assertEquals(SUCCESS, exchange.bid(1, FUT, 1, 4, 100));
        assertEquals(0, exchange.available(1, USD));
        assertEquals(RISK_NSF, exchange.bid(1, FUT, 3, 1, 100));
    }

    @Test
    void shouldForgetAPositionWithNothingOpenOrPending() {
        exchange.deposit(1, USD, 10_000);
        exchange.bid(1, FUT, 1, 4, 100);
        exchange.run(new ReduceOrder(1, FUT, 1, 1));
        assertEquals(3, exchange.position(1, FUT).pendingBuy());
        assertEquals(9, exchange.held(1, USD));
        exchange.run(new CancelOrder(1, FUT, 1));
        assertNull(exchange.position(1, FUT));
        assertEquals(new UserReport.Account(USD, 10_000, 0, 10_000), exchange.account(1, USD));
        exchange.audit();
    }

    @Test
    void shouldReleaseFeeHoldAndPendingLotsOfADuplicateOrderId() {
        exchange.deposit(1, USD, 10_000);
        exchange.bid(1, FUT, 1, 1, 100);
        assertEquals(ResultCode.MATCHING_DUPLICATE_ORDER_ID, exchange.ask(1, FUT, 1, 2, 200));
        assertEquals(0, exchange.position(1, FUT).pendingSell());
        assertEquals(3, exchange.held(1, USD));
        exchange.place(1, FREE, 5, Side.BID, OrderType.IOC, 3, 100);
        assertNull(exchange.position(1, FREE));
        exchange.audit();
    }

    @Test
    void shouldOpenPositionsOnBothSidesOfATrade() {
        exchange.deposit(1, USD, 10_000).deposit(2, USD, 10_000);
        exchange.bid(1, FUT, 1, 4, 100);
        exchange.ask(2, FUT, 2, 3, 90);
        assertEquals(
                new UserReport.Position(FUT, PositionDirection.LONG, 3, 300, 1, 0, USD, 100, 0, 2_000),
                exchange.position(1, FUT));
        assertEquals(
                new UserReport.Position(FUT, PositionDirection.SHORT, 3, 300, 0, 0, USD, 100, 0, 1_800),
                exchange.position(2, FUT));
        assertEquals(10_000 - 3, exchange.balance(1, USD)); // maker
        assertEquals(3, exchange.held(1, USD));
        assertEquals(10_000 - 9, exchange.balance(2, USD)); // taker
        assertEquals(0, exchange.held(2, USD));
        assertEquals(12, exchange.fees(USD));
        // long: 4 lots × 500; short: 3 × 600; the mark is the trade's own price
        assertEquals(9_997 - 3 - 2_000, exchange.available(1, USD));
        assertEquals(9_991 - 1_800, exchange.available(2, USD));
        exchange.audit();
    }

    @Test
    void shouldRealiseProfitOfPartialClosesAtAverageCost() {
        exchange.deposit(1, USD, 100_000).deposit(2, USD, 100_000);
        open(1, 2, FREE, 2, 100);
        open(1, 2, FREE, 1, 101); // 3 lots for 301
        assertEquals(301, exchange.position(1, FREE).openPriceSum());
        open(2, 1, FREE, 1, 110); // 1 of 3: cost ⌊301 / 3⌋ = 100, profit (110 − 100) × 5
        assertEquals(100_050, exchange.balance(1, USD));
        assertEquals(
                new UserReport.Position(FREE, PositionDirection.LONG, 2, 201, 0, 0, USD, 110, 95, 0),
                exchange.position(1, FREE));
        assertEquals(99_950, exchange.balance(2, USD));
        open(2, 1, FREE, 2, 100); // the rest: (200 − 201) × 5
        assertEquals(100_045, exchange.balance(1, USD));
        assertEquals(99_955, exchange.balance(2, USD));
        assertNull(exchange.position(1, FREE));
        assertNull(exchange.position(2, FREE));
        exchange.audit();
    }

    @Test
    void shouldFlipAPositionByClosingFirstAndOpeningTheRest() {
        exchange.deposit(1, USD, 100_000).deposit(2, USD, 100_000);
        open(1, 2, FREE, 2, 100);
        open(2, 1, FREE, 5, 90);
        assertEquals(
                new UserReport.Position(FREE, PositionDirection.SHORT, 3, 270, 0, 0, USD, 90, 0, 0),
                exchange.position(1, FREE));
        assertEquals(100_000 - 100, exchange.balance(1, USD));
        assertEquals(100_000 + 100, exchange.balance(2, USD));
        exchange.audit();
    }

    @Test
    void shouldTradeFuturesWithOneself() {
        exchange.deposit(1, USD, 100_000);
        exchange.bid(1, FUT, 1, 2, 100);
        exchange.ask(1, FUT, 2, 2, 100);
        assertNull(exchange.position(1, FUT));
        assertEquals(100_000 - 8, exchange.balance(1, USD));
        assertEquals(0, exchange.held(1, USD));
        exchange.bid(1, FUT, 3, 2, 100);
        exchange.ask(1, FUT, 4, 5, 100);
        assertEquals(
                new UserReport.Position(FUT, PositionDirection.EMPTY, 0, 0, 0, 3, USD, 100, 0, 1_800),
                exchange.position(1, FUT));
        exchange.audit();
    }

    @Test
    void shouldShowGainMarginAndEquityOfPositions() {
        exchange.deposit(1, USD, 10_000).deposit(2, USD, 10_000).deposit(3, USD, 10_000);
        open(1, 2, FREE, 10, 100);
        open(2, 3, FREE, 1, 80);
        open(1, 3, FUT, 3, 100);
        open(2, 3, FUT, 1, 120);
        final UserReport report = exchange.report(1);
        assertEquals(80, exchange.position(1, FREE).mark()); // a tick of a lot is worth 5
        assertEquals(-10 * 20 * 5, exchange.position(1, FREE).unrealizedGain());
        assertEquals(120, exchange.position(1, FUT).mark());
        assertEquals(3 * 20 * 5, exchange.position(1, FUT).unrealizedGain());
        assertEquals(3 * 500, exchange.position(1, FUT).margin());
        assertEquals(1_500, report.margin(USD));
        final UserReport.Account account = report.account(USD);
        assertEquals(account.balance() - 1_000 + 300, report.equity(USD));
        assertEquals(report.equity(USD) - account.held() - report.margin(USD), account.available());
        final UserReport gains = exchange.report(3);
        assertEquals(-3 * 20 * 5, exchange.position(3, FUT).unrealizedGain());
        assertEquals(4 * 600, gains.margin(USD));
        assertEquals(gains.account(USD).balance() - 300, gains.equity(USD));
        assertEquals(0, gains.equity(4711));
    }

    @Test
    void shouldMarkPositionsAtTheLastTrade() {
        exchange.deposit(1, USD, 10_000).deposit(2, USD, 10_000).deposit(3, USD, 10_000);
        open(1, 2, FREE, 10, 100);
        open(2, 3, FREE, 1, 80); // the mark falls: user 1 is −10 × 20 × 5 = −1,000
        assertEquals(10_000, exchange.balance(1, USD));
        assertEquals(9_000, exchange.available(1, USD));
        // profit is not available: user 2 is short 9 lots
        assertEquals(new UserReport.Account(USD, 10_100, 0, 10_100), exchange.account(2, USD));
        exchange.audit();
    }

    @Test
    void shouldRespectUnrealisedLossesInWithdrawals() {
        exchange.deposit(1, USD, 10_000).deposit(2, USD, 10_000).deposit(3, USD, 10_000);
        open(1, 2, FREE, 10, 100);
        open(2, 3, FREE, 1, 80);
        assertEquals(USER_MGMT_ADJUSTMENT_NSF, exchange.adjust(1, USD, -9_001));
        assertEquals(SUCCESS, exchange.adjust(1, USD, -9_000));
        assertEquals(USER_MGMT_ADJUSTMENT_NSF, exchange.adjust(1, USD, -1));
    }

    @Test
    void shouldRefuseWithdrawalsOfAnyCurrencyWhileOneIsInDeficit() {
        exchange.deposit(1, USD, 1_000).deposit(2, USD, 10_000).deposit(3, USD, 10_000);
        exchange.deposit(1, 30, 500);
        open(1, 2, FREE, 10, 100);
        open(2, 3, FREE, 1, 79); // −1,050 against 1,000
        assertEquals(-50, exchange.available(1, USD));
        assertEquals(USER_MGMT_ADJUSTMENT_NSF, exchange.adjust(1, 30, -1));
        exchange.deposit(1, USD, 50);
        assertEquals(SUCCESS, exchange.adjust(1, 30, -1));
    }

    @Test
    void shouldHoldPairOrdersAgainstWhatFuturesLeave() {
        exchange.symbol(SymbolSpec.exchangePair(9, 10, USD));
        exchange.deposit(1, USD, 10_000);
        exchange.bid(1, FUT, 1, 4, 100); // margin 2,000, fee hold 12
        assertEquals(RISK_NSF, exchange.bid(1, 9, 2, 1, 7_989));
        assertEquals(SUCCESS, exchange.bid(1, 9, 2, 1, 7_988));
        assertEquals(0, exchange.available(1, USD));
    }

    @Test
    void shouldLetUnrealisedProfitCarryMarginButNotHolds() {
        exchange.symbol(SymbolSpec.exchangePair(9, 10, USD));
        exchange.deposit(1, USD, 1_000).deposit(2, USD, 100_000).deposit(3, USD, 100_000);
        open(1, 2, FREE, 10, 100);
        open(2, 3, FREE, 1, 200); // +5,000 for user 1
        assertEquals(1_000, exchange.available(1, USD));
        assertEquals(RISK_NSF, exchange.bid(1, 9, 1, 1, 1_001));
        // equity 6,000: 11 lots need 33 + 5,500, 12 lots 36 + 6,000
        assertEquals(RISK_NSF, exchange.bid(1, FUT, 2, 12, 100));
        assertEquals(SUCCESS, exchange.bid(1, FUT, 2, 11, 100));
        assertEquals(1_000 - 33 - 5_500, exchange.available(1, USD));
        assertEquals(RISK_NSF, exchange.bid(1, 9, 3, 1, 1));
        exchange.audit();
    }

    @Test
    void shouldNeedTheFeeInCashHoweverLargeTheProfit() {
        exchange.deposit(1, USD, 32).deposit(2, USD, 100_000).deposit(3, USD, 100_000);
        open(1, 2, FREE, 10, 100);
        open(2, 3, FREE, 1, 300); // +10,000
        assertEquals(RISK_NSF, exchange.bid(1, FUT, 2, 11, 100)); // 33 of fees
        assertEquals(SUCCESS, exchange.bid(1, FUT, 2, 10, 100));
        exchange.audit();
    }

    @Test
    void shouldAlwaysAcceptClosingOrders() {
        exchange.deposit(1, USD, 5 * 501).deposit(2, USD, 1_000_000).deposit(3, USD, 1_000_000);
        exchange.bid(1, FUT, 1, 4, 100);
        exchange.ask(2, FUT, 2, 4, 100);
        exchange.bid(3, FUT, 3, 1, 1);
        exchange.ask(2, FUT, 4, 1, 1); // the mark falls to 1: −99 × 4 × 5 = −1,980
        assertTrue(exchange.available(1, USD) < 0);
        assertEquals(RISK_NSF, exchange.bid(1, FUT, 5, 1, 50));
        assertEquals(SUCCESS, exchange.ask(1, FUT, 6, 3, 200));
        assertEquals(RISK_NSF, exchange.ask(1, FUT, 7, 2, 200)); // 3 + 2 > 4
        assertEquals(SUCCESS, exchange.ask(1, FUT, 7, 1, 200));
        assertEquals(12, exchange.held(1, USD));
        assertEquals(RISK_NSF, exchange.ask(1, FUT, 8, 1, 200));
        exchange.audit();
    }

    @Test
    void shouldAcceptAClosingOrderThoughNotEvenItsFeeIsThere() {
        exchange.symbol(SymbolSpec.futuresContract(50, 11, USD).feesPerLot(3, 1).prices(1, 1_000));
        exchange.deposit(1, USD, 12).deposit(2, USD, 10_000);
        exchange.ask(2, 50, 1, 4, 100);
        assertEquals(SUCCESS, exchange.bid(1, 50, 2, 4, 100)); // 4 × 3 of fees: the whole balance
        assertEquals(0, exchange.balance(1, USD));
        assertEquals(RISK_NSF, exchange.bid(1, 50, 3, 1, 90)); // opening another lot would need 3
        assertEquals(SUCCESS, exchange.ask(1, 50, 3, 4, 90));
        assertEquals(new UserReport.Account(USD, 0, 12, -12), exchange.account(1, USD));
        exchange.bid(2, 50, 4, 4, 90);
        assertEquals(-44, exchange.balance(1, USD)); // (90 − 100) × 4 − 4 × 1
        assertEquals(0, exchange.held(1, USD));
        assertNull(exchange.position(1, 50));
        exchange.audit();
    }

    @Test
    void shouldSumMarginOverAllSymbolsOfACurrencyWhateverTheOrderOfTheirOpening() {
        final List<Integer> symbols = new ArrayList<>();
        for (int symbol = 101; symbol <= 120; symbol++) {
            symbols.add(symbol);
        }
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            final TestExchange venue = new TestExchange();
            for (final int symbol : symbols) {
                venue.symbol(SymbolSpec.futuresContract(symbol, 11, USD)
                        .margins(symbol, symbol)
                        .prices(1, 1_000_000));
            }
            venue.user(1).deposit(1, USD, 2_210 + 5);
            Collections.shuffle(symbols, random);
            for (final int symbol : symbols) { // Σ 101..120 = 2,210
                assertEquals(SUCCESS, venue.bid(1, symbol, 1, 1, 100), () -> "seed=" + seed);
            }
            assertEquals(5, venue.available(1, USD));
            assertEquals(RISK_NSF, venue.bid(1, symbols.get(0), 2, 1, 100));
            venue.audit();
            Collections.shuffle(symbols, random);
            for (final int symbol : symbols) {
                assertEquals(SUCCESS, venue.run(new CancelOrder(1, symbol, 1)));
                venue.audit();
            }
            assertEquals(2_215, venue.available(1, USD));
        }
    }

    @Test
    void shouldMakeRealisedProfitSpendableByTheVeryNextCommand() {
        exchange.deposit(1, USD, 1_000).deposit(2, USD, 100_000);
        open(1, 2, OTHER, 10, 100); // margin 1,000
        assertEquals(RISK_NSF, exchange.bid(1, OTHER, 90, 1, 100));
        open(2, 1, OTHER, 10, 150); // +500
        assertEquals(1_500, exchange.available(1, USD));
        assertEquals(SUCCESS, exchange.bid(1, OTHER, 91, 15, 100));
    }

    @Test
    void shouldLeaveADebtorWithANegativeBalance() {
        exchange.deposit(1, USD, 1_000).deposit(2, USD, 100_000).deposit(3, USD, 100_000);
        open(1, 2, OTHER, 10, 500);
        open(2, 1, OTHER, 10, 100);
        assertEquals(new UserReport.Account(USD, -3_000, 0, -3_000), exchange.account(1, USD));
        assertEquals(RISK_NSF, exchange.bid(1, FREE, 90, 1, 100));
        exchange.audit();
    }

    @Test
    void shouldChargeAMovedFuturesOrderAsTheTaker() {
        exchange.deposit(1, USD, 10_000).deposit(2, USD, 10_000);
        exchange.bid(1, FUT, 1, 2, 50);
        exchange.ask(2, FUT, 2, 3, 70);
        assertEquals(SUCCESS, exchange.run(new MoveOrder(1, FUT, 1, 900_000)));
        assertEquals(10_000 - 6, exchange.balance(1, USD));
        assertEquals(10_000 - 2, exchange.balance(2, USD));
        assertEquals(3, exchange.held(2, USD));
        assertEquals(140, exchange.position(1, FUT).openPriceSum());
        exchange.audit();
    }

    @Test
    void shouldRefuseBudgetTypesAndIgnoreReservePrices() {
        exchange.deposit(1, USD, 10_000);
        assertEquals(UNSUPPORTED_ORDER_TYPE, exchange.place(1, FUT, 1, Side.BID, OrderType.FOK_BUDGET, 1, 1L << 50));
        assertEquals(UNSUPPORTED_ORDER_TYPE, exchange.place(1, FUT, 1, Side.BID, OrderType.IOC_BUDGET, 1, 1L << 50));
        assertEquals(ResultCode.INVALID_PRICE, exchange.place(1, FUT, 1, Side.BID, OrderType.GTC, 1, 1_000_001));
        assertEquals(
                SUCCESS,
                exchange.run(io.daybook.api.PlaceOrder.gtc(1, FUT, 1, Side.BID, 100, 1)
                        .withReservePrice(-5)));
    }

    @Test
    void shouldRefuseFuturesWhereMarginTradingIsOff() {
        final TestExchange venue = new TestExchange(new RiskConfig(false, false))
                .symbol(SymbolSpec.futuresContract(1, 11, USD))
                .user(1);
        // before the checks of id, size and price
        assertEquals(RISK_MARGIN_TRADING_DISABLED, venue.bid(1, 1, 0, 0, 0));
        assertEquals(ResultCode.RESET_NOT_ALLOWED, venue.run(new Reset()));
    }

    @Test
    void shouldRefuseExposureBeyondTheLimitAndAcceptTheLimitItself() {
        final TestExchange venue = new TestExchange()
                .symbol(SymbolSpec.futuresContract(1, 11, USD).prices(1, 1L << 40))
                .user(1);
        // 2^22 lots × 2^40 = 2^62, with nothing on the account
        assertEquals(RISK_AMOUNT_OVERFLOW, venue.bid(1, 1, 1, (1L << 22) + 1, 5));
        assertEquals(SUCCESS, venue.bid(1, 1, 1, 1L << 22, 5));
        assertEquals(RISK_AMOUNT_OVERFLOW, venue.ask(1, 1, 2, 1, 9));
        venue.run(new CancelOrder(1, 1, 1));
        venue.deposit(1, USD, 1);
        assertEquals(RISK_AMOUNT_OVERFLOW, venue.bid(1, 1, 1, 1L << 22, 5));
        assertEquals(SUCCESS, venue.bid(1, 1, 1, (1L << 22) - 1, 5));
        venue.audit();
    }

    @Test
    void shouldSumExposureOverAllSymbolsOfTheCurrency() {
        final TestExchange venue = new TestExchange()
                .symbol(SymbolSpec.futuresContract(1, 11, USD).prices(1, 1L << 40))
                .symbol(SymbolSpec.futuresContract(2, 11, USD)
                        .tickValue(1L << 20)
                        .prices(1, 1L << 40))
                .symbol(SymbolSpec.futuresContract(3, 11, 21).prices(1, 1L << 40))
                .user(1);
        assertEquals(SUCCESS, venue.bid(1, 1, 1, 1L << 21, 5));
        assertEquals(SUCCESS, venue.bid(1, 2, 1, 2, 5)); // 2 × 2^60
        assertEquals(RISK_AMOUNT_OVERFLOW, venue.bid(1, 2, 2, 1, 5));
        assertEquals(RISK_AMOUNT_OVERFLOW, venue.bid(1, 1, 2, 1, 5));
        assertEquals(SUCCESS, venue.bid(1, 3, 1, 1L << 22, 5)); // another currency
        venue.audit();
    }

    @Test
    void shouldAcceptClosingOrdersBeyondTheExposureLimit() {
        final TestExchange venue = new TestExchange()
                .symbol(SymbolSpec.futuresContract(1, 11, USD).prices(1, 1L << 40))
                .user(1)
                .user(2);
        venue.bid(1, 1, 1, 1L << 22, 5);
        assertEquals(SUCCESS, venue.ask(2, 1, 2, 1L << 22, 5));
        assertEquals(RISK_AMOUNT_OVERFLOW, venue.bid(1, 1, 3, 1, 5));
        assertEquals(SUCCESS, venue.ask(1, 1, 4, 1L << 22, 1L << 40)); // the sum is 2^63 now
        assertEquals(RISK_AMOUNT_OVERFLOW, venue.bid(1, 1, 5, 1, 5));
        venue.audit();
        assertEquals(SUCCESS, venue.bid(2, 1, 6, 1L << 22, 1L << 40));
        // (2^40 − 5) × 2^22
        assertEquals((1L << 62) - (5L << 22), venue.balance(1, USD));
        assertEquals(-(1L << 62) + (5L << 22), venue.balance(2, USD));
        venue.audit();
    }

    @Test
    void shouldRefuseMarginAndFeesThatLeave64Bits() {
        final TestExchange venue = new TestExchange()
                .symbol(SymbolSpec.futuresContract(1, 11, USD)
                        .margins(1L << 62, 0)
                        .prices(1, 100))
                .symbol(SymbolSpec.futuresContract(2, 11, USD)
                        .feesPerLot(1L << 62, 0)
                        .prices(1, 100))
                .user(1);
        assertEquals(RISK_NSF, venue.bid(1, 1, 1, 1, 5));
        assertEquals(RISK_AMOUNT_OVERFLOW, venue.bid(1, 1, 1, 2, 5)); // 2^63
        assertEquals(SUCCESS, venue.ask(1, 1, 1, 2, 5)); // asks need no margin
        assertEquals(RISK_NSF, venue.bid(1, 2, 1, 1, 5));
        assertEquals(RISK_AMOUNT_OVERFLOW, venue.bid(1, 2, 1, 2, 5));
    }

    @Test
    void shouldFindPositionsOfAUserWithHundredsOfSymbols() {
        final TestExchange venue = new TestExchange().user(1).deposit(1, USD, 1_000);
        for (int symbol = 1; symbol <= 300; symbol++) {
            venue.symbol(SymbolSpec.futuresContract(symbol, 11, USD).prices(1, 100));
            venue.bid(1, symbol, 1, symbol, 50);
        }
        for (int symbol = 1; symbol <= 300; symbol++) {
            venue.run(new ReduceOrder(1, symbol, 1, symbol / 2));
        }
        venue.audit();
        final List<UserReport.Position> positions = venue.risk.positions(venue.risk.userIndex(1));
        for (int symbol = 1; symbol <= 300; symbol++) {
            assertEquals(
                    new UserReport.Position(
                            symbol, PositionDirection.EMPTY, 0, 0, symbol - symbol / 2, 0, USD, 0, 0, 0),
                    positions.get(symbol - 1));
        }
        for (int symbol = 300; symbol >= 1; symbol--) {
            venue.run(new CancelOrder(1, symbol, 1));
        }
        assertTrue(venue.risk.positions(venue.risk.userIndex(1)).isEmpty());
        venue.audit();
    }

    /** Trades lots between a buyer and a seller; the book must have no other orders. */
    private void open(final long buyer, final long seller, final int symbol, final long lots, final long price) {
        assertEquals(SUCCESS, exchange.bid(buyer, symbol, 1_000, lots, price));
        assertEquals(SUCCESS, exchange.ask(seller, symbol, 1_001, lots, price));
        assertEquals(0, exchange.slot.remaining());
    }
}
