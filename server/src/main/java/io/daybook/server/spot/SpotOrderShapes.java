package io.daybook.server.spot;

import io.daybook.api.Listing;
import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.api.Term;
import io.daybook.server.api.Decimals;
import io.daybook.server.orders.Fill;
import io.daybook.server.orders.OrderDoor;
import io.daybook.server.orders.OrderState;
import io.daybook.server.orders.OrderView;
import io.daybook.server.orders.TriggerMet;
import io.daybook.wire.OffReason;
import io.daybook.wire.json.Json;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes orders and fills of the dialect. */
final class SpotOrderShapes {
    private static final long NO_LIST = -1;

    private SpotOrderShapes() {}

    /** The client id of an order. An order of another door has none, so its client id is made from its id. */
    static String clientId(final OrderView order) {
        if (SpotLists.isOfList(order)) {
            return SpotLists.clientId(order);
        }
        final String own = order.clientOrderId();
        return own == null ? "#" + order.orderId() : own;
    }

    /** The order id in a client id that was made from it; null for any other client id. */
    static @Nullable Long idOf(final String clientId) {
        return clientId.matches("#[1-9]\\d{0,17}") ? Long.valueOf(clientId.substring(1)) : null;
    }

    static String side(final Side side) {
        return side == Side.BID ? "BUY" : "SELL";
    }

    /** The time in force. A market order has none, but clients of the dialect expect one. */
    static String timeInForce(final OrderView order) {
        if (order.isMarket()) {
            return "GTC";
        }
        return switch (order.type()) {
            case IOC -> "IOC";
            case FOK, FOK_BUDGET -> "FOK";
            case GTC, POST_ONLY, IOC_BUDGET -> "GTC";
        };
    }

    static String status(final OrderView order) {
        return switch (order.state()) {
            case OPEN -> "NEW";
            case PARTLY_FILLED -> "PARTIALLY_FILLED";
            case FILLED -> "FILLED";
            case CANCELLED -> isTakenOff(order) ? "CANCELED" : isSpent(order) ? "FILLED" : "EXPIRED";
            case REJECTED -> wouldHaveTraded(order) ? "REJECTED" : "EXPIRED";
        };
    }

    private static boolean isTakenOff(final OrderView order) {
        final OffReason end = order.end();
        return end == null
                ? mayRest(order.type())
                : switch (end) {
                    case REDUCED, CANCELLED_BY_OTHER, STP, MASS, LIQUIDATION -> true;
                    case REJECTED, EXPIRED, DAY -> false;
                };
    }

    /**
     * Returns whether the remaining money of a market order does not suffice for another lot at the average price so
     * far.
     */
    private static boolean isSpent(final OrderView order) {
        if (order.type() != OrderType.IOC_BUDGET || order.filled() == 0) {
            return false;
        }
        final BigInteger left = BigInteger.valueOf(order.price()).subtract(order.notional());
        return left.multiply(BigInteger.valueOf(order.filled())).compareTo(order.notional()) < 0;
    }

    /** The size of an order; for a market order that was placed with money, the traded size. */
    static String size(final Listing listing, final OrderView order) {
        return Decimals.size(listing, order.type() == OrderType.IOC_BUDGET ? order.filled() : order.size());
    }

    /** Returns whether an order that must rest was refused because it would have traded. */
    static boolean wouldHaveTraded(final OrderView order) {
        return order.type() == OrderType.POST_ONLY && order.state() == OrderState.REJECTED;
    }

    static String price(final Listing listing, final OrderView order) {
        return Decimals.price(listing, order.isMarket() || order.type().isBudget() ? 0 : order.price());
    }

    /** The budget of a market order that has one; 0 for any other order. */
    static String money(final Listing listing, final OrderView order) {
        return Decimals.money(listing, order.type().isBudget() ? BigInteger.valueOf(order.price()) : BigInteger.ZERO);
    }

    /** Writes the ids of an order into an open object. */
    static void name(final Json json, final Listing listing, final OrderView order) {
        json.put("symbol", SpotSymbols.name(listing))
                .put("orderId", order.orderId())
                .put("orderListId", listId(order))
                .put("clientOrderId", clientId(order));
    }

    /** The list of an order; -1 for none. */
    static long listId(final OrderView order) {
        return SpotLists.isOfList(order) ? SpotLists.listId(order) : NO_LIST;
    }

    /** Writes the state of an order into an open object. */
    static void state(final Json json, final Listing listing, final OrderView order) {
        json.put("price", price(listing, order))
                .put("origQty", size(listing, order))
                .put("executedQty", Decimals.size(listing, order.filled()))
                .put("origQuoteOrderQty", money(listing, order))
                .put("cummulativeQuoteQty", Decimals.money(listing, order.notional()))
                .put("status", status(order))
                .put("timeInForce", timeInForce(order))
                .put("type", SpotType.of(order).name())
                .put("side", side(order.side()))
                .put("selfTradePreventionMode", SpotOrderForm.selfTrade(order.terms()));
    }

    /** The price of an order's trigger; 0 for none. */
    static String stopPrice(final Listing listing, final OrderView order) {
        return Decimals.price(listing, hasTrigger(order) ? order.terms().get(Term.TRIGGER) : 0);
    }

