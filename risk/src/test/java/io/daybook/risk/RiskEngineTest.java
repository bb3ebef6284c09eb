package io.daybook.risk;

import static io.daybook.api.ResultCode.RISK_NSF;
import static io.daybook.api.ResultCode.SUCCESS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CancelOrder;
import io.daybook.api.CommandType;
import io.daybook.api.ResultCode;
import io.daybook.api.SymbolSpec;
import io.daybook.api.UserReport;
import io.daybook.host.Proves;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventDescriptor;
import io.daybook.kernel.command.EventRing;
import io.daybook.kernel.state.StateRecordType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The methods that the core calls: the fields that hold and settle read and write, which settlements may lag, and what
 * halts the exchange.
 */
@Proves("money: every rule of holds, fees, futures and administration, with numbers worked out by hand")
class RiskEngineTest {
    private static final int USD = 20;

    private final TestExchange exchange = new TestExchange()
            .symbol(SymbolSpec.exchangePair(1, 10, USD))
            .symbol(SymbolSpec.futuresContract(2, 11, USD).prices(1, 1_000))
            .symbol(SymbolSpec.exchangePair(70_000, 10, 30).feesPerLot(2, 1))
            .user(1)
            .user(2)
            .deposit(1, USD, 1_000);

    @Test
    void shouldWriteIndexesIntoTheSlot() {
        exchange.bid(1, 70_000, 1, 1, 5);
        assertEquals(RISK_NSF.code(), exchange.slot.resultCode());
        assertEquals(0, exchange.slot.heldAmount());
        exchange.bid(1, 1, 1, 1, 5);
        assertEquals(0, exchange.slot.userIndex());
        assertEquals(0, exchange.slot.symbolIndex());
        assertEquals(2, exchange.risk.symbolIndex(70_000));
        assertEquals(CommandSlot.UNKNOWN_INDEX, exchange.risk.symbolIndex(70_001));
        assertEquals(CommandSlot.UNKNOWN_INDEX, exchange.risk.symbolIndex(0));
        assertEquals(CommandSlot.UNKNOWN_INDEX, exchange.risk.symbolIndex(Integer.MIN_VALUE));
        assertEquals(CommandSlot.UNKNOWN_INDEX, exchange.risk.userIndex(3));
        assertEquals(CommandSlot.UNKNOWN_INDEX, exchange.risk.userIndex(0));
        assertEquals(3, exchange.risk.symbolCount());
        final List<Long> uids = new ArrayList<>();
        exchange.risk.forEachUser(uids::add);
        assertEquals(List.of(1L, 2L), uids);
        assertEquals(0, exchange.held(1, 0));
        assertEquals(5, exchange.held(1, USD));
    }

    @Test
    void shouldDecideARefusedHoldAgainOnALaterState() {
        exchange.slot.clear();
        exchange.bid(1, 1, 1, 1, 1_001);
        assertEquals(RISK_NSF.code(), exchange.slot.resultCode());
        final CommandSlot waiting = exchange.slot;
        final TestExchange later = new TestExchange()
                .symbol(SymbolSpec.exchangePair(1, 10, USD))
                .user(1)
                .deposit(1, USD, 1_001);
        waiting.clearOutcome();
        later.risk.hold(waiting);
        assertTrue(waiting.isSuccess());
        assertEquals(1_001, waiting.heldAmount());
    }

    @Test
    void shouldTellWhichHoldsNeedTheExactState() {
        assertFalse(needsExactState(CommandType.PLACE_ORDER, 1, 1));
        assertTrue(needsExactState(CommandType.PLACE_ORDER, 1, 2));
        assertFalse(needsExactState(CommandType.PLACE_ORDER, 9, 2));
        assertFalse(needsExactState(CommandType.PLACE_ORDER, 1, 9));
        assertFalse(needsExactState(CommandType.MOVE_ORDER, 1, 2));
        assertFalse(needsExactState(CommandType.CANCEL_ORDER, 1, 2));
        assertFalse(needsExactState(CommandType.NOP, 0, 0));
        assertTrue(needsExactState(CommandType.ADJUST_BALANCE, 1, 0));
        assertTrue(needsExactState(CommandType.ADD_ACCOUNTS, 0, 0));
        assertTrue(needsExactState(CommandType.SUSPEND_USER, 1, 0));
        assertTrue(needsExactState(CommandType.RESET, 0, 0));
        assertTrue(needsExactState(CommandType.PERSIST_SNAPSHOT, 0, 0));
        exchange.slot.type(1_000);
        assertFalse(exchange.risk.needsExactState(exchange.slot));

        // while futures lots are pending, a bid on the account of their quote currency needs the exact state
        exchange.bid(1, 2, 1, 1, 5);
        assertTrue(needsExactState(CommandType.PLACE_ORDER, 1, 1));
        assertFalse(needsExactState(CommandType.PLACE_ORDER, 2, 1));
        exchange.run(new CancelOrder(1, 2, 1));
        assertFalse(needsExactState(CommandType.PLACE_ORDER, 1, 1));
    }

