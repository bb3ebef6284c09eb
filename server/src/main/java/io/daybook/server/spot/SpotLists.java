package io.daybook.server.spot;

import io.daybook.api.Listing;
import io.daybook.api.OrderType;
import io.daybook.api.Term;
import io.daybook.server.orders.Fill;
import io.daybook.server.orders.ListNames;
import io.daybook.server.orders.OrderDoor;
import io.daybook.server.orders.OrderState;
import io.daybook.server.orders.OrderView;
import io.daybook.server.orders.TriggerMet;
import io.daybook.wire.OffReason;
import io.daybook.wire.json.Json;
import java.math.BigInteger;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Shows lists of two orders, one of which cancels the other. The exchange has one order for both: the resting order and
 * the list have its id; the waiting order has the next id, which the door uses for nothing else.
 */
final class SpotLists {
    private SpotLists() {}

    /** Returns whether an order is a list, or belongs to one. */
    static boolean isOfList(final OrderView order) {
        return ListNames.of(order.clientOrderId()) != null;
    }

    /**
     * Returns whether an order is the stop order that is shown for a list. It alone has type IOC: the one order that
     * the exchange has for the list has another type.
     */
    static boolean isStop(final OrderView order) {
        return isOfList(order) && order.type() == OrderType.IOC;
    }

    /** The id of the order of the exchange, which is also the id of the list. */
    static long listId(final OrderView order) {
        return isStop(order) ? order.orderId() - OrderDoor.STOP_OF_LIST : order.orderId();
    }

    /** The orders that are shown for a list; the order itself if it is not a list. */
    static List<OrderView> orders(final OrderView order) {
        return isOfList(order) ? List.of(limit(order), stop(order)) : List.of(order);
    }

    private static OrderView limit(final OrderView list) {
        final TriggerMet met = list.met();
        if (met == null) {
            return part(list, OrderType.POST_ONLY, list.remaining(), list.filled(), list.end());
        }
        return part(list, OrderType.POST_ONLY, 0, met.filled(), OffReason.EXPIRED);
    }

    private static OrderView stop(final OrderView list) {
        final TriggerMet met = list.met();
        if (met == null) {
            final boolean isFilled = list.remaining() == 0 && list.end() == null;
            return part(list, OrderType.IOC, list.remaining(), 0, isFilled ? OffReason.EXPIRED : list.end());
        }
        return part(list, OrderType.IOC, list.remaining(), list.filled() - met.filled(), list.end());
    }

    private static OrderView part(
            final OrderView list,
            final OrderType type,
            final long remaining,
            final long filled,
            final @Nullable OffReason end) {
        final boolean isStop = type == OrderType.IOC;
        final TriggerMet met = list.met();
        final long before = met == null ? list.filled() : met.filled();
        final BigInteger rested = met == null
                ? list.notional()
                : BigInteger.valueOf(before).multiply(BigInteger.valueOf(list.price())); // trades of a resting order
        final OrderState live = filled > 0 ? OrderState.PARTLY_FILLED : OrderState.OPEN;
        return new OrderView(
                list.symbol(),
                list.orderId() + (isStop ? OrderDoor.STOP_OF_LIST : 0),
                list.uid(),
                list.side(),
                type,
                isStop && names(list).isMarket(),
                isStop ? list.terms().get(Term.STOP_PRICE) : list.price(),
                isStop && met != null ? list.size() - before : list.size(),
                remaining,
                filled,
                isStop ? list.notional().subtract(rested) : rested,
                list.fees(),
                remaining > 0 ? live : end == null ? OrderState.FILLED : OrderState.CANCELLED,
                list.clientOrderId(),
                list.placedNs(),
                list.changedNs(),
                list.seq(),
                list.terms(),
                list.reservePrice(),
                isStop ? met : null,
                end);
    }

    private static ListNames names(final OrderView order) {
        final ListNames names = ListNames.of(order.clientOrderId());
        if (names == null) {
            throw new IllegalArgumentException("an order must belong to a list: orderId=" + order.orderId());
        }
        return names;
    }

    /** The client id of an order of a list. */
    static String clientId(final OrderView order) {
        return isStop(order) ? names(order).stop() : names(order).limit();
    }

    static String listName(final OrderView order) {
        return names(order).list();
    }

    /** Returns whether a fill belongs to the waiting order of a list, which never rests. */
    static boolean isOfStop(final OrderView list, final Fill fill) {
        final TriggerMet met = list.met();
        return met != null && !fill.isMaker() && fill.timeNs() >= met.timeNs();
    }

    static String statusType(final OrderView list) {
        return list.remaining() > 0 ? "EXEC_STARTED" : "ALL_DONE";
    }

    static String orderStatus(final OrderView list) {
        return list.remaining() > 0 ? "EXECUTING" : "ALL_DONE";
    }

    /** Writes a list, as a value. */
    static void list(final Json json, final Listing listing, final OrderView list) {
        list(json, listing, list, list.placedNs(), null);
    }

    /** Writes the answer to a cancel of a list or an order, as a value. */
    static void cancelled(final Json json, final Listing listing, final SpotOrders.Taken taken, final String cancelId) {
        final Consumer<OrderView> report =
                one -> SpotOrderShapes.cancelled(json, listing, one, cancelId, taken.timeNs());
        if (isOfList(taken.order())) {
            list(json, listing, taken.order(), taken.timeNs(), report);
        } else {
            report.accept(taken.order());
        }
    }

    /**
     * Writes a list, as a value.
     *
     * @param report writes the report of an order of the list; null for no reports
     */
    static void list(
            final Json json,
            final Listing listing,
            final OrderView list,
            final long timeNs,
            final @Nullable Consumer<OrderView> report) {
        json.object()
                .put("orderListId", listId(list))
                .put("contingencyType", "OCO")
                .put("listStatusType", statusType(list))
                .put("listOrderStatus", orderStatus(list))
                .put("listClientOrderId", listName(list))
                .putTime("transactionTime", timeNs)
                .put("symbol", SpotSymbols.name(listing))
                .list("orders");
        for (final OrderView one : orders(list)) {
            json.object()
                    .put("symbol", SpotSymbols.name(listing))
                    .put("orderId", one.orderId())
                    .put("clientOrderId", clientId(one))
                    .end();
        }
        json.endList();
        if (report != null) {
            json.list("orderReports");
            orders(list).forEach(report);
            json.endList();
        }
        json.end();
    }
}
