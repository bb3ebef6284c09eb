package io.daybook.risk;

import static io.daybook.api.ResultCode.AUTH_INVALID_USER;
import static io.daybook.api.ResultCode.AUTH_USER_SUSPENDED;
import static io.daybook.api.ResultCode.INVALID_ORDER_ID;
import static io.daybook.api.ResultCode.INVALID_PRICE;
import static io.daybook.api.ResultCode.INVALID_SIZE;
import static io.daybook.api.ResultCode.INVALID_SYMBOL;
import static io.daybook.api.ResultCode.MATCHING_DUPLICATE_ORDER_ID;
import static io.daybook.api.ResultCode.RISK_AMOUNT_OVERFLOW;
import static io.daybook.api.ResultCode.RISK_ASK_PRICE_LOWER_THAN_FEE;
import static io.daybook.api.ResultCode.RISK_INVALID_RESERVE_BID_PRICE;
import static io.daybook.api.ResultCode.RISK_NSF;
import static io.daybook.api.ResultCode.SUCCESS;
import static io.daybook.api.ResultCode.UNSUPPORTED_ORDER_TYPE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CancelOrder;
import io.daybook.api.CommandType;
import io.daybook.api.MoveOrder;
import io.daybook.api.OrderEvent;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReduceOrder;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.SuspendUser;
import io.daybook.api.SymbolSpec;
import io.daybook.api.UserReport;
import io.daybook.host.Proves;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Exchange pairs: which orders are accepted, which funds they hold, and which amounts a trade moves. Numbers are worked
 * out by hand.
 */
@Proves("money: every rule of holds, fees, futures and administration, with numbers worked out by hand")
class PairRulesTest {
    private static final int PAIR = 1;
    private static final int PROPORTIONAL = 2;
    private static final int BTC = 10;
    private static final int USD = 20;

    /** One lot is 1,000 BTC units, one tick of a lot 10 USD units; fees 3 and 1 per lot, or 0.2% and 0.1%. */
    private final TestExchange exchange = new TestExchange()
            .symbol(SymbolSpec.exchangePair(PAIR, BTC, USD)
                    .lotSize(1_000)
                    .tickValue(10)
                    .feesPerLot(3, 1)
                    .prices(1, 20_000))
            .symbol(SymbolSpec.exchangePair(PROPORTIONAL, BTC, USD).feesProportional(2_000, 1_000))
            .user(301)
            .user(302);

    @Test
    void shouldHoldNotionalAtTheReservePriceAndTheTakersFee() {
        exchange.deposit(301, USD, 2_000_000);
        assertEquals(SUCCESS, exchange.run(bid(5001, 15_400, 12).withReservePrice(15_600)));
        // 12 × 15,600 × 10 + 12 × 3
        assertEquals(new UserReport.Account(USD, 2_000_000, 1_872_036, 127_964), exchange.account(301, USD));
        assertEquals(15_600, exchange.slot.reservePrice());
        assertEquals(1_872_036, exchange.slot.heldAmount());
        assertEquals(12, exchange.slot.initialRemaining());
    }

    @Test
    void shouldReserveThePriceWhereNoReservePriceIsGiven() {
        exchange.deposit(301, USD, 2_000_000);
        assertEquals(SUCCESS, exchange.run(bid(5001, 15_400, 12)));
        assertEquals(12 * 15_400 * 10 + 36, exchange.held(301, USD));
        assertEquals(15_400, exchange.slot.reservePrice());
    }

    @Test
    void shouldHoldBaseForAsksAndForgetTheirReservePrice() {
        exchange.deposit(301, BTC, 5_000);
        assertEquals(SUCCESS, exchange.run(new PlaceOrder(301, PAIR, 1, Side.ASK, OrderType.GTC, 15_400, -77, 5)));
        assertEquals(new UserReport.Account(BTC, 5_000, 5_000, 0), exchange.account(301, BTC));
        assertEquals(0, exchange.slot.reservePrice());
    }

