package io.daybook.server.orders;

import io.daybook.api.OrderType;
import io.daybook.api.Side;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** An order as the book knows it now. Guarded by the book. */
final class Order {
    final int symbol;
    final long uid;
    final Side side;
    final OrderType type;
    final long placedNs;
    long orderId;
    long price;
    long size;
    long remaining;
    long filled;
    BigInteger notional = BigInteger.ZERO;
    long fees;
    long changedNs;
    long seq;
    boolean isMarket;
    boolean isRejected;

    /** Whether its last lots traded; a reduction may have lowered how many these were. */
    boolean isTradedOut;

    /** The command that placed it, while this process knows. */
    long placedSeq;

    /** The last command of which an update told. */
    long toldSeq;

    @Nullable
    ClientEntry client;

    @Nullable
    String clientOrderId;

    Order(
            final int symbol,
            final long orderId,
            final long uid,
            final Side side,
            final OrderType type,
            final long price,
            final long size,
            final long placedNs) {
        this.symbol = symbol;
        this.orderId = orderId;
        this.uid = uid;
        this.side = side;
        this.type = type;
        this.price = price;
        this.size = size;
        this.remaining = size;
        this.placedNs = placedNs;
        this.changedNs = placedNs;
    }

    /** The order that a view shows. */
    static Order of(final OrderView view) {
        final Order order = new Order(
                view.symbol(),
                view.orderId(),
                view.uid(),
                view.side(),
                view.type(),
                view.price(),
                view.size(),
                view.placedNs());
        order.isMarket = view.isMarket();
        order.remaining = view.remaining();
        order.filled = view.filled();
        order.notional = view.notional();
        order.fees = view.fees();
        order.changedNs = view.changedNs();
        order.seq = view.seq();
        order.clientOrderId = view.clientOrderId();
        return order;
    }

    OrderKey key() {
        return new OrderKey(symbol, orderId);
    }

    OrderState state() {
        if (remaining > 0) {
            return filled > 0 ? OrderState.PARTLY_FILLED : OrderState.OPEN;
        }
        if (isTradedOut || filled > 0 && filled >= size) {
            return OrderState.FILLED;
        }
        return isRejected && filled == 0 ? OrderState.REJECTED : OrderState.CANCELLED;
    }

    OrderView view() {
        return new OrderView(
                symbol,
                orderId,
                uid,
                side,
                type,
                isMarket,
                price,
                size,
                remaining,
                filled,
                notional,
                fees,
                state(),
                clientOrderId,
                placedNs,
                changedNs,
                seq);
    }
}
