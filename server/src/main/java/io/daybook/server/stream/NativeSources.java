package io.daybook.server.stream;

import io.daybook.api.Listing;
import io.daybook.host.VenueTime;
import io.daybook.server.api.AccountRoutes;
import io.daybook.server.api.Markets;
import io.daybook.server.api.Shapes;
import io.daybook.server.api.Waiting;
import io.daybook.server.history.Interval;
import io.daybook.server.history.MarketHistory;
import io.daybook.server.http.TextFrame;
import io.daybook.wire.json.Json;
import java.util.List;

/** Sources whose messages have the whole state. Each source is used on the thread of the streams. */
final class NativeSources {
    private final Markets markets;
    private final MarketHistory history;
    private final Shapes shapes;
    private final VenueTime time;

    NativeSources(final Markets markets, final MarketHistory history, final VenueTime time) {
        this.markets = markets;
        this.history = history;
        this.shapes = new Shapes(markets);
        this.time = time;
    }

    /** The best levels of a book; sent after they have changed. */
    LatestTopic.Source top(final String channel, final Listing listing, final int depth) {
        return LatestTopic.ofState(
                () -> markets.book(listing).report(depth), book -> List.of(book.bids(), book.asks()), book -> {
                    final Json json = new Json()
                            .object()
                            .put("ch", channel)
                            .put("type", "top")
                            .put("seq", book.seq());
                    NativeBook.levels(json, "bids", listing, book.bids());
                    NativeBook.levels(json, "asks", listing, book.asks());
                    return TextFrame.of(json.end());
                });
    }

    /** The last 24 hours of a listing; sent after a trade or a better price has changed them. */
    LatestTopic.Source ticker(final String channel, final Listing listing) {
        return LatestTopic.ofState(
                () -> history.ticker(listing.symbol(), time.epochNs()),
                ticker -> {
                    final var book = markets.book(listing);
                    return List.of(ticker.timeNs(), ticker.trades(), ticker.open(), book.bestBid(), book.bestAsk());
                },
                ticker -> {
                    final var book = markets.book(listing);
                    final Json json = new Json().object().put("ch", channel).put("type", "ticker");
                    shapes.ticker(json, listing, ticker, book.bestBid(), book.bestAsk(), history.seq());
                    return TextFrame.of(json.end());
                });
    }

    /** The candles of a listing. */
    LatestTopic.Source candles(final String channel, final Listing listing, final Interval interval) {
        return new CandleSource(history, listing.symbol(), interval, (candle, isFinal) -> {
            final Json json = new Json()
                    .object()
                    .put("ch", channel)
                    .put("type", "candle")
                    .put("symbol", listing.name())
                    .put("interval", interval.text());
            shapes.candle(json, listing, candle);
            return TextFrame.of(json.put("final", isFinal).end());
        });
    }

    /** The balances of an account. */
    LatestTopic.Source balances(
            final String channel, final String account, final long uid, final Waiting waiting, final Streams streams) {
        return new AccountSource(uid, waiting, streams, true, report -> {
            final Json json = new Json()
                    .object()
                    .put("ch", channel)
                    .put("type", "balances")
                    .put("account", account)
                    .put("seq", report.seq());
            AccountRoutes.balances(json, markets, report);
            return TextFrame.of(json.end());
        });
    }
}