    @Test
    void shouldAcceptABidThatTakesAllAndRefuseOneThatNeedsOneMore() {
        exchange.deposit(301, USD, 1_030);
        assertEquals(RISK_NSF, exchange.bid(301, PAIR, 1, 1, 103)); // 1,030 + 3
        exchange.deposit(301, USD, 2);
        assertEquals(RISK_NSF, exchange.bid(301, PAIR, 1, 1, 103));
        exchange.deposit(301, USD, 1);
        assertEquals(SUCCESS, exchange.bid(301, PAIR, 1, 1, 103));
        assertEquals(0, exchange.available(301, USD));
    }

    @Test
    void shouldRefuseAnAskWithoutBase() {
        assertEquals(RISK_NSF, exchange.ask(301, PAIR, 1, 1, 103));
        exchange.deposit(301, BTC, 999);
        assertEquals(RISK_NSF, exchange.ask(301, PAIR, 1, 1, 103));
    }

    @Test
    void shouldSettleATradeAtTheMakersPriceWithBothFees() {
        exchange.deposit(301, USD, 2_000_000).deposit(302, BTC, 20_000);
        exchange.ask(302, PAIR, 4001, 8, 15_250);
        assertEquals(SUCCESS, exchange.run(bid(5001, 15_400, 12).withReservePrice(15_600)));

        assertEquals(
                new OrderEvent.Trade(1, 5001, 301, Side.BID, 4001, 302, 15_250, 8, 0, 4, 24, 8),
                exchange.events().get(0));
        // 8 lots cost 8 × 15,250 × 10 = 1,220,000 and 24; 4 lots stay held at the reserve price
        assertEquals(2_000_000 - 1_220_024, exchange.balance(301, USD));
        assertEquals(4 * 15_600 * 10 + 12, exchange.held(301, USD));
        assertEquals(8_000, exchange.balance(301, BTC));
        assertEquals(1_220_000 - 8, exchange.balance(302, USD));
        assertEquals(new UserReport.Account(BTC, 12_000, 0, 12_000), exchange.account(302, BTC));
        assertEquals(32, exchange.fees(USD));
        assertEquals(15_250, exchange.risk.lastPrice(0));
        exchange.audit();
    }

    @Test
    void shouldReleaseWhatTheRestingBidReservedAboveItsPrice() {
        exchange.deposit(301, USD, 10_000).deposit(302, BTC, 20_000);
        exchange.run(bid(1, 50, 10).withReservePrice(90)); // holds 9,030
        assertEquals(SUCCESS, exchange.ask(302, PAIR, 2, 4, 50));
        // maker pays 4 × 500 + 4 × 1 and keeps 6 × 903 held
        assertEquals(10_000 - 2_004, exchange.balance(301, USD));
        assertEquals(6 * 903, exchange.held(301, USD));
        assertEquals(2_000 - 12, exchange.balance(302, USD)); // the taker's fee is 3 per lot
        exchange.audit();
    }

    @Test
    void shouldMakeProceedsOfASaleSpendableByTheVeryNextCommand() {
        exchange.deposit(301, USD, 1_003).deposit(302, BTC, 1_000);
        exchange.bid(301, PAIR, 1, 1, 100);
        exchange.ask(302, PAIR, 2, 1, 100);
        assertEquals(997, exchange.available(302, USD));
        assertEquals(SUCCESS, exchange.bid(302, PAIR, 3, 1, 99)); // 990 + 3
        assertEquals(SUCCESS, exchange.ask(301, PAIR, 4, 1, 200));
    }

    @Test
    void shouldMakeReleasesOfACancelSpendableByTheVeryNextCommand() {
        exchange.deposit(301, USD, 1_003);
        exchange.bid(301, PAIR, 1, 1, 100);
        assertEquals(RISK_NSF, exchange.bid(301, PAIR, 2, 1, 100));
        exchange.run(new CancelOrder(301, PAIR, 1));
        assertEquals(SUCCESS, exchange.bid(301, PAIR, 2, 1, 100));
    }

    @Test
    void shouldReleaseThePartThatIsReduced() {
        exchange.deposit(301, USD, 10_000).deposit(302, BTC, 10_000);
        exchange.bid(301, PAIR, 1, 5, 100);
        exchange.run(new ReduceOrder(301, PAIR, 1, 2));
        assertEquals(3 * 1_003, exchange.held(301, USD));
        exchange.ask(302, PAIR, 2, 5, 200);
        exchange.run(new ReduceOrder(302, PAIR, 2, Long.MAX_VALUE));
        assertEquals(0, exchange.held(302, BTC));
        assertEquals(INVALID_SIZE, exchange.run(new ReduceOrder(301, PAIR, 1, 0)));
    }

