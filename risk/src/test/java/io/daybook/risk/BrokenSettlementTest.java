package io.daybook.risk;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.OrderType;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.host.Proves;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The outcome of matching is falsified before settlement; the exchange must halt at that command. */
@Proves(
        value = "a contradiction halts the exchange at the command that makes it",
        normal = "8 faults in each kind of book, 8 in settlement")
class BrokenSettlementTest {
    private static final int PAIR = 1;
    private static final int FUTURE = 2;
    private static final int FREE = 3;
    private static final int BTC = 10;
    private static final int USD = 20;
    private static final int MAKER_RESERVE_OFFSET = 10;

    private final TestExchange exchange = new TestExchange();

    @BeforeEach
    void setUp() {
        exchange.symbol(SymbolSpec.exchangePair(PAIR, BTC, USD).feesPerLot(3, 1))
                .symbol(SymbolSpec.futuresContract(FUTURE, BTC, USD)
                        .feesPerLot(3, 1)
                        .prices(1, 1_000))
                .symbol(SymbolSpec.futuresContract(FREE, BTC, USD).prices(1, 1_000))
                .user(1)
                .user(2);
        for (final int user : new int[] {1, 2}) {
            exchange.deposit(user, BTC, 1_000).deposit(user, USD, 100_000);
        }
    }

    private static void assertHalts(final String because, final Executable command) {
        final String message =
                assertThrows(IllegalStateException.class, command).getMessage();
        assertTrue(message.startsWith(because), message);
    }

    /** Changes the lots that the order of the command had before it. */
    private void falsifyInitialRemaining(final long by) {
        exchange.beforeSettle = () -> exchange.slot.initialRemaining(exchange.slot.initialRemaining() + by);
    }

    @Test
    void shouldHaltWhenLotsLeaveThatNeverWerePending() {
        falsifyInitialRemaining(5);
        assertHalts("lots must have been pending", () -> exchange.place(1, FREE, 1, Side.BID, OrderType.IOC, 3, 100));
    }

    @Test
    void shouldHaltWhenMoreIsReleasedThanWasHeld() {
        falsifyInitialRemaining(5);
        assertHalts("released must be at most held", () -> exchange.place(1, PAIR, 1, Side.BID, OrderType.IOC, 3, 100));
    }

    @Test
    void shouldHaltWhenLessThanNothingIsReleased() {
        falsifyInitialRemaining(-5);
        assertHalts("released must be at most held", () -> exchange.place(1, PAIR, 1, Side.BID, OrderType.IOC, 3, 100));
    }

    @Test
    void shouldHaltWhenABidPaysMoreThanItHadHeld() {
        exchange.ask(2, PAIR, 2, 10, 100);
        falsifyInitialRemaining(-1);
        assertHalts("a trade must be covered", () -> exchange.bid(1, PAIR, 1, 5, 100));
    }

    @Test
    void shouldHaltWhenAnAskDeliversMoreThanItHadHeld() {
        exchange.bid(2, PAIR, 2, 10, 100);
        falsifyInitialRemaining(-1);
        assertHalts("a trade must be covered", () -> exchange.ask(1, PAIR, 1, 5, 100));
    }

    @Test
    void shouldHaltWhenAMakerPaysMoreThanItHadHeld() {
        exchange.bid(2, PAIR, 2, 10, 100);
        exchange.beforeSettle = () -> {
            final long[] array = exchange.slot.eventRing().array(exchange.slot, 0);
            array[exchange.slot.eventRing().base(exchange.slot, 0) + MAKER_RESERVE_OFFSET] = 90;
        };
        assertHalts("a trade must be covered", () -> exchange.ask(1, PAIR, 1, 5, 100));
    }

    @Test
    void shouldHaltWhenARefusedCommandHasATradeWithoutAnAct() {
        exchange.ask(2, PAIR, 2, 10, 100);
        exchange.beforeSettle = () -> exchange.slot.refuse(ResultCode.MATCHING_DUPLICATE_ORDER_ID);
        assertHalts("events of other orders must begin with an act", () -> exchange.bid(1, PAIR, 1, 5, 100));
    }

    @Test
    void shouldHaltWhenAFuturesOrderTradesMoreThanItLost() {
        exchange.ask(2, FUTURE, 2, 10, 100);
        falsifyInitialRemaining(-1);
        assertHalts("a trade must be covered", () -> exchange.bid(1, FUTURE, 1, 5, 100));
    }

    @Test
    void shouldHaltWhenAFuturesOrderTradesMoreThanItLostInSeveralTrades() {
        exchange.ask(2, FUTURE, 2, 5, 100);
        exchange.ask(2, FUTURE, 3, 5, 100);
        falsifyInitialRemaining(-1);
        assertHalts("a trade must be covered", () -> exchange.bid(1, FUTURE, 1, 10, 100));
    }

    @Test
    void shouldHaltWhenMoreLotsLeaveThanWerePendingInSeveralTrades() {
        exchange.ask(2, FREE, 2, 5, 100);
        exchange.ask(2, FREE, 3, 5, 100);
        falsifyInitialRemaining(5);
        assertHalts("lots must have been pending", () -> exchange.bid(1, FREE, 1, 10, 100));
    }
}
