package io.daybook.server.api;

import io.daybook.api.Listing;
import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.server.history.Candle;
import io.daybook.server.history.Ticker;
import io.daybook.server.history.Trade;
import io.daybook.server.http.Json;
import io.daybook.server.orders.Fill;
import io.daybook.server.orders.OrderView;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What orders, fills and trades look like in JSON; symbols without a listing in ticks and lots. */
public final class Shapes {
    private final Markets markets;

    /** In the decimals of these listings. */
    public Shapes(final Markets markets) {
        this.markets = markets;
    }

    /** The members of an order, into an object that was begun. */
    public void order(final Json json, final OrderView order) {
        final Listing listing = markets.listing(order.symbol());
        final boolean isMarket = order.isMarket() || order.type().isBudget();
        json.put("orderId", Long.toString(order.orderId()))
                .put("clientOrderId", order.clientOrderId())
                .put("symbol", markets.name(order.symbol()))
                .put("side", side(order.side()))
                .put("type", isMarket ? "market" : "limit")
                .put("timeInForce", timeInForce(order.type()));
        if (!isMarket) {
            json.put("price", price(listing, order.price()));
        }
        json.put("size", size(listing, order.size()))
                .put("state", order.state().name().toLowerCase(Locale.ROOT))
                .put("filled", size(listing, order.filled()))
                .put("remaining", size(listing, order.remaining()));
        if (order.filled() > 0 && listing != null) {
            json.put("averagePrice", Decimals.average(listing, order.notional(), order.filled()));
        }
        json.put("fees", fee(listing, order.fees()))
                .put("feeCurrency", listing == null ? null : listing.quote().name())
                .put("seq", order.seq())
                .put("time", micros(order.changedNs()));
    }

    /** A fill of an order, within its answer. */
    void fillOfOrder(final Json json, final Fill fill) {
        final Listing listing = markets.listing(fill.symbol());
        json.object()
                .put("tradeId", Long.toString(fill.tradeId()))
                .put("price", price(listing, fill.price()))
                .put("size", size(listing, fill.size()))
                .put("fee", fee(listing, fill.fee()))
                .put("role", fill.isMaker() ? "maker" : "taker")
                .end();
    }

    /** The members of a fill, into an object that was begun. */
    public void fill(final Json json, final Fill fill) {
        final Listing listing = markets.listing(fill.symbol());
        json.put("symbol", markets.name(fill.symbol()))
                .put("orderId", Long.toString(fill.orderId()))
                .put("tradeId", Long.toString(fill.tradeId()))
                .put("side", side(fill.side()))
                .put("price", price(listing, fill.price()))
                .put("size", size(listing, fill.size()))
                .put("fee", fee(listing, fill.fee()))
                .put("feeCurrency", listing == null ? null : listing.quote().name())
                .put("role", fill.isMaker() ? "maker" : "taker")
                .put("seq", fill.seq())
                .put("event", fill.event())
                .put("time", micros(fill.timeNs()));
    }

    /** The members of a trade, into an object that was begun. */
    public void trade(final Json json, final Listing listing, final Trade trade) {
        json.put("tradeId", Long.toString(trade.tradeId()))
                .put("price", price(listing, trade.price()))
                .put("size", size(listing, trade.size()))
                .put("takerSide", side(trade.takerSide()))
                .put("seq", trade.seq())
                .put("event", trade.event())
                .put("time", micros(trade.timeNs()));
    }

    /** The members of a candle, into an object that was begun. */
    public void candle(final Json json, final Listing listing, final Candle candle) {
        json.put("start", micros(candle.startNs()))
                .put("open", price(listing, candle.open()))
                .put("high", price(listing, candle.high()))
                .put("low", price(listing, candle.low()))
                .put("close", price(listing, candle.close()))
                .put("volume", size(listing, candle.volume()))
                .put("money", Decimals.money(listing, candle.notional()))
                .put("trades", candle.trades());
    }

    /** The members of a ticker, into an object that was begun; prices that there are not are left out. */
    public void ticker(
            final Json json,
            final Listing listing,
            final Ticker ticker,
            final long bestBid,
            final long bestAsk,
            final long seq) {
        json.put("symbol", listing.name());
        price(json, listing, "last", ticker.last());
        price(json, listing, "bid", bestBid);
        price(json, listing, "ask", bestAsk);
        price(json, listing, "open24h", ticker.open());
        price(json, listing, "high24h", ticker.high());
        price(json, listing, "low24h", ticker.low());
        json.put("volume24h", size(listing, ticker.volume()))
                .put("money24h", Decimals.money(listing, ticker.notional()))
                .put("trades24h", ticker.trades())
                .put("seq", seq)
                .put("time", micros(ticker.timeNs()));
    }

    /** µs since the epoch. */
    public static long micros(final long ns) {
        return TimeUnit.NANOSECONDS.toMicros(ns);
    }

    /** A price as a decimal; in ticks where nothing is listed. */
    public static String price(final @Nullable Listing listing, final long ticks) {
        return listing == null ? Long.toString(ticks) : Decimals.price(listing, ticks);
    }

    /** A size as a decimal; in lots where nothing is listed. */
    public static String size(final @Nullable Listing listing, final long lots) {
        return listing == null ? Long.toString(lots) : Decimals.size(listing, lots);
    }

    static String side(final Side side) {
        return side == Side.BID ? "buy" : "sell";
    }

    private static void price(final Json json, final Listing listing, final String name, final long ticks) {
        if (ticks > 0) {
            json.put(name, Decimals.price(listing, ticks));
        }
    }

    private static String fee(final @Nullable Listing listing, final long minorUnits) {
        return listing == null ? Long.toString(minorUnits) : Decimals.amount(listing.quote(), minorUnits);
    }

    private static String timeInForce(final OrderType type) {
        return switch (type) {
            case GTC -> "gtc";
            case IOC, IOC_BUDGET -> "ioc";
            case FOK, FOK_BUDGET -> "fok";
            case POST_ONLY -> "post_only";
        };
    }
}
