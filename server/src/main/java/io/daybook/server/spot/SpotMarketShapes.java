package io.daybook.server.spot;

import io.daybook.api.Limits;
import io.daybook.api.Listing;
import io.daybook.api.LiveBook;
import io.daybook.api.OrderBookReport;
import io.daybook.api.Side;
import io.daybook.server.api.Decimals;
import io.daybook.server.api.Markets;
import io.daybook.server.history.Candle;
import io.daybook.server.history.Interval;
import io.daybook.server.history.MarketHistory;
import io.daybook.server.history.Ticker;
import io.daybook.server.history.Trade;
import io.daybook.wire.json.Json;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Writes market data of the dialect. Any thread. */
final class SpotMarketShapes {
    private static final int PERCENT_DECIMALS = 3;
    static final long DAY_MS = TimeUnit.DAYS.toMillis(1);

    private final Markets markets;
    private final MarketHistory history;

    SpotMarketShapes(final Markets markets, final MarketHistory history) {
        this.markets = markets;
        this.history = history;
    }

    /** Converts ns to ms since the epoch. */
    static long millis(final long ns) {
        return TimeUnit.NANOSECONDS.toMillis(ns);
    }

    /** Converts ms to ns since the epoch. */
    static long nanos(final long ms) {
        return TimeUnit.MILLISECONDS.toNanos(ms);
    }

    /** The value of a trade in quote currency, exact. */
    static String money(final Listing listing, final long price, final long size) {
        return Decimals.money(listing, BigInteger.valueOf(price).multiply(BigInteger.valueOf(size)));
    }

    /** Writes a pair with its filters, as a value. */
    void pair(final Json json, final Listing listing, final boolean areOrdersServed) {
        json.object()
                .put("symbol", SpotSymbols.name(listing))
                .put("status", "TRADING")
                .put("baseAsset", listing.base().name())
                .put("baseAssetPrecision", listing.base().decimals())
                .put("quoteAsset", listing.quote().name())
                .put("quotePrecision", listing.quote().decimals())
                .put("quoteAssetPrecision", listing.quote().decimals())
                .put("baseCommissionPrecision", listing.base().decimals())
                .put("quoteCommissionPrecision", listing.quote().decimals())
                .list("orderTypes");
        SpotType.ALL.keySet().forEach(json::item);
        json.endList()
                .put("icebergAllowed", true)
                .put("ocoAllowed", true)
                .put("otoAllowed", false)
                .put("quoteOrderQtyMarketAllowed", true)
                .put("allowTrailingStop", false)
                .put("cancelReplaceAllowed", true)
                .put("amendAllowed", false)
                .put("isSpotTradingAllowed", areOrdersServed)
                .put("isMarginTradingAllowed", false)
                .list("filters");
        json.object()
                .put("filterType", "PRICE_FILTER")
                .put("minPrice", Decimals.price(listing, listing.spec().minPrice()))
                .put("maxPrice", Decimals.price(listing, listing.spec().maxPrice()))
                .put("tickSize", Decimals.price(listing, 1))
                .end();
        json.object()
                .put("filterType", "LOT_SIZE")
                .put("minQty", Decimals.size(listing, 1))
                .put("maxQty", Decimals.size(listing, Limits.MAX_SIZE))
                .put("stepSize", Decimals.size(listing, 1))
                .end();
        json.object()
                .put("filterType", "MIN_NOTIONAL") // the filter NOTIONAL would need a maximum, which does not exist
                .put("minNotional", money(listing, listing.spec().minPrice(), 1))
                .put("applyToMarket", false)
                .put("avgPriceMins", 0)
                .end();
        json.object()
                .put("filterType", "ICEBERG_PARTS")
                .put("limit", SpotOrderForm.MAX_PARTS)
                .end();
        json.object()
                .put("filterType", "MAX_NUM_ORDERS")
                .put("maxNumOrders", Limits.MAX_LIVE_ORDERS)
                .end();
        json.object()
                .put("filterType", "MAX_NUM_ALGO_ORDERS")
                .put("maxNumAlgoOrders", Limits.MAX_LIVE_ORDERS)
                .end();
        json.endList().list("permissions");
        json.item("SPOT").endList().list("permissionSets").list();
        json.item("SPOT").endList().endList().put("defaultSelfTradePreventionMode", "NONE");
        json.list("allowedSelfTradePreventionModes");
        SpotOrderForm.SELF_TRADES.keySet().forEach(json::item);
        json.endList().end();
    }