    private static boolean hasTrigger(final OrderView order) {
        return order.terms().has(Term.TRIGGER) && (!SpotLists.isOfList(order) || SpotLists.isStop(order));
    }

    /** Returns whether an order waits for its trigger. */
    static boolean isWaiting(final OrderView order) {
        return order.isDormant() || SpotLists.isStop(order) && order.remaining() > 0 && order.met() == null;
    }

    /** The size that the book shows at a time; 0 for the whole size. */
    static String iceberg(final Listing listing, final OrderView order) {
        return Decimals.size(
                listing, SpotLists.isStop(order) ? 0 : order.terms().get(Term.DISPLAY));
    }

    /** Writes the terms of an order into an open object. */
    private static void special(final Json json, final Listing listing, final OrderView order) {
        if (hasTrigger(order)) {
            json.put("stopPrice", stopPrice(listing, order));
        }
        if (order.terms().has(Term.DISPLAY) && !SpotLists.isStop(order)) {
            json.put("icebergQty", iceberg(listing, order));
        }
    }

    /** Writes the time since which an order is in the book; -1 if it waits for its trigger. */
    static void workingTime(final Json json, final String name, final OrderView order) {
        final TriggerMet met = order.met();
        if (isWaiting(order)) {
            json.put(name, -1);
        } else {
            json.putTime(name, met == null ? order.placedNs() : met.timeNs());
        }
    }

    /** Writes a queried order, as a value. */
    static void order(final Json json, final Listing listing, final OrderView order) {
        json.object();
        name(json, listing, order);
        state(json, listing, order);
        json.put("stopPrice", stopPrice(listing, order))
                .put("icebergQty", iceberg(listing, order))
                .putTime("time", order.placedNs())
                .putTime("updateTime", order.changedNs())
                .put("isWorking", !isWaiting(order));
        workingTime(json, "workingTime", order);
        json.end();
    }

    /** Writes the answer to an order that was placed, as a value. */
    static void placed(
            final Json json, final SpotWish form, final OrderView order, final List<Fill> fills, final long timeNs) {
        final Listing listing = form.listing();
        json.object();
        name(json, listing, order);
        json.putTime("transactTime", timeNs);
        if (form.detail() != SpotOrderForm.Detail.ACK) {
            state(json, listing, order);
            special(json, listing, order);
            workingTime(json, "workingTime", order);
        }
        if (form.detail() == SpotOrderForm.Detail.FULL) {
            json.list("fills");
            for (final Fill fill : fills) {
                json.object()
                        .put("price", Decimals.price(listing, fill.price()))
                        .put("qty", Decimals.size(listing, fill.size()))
                        .put("commission", Decimals.amount(listing.quote(), fill.fee()))
                        .put("commissionAsset", listing.quote().name())
                        .put("tradeId", fill.tradeId())
                        .end();
            }
            json.endList();
        }
        json.end();
    }

    /**
     * Writes the answer to a cancel, as a value.
     *
     * @param cancelId the sender's client id of the cancel
     */
    static void cancelled(
            final Json json, final Listing listing, final OrderView order, final String cancelId, final long timeNs) {
        json.object()
                .put("symbol", SpotSymbols.name(listing))
                .put("origClientOrderId", clientId(order))
                .put("orderId", order.orderId())
                .put("orderListId", listId(order))
                .put("clientOrderId", cancelId)
                .putTime("transactTime", timeNs);
        state(json, listing, order);
        special(json, listing, order);
        json.end();
    }

    /**
     * Writes a fill, as a value.
     *
     * @param list the list to which the order belongs; null for none
     */
    static void fill(final Json json, final Listing listing, final Fill fill, final @Nullable OrderView list) {
        json.object()
                .put("symbol", SpotSymbols.name(listing))
                .put("id", fill.tradeId())
                .put("orderId", orderId(fill, list))
                .put("orderListId", list == null ? NO_LIST : SpotLists.listId(list))
                .put("price", Decimals.price(listing, fill.price()))
                .put("qty", Decimals.size(listing, fill.size()))
                .put("quoteQty", SpotMarketShapes.money(listing, fill.price(), fill.size()))
                .put("commission", Decimals.amount(listing.quote(), fill.fee()))
                .put("commissionAsset", listing.quote().name())
                .putTime("time", fill.timeNs())
                .put("isBuyer", fill.side() == Side.BID)
                .put("isMaker", fill.isMaker())
                .put("isBestMatch", true)
                .end();
    }

    /** The order of a fill. */
    static long orderId(final Fill fill, final @Nullable OrderView list) {
        return list != null && SpotLists.isOfStop(list, fill)
                ? fill.orderId() + OrderDoor.STOP_OF_LIST
                : fill.orderId();
    }

    /** Writes a limit of requests into an open object. */
    static void limit(final Json json, final String type, final int limit) {
        json.put("rateLimitType", type)
                .put("interval", "SECOND")
                .put("intervalNum", 1)
                .put("limit", limit);
    }

    static boolean mayRest(final OrderType type) {
        return type == OrderType.GTC || type == OrderType.POST_ONLY;
    }
}
