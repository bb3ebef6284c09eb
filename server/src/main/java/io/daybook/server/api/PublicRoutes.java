package io.daybook.server.api;

import io.daybook.api.Listing;
import io.daybook.api.LiveBook;
import io.daybook.api.OrderBookQuery;
import io.daybook.api.OrderBookReport;
import io.daybook.host.VenueTime;
import io.daybook.server.config.Offer;
import io.daybook.server.history.Candle;
import io.daybook.server.history.Interval;
import io.daybook.server.history.MarketHistory;
import io.daybook.server.history.Ticker;
import io.daybook.server.http.Access;
import io.daybook.server.http.Problem;
import io.daybook.server.http.Request;
import io.daybook.server.http.Response;
import io.daybook.server.http.Route;
import io.daybook.server.http.Router;
import io.daybook.wire.json.Json;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The routes of market data, which need no key if it is public. */
public final class PublicRoutes {
    private static final int BOOK_DEPTH = 100;
    private static final int MAX_BOOK_DEPTH = 5_000;
    private static final int CANDLES = 500;
    private static final int MAX_CANDLES = 1_500;
    private static final long MAX_MICROS = Long.MAX_VALUE / 1_000;

    private final Markets markets;
    private final Offer offer;
    private final MarketHistory history;
    private final LongSupplier delivered;
    private final Shapes shapes;
    private final Waiting waiting;
    private final VenueTime time;

    /**
     * Serves the data of these markets.
     *
     * @param delivered the last command whose effect a book can show
     */
    public PublicRoutes(
            final Markets markets,
            final Offer offer,
            final MarketHistory history,
            final LongSupplier delivered,
            final Waiting waiting,
            final VenueTime time) {
        this.markets = markets;
        this.offer = offer;
        this.history = history;
        this.delivered = delivered;
        this.shapes = new Shapes(markets);
        this.waiting = waiting;
        this.time = time;
    }

    public void addTo(final Router router) {
        add(router, "/v1/time", "The server's time", request -> time(request).now());
        add(router, "/v1/listings", "All listings", this::listings);
        add(router, "/v1/listings/{symbol}", "A listing", this::listing);
        add(router.with(markets::withBooks), "/v1/book/{symbol}", "The levels of a book, best first", this::book);
        final Router ofHistory = router.serving(offer.history(), Offer.HISTORY);
        final Router withBooks = ofHistory.with(markets::withBooks);
        add(ofHistory, "/v1/trades/{symbol}", "The last trades, the newest first", this::trades);
        add(withBooks, "/v1/ticker", "The last 24 hours of all listings", this::tickers);
        add(withBooks, "/v1/ticker/{symbol}", "The last 24 hours of a listing", this::ticker);
        add(ofHistory, "/v1/candles/{symbol}", "Candles, the oldest first", this::candles);
    }

    private static void add(final Router router, final String path, final String summary, final Route.Handler handler) {
        router.add(Route.of("GET " + path, Access.MARKET, summary, handler));
    }

    private Response time(final Request request) {
        request.onlyAsked();
        return Response.json(new Json()
                .object()
                .put("time", TimeUnit.MILLISECONDS.toMicros(time.epochMillis()))
                .end());
    }

    private CompletionStage<Response> listings(final Request request) {
        request.onlyAsked();
        final Json json = new Json().object().list("items");
        markets.listings().forEach(listing -> listing(json, listing));
        return Response.json(json.endList().end()).now();
    }

    private CompletionStage<Response> listing(final Request request) {
        request.onlyAsked();
        return Response.json(listing(markets.listing(request.path("symbol")))).now();
    }

    /** Writes a listing. */
    static Json listing(final Listing listing) {
        final Json json = new Json();
        listing(json, listing);
        return json;
    }

    private static void listing(final Json json, final Listing listing) {
        json.object()
                .put("symbol", listing.name())
                .put("number", listing.symbol())
                .put("type", listing.spec().isFutures() ? "futures" : "pair")
                .put("base", listing.base().name())
                .put("quote", listing.quote().name())
                .put("tick", listing.tick().toPlainString())
                .put("lot", listing.lot().toPlainString())
                .put("minPrice", Decimals.price(listing, listing.spec().minPrice()))
                .put("maxPrice", Decimals.price(listing, listing.spec().maxPrice()))
                .put("takerFee", listing.spec().takerFee())
                .put("makerFee", listing.spec().makerFee())
                .put(
                        "feesIn",
                        switch (listing.spec().feeType()) {
                            case PER_LOT -> "minor units of quote a lot";
                            case PROPORTIONAL -> "millionths of notional";
                        })
                .end();
    }