    @Test
    void shouldReleaseWhatAnImmediateOrderCouldNotDo() {
        exchange.deposit(301, USD, 10_000).deposit(302, BTC, 10_000);
        exchange.ask(302, PAIR, 1, 2, 100);
        assertEquals(SUCCESS, exchange.place(301, PAIR, 2, Side.BID, OrderType.IOC, 5, 110));
        assertEquals(new UserReport.Account(USD, 7_994, 0, 7_994), exchange.account(301, USD));
        assertEquals(SUCCESS, exchange.place(301, PAIR, 3, Side.BID, OrderType.FOK, 5, 110));
        assertEquals(0, exchange.held(301, USD));
        exchange.audit();
    }

    @Test
    void shouldReleaseTheWholeHoldOfADuplicateOrderId() {
        exchange.deposit(301, USD, 10_000);
        exchange.bid(301, PAIR, 1, 1, 100);
        assertEquals(MATCHING_DUPLICATE_ORDER_ID, exchange.bid(301, PAIR, 1, 2, 90));
        assertEquals(1_003, exchange.held(301, USD));
        exchange.audit();
    }

    @Test
    void shouldNotChangeHoldsByAMove() {
        exchange.deposit(301, USD, 10_000);
        exchange.run(bid(1, 50, 2).withReservePrice(80));
        assertEquals(SUCCESS, exchange.run(new MoveOrder(301, PAIR, 1, 80)));
        assertEquals(1_606, exchange.held(301, USD));
        assertEquals(SUCCESS, exchange.run(new MoveOrder(301, PAIR, 1, 2)));
        assertEquals(1_606, exchange.held(301, USD));
        assertEquals(
                ResultCode.MATCHING_MOVE_FAILED_PRICE_OVER_RISK_LIMIT, exchange.run(new MoveOrder(301, PAIR, 1, 81)));
    }

    @Test
    void shouldChargeAMovedOrderAsTheTaker() {
        exchange.deposit(301, USD, 10_000).deposit(302, BTC, 10_000);
        exchange.run(bid(1, 50, 2).withReservePrice(80));
        exchange.ask(302, PAIR, 2, 3, 70);
        assertEquals(SUCCESS, exchange.run(new MoveOrder(301, PAIR, 1, 75)));
        assertEquals(10_000 - 1_400 - 6, exchange.balance(301, USD));
        assertEquals(0, exchange.held(301, USD));
        assertEquals(1_400 - 2, exchange.balance(302, USD));
        assertEquals(1_000, exchange.held(302, BTC));
        exchange.audit();
    }

    @Test
    void shouldHoldTheWholeBudgetAndReleaseItWhenTheCommandEnds() {
        exchange.deposit(301, USD, 2_509).deposit(302, BTC, 10_000);
        exchange.ask(302, PAIR, 1, 2, 80);
        exchange.ask(302, PAIR, 2, 2, 90);
        // B = 250 ticks × lots: 2,500 and 3 × 3 of fees are held; 2 × 80 + 1 × 90 = 250 is just enough
        assertEquals(SUCCESS, exchange.place(301, PAIR, 3, Side.BID, OrderType.FOK_BUDGET, 3, 250));
        assertEquals(2_509, exchange.slot.heldAmount());
        assertEquals(new UserReport.Account(USD, 0, 0, 0), exchange.account(301, USD));
        assertEquals(3_000, exchange.balance(301, BTC));
        exchange.audit();
    }

    @Test
    void shouldReleaseTheBudgetOfAnOrderThatIsRejectedOrStopsEarly() {
        exchange.deposit(301, USD, 5_000).deposit(302, BTC, 10_000);
        exchange.ask(302, PAIR, 1, 2, 80);
        assertEquals(SUCCESS, exchange.place(301, PAIR, 2, Side.BID, OrderType.FOK_BUDGET, 2, 159));
        assertEquals(new UserReport.Account(USD, 5_000, 0, 5_000), exchange.account(301, USD));
        assertEquals(SUCCESS, exchange.place(301, PAIR, 3, Side.BID, OrderType.IOC_BUDGET, 2, 159));
        // one lot for 80 ticks; the 79 left buy no second one
        assertEquals(new UserReport.Account(USD, 4_197, 0, 4_197), exchange.account(301, USD));
        exchange.audit();
    }