    @Test
    void shouldSettleHoldsThatRanAhead() {
        // Two bids are held before the first is settled; the events then come one after the other.
        exchange.deposit(2, 10, 5);
        exchange.ask(2, 1, 1, 5, 100);
        final int maker = exchange.slot.userIndex();
        final CommandSlot first = bid(2, 3);
        final CommandSlot second = bid(3, 2);
        exchange.risk.hold(first);
        exchange.risk.hold(second);
        assertEquals(500, exchange.held(1, USD));
        final EventRing ring = new EventRing(4);
        trade(ring, first, maker, 3, 2);
        trade(ring, second, maker, 2, 0);
        exchange.risk.settle(first);
        exchange.risk.settle(second);
        assertEquals(new UserReport.Account(USD, 500, 0, 500), exchange.account(1, USD));
        assertEquals(new UserReport.Account(USD, 500, 0, 500), exchange.account(2, USD));
        assertEquals(5, exchange.balance(1, 10));
        exchange.risk.totals().requireBalanced();
    }

    @Test
    void shouldSettleEventsThatSpilledOutOfTheRing() {
        exchange.deposit(2, 10, 500);
        exchange.ask(2, 1, 1, 500, 2);
        final int maker = exchange.slot.userIndex();
        final CommandSlot sweep = bid(2, 500);
        sweep.price(2);
        exchange.risk.hold(sweep);
        final EventRing ring = new EventRing(8);
        ring.begin();
        for (int i = 1; i <= 500; i++) {
            ring.trade(i, 1, 2, maker, 0, 2, 1, 500 - i, 500 - i);
        }
        ring.end(sweep);
        sweep.remaining(0);
        exchange.risk.settle(sweep);
        assertEquals(0, exchange.balance(1, USD));
        assertEquals(1_000, exchange.balance(2, USD));
        assertEquals(0, exchange.held(2, 10));
    }

    @Test
    void shouldWriteFeesIntoTheEvents() {
        exchange.deposit(1, 30, 1_000).deposit(2, 10, 5);
        exchange.ask(2, 70_000, 1, 5, 100);
        exchange.bid(1, 70_000, 2, 4, 100);
        final EventRing ring = exchange.slot.eventRing();
        final long[] array = ring.array(exchange.slot, 0);
        final int base = ring.base(exchange.slot, 0);
        assertEquals(8, EventDescriptor.takerFee(array, base));
        assertEquals(4, EventDescriptor.makerFee(array, base));
    }

    @Test
    void shouldHaltRatherThanLetABalanceWrap() {
        // Two users together have more than 64 bits can hold; deposits alone cannot lead to this.
        final StateRecorder records = new StateRecorder();
        records.add(StateRecordType.SYMBOL, 1, 1, 10, 20, 1, 1, 1, 0, 0, 0, 0, 1, 1L << 40);
        records.add(StateRecordType.USER, 1, 1, 0);
        records.add(StateRecordType.USER, 2, 1, 0);
        records.add(StateRecordType.ACCOUNT, 1, 10, 1, 1);
        records.add(StateRecordType.ACCOUNT, 1, 20, Long.MAX_VALUE - 4, 0);
        records.add(StateRecordType.ACCOUNT, 2, 20, 5, 0);
        final RiskEngine risk = records.restore();
        risk.restoreOrder(0);
        final CommandSlot bid = bid(2, 1);
        bid.uid(2);
        bid.price(5);
        risk.hold(bid);
        assertEquals(SUCCESS, ResultCode.of(bid.resultCode()));
        trade(new EventRing(4), bid, 0, 1, 0, 5);
        assertThrows(ArithmeticException.class, () -> risk.settle(bid));
    }

    @Test
    void shouldHaltWhereMoreIsReleasedThanIsHeld() {
        exchange.bid(1, 1, 1, 1, 5);
        final CommandSlot slot = exchange.slot;
        slot.initialRemaining(2);
        slot.remaining(0);
        final EventRing ring = new EventRing(4);
        ring.begin();
        ring.reduce(5, 2, 0);
        ring.end(slot);
        assertThrows(IllegalStateException.class, () -> exchange.risk.settle(slot));
    }

    private boolean needsExactState(final CommandType type, final long uid, final int symbol) {
        final CommandSlot slot = new CommandSlot();
        slot.clear();
        slot.type(type.code());
        slot.uid(uid);
        slot.symbol(symbol);
        slot.side(1);
        return exchange.risk.needsExactState(slot);
    }

    private static CommandSlot bid(final long orderId, final long size) {
        final CommandSlot slot = new CommandSlot();
        slot.clear();
        slot.type(CommandType.PLACE_ORDER.code());
        slot.uid(1);
        slot.symbol(1);
        slot.orderId(orderId);
        slot.side(1);
        slot.orderType(1);
        slot.price(100);
        slot.size(size);
        return slot;
    }

    private static void trade(
            final EventRing ring, final CommandSlot slot, final int maker, final long lots, final long makerRemaining) {
        trade(ring, slot, maker, lots, makerRemaining, 100);
    }

    private static void trade(
            final EventRing ring,
            final CommandSlot slot,
            final int maker,
            final long lots,
            final long makerRemaining,
            final long price) {
        ring.begin();
        ring.trade(1, 1, 2, maker, 0, price, lots, makerRemaining, 0);
        ring.end(slot);
        slot.remaining(0);
    }
}
