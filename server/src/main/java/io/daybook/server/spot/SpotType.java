package io.daybook.server.spot;

import io.daybook.api.Side;
import io.daybook.api.Term;
import io.daybook.api.TriggerWhen;
import io.daybook.server.orders.OrderView;
import java.util.Map;
import java.util.TreeMap;

/** The types of orders of the dialect. */
enum SpotType {
    LIMIT,
    LIMIT_MAKER,
    MARKET,
    STOP_LOSS,
    STOP_LOSS_LIMIT,
    TAKE_PROFIT,
    TAKE_PROFIT_LIMIT;

    static final Map<String, SpotType> ALL = new TreeMap<>();

    static {
        for (final SpotType type : values()) {
            ALL.put(type.name(), type);
        }
    }

    /** Returns whether the server sets the price of such an order. */
    boolean isMarket() {
        return this == MARKET || this == STOP_LOSS || this == TAKE_PROFIT;
    }

    /** Returns whether such an order waits for a trigger. */
    boolean hasTrigger() {
        return this != LIMIT && this != LIMIT_MAKER && this != MARKET;
    }

    /** The direction of the trigger. */
    TriggerWhen when(final Side side) {
        final boolean isStop = this == STOP_LOSS || this == STOP_LOSS_LIMIT;
        return isStop == (side == Side.BID) ? TriggerWhen.RISES : TriggerWhen.FALLS;
    }

    static SpotType of(final OrderView order) {
        if (SpotLists.isOfList(order)) {
            return !SpotLists.isStop(order) ? LIMIT_MAKER : order.isMarket() ? STOP_LOSS : STOP_LOSS_LIMIT;
        }
        if (order.terms().has(Term.TRIGGER) && !order.terms().has(Term.STOP_PRICE)) {
            final boolean isStop =
                    order.terms().get(Term.WHEN) == STOP_LOSS.when(order.side()).code();
            return order.isMarket() ? isStop ? STOP_LOSS : TAKE_PROFIT : isStop ? STOP_LOSS_LIMIT : TAKE_PROFIT_LIMIT;
        }
        if (order.isMarket()) {
            return MARKET;
        }
        return switch (order.type()) {
            case IOC_BUDGET, FOK_BUDGET -> MARKET;
            case POST_ONLY -> LIMIT_MAKER;
            case GTC, IOC, FOK -> LIMIT;
        };
    }
}
