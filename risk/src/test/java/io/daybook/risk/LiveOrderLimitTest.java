package io.daybook.risk;

import static io.daybook.api.ResultCode.MATCHING_DUPLICATE_ORDER_ID;
import static io.daybook.api.ResultCode.RISK_AMOUNT_OVERFLOW;
import static io.daybook.api.ResultCode.RISK_ASK_PRICE_LOWER_THAN_FEE;
import static io.daybook.api.ResultCode.RISK_NSF;
import static io.daybook.api.ResultCode.RISK_OPEN_ORDERS_LIMIT;
import static io.daybook.api.ResultCode.SUCCESS;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.CancelOrder;
import io.daybook.api.Limits;
import io.daybook.api.MoveOrder;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReduceOrder;
import io.daybook.api.Reset;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The limit of a user's live orders over all symbols; it is three in each test. */
class LiveOrderLimitTest {
    private static final int USD = 20;
    private static final int PAIR = 1;
    private static final int OTHER = 2;
    private static final int FUT = 3;

    private final TestExchange exchange = new TestExchange()
            .symbol(SymbolSpec.exchangePair(PAIR, 10, USD).feesPerLot(3, 1))
            .symbol(SymbolSpec.exchangePair(OTHER, 11, USD))
            .symbol(SymbolSpec.futuresContract(FUT, 12, USD).margins(1, 1).prices(1, 1_000))
            .user(1)
            .user(2)
            .deposit(1, USD, 100_000)
            .deposit(2, USD, 100_000)
            .deposit(1, 10, 50)
            .deposit(2, 10, 50);

    LiveOrderLimitTest() {
        exchange.risk.rules(3, true);
    }

    private void fill() {
        assertEquals(SUCCESS, exchange.bid(1, PAIR, 1, 2, 100));
        assertEquals(SUCCESS, exchange.bid(1, OTHER, 1, 2, 100));
        assertEquals(SUCCESS, exchange.ask(1, FUT, 1, 2, 900));
        assertFull();
    }

    private void assertFull() {
        final long before = exchange.hash();
        assertEquals(RISK_OPEN_ORDERS_LIMIT, exchange.bid(1, PAIR, 9, 1, 100));
        assertEquals(RISK_OPEN_ORDERS_LIMIT, exchange.ask(1, FUT, 9, 1, 900));
        assertEquals(before, exchange.hash());
    }

    private void assertRoomForOne() {
        assertEquals(SUCCESS, exchange.bid(1, PAIR, 8, 1, 50));
        assertFull();
        assertEquals(SUCCESS, exchange.run(new CancelOrder(1, PAIR, 8)));
    }

    @AfterEach
    void everythingHolds() {
        exchange.audit();
    }

    @Test
    void shouldRefuseOneOrderMoreThanAUserMayHave() {
        fill();
        for (final OrderType type : OrderType.values()) {
            assertEquals(RISK_OPEN_ORDERS_LIMIT, exchange.place(1, PAIR, 9, Side.BID, type, 1, 100), type::name);
        }
        assertEquals(SUCCESS, exchange.bid(2, PAIR, 9, 1, 100));
    }

    @Test
    void shouldCheckItAfterOverflowAndBeforeFunds() {
        fill();
        assertEquals(RISK_ASK_PRICE_LOWER_THAN_FEE, exchange.ask(1, PAIR, 9, 1, 2));
        assertEquals(RISK_AMOUNT_OVERFLOW, exchange.bid(1, PAIR, 9, Limits.MAX_SIZE, Limits.MAX_PRICE));
        assertEquals(RISK_OPEN_ORDERS_LIMIT, exchange.bid(1, PAIR, 9, Limits.MAX_SIZE, 1_000));
        assertEquals(RISK_OPEN_ORDERS_LIMIT, exchange.bid(1, PAIR, 1, 1, 100));
        assertEquals(RISK_OPEN_ORDERS_LIMIT, exchange.bid(1, FUT, 9, 1L << 20, 100));
        exchange.run(new CancelOrder(1, OTHER, 1));
        assertEquals(RISK_NSF, exchange.bid(1, FUT, 9, 1L << 20, 100));
        assertEquals(MATCHING_DUPLICATE_ORDER_ID, exchange.bid(1, PAIR, 1, 1, 100));
        assertRoomForOne();
    }

