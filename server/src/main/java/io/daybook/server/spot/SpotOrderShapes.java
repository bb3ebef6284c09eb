package io.daybook.server.spot;

import io.daybook.api.Listing;
import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.server.api.Decimals;
import io.daybook.server.http.Json;
import io.daybook.server.orders.Fill;
import io.daybook.server.orders.OrderState;
import io.daybook.server.orders.OrderView;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What orders and fills look like in the dialect. */
final class SpotOrderShapes {
    /** Lists of orders are not supported, so that no order is of one. */
    private static final long NO_LIST = -1;

    private SpotOrderShapes() {}

    /** The client id of an order; one of another door, which has none, gets one made of its id. */
    static String clientId(final OrderView order) {
        final String own = order.clientOrderId();
        return own == null ? "#" + order.orderId() : own;
    }

    /** The id in the name of an order that its sender has not named; null for any other name. */
    static @Nullable Long idOf(final String clientId) {
        return clientId.matches("#[1-9]\\d{0,17}") ? Long.valueOf(clientId.substring(1)) : null;
    }

    static String side(final Side side) {
        return side == Side.BID ? "BUY" : "SELL";
    }

    static String type(final OrderView order) {
        if (order.isMarket()) {
            return SpotOrderForm.MARKET;
        }
        return switch (order.type()) {
            case IOC_BUDGET, FOK_BUDGET -> SpotOrderForm.MARKET;
            case POST_ONLY -> SpotOrderForm.LIMIT_MAKER;
            case GTC, IOC, FOK -> SpotOrderForm.LIMIT;
        };
    }

    /** That of a market order says nothing: the clients of the dialect expect this one. */
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
            case CANCELLED -> mayRest(order.type()) ? "CANCELED" : isSpent(order) ? "FILLED" : "EXPIRED";
            case REJECTED -> wouldHaveTraded(order) ? "REJECTED" : "EXPIRED";
        };
    }

    /** Whether what is left of the money of a market order pays no further lot at the price that it paid so far. */
    private static boolean isSpent(final OrderView order) {
        if (order.type() != OrderType.IOC_BUDGET || order.filled() == 0) {
            return false;
        }
        final BigInteger left = BigInteger.valueOf(order.price()).subtract(order.notional());
        return left.multiply(BigInteger.valueOf(order.filled())).compareTo(order.notional()) < 0;
    }

    /** Lots that were asked for; of a market order by money those that it got. */
    static String size(final Listing listing, final OrderView order) {
        return Decimals.size(listing, order.type() == OrderType.IOC_BUDGET ? order.filled() : order.size());
    }

    /** An order that was to rest, and would have traded. */
    static boolean wouldHaveTraded(final OrderView order) {
        return order.type() == OrderType.POST_ONLY && order.state() == OrderState.REJECTED;
    }

    static String price(final Listing listing, final OrderView order) {
        return Decimals.price(listing, order.isMarket() || order.type().isBudget() ? 0 : order.price());
    }

    /** What a market order by money was to cost; 0 of any other. */
    static String money(final Listing listing, final OrderView order) {
        return Decimals.money(listing, order.type().isBudget() ? BigInteger.valueOf(order.price()) : BigInteger.ZERO);
    }

    /** What names an order, into an object that was begun. */
    static void name(final Json json, final Listing listing, final OrderView order) {
        json.put("symbol", SpotSymbols.name(listing))
                .put("orderId", order.orderId())
                .put("orderListId", NO_LIST)
                .put("clientOrderId", clientId(order));
    }

    /** How an order stands, into an object that was begun. */
    static void state(final Json json, final Listing listing, final OrderView order, final @Nullable String selfTrade) {
        json.put("price", price(listing, order))
                .put("origQty", size(listing, order))
                .put("executedQty", Decimals.size(listing, order.filled()))
                .put("origQuoteOrderQty", money(listing, order))
                .put("cummulativeQuoteQty", Decimals.money(listing, order.notional()))
                .put("status", status(order))
                .put("timeInForce", timeInForce(order))
                .put("type", type(order))
                .put("side", side(order.side()))
                .put("selfTradePreventionMode", selfTrade == null ? "NONE" : selfTrade);
    }

    /** An order that is asked for, as a value. */
    static void order(final Json json, final Listing listing, final OrderView order) {
        final long placed = SpotMarketShapes.millis(order.placedNs());
        json.object();
        name(json, listing, order);
        state(json, listing, order, null);
        json.put("stopPrice", Decimals.price(listing, 0))
                .put("icebergQty", Decimals.size(listing, 0))
                .put("time", placed)
                .put("updateTime", SpotMarketShapes.millis(order.changedNs()))
                .put("isWorking", true)
                .put("workingTime", placed)
                .end();
    }

    /** The answer to an order that was placed, as a value. */
    static void placed(
            final Json json,
            final SpotOrderForm form,
            final OrderView order,
            final List<Fill> fills,
            final long timeMs) {
        final Listing listing = form.listing();
        json.object();
        name(json, listing, order);
        json.put("transactTime", timeMs);
        if (form.detail() != SpotOrderForm.Detail.ACK) {
            state(json, listing, order, form.selfTrade());
            json.put("workingTime", timeMs);
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
     * The answer to a cancel, as a value.
     *
     * @param cancelId the sender's name for the cancel
     */
    static void cancelled(
            final Json json, final Listing listing, final OrderView order, final String cancelId, final long timeMs) {
        json.object()
                .put("symbol", SpotSymbols.name(listing))
                .put("origClientOrderId", clientId(order))
                .put("orderId", order.orderId())
                .put("orderListId", NO_LIST)
                .put("clientOrderId", cancelId)
                .put("transactTime", timeMs);
        state(json, listing, order, null);
        json.end();
    }

    /** A fill, as a value. */
    static void fill(final Json json, final Listing listing, final Fill fill) {
        json.object()
                .put("symbol", SpotSymbols.name(listing))
                .put("id", fill.tradeId())
                .put("orderId", fill.orderId())
                .put("orderListId", NO_LIST)
                .put("price", Decimals.price(listing, fill.price()))
                .put("qty", Decimals.size(listing, fill.size()))
                .put("quoteQty", SpotMarketShapes.money(listing, fill.price(), fill.size()))
                .put("commission", Decimals.amount(listing.quote(), fill.fee()))
                .put("commissionAsset", listing.quote().name())
                .put("time", SpotMarketShapes.millis(fill.timeNs()))
                .put("isBuyer", fill.side() == Side.BID)
                .put("isMaker", fill.isMaker())
                .put("isBestMatch", true)
                .end();
    }

    /** A limit of requests, into an object that was begun. */
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
