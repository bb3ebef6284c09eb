package io.daybook.server.stream;

import io.daybook.api.Listing;
import io.daybook.api.OrderBookReport;
import io.daybook.host.VenueTime;
import io.daybook.server.api.AccountRoutes;
import io.daybook.server.api.HealthRoutes;
import io.daybook.server.api.Markets;
import io.daybook.server.api.Shapes;
import io.daybook.server.api.Waiting;
import io.daybook.server.config.Offer;
import io.daybook.server.history.Interval;
import io.daybook.server.history.MarketHistory;
import io.daybook.server.http.Frame;
import io.daybook.server.http.Json;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

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
        return new LatestTopic.Source() {
            private @Nullable OrderBookReport told;

            @Override
            public List<Frame> changed() {
                final OrderBookReport now = markets.book(listing).report(depth);
                final OrderBookReport before = told;
                if (before != null
                        && before.bids().equals(now.bids())
                        && before.asks().equals(now.asks())) {
                    return List.of();
                }
                told = now;
                return List.of(frame(now));
            }

            @Override
            public List<Frame> whole() {
                return List.of(frame(markets.book(listing).report(depth)));
            }

            private Frame frame(final OrderBookReport book) {
                final Json json = new Json()
                        .object()
                        .put("ch", channel)
                        .put("type", "top")
                        .put("seq", book.seq());
                NativeBook.levels(json, "bids", listing, book.bids());
                NativeBook.levels(json, "asks", listing, book.asks());
                return Frame.of(json.end());
            }
        };
    }

    /** The last 24 hours of a listing; sent after a trade or a better price has changed them. */
    LatestTopic.Source ticker(final String channel, final Listing listing) {
        return new LatestTopic.Source() {
            private List<Long> told = List.of();

            @Override
            public List<Frame> changed() {
                final var book = markets.book(listing);
                final var ticker = history.ticker(listing.symbol(), time.epochNs());
                final List<Long> now =
                        List.of(ticker.timeNs(), ticker.trades(), ticker.open(), book.bestBid(), book.bestAsk());
                if (now.equals(told)) {
                    return List.of();
                }
                told = now;
                return whole();
            }

            @Override
            public List<Frame> whole() {
                final var book = markets.book(listing);
                final Json json = new Json().object().put("ch", channel).put("type", "ticker");
                shapes.ticker(
                        json,
                        listing,
                        history.ticker(listing.symbol(), time.epochNs()),
                        book.bestBid(),
                        book.bestAsk(),
                        history.seq());
                return List.of(Frame.of(json.end()));
            }
        };
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
            return Frame.of(json.put("final", isFinal).end());
        });
    }

    /** Whether the venue runs, and the progress of its folds. */
    static LatestTopic.Source status(
            final String channel,
            final HealthRoutes.Health health,
            final Offer offer,
            final Progress progress,
            final VenueTime time) {
        return new LatestTopic.Source() {
            private List<Object> told = List.of();

            @Override
            public List<Frame> changed() {
                final CompletionStage<Void> unused = health.look(); // for the next message
                final List<Object> now =
                        List.of(health.notReady(), health.degraded(), progress.seq(), progress.journalLag());
                if (now.equals(told)) {
                    return List.of();
                }
                told = now;
                return whole();
            }

            @Override
            public List<Frame> whole() {
                final String reason = health.notReady();
                final List<String> degraded = health.degraded();
                final Json json = new Json()
                        .object()
                        .put("ch", channel)
                        .put("type", "status")
                        .put("status", HealthRoutes.word(reason, degraded))
                        .list("reasons");
                if (!reason.isEmpty()) {
                    json.item(reason);
                }
                degraded.forEach(json::item);
                json.endList().put("seq", progress.seq());
                if (offer.orders()) {
                    json.put("ordersLag", progress.ordersLag());
                }
                if (offer.history()) {
                    json.put("historyLag", progress.historyLag());
                }
                json.put("journalLag", progress.journalLag()).put("time", Shapes.micros(time.epochNs()));
                return List.of(Frame.of(json.end()));
            }
        };
    }

    /** The progress of the exchange and its folds, in commands. */
    interface Progress {
        /** The last command that was delivered. */
        long seq();

        /** The number of delivered commands that the book of orders lacks. */
        long ordersLag();

        /** The number of delivered commands that the history lacks. */
        long historyLag();

        /** The number of commands that are written to the journal and not yet forced. */
        long journalLag();
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
            return Frame.of(json.end());
        });
    }
}