    /** Writes one side of a book, as a member. */
    static void levels(
            final Json json, final String name, final Listing listing, final List<OrderBookReport.Level> levels) {
        json.list(name);
        for (final OrderBookReport.Level level : levels) {
            json.list()
                    .item(Decimals.price(listing, level.price()))
                    .item(Decimals.size(listing, level.size()))
                    .endList();
        }
        json.endList();
    }

    /** Writes a trade, as a value. */
    static void trade(final Json json, final Listing listing, final Trade trade) {
        json.object()
                .put("id", trade.tradeId())
                .put("price", Decimals.price(listing, trade.price()))
                .put("qty", Decimals.size(listing, trade.size()))
                .put("quoteQty", money(listing, trade.price(), trade.size()))
                .putTime("time", trade.timeNs())
                .put("isBuyerMaker", trade.takerSide() == Side.ASK)
                .put("isBestMatch", true)
                .end();
    }

    /** Writes a trade under short names, into an open object. */
    static void told(final Json json, final Listing listing, final Trade trade) {
        json.put("t", trade.tradeId())
                .put("p", Decimals.price(listing, trade.price()))
                .put("q", Decimals.size(listing, trade.size()))
                .putTime("T", trade.timeNs())
                .put("m", trade.takerSide() == Side.ASK)
                .put("M", true);
    }

    /** Writes a trade as an aggregate of one trade, into an open object. */
    static void aggregate(final Json json, final Listing listing, final Trade trade) {
        json.put("a", trade.tradeId())
                .put("p", Decimals.price(listing, trade.price()))
                .put("q", Decimals.size(listing, trade.size()))
                .put("f", trade.tradeId())
                .put("l", trade.tradeId())
                .putTime("T", trade.timeNs())
                .put("m", trade.takerSide() == Side.ASK)
                .put("M", true);
    }

    /** Writes a candle, as a value. The volume that takers bought is not kept. */
    static void candle(final Json json, final Listing listing, final Interval interval, final Candle candle) {
        json.list()
                .itemTime(candle.startNs())
                .item(Decimals.price(listing, candle.open()))
                .item(Decimals.price(listing, candle.high()))
                .item(Decimals.price(listing, candle.low()))
                .item(Decimals.price(listing, candle.close()))
                .item(Decimals.size(listing, candle.volume()))
                .itemTime(candle.startNs() + interval.ns() - 1)
                .item(Decimals.money(listing, candle.notional()))
                .item(candle.trades())
                .item("0")
                .item("0")
                .item("0")
                .endList();
    }

    /** The last 24 hours of a pair. */
    Day day(final Listing listing, final long nowMs) {
        final Ticker ticker = history.ticker(listing.symbol(), TimeUnit.MILLISECONDS.toNanos(nowMs));
        final List<Trade> last = history.trades(listing.symbol(), 1, Long.MAX_VALUE, 0);
        return new Day(listing, ticker, last.isEmpty() ? null : last.get(0), nowMs);
    }

    /** Writes the last 24 hours, under long names, as a value. */
    void ticker(final Json json, final Day day, final boolean isMini) {
        final Listing listing = day.listing();
        json.object().put("symbol", SpotSymbols.name(listing));
        if (!isMini) {
            final OrderBookReport top = markets.book(listing).report(1);
            json.put("priceChange", day.change())
                    .put("priceChangePercent", day.changePercent())
                    .put("weightedAvgPrice", day.average())
                    .put("prevClosePrice", day.open())
                    .put("lastQty", day.lastSize());
            json.put("bidPrice", price(listing, top.bids()))
                    .put("bidQty", size(listing, top.bids()))
                    .put("askPrice", price(listing, top.asks()))
                    .put("askQty", size(listing, top.asks()));
        }
        json.put("openPrice", day.open())
                .put("highPrice", day.high())
                .put("lowPrice", day.low())
                .put("lastPrice", day.last())
                .put("volume", day.volume())
                .put("quoteVolume", day.money())
                .putTime("openTime", nanos(day.nowMs() - DAY_MS))
                .putTime("closeTime", nanos(day.nowMs()))
                .put("firstId", day.firstId())
                .put("lastId", day.lastId())
                .put("count", day.count())
                .end();
    }