    @Test
    void shouldHoldTheProportionalFeeOnTheBudget() {
        exchange.deposit(301, USD, 1_002_003);
        // 1,000,501 + ⌊1,000,501 × 0.002⌋ = 2,001
        exchange.run(new PlaceOrder(301, PROPORTIONAL, 1, Side.BID, OrderType.IOC_BUDGET, 1_000_501, 1_000_501, 1));
        assertEquals(RISK_NSF.code(), exchange.slot.resultCode());
        exchange.run(new PlaceOrder(301, PROPORTIONAL, 1, Side.BID, OrderType.IOC_BUDGET, 1_000_002, 0, 1));
        assertEquals(SUCCESS.code(), exchange.slot.resultCode());
        assertEquals(1_002_002, exchange.slot.heldAmount());
        assertEquals(0, exchange.held(301, USD));
    }

    @Test
    void shouldNeverPayMoreThanTheReleasedHoldUnderProportionalFees() {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            final TestExchange venue = new TestExchange()
                    .symbol(SymbolSpec.exchangePair(1, BTC, USD).feesProportional(random.nextInt(1_000_001), 0))
                    .user(1)
                    .user(2)
                    .deposit(1, BTC, 1_000_000);
            final long size = 1 + random.nextInt(40);
            final long price = 1 + random.nextInt(2_000);
            final long reserve = price + random.nextInt(3);
            // The bidder has what the hold needs and not a unit more.
            venue.deposit(2, USD, 1L << 50);
            venue.run(new PlaceOrder(2, 1, 1, Side.BID, OrderType.GTC, price, reserve, size));
            venue.adjust(2, USD, -venue.available(2, USD));
            assertEquals(0, venue.available(2, USD));
            long left = size;
            for (int id = 2; left > 0; id++) {
                final long part = 1 + random.nextLong(left);
                if (random.nextInt(4) == 0) {
                    venue.run(new ReduceOrder(2, 1, 1, part));
                } else {
                    venue.ask(1, 1, id, part, 1 + random.nextLong(price));
                }
                left -= part;
                final String where = "seed=" + seed + " round=" + round;
                assertTrue(venue.available(2, USD) >= 0, where);
                venue.audit();
            }
            assertEquals(0, venue.held(2, USD));
        }
    }

    @Test
    void shouldReleaseWithEachPartialFillWhatItPaysUnderProportionalFees() {
        final TestExchange venue = new TestExchange()
                .symbol(SymbolSpec.exchangePair(1, BTC, USD).feesProportional(2_000, 2_000))
                .user(1)
                .user(2)
                .deposit(1, BTC, 3)
                .deposit(2, USD, 3_002);
        venue.bid(2, 1, 1, 3, 999);
        assertEquals(new UserReport.Account(USD, 3_002, 3_002, 0), venue.account(2, USD)); // 2,997 + ⌊5.994⌋
        venue.ask(1, 1, 2, 1, 999); // pays 999 + ⌊1.998⌋, releases 3,002 − (1,998 + ⌊3.996⌋)
        assertEquals(new UserReport.Account(USD, 2_002, 2_001, 1), venue.account(2, USD));
        venue.ask(1, 1, 3, 1, 999); // releases 2,001 − (999 + ⌊1.998⌋)
        assertEquals(new UserReport.Account(USD, 1_002, 1_000, 2), venue.account(2, USD));
        venue.ask(1, 1, 4, 1, 999); // releases all of the hold, which is exactly the amount to pay
        assertEquals(new UserReport.Account(USD, 2, 0, 2), venue.account(2, USD));
        assertEquals(6, venue.fees(USD));
        venue.audit();
    }

    @Test
    void shouldRoundEachTradesFeeDown() {
        exchange.deposit(301, USD, 10_000).deposit(302, BTC, 1_000);
        exchange.bid(301, PROPORTIONAL, 1, 3, 999); // hold 2,997 + ⌊5.994⌋
        assertEquals(3_002, exchange.held(301, USD));
        exchange.ask(302, PROPORTIONAL, 2, 1, 999); // maker ⌊0.999⌋ = 0, taker ⌊1.998⌋ = 1
        assertEquals(10_000 - 999, exchange.balance(301, USD));
        assertEquals(999 - 1, exchange.balance(302, USD));
        assertEquals(1_998 + 3, exchange.held(301, USD)); // ⌊3.996⌋
        assertEquals(1, exchange.fees(USD));
    }

    @Test
    void shouldNeverLetASaleCostTheSellerMoney() {
        final TestExchange venue = new TestExchange()
                .symbol(SymbolSpec.exchangePair(1, BTC, USD).tickValue(4).feesPerLot(9, 0))
                .user(1)
                .deposit(1, BTC, 100);
        assertEquals(RISK_ASK_PRICE_LOWER_THAN_FEE, venue.ask(1, 1, 1, 1, 2)); // 8 < 9
        assertEquals(SUCCESS, venue.ask(1, 1, 1, 1, 3)); // 12
        assertEquals(ResultCode.MATCHING_MOVE_FAILED_PRICE_OVER_RISK_LIMIT, venue.run(new MoveOrder(1, 1, 1, 2)));
        // the budget of a whole order: 4 × 13 = 52 < 6 × 9 = 54 ≤ 56
        assertEquals(RISK_ASK_PRICE_LOWER_THAN_FEE, venue.place(1, 1, 2, Side.ASK, OrderType.FOK_BUDGET, 6, 13));
        assertEquals(SUCCESS, venue.place(1, 1, 2, Side.ASK, OrderType.FOK_BUDGET, 6, 14));
    }

    @Test
    void shouldSellWithinABudgetThoughOneOfItsTradesPaysLessThanItsFee() {
        final TestExchange venue = new TestExchange()
                .symbol(SymbolSpec.exchangePair(1, BTC, USD).feesPerLot(9, 0))
                .user(1)
                .user(2)
                .deposit(1, BTC, 2)
                .deposit(2, USD, 1_000);
        venue.bid(2, 1, 1, 1, 17);
        venue.bid(2, 1, 2, 1, 1);
        assertEquals(SUCCESS, venue.place(1, 1, 3, Side.ASK, OrderType.FOK_BUDGET, 2, 18)); // 18 ≥ 18
        assertEquals(0, venue.balance(1, USD)); // 17 − 9 + 1 − 9
        assertEquals(18, venue.fees(USD));
        venue.audit();
    }

    @Test
    void shouldCompareBudgetAndFeeBeyond64Bits() {
        final TestExchange venue = new TestExchange()
                .symbol(SymbolSpec.exchangePair(1, BTC, USD).tickValue(4).feesPerLot(1L << 24, 0))
                .user(1)
                .deposit(1, BTC, 1L << 50);
        // 2^62 × 4 = 2^40 × 2^24, and both exceed the signed 64-bit range
        assertEquals(SUCCESS, venue.place(1, 1, 1, Side.ASK, OrderType.FOK_BUDGET, 1L << 40, 1L << 62));
        assertEquals(
                RISK_ASK_PRICE_LOWER_THAN_FEE,
                venue.place(1, 1, 1, Side.ASK, OrderType.FOK_BUDGET, 1L << 40, (1L << 62) - 1));
    }

    @Test
    void shouldTradeWithOneself() {
        exchange.deposit(301, USD, 2_000).deposit(301, BTC, 1_000);
        exchange.bid(301, PAIR, 1, 1, 100);
        assertEquals(SUCCESS, exchange.ask(301, PAIR, 2, 1, 100));
        assertEquals(new UserReport.Account(USD, 1_996, 0, 1_996), exchange.account(301, USD));
        assertEquals(new UserReport.Account(BTC, 1_000, 0, 1_000), exchange.account(301, BTC));
        exchange.audit();
    }

    @Test
    void shouldSettleASweepInTheOrderOfItsTrades() {
        exchange.deposit(301, USD, 100_000).deposit(302, BTC, 100_000);
        for (int i = 1; i <= 10; i++) {
            exchange.ask(302, PAIR, i, 1, 100 + i);
        }
        assertEquals(SUCCESS, exchange.bid(301, PAIR, 99, 10, 200));
        // Σ 101..110 = 1,055 ticks of 10
        assertEquals(100_000 - 10_550 - 30, exchange.balance(301, USD));
        assertEquals(10_550 - 10, exchange.balance(302, USD));
        assertEquals(110, exchange.risk.lastPrice(0));
    }

    @Test
    void shouldRefuseInTheOrderOfTheChecks() {
        final int known = PAIR;
        // All fields are wrong at first; correcting one reveals the error of the next.
        set(9, 9, 0, 3, 7, 0, 0);
        assertEquals(AUTH_INVALID_USER, exchange.run());
        exchange.run(new SuspendUser(301));
        set(301, 9, 0, 3, 7, 0, 0);
        assertEquals(AUTH_USER_SUSPENDED, exchange.run());
        set(302, 9, 0, 3, 7, 0, 0);
        assertEquals(INVALID_SYMBOL, exchange.run());
        set(302, known, 0, 3, 7, 0, 0);
        assertEquals(INVALID_ORDER_ID, exchange.run());
        set(302, known, 1, 3, 7, 0, 0);
        assertEquals(INVALID_SIZE, exchange.run());
        set(302, known, 1, 3, 7, 0, (1L << 40) + 1);
        assertEquals(INVALID_SIZE, exchange.run());
        set(302, known, 1, 3, 7, 0, 1);
        assertEquals(INVALID_PRICE, exchange.run());
        set(302, known, 1, 3, 7, 20_001, 1);
        assertEquals(INVALID_PRICE, exchange.run());
        set(302, known, 1, 3, 7, 20_000, 1);
        assertEquals(UNSUPPORTED_ORDER_TYPE, exchange.run());
        set(302, known, 1, 3, 1, 20_000, 1);
        assertEquals(UNSUPPORTED_ORDER_TYPE, exchange.run());
        set(302, known, 1, 1, 7, 20_000, 1);
        assertEquals(UNSUPPORTED_ORDER_TYPE, exchange.run());
        exchange.slot.reservePrice(19_999);
        exchange.slot.orderType(1);
        assertEquals(RISK_INVALID_RESERVE_BID_PRICE, exchange.run());
        exchange.slot.reservePrice(0);
        assertEquals(RISK_NSF, exchange.run());
    }

    @Test
    void shouldTakeThePriceRangeFromTheOrderTypeEvenWhereTheTypeIsNotAllowed() {
        assertEquals(UNSUPPORTED_ORDER_TYPE, exchange.place(301, PAIR, 1, Side.ASK, OrderType.IOC_BUDGET, 1, 1L << 62));
        assertEquals(INVALID_PRICE, exchange.place(301, PAIR, 1, Side.ASK, OrderType.IOC_BUDGET, 1, (1L << 62) + 1));
        assertEquals(INVALID_PRICE, exchange.place(301, PAIR, 1, Side.BID, OrderType.FOK_BUDGET, 1, 0));
    }

    @Test
    void shouldRefuseReservePricesBelowThePriceOrOverTheLimit() {
        exchange.deposit(301, USD, 1_000_000);
        for (final long reserve : new long[] {99, 20_001, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
            assertEquals(
                    RISK_INVALID_RESERVE_BID_PRICE, exchange.run(bid(1, 100, 1).withReservePrice(reserve)));
        }
        assertEquals(SUCCESS, exchange.run(bid(1, 100, 1).withReservePrice(20_000)));
        final PlaceOrder budget = bid(2, 100, 1).withType(OrderType.FOK_BUDGET);
        assertEquals(RISK_INVALID_RESERVE_BID_PRICE, exchange.run(budget.withReservePrice(101)));
        assertEquals(SUCCESS, exchange.run(budget.withReservePrice(100)));
        assertEquals(SUCCESS, exchange.run(budget.withReservePrice(0)));
    }

    @Test
    void shouldRefuseHoldsBeyondTheLastRepresentableValue() {
        final TestExchange venue = new TestExchange()
                .symbol(SymbolSpec.exchangePair(1, BTC, USD).lotSize(1L << 24).tickValue(1L << 22))
                .symbol(SymbolSpec.exchangePair(2, BTC, USD).lotSize(1).tickValue(1))
                .symbol(SymbolSpec.exchangePair(3, BTC, USD).tickValue(1).feesPerLot(Long.MAX_VALUE - 99, 0))
                .user(1);
        // bid: 2^41 × 2^22 = 2^63 is one too many; 2^41 − 1 fits and only lacks funds
        assertEquals(RISK_AMOUNT_OVERFLOW, venue.bid(1, 1, 1, 1L << 20, 1L << 21));
        assertEquals(RISK_NSF, venue.bid(1, 1, 1, 1, (1L << 40) - 1));
        assertEquals(RISK_AMOUNT_OVERFLOW, venue.ask(1, 1, 1, 1L << 39, 1));
        assertEquals(RISK_NSF, venue.ask(1, 1, 1, (1L << 39) - 1, 1));
        assertEquals(RISK_AMOUNT_OVERFLOW, venue.bid(1, 2, 1, 1L << 40, 1L << 40));
        // the fee tips it over: 99 + (MAX − 99) fits, 100 + (MAX − 99) does not
        assertEquals(RISK_NSF, venue.bid(1, 3, 1, 1, 99));
        assertEquals(RISK_AMOUNT_OVERFLOW, venue.bid(1, 3, 1, 1, 100));
        assertEquals(RISK_AMOUNT_OVERFLOW, venue.place(1, 1, 1, Side.BID, OrderType.FOK_BUDGET, 1, 1L << 41));
        assertEquals(RISK_NSF, venue.place(1, 1, 1, Side.BID, OrderType.FOK_BUDGET, 1, (1L << 41) - 1));
    }

    @Test
    void shouldLetSuspendedUsersCancelAndReduceButNotMove() {
        exchange.deposit(301, USD, 10_000);
        exchange.bid(301, PAIR, 1, 5, 100);
        exchange.run(new SuspendUser(301));
        assertEquals(AUTH_USER_SUSPENDED, exchange.run(new MoveOrder(301, PAIR, 1, 99)));
        assertEquals(SUCCESS, exchange.run(new ReduceOrder(301, PAIR, 1, 1)));
        assertEquals(SUCCESS, exchange.run(new CancelOrder(301, PAIR, 1)));
        assertEquals(0, exchange.held(301, USD));
    }

    @Test
    void shouldCheckUserSymbolAndPriceBeforeTheBookIsAsked() {
        assertEquals(AUTH_INVALID_USER, exchange.run(new MoveOrder(9, 9, 1, 0)));
        assertEquals(INVALID_SYMBOL, exchange.run(new MoveOrder(301, 9, 1, 0)));
        assertEquals(INVALID_PRICE, exchange.run(new MoveOrder(301, PAIR, 1, 20_001)));
        assertEquals(ResultCode.MATCHING_UNKNOWN_ORDER_ID, exchange.run(new MoveOrder(301, PAIR, 1, 20_000)));
        assertEquals(AUTH_INVALID_USER, exchange.run(new ReduceOrder(9, 9, 1, 0)));
        assertEquals(INVALID_SYMBOL, exchange.run(new ReduceOrder(301, 9, 1, 0)));
        assertEquals(INVALID_SYMBOL, exchange.run(new CancelOrder(301, -1, 1)));
        assertEquals(AUTH_INVALID_USER, exchange.run(new CancelOrder(0, PAIR, 1)));
    }

    private void set(
            final long uid,
            final int symbol,
            final long orderId,
            final int side,
            final int type,
            final long price,
            final long size) {
        exchange.slot.clear();
        exchange.slot.type(CommandType.PLACE_ORDER.code());
        exchange.slot.uid(uid);
        exchange.slot.symbol(symbol);
        exchange.slot.orderId(orderId);
        exchange.slot.side(side);
        exchange.slot.orderType(type);
        exchange.slot.price(price);
        exchange.slot.size(size);
    }

    private static PlaceOrder bid(final long orderId, final long price, final long size) {
        return PlaceOrder.gtc(301, PAIR, orderId, Side.BID, price, size);
    }
}
