package io.daybook.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.ActCause;
import io.daybook.api.CommandResult;
import io.daybook.api.CommandType;
import io.daybook.api.OrderType;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.api.UserReport;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import io.daybook.kernel.state.StateHasher;
import io.daybook.risk.RiskConfig;
import io.daybook.risk.RiskEngine;

/**
 * A risk engine and a ring, into which tests write the events that a matcher would: trades, rejects and acts of orders
 * that risk has held.
 */
final class HandWrittenActs {
    static final int SYMBOL = 1;
    static final int BASE = 10;
    static final int QUOTE = 20;

    final RiskEngine risk = new RiskEngine(new RiskConfig(true, false));
    final CommandSlot slot = new CommandSlot();
    private final EventRing ring;
    private long nextTradeId = 1;
    private Order own;
    private Order taker;
    private boolean acting;

    /** An order that risk has accepted; it represents an order that rests or waits for its trigger. */
    static final class Order {
        final long id;
        final long uid;
        final Side side;
        final OrderType type;
        final long price;
        final long size;
        int userIndex;
        long reserve;
        long held;
        long remaining;

        private Order(
                final long id,
                final long uid,
                final Side side,
                final OrderType type,
                final long price,
                final long size) {
            this.id = id;
            this.uid = uid;
            this.side = side;
            this.type = type;
            this.price = price;
            this.size = size;
            this.remaining = size;
        }
    }

    HandWrittenActs(final int ringCapacity, final SymbolSpec spec) {
        ring = new EventRing(ringCapacity);
        start(CommandType.ADD_SYMBOL, 0);
        slot.payload(spec);
        hold();
    }

    HandWrittenActs user(final long uid, final long base, final long quote) {
        start(CommandType.ADD_USER, uid);
        hold();
        deposit(uid, BASE, base, 1);
        deposit(uid, QUOTE, quote, 2);
        return this;
    }

    private void deposit(final long uid, final int currency, final long amount, final long transactionId) {
        start(CommandType.ADJUST_BALANCE, uid);
        slot.currency(currency);
        slot.amount(amount);
        slot.transactionId(transactionId);
        hold();
    }

    private void start(final CommandType type, final long uid) {
        slot.clear();
        slot.type(type.code());
        slot.uid(uid);
    }

    private void hold() {
        risk.hold(slot);
        assertEquals(ResultCode.SUCCESS, ResultCode.of(slot.resultCode()));
    }

    /**
     * Holds an order, which stays in the slot as the order of the next command, unless another order is placed first.
     */
    Order place(
            final long uid, final long id, final Side side, final OrderType type, final long size, final long price) {
        final Order order = new Order(id, uid, side, type, price, size);
        start(CommandType.PLACE_ORDER, uid);
        slot.symbol(SYMBOL);
        slot.orderId(id);
        slot.side(side.code());
        slot.orderType(type.code());
        slot.size(size);
        slot.price(price);
        hold();
        order.userIndex = slot.userIndex();
        order.reserve = slot.reservePrice();
        order.held = slot.heldAmount();
        own = order;
        return order;
    }

    /** Starts the events of the command in the slot, whose order acts first. */
    HandWrittenActs begin() {
        taker = own;
        acting = false;
        ring.begin();
        return this;
    }

    /** Fills the slot with the outcome of matching for an order, as if it were the only order of its command. */
    HandWrittenActs beginAlone(final Order order) {
        start(CommandType.PLACE_ORDER, order.uid);
        slot.symbol(SYMBOL);
        slot.orderId(order.id);
        slot.side(order.side.code());
        slot.orderType(order.type.code());
        slot.size(order.size);
        slot.price(order.price);
        slot.symbolIndex(0);
        slot.userIndex(order.userIndex);
        slot.reservePrice(order.reserve);
        slot.heldAmount(order.held);
        slot.initialRemaining(order.remaining);
        own = order;
        return begin();
    }

    HandWrittenActs act(final ActCause cause, final Order order) {
        endTaker();
        taker = order;
        acting = true;
        ring.act(
                cause.code(),
                order.id,
                order.uid,
                order.userIndex,
                order.side.code(),
                order.type.code(),
                order.price,
                order.reserve,
                order.size,
                order.held,
                order.remaining);
        return this;
    }

    HandWrittenActs trade(final Order maker, final long lots) {
        taker.remaining -= lots;
        maker.remaining -= lots;
        ring.trade(
                nextTradeId++,
                maker.id,
                maker.uid,
                maker.userIndex,
                maker.reserve,
                maker.price,
                lots,
                maker.remaining,
                taker.remaining);
        return this;
    }

    HandWrittenActs reject() {
        ring.reject(taker.remaining);
        taker.remaining = 0;
        return this;
    }

    /** Ends the events, settles them, and gives their room in the ring back. */
    CommandResult settle() {
        endTaker();
        ring.end(slot);
        risk.settle(slot);
        final SlotResultView view = new SlotResultView();
        view.wrap(slot, 9, 123);
        final CommandResult result = view.toResult();
        ring.release(ring.position());
        risk.totals().requireBalanced();
        return result;
    }

    private void endTaker() {
        if (acting) {
            ring.endAct(taker.remaining, 0);
        } else {
            slot.remaining(own.remaining);
        }
    }

    long hash() {
        final StateHasher hasher = new StateHasher();
        risk.hashState(hasher);
        return hasher.sum();
    }

    UserReport.Account account(final long uid, final int currency) {
        return risk.accounts(risk.userIndex(uid)).stream()
                .filter(account -> account.currency() == currency)
                .findFirst()
                .orElse(new UserReport.Account(currency, 0, 0, 0));
    }

    UserReport.Position position(final long uid) {
        return risk.positions(risk.userIndex(uid)).stream().findFirst().orElseThrow();
    }
}
