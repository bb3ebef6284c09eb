package io.daybook.server.api;

import io.daybook.api.Listing;
import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.api.StpMode;
import io.daybook.api.Term;
import io.daybook.api.TriggerWhen;
import io.daybook.server.history.Candle;
import io.daybook.server.history.Ticker;
import io.daybook.server.history.Trade;
import io.daybook.server.orders.Fill;
import io.daybook.server.orders.OrderView;
import io.daybook.wire.OffReason;
import io.daybook.wire.json.Json;
import java.math.BigInteger;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Writes orders, fills and trades as JSON; in ticks and lots for symbols without a listing. */
public final class Shapes {
    private final Markets markets;

    public Shapes(final Markets markets) {
        this.markets = markets;
    }

    /** Writes the members of an order into an object that was begun. */
    public void order(final Json json, final OrderView order) {
        final Listing listing = markets.listing(order.symbol());
        final boolean isMarket = order.isMarket() || order.type().isBudget();
        json.put("orderId", Long.toString(order.orderId()))
                .put("clientOrderId", order.name())
                .put("symbol", markets.name(order.symbol()))
                .put("side", side(order.side()))
                .put("type", isMarket ? "market" : "limit")
                .put("timeInForce", timeInForce(order.type()));
        if (!isMarket) {
            json.put("price", price(listing, order.price()));
        }
        json.put("size", size(listing, order.size()));
        if (order.type().isBudget() && listing != null) {
            json.put(
                    order.type() == OrderType.FOK_BUDGET ? "budget" : "money",
                    Decimals.money(listing, BigInteger.valueOf(order.price())));
        }
        if (order.reservePrice() > order.price() && !isMarket) {
            json.put("reservePrice", price(listing, order.reservePrice()));
        }
        if (!order.terms().isEmpty()) {
            terms(json, listing, order);
        }
        json.put("state", order.state().name().toLowerCase(Locale.ROOT))
                .put("reason", reason(order.end()))
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

    /** Writes the terms of an order, with the keys of a request to place it. */
    private static void terms(final Json json, final @Nullable Listing listing, final OrderView order) {
        final OrderTerms terms = order.terms();
        price(json, listing, terms, "trigger", Term.TRIGGER);
        if (terms.has(Term.TRIGGER)) {
            json.put("when", word(TriggerWhen.of((int) terms.get(Term.WHEN)))).put("dormant", order.isDormant());
        }
        price(json, listing, terms, "stopPrice", Term.STOP_PRICE);
        price(json, listing, terms, "trail", Term.TRAIL);
        price(json, listing, terms, "trailStep", Term.TRAIL_STEP);
        if (terms.has(Term.DISPLAY) && terms.get(Term.DISPLAY) == 0) {
            json.put("hidden", true);
        } else if (terms.has(Term.DISPLAY)) {
            json.put("display", size(listing, terms.get(Term.DISPLAY)));
        }
        if (terms.has(Term.MIN_SIZE)) {
            json.put("minSize", size(listing, terms.get(Term.MIN_SIZE)));
        }
        price(json, listing, terms, "slippage", Term.SLIPPAGE);
        flag(json, terms, "slide", Term.SLIDE);
        flag(json, terms, "flagged", Term.FLAGGED);
        if (terms.has(Term.EXPIRE_AT)) {
            json.put("expireAt", micros(terms.get(Term.EXPIRE_AT)));
        }
        if (terms.has(Term.STP)) {
            json.put("stp", word(StpMode.of((int) terms.get(Term.STP))));
        }
        if (terms.has(Term.EXIT_ORDER_ID)) {
            json.object("exit").put("orderId", Long.toString(terms.get(Term.EXIT_ORDER_ID)));
            price(json, listing, terms, "price", Term.EXIT_PRICE);
            price(json, listing, terms, "trigger", Term.EXIT_TRIGGER);
            price(json, listing, terms, "stopPrice", Term.EXIT_STOP_PRICE);
            json.end();
        }
    }

    /** Writes a price of a term; writes nothing for 0, which stands for no price in an exit. */
    private static void price(
            final Json json,
            final @Nullable Listing listing,
            final OrderTerms terms,
            final String name,
            final Term term) {
        if (terms.has(term) && (terms.get(term) != 0 || term == Term.SLIPPAGE)) {
            json.put(name, price(listing, terms.get(term)));
        }
    }

    private static void flag(final Json json, final OrderTerms terms, final String name, final Term term) {
        if (terms.has(term)) {
            json.put(name, true);
        }
    }

    private static String word(final Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static @Nullable String reason(final @Nullable OffReason end) {
        if (end == null) {
            return null;
        }
        return switch (end) {
            case REJECTED -> "unfilled";
            case REDUCED -> "cancelled";
            case CANCELLED_BY_OTHER -> "venue";
            case STP, EXPIRED, DAY, LIQUIDATION -> word(end);
            case MASS -> "mass_cancel";
        };
    }

    /** Writes a fill within the answer of its order. */
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

    /** Writes the members of a fill into an object that was begun. */
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

    /** Writes the members of a trade into an object that was begun. */
    public void trade(final Json json, final Listing listing, final Trade trade) {
        json.put("tradeId", Long.toString(trade.tradeId()))
                .put("price", price(listing, trade.price()))
                .put("size", size(listing, trade.size()))
                .put("takerSide", side(trade.takerSide()))
                .put("seq", trade.seq())
                .put("event", trade.event())
                .put("time", micros(trade.timeNs()));
    }

    /** Writes the members of a candle into an object that was begun. */
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

    /** Writes the members of a ticker into an object that was begun; missing prices are left out. */
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

    /** Converts ns to µs since the epoch. */
    public static long micros(final long ns) {
        return TimeUnit.NANOSECONDS.toMicros(ns);
    }

    /** A price as a decimal; in ticks without a listing. */
    public static String price(final @Nullable Listing listing, final long ticks) {
        return listing == null ? Long.toString(ticks) : Decimals.price(listing, ticks);
    }

    /** A size as a decimal; in lots without a listing. */
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