    private CompletionStage<Response> book(final Request request) {
        final Listing listing = markets.listing(request.path("symbol"));
        final int depth = (int) request.query("depth", BOOK_DEPTH, 1, MAX_BOOK_DEPTH);
        final long minSeq = request.minSeq();
        request.onlyAsked();
        return waiting.until(minSeq, delivered)
                .thenCompose(unused -> levels(listing, depth, minSeq))
                .thenApplyAsync(levels -> book(listing, levels), request.loop());
    }

    /**
     * The levels of a book that includes the effect of a command. The exchange provides them if the book lags: a book
     * has only the seq of its last change, which does not show whether a later command was handled.
     */
    private CompletionStage<OrderBookReport> levels(final Listing listing, final int depth, final long minSeq) {
        final OrderBookReport levels = markets.book(listing).report(depth);
        return levels.seq() >= minSeq
                ? CompletableFuture.completedStage(levels)
                : waiting.ask(new OrderBookQuery(listing.symbol(), depth));
    }

    private static Response book(final Listing listing, final OrderBookReport levels) {
        final Json json = new Json().object().put("symbol", listing.name()).put("seq", levels.seq());
        levels(json, "bids", listing, levels.bids());
        levels(json, "asks", listing, levels.asks());
        return Response.json(json.end()).seq(levels.seq());
    }

    private static void levels(
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

    private CompletionStage<Response> trades(final Request request) {
        final Listing listing = markets.listing(request.path("symbol"));
        final int limit = Pages.limit(request);
        final Pages.Key behind = Pages.next(request);
        final long minSeq = request.minSeq();
        request.onlyAsked();
        return waiting.until(minSeq, history::seq)
                .thenApplyAsync(
                        unused -> {
                            final long seq = history.seq();
                            final int event = (int) Math.min(behind.second(), Integer.MAX_VALUE);
                            return Response.json(Pages.page(
                                            history.trades(listing.symbol(), limit + 1, behind.first(), event),
                                            behind,
                                            limit,
                                            trade -> new Pages.Key(trade.seq(), trade.event()),
                                            (json, trade) -> shapes.trade(json, listing, trade)))
                                    .seq(seq);
                        },
                        request.loop());
    }

    private CompletionStage<Response> tickers(final Request request) {
        request.onlyAsked();
        final Json json = new Json().object().list("items");
        markets.listings().forEach(listing -> ticker(json, listing));
        return Response.json(json.endList().end()).now();
    }

    private CompletionStage<Response> ticker(final Request request) {
        request.onlyAsked();
        final Json json = new Json();
        ticker(json, markets.listing(request.path("symbol")));
        return Response.json(json).now();
    }

    private void ticker(final Json json, final Listing listing) {
        final LiveBook book = markets.book(listing);
        final Ticker ticker = history.ticker(listing.symbol(), time.epochNs());
        json.object();
        shapes.ticker(json, listing, ticker, book.bestBid(), book.bestAsk(), history.seq());
        json.end();
    }

    private CompletionStage<Response> candles(final Request request) {
        final Listing listing = markets.listing(request.path("symbol"));
        final String text = request.query("interval");
        final Interval interval = Interval.of(text == null ? Interval.M1.text() : text);
        if (interval == null) {
            throw Problem.badForm("?interval", "interval must be one of 1s, 1m, 5m, 15m, 1h, 4h, 1d");
        }
        final long from = request.query("from", 0, 0, MAX_MICROS);
        final long to = request.query("to", MAX_MICROS, 0, MAX_MICROS);
        final int limit = (int) request.query("limit", CANDLES, 1, MAX_CANDLES);
        request.onlyAsked();
        final Json json = new Json()
                .object()
                .put("symbol", listing.name())
                .put("interval", interval.text())
                .list("items");
        for (final Candle candle : history.candles(
                listing.symbol(),
                interval,
                TimeUnit.MICROSECONDS.toNanos(from),
                TimeUnit.MICROSECONDS.toNanos(to),
                limit)) {
            json.object();
            shapes.candle(json, listing, candle);
            json.end();
        }
        return Response.json(json.endList().end()).now();
    }
}
