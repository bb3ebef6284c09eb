package io.daybook.server.spot;

import io.daybook.api.Listing;
import io.daybook.api.OrderBookReport;
import io.daybook.host.VenueTime;
import io.daybook.server.api.Markets;
import io.daybook.server.config.Offer;
import io.daybook.server.history.Candle;
import io.daybook.server.history.Interval;
import io.daybook.server.history.MarketHistory;
import io.daybook.server.history.Trade;
import io.daybook.server.http.Access;
import io.daybook.server.http.Cost;
import io.daybook.server.http.Limiter;
import io.daybook.server.http.Request;
import io.daybook.server.http.Response;
import io.daybook.server.http.Route;
import io.daybook.server.http.Router;
import io.daybook.wire.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The routes of market data in the dialect, which need no key if market data is public. */
final class SpotMarketRoutes {
    private static final int DEPTH = 100;
    private static final int MAX_DEPTH = 5_000;
    private static final int ITEMS = 500;
    private static final int MAX_ITEMS = 1_000;
    private static final int AVERAGE_MINUTES = 5;
    private static final long MAX_MS = Long.MAX_VALUE / 1_000_000;
    private static final Map<String, Boolean> IS_MINI = new LinkedHashMap<>();
    private static final Map<String, Interval> INTERVALS = new LinkedHashMap<>();

    static {
        IS_MINI.put("FULL", false);
        IS_MINI.put("MINI", true);
        for (final Interval interval : Interval.values()) {
            INTERVALS.put(interval.text(), interval);
        }
    }

    private final Markets markets;
    private final Offer offer;
    private final SpotSymbols symbols;
    private final MarketHistory history;
    private final SpotMarketShapes shapes;
    private final Limiter limiter;
    private final VenueTime time;

    SpotMarketRoutes(
            final Markets markets,
            final Offer offer,
            final MarketHistory history,
            final Limiter limiter,
            final VenueTime time) {
        this.markets = markets;
        this.offer = offer;
        this.symbols = new SpotSymbols(markets);
        this.history = history;
        this.shapes = new SpotMarketShapes(markets, history);
        this.limiter = limiter;
        this.time = time;
    }

    void addTo(final Router router) {
        final Router ofHistory = router.serving(offer.history(), Offer.HISTORY);
        add(router, "/api/v3/ping", "Whether the server answers", (request, given) -> new Json()
                .object()
                .end());
        add(router, "/api/v3/time", "The server's time", (request, given) -> time(given));
        add(router, "/api/v3/exchangeInfo", "All pairs and their filters", (request, given) -> exchangeInfo(given));
        add(withBooks(router), "/api/v3/depth", "The levels of a book, best first", (request, given) -> depth(given));
        add(ofHistory, "/api/v3/trades", "The last trades, the oldest first", (request, given) -> trades(given, false));
        add(ofHistory, "/api/v3/historicalTrades", "Trades from an id on", (request, given) -> trades(given, true));
        add(ofHistory, "/api/v3/aggTrades", "Trades from an id or a time on", (request, given) -> aggregates(given));
        add(ofHistory, "/api/v3/klines", "Candles, the oldest first", (request, given) -> candles(given));
        add(ofHistory, "/api/v3/avgPrice", "The average of five minutes", (request, given) -> average(given));
        add(withBooks(ofHistory), "/api/v3/ticker/24hr", "The last 24 hours", (request, given) -> day(given));
        add(ofHistory, "/api/v3/ticker/price", "The last price", (request, given) -> several(given, this::price));
        add(
                withBooks(router),
                "/api/v3/ticker/bookTicker",
                "The best prices",
                (request, given) -> several(given, shapes::best));
        add(router, "/sapi/v1/system/status", "The status of the system", (request, given) -> new Json()
                .object()
                .put("status", 0)
                .put("msg", "normal")
                .end());
    }

    private Router withBooks(final Router router) {
        return router.with(markets::withBooks);
    }

    private static void add(
            final Router router,
            final String path,
            final String summary,
            final BiFunction<Request, SpotParameters, Json> answer) {
        router.add(Route.of("GET " + path, Access.MARKET, summary, request -> {
            final SpotParameters given = new SpotParameters(request.parameters());
            final Json json = answer.apply(request, given);
            given.finish();
            return Response.json(json).now();
        }));
    }

    private Json time(final SpotParameters given) {
        return given.json()
                .object()
                .putTime("serverTime", SpotMarketShapes.nanos(time.epochMillis()))
                .end();
    }

    private Json exchangeInfo(final SpotParameters given) {
        final boolean isForAll = given.optional("symbol") == null && given.optional("symbols") == null;
        final List<Listing> pairs = isForAll ? symbols.advertised() : given.symbols(symbols);
        given.pass("permissions", "showPermissionSets", "symbolStatus");
        final Json json = given.json()
                .object()
                .put("timezone", "UTC")
                .putTime("serverTime", SpotMarketShapes.nanos(time.epochMillis()))
                .list("rateLimits");
        limit(json, "REQUEST_WEIGHT", limiter.limit(Cost.REQUEST));
        limit(json, "ORDERS", limiter.limit(Cost.ORDER));
        json.endList().list("exchangeFilters").endList().list("symbols");
        pairs.forEach(pair -> shapes.pair(json, pair, offer.orders()));
        return json.endList().end();
    }