    @Test
    void shouldRefuseAClosingOrderToo() {
        assertEquals(SUCCESS, exchange.ask(1, FUT, 1, 2, 500));
        assertEquals(SUCCESS, exchange.bid(2, FUT, 2, 2, 500));
        fill();
        assertEquals(RISK_OPEN_ORDERS_LIMIT, exchange.bid(1, FUT, 9, 2, 500));
        exchange.run(new CancelOrder(1, OTHER, 1));
        assertEquals(SUCCESS, exchange.bid(1, FUT, 9, 2, 500));
    }

    @Test
    void shouldHaveRoomForOneWhenAnOrderEnds() {
        fill();
        assertEquals(SUCCESS, exchange.run(new ReduceOrder(1, PAIR, 1, 1)));
        assertFull();
        assertEquals(SUCCESS, exchange.run(new ReduceOrder(1, PAIR, 1, 1)));
        assertRoomForOne();
        assertEquals(SUCCESS, exchange.bid(1, PAIR, 2, 2, 100));
        assertEquals(SUCCESS, exchange.ask(2, PAIR, 3, 1, 100)); // trades half of the bid
        assertFull();
        assertEquals(SUCCESS, exchange.ask(2, PAIR, 3, 1, 100));
        assertRoomForOne();
        assertEquals(SUCCESS, exchange.bid(1, PAIR, 2, 2, 100));
        assertFull();
        assertEquals(SUCCESS, exchange.bid(2, FUT, 6, 2, 900)); // trades the whole ask of the future
        assertRoomForOne();
    }

    @Test
    void shouldHaveRoomForOneWhenAMoveTradesAllOfAnOrder() {
        fill();
        assertEquals(SUCCESS, exchange.ask(2, PAIR, 5, 1, 110));
        assertEquals(SUCCESS, exchange.run(new ReduceOrder(1, PAIR, 1, 2)));
        assertEquals(
                SUCCESS,
                exchange.run(PlaceOrder.gtc(1, PAIR, 2, Side.BID, 100, 1).withReservePrice(120)));
        assertFull();
        assertEquals(SUCCESS, exchange.run(new MoveOrder(1, PAIR, 2, 110)));
        assertRoomForOne();
    }

    @Test
    void shouldCountNothingThatOnlyTakes() {
        assertEquals(SUCCESS, exchange.ask(2, PAIR, 7, 6, 100));
        for (int i = 0; i < 5; i++) {
            assertEquals(SUCCESS, exchange.place(1, PAIR, 1, Side.BID, OrderType.IOC, 1, 100));
            assertEquals(SUCCESS, exchange.place(1, PAIR, 1, Side.BID, OrderType.FOK, 9, 100));
            assertEquals(SUCCESS, exchange.place(1, PAIR, 1, Side.BID, OrderType.POST_ONLY, 1, 100));
        }
        assertEquals(0, exchange.risk.liveOrders(0));
    }

    @Test
    void shouldCountFromNothingAfterAReset() {
        fill();
        assertEquals(SUCCESS, exchange.run(new Reset()));
        exchange.symbol(SymbolSpec.exchangePair(PAIR, 10, USD)).user(1).deposit(1, USD, 1_000);
        for (int i = 1; i <= 3; i++) {
            assertEquals(SUCCESS, exchange.bid(1, PAIR, i, 1, 1));
        }
        assertEquals(RISK_OPEN_ORDERS_LIMIT, exchange.bid(1, PAIR, 9, 1, 1));
    }

    @Test
    void shouldLetOrdersOverALoweredLimitLive() {
        fill();
        exchange.risk.rules(1, true);
        for (final int symbol : new int[] {PAIR, OTHER}) {
            assertFull();
            assertEquals(SUCCESS, exchange.run(new CancelOrder(1, symbol, 1)));
        }
        assertFull();
        assertEquals(SUCCESS, exchange.run(new CancelOrder(1, FUT, 1)));
        assertEquals(SUCCESS, exchange.bid(1, PAIR, 9, 1, 100));
    }
}