    /** Writes the best prices of a pair, as a value. */
    void best(final Json json, final Listing listing) {
        final OrderBookReport top = markets.book(listing).report(1);
        json.object()
                .put("symbol", SpotSymbols.name(listing))
                .put("bidPrice", price(listing, top.bids()))
                .put("bidQty", size(listing, top.bids()))
                .put("askPrice", price(listing, top.asks()))
                .put("askQty", size(listing, top.asks()))
                .end();
    }

    /** The price of the last trade; 0 without a trade. */
    String last(final Listing listing) {
        final List<Trade> last = history.trades(listing.symbol(), 1, Long.MAX_VALUE, 0);
        return Decimals.price(listing, last.isEmpty() ? 0 : last.get(0).price());
    }

    /** The average price of the last minutes; the last price if nothing traded in them. */
    String average(final Listing listing, final int minutes, final long nowMs) {
        final long nowNs = TimeUnit.MILLISECONDS.toNanos(nowMs);
        BigInteger notional = BigInteger.ZERO;
        long volume = 0;
        for (final Candle candle : history.candles(
                listing.symbol(), Interval.M1, nowNs - minutes * Interval.M1.ns(), Long.MAX_VALUE, minutes + 1)) {
            notional = notional.add(candle.notional());
            volume += candle.volume();
        }
        return volume == 0 ? last(listing) : Decimals.average(listing, notional, volume);
    }

    /** The price of the first level; 0 for none. */
    static String price(final Listing listing, final List<OrderBookReport.Level> levels) {
        return Decimals.price(listing, levels.isEmpty() ? 0 : levels.get(0).price());
    }

    /** The size of the first level; 0 for none. */
    static String size(final Listing listing, final List<OrderBookReport.Level> levels) {
        return Decimals.size(listing, levels.isEmpty() ? 0 : levels.get(0).size());
    }

    /** The whole book of a listing. */
    LiveBook book(final Listing listing) {
        return markets.book(listing);
    }

    /** The last 24 hours of a pair as texts, at the last price if nothing traded in them. */
    record Day(Listing listing, Ticker ticker, @Nullable Trade lastTrade, long nowMs) {
        private long orLast(final long price) {
            return ticker.trades() == 0 ? ticker.last() : price;
        }

        String open() {
            return Decimals.price(listing, orLast(ticker.open()));
        }

        String high() {
            return Decimals.price(listing, orLast(ticker.high()));
        }

        String low() {
            return Decimals.price(listing, orLast(ticker.low()));
        }

        String last() {
            return Decimals.price(listing, ticker.last());
        }

        String lastSize() {
            return Decimals.size(listing, lastTrade == null ? 0 : lastTrade.size());
        }

        String volume() {
            return Decimals.size(listing, ticker.volume());
        }

        String money() {
            return Decimals.money(listing, ticker.notional());
        }

        String average() {
            return ticker.volume() == 0 ? last() : Decimals.average(listing, ticker.notional(), ticker.volume());
        }

        String change() {
            return Decimals.price(listing, ticker.last() - orLast(ticker.open()));
        }

        String changePercent() {
            final long open = orLast(ticker.open());
            return open == 0
                    ? "0.000"
                    : BigDecimal.valueOf(ticker.last() - open)
                            .movePointRight(2)
                            .divide(BigDecimal.valueOf(open), PERCENT_DECIMALS, RoundingMode.HALF_EVEN)
                            .toPlainString();
        }

        long lastId() {
            return ticker.trades() == 0 || lastTrade == null ? -1 : lastTrade.tradeId();
        }

        long firstId() {
            return ticker.trades() == 0 ? -1 : lastId() - ticker.trades() + 1;
        }

        long count() {
            return ticker.trades();
        }
    }
}