    private static void limit(final Json json, final String type, final int limit) {
        json.object();
        SpotOrderShapes.limit(json, type, limit);
        json.end();
    }

    private Json depth(final SpotParameters given) {
        final Listing listing = given.symbol(symbols);
        final int depth = (int) given.whole("limit", DEPTH, 1, MAX_DEPTH);
        final OrderBookReport book = shapes.book(listing).report(depth);
        final Json json = new Json().object().put("lastUpdateId", book.seq());
        SpotMarketShapes.levels(json, "bids", listing, book.bids());
        SpotMarketShapes.levels(json, "asks", listing, book.asks());
        return json.end();
    }

    private Json trades(final SpotParameters given, final boolean mayGoBack) {
        final Listing listing = given.symbol(symbols);
        final int limit = limit(given);
        final Long fromId = mayGoBack ? given.whole("fromId") : null;
        final Json json = given.json().list();
        for (final Trade trade : trades(listing, fromId, 0, MAX_MS, limit)) {
            SpotMarketShapes.trade(json, listing, trade);
        }
        return json.endList();
    }

    private Json aggregates(final SpotParameters given) {
        final Listing listing = given.symbol(symbols);
        final int limit = limit(given);
        final Long fromId = given.whole("fromId");
        final boolean hasStart = given.has("startTime");
        final long start = given.time("startTime", 0);
        final long end = given.time("endTime", MAX_MS);
        final Json json = given.json().list();
        for (final Trade trade :
                trades(listing, fromId == null && hasStart ? Long.valueOf(0) : fromId, start, end, limit)) {
            json.object();
            SpotMarketShapes.aggregate(json, listing, trade);
            json.end();
        }
        return json.endList();
    }

    /**
     * The kept trades of a span of time, the oldest first: the first trades from an id on, or, without an id, the last
     * trades.
     */
    private List<Trade> trades(
            final Listing listing, final @Nullable Long fromId, final long startMs, final long endMs, final int limit) {
        final long fromNs = TimeUnit.MILLISECONDS.toNanos(startMs);
        final long toNs = endMs >= MAX_MS ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(endMs + 1);
        return fromId == null
                ? history.tradesUntil(listing.symbol(), fromNs, toNs, limit)
                : history.tradesFrom(listing.symbol(), fromId, fromNs, toNs, limit);
    }

    private Json candles(final SpotParameters given) {
        final Listing listing = given.symbol(symbols);
        final String name = given.required("interval");
        final Interval interval = INTERVALS.get(name);
        if (interval == null) {
            throw SpotErrors.of(
                    SpotErrors.INTERVAL,
                    "Invalid interval: " + String.join(", ", INTERVALS.keySet()) + " are supported.");
        }
        final boolean hasStart = given.has("startTime");
        final long start = given.time("startTime", 0);
        final long end = Math.min(given.time("endTime", MAX_MS), MAX_MS - 1);
        given.choice("timeZone", Map.of("0", 0, "UTC", 0), SpotErrors.NOT_VALID);
        final int limit = limit(given);
        final long fromNs = TimeUnit.MILLISECONDS.toNanos(start);
        final long toNs = TimeUnit.MILLISECONDS.toNanos(end) + 1;
        final List<Candle> found = hasStart
                ? history.candlesFrom(listing.symbol(), interval, fromNs, toNs, limit)
                : history.candles(listing.symbol(), interval, fromNs, toNs, limit);
        final Json json = given.json().list();
        found.forEach(candle -> SpotMarketShapes.candle(json, listing, interval, candle));
        return json.endList();
    }

    private Json average(final SpotParameters given) {
        final Listing listing = given.symbol(symbols);
        final long now = time.epochMillis();
        return given.json()
                .object()
                .put("mins", AVERAGE_MINUTES)
                .put("price", shapes.average(listing, AVERAGE_MINUTES, now))
                .putTime("closeTime", SpotMarketShapes.nanos(now))
                .end();
    }

    private Json day(final SpotParameters given) {
        final Boolean isMini = given.choice("type", IS_MINI, SpotErrors.NOT_VALID);
        final long now = time.epochMillis();
        return several(
                given, (json, listing) -> shapes.ticker(json, shapes.day(listing, now), isMini != null && isMini));
    }

    private void price(final Json json, final Listing listing) {
        json.object()
                .put("symbol", SpotSymbols.name(listing))
                .put("price", shapes.last(listing))
                .end();
    }

    /** Writes one object if the request names one symbol, otherwise a list. */
    private Json several(final SpotParameters given, final BiConsumer<Json, Listing> shape) {
        final boolean isOne = given.has("symbol");
        final List<Listing> pairs = given.symbols(symbols);
        given.pass("symbolStatus");
        final Json json = given.json();
        if (isOne) {
            shape.accept(json, pairs.get(0));
            return json;
        }
        json.list();
        pairs.forEach(pair -> shape.accept(json, pair));
        return json.endList();
    }

    private static int limit(final SpotParameters given) {
        return (int) given.whole("limit", ITEMS, 1, MAX_ITEMS);
    }
}
