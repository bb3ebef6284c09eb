package io.daybook.server.spot;

import io.daybook.api.Listing;
import io.daybook.api.OrderBookReport;
import io.daybook.api.UserReport;
import io.daybook.host.VenueTime;
import io.daybook.server.api.Decimals;
import io.daybook.server.api.Markets;
import io.daybook.server.api.Waiting;
import io.daybook.server.history.Interval;
import io.daybook.server.history.MarketHistory;
import io.daybook.server.http.TextFrame;
import io.daybook.server.stream.AccountSource;
import io.daybook.server.stream.CandleSource;
import io.daybook.server.stream.LatestTopic;
import io.daybook.server.stream.Streams;
import io.daybook.wire.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Sources that send their whole state each time. Used on the thread of the streams. */
final class SpotSources {
    /** The value for the first and the last trade of a candle, which are not kept. */
    private static final long NOT_KEPT = -1;

    private final Markets markets;
    private final MarketHistory history;
    private final SpotMarketShapes shapes;
    private final SpotSymbols symbols;
    private final VenueTime time;

    SpotSources(final Markets markets, final MarketHistory history, final VenueTime time) {
        this.markets = markets;
        this.history = history;
        this.shapes = new SpotMarketShapes(markets, history);
        this.symbols = new SpotSymbols(markets);
        this.time = time;
    }

    /** The best levels of a book, sent when they have changed. */
    LatestTopic.Source depth(final SpotFrames frames, final String stream, final Listing listing, final int levels) {
        return LatestTopic.ofState(
                () -> markets.book(listing).report(levels),
                SpotSources::levels,
                book -> frames.frame(stream, json -> {
                    json.object().put("lastUpdateId", book.seq());
                    SpotMarketShapes.levels(json, "bids", listing, book.bids());
                    SpotMarketShapes.levels(json, "asks", listing, book.asks());
                    json.end();
                }));
    }

    /** The best prices of a book, sent when they have changed. */
    LatestTopic.Source best(final SpotFrames frames, final String stream, final Listing listing) {
        return LatestTopic.ofState(
                () -> markets.book(listing).report(1),
                SpotSources::levels,
                book -> frames.frame(stream, json -> json.object()
                        .put("u", book.seq())
                        .put("s", SpotSymbols.name(listing))
                        .put("b", SpotMarketShapes.price(listing, book.bids()))
                        .put("B", SpotMarketShapes.size(listing, book.bids()))
                        .put("a", SpotMarketShapes.price(listing, book.asks()))
                        .put("A", SpotMarketShapes.size(listing, book.asks()))
                        .end()));
    }

    private static List<Object> levels(final OrderBookReport book) {
        return List.of(book.bids(), book.asks());
    }

    /** The last 24 hours of a pair, sent when they have changed. */
    LatestTopic.Source day(final SpotFrames frames, final String stream, final Listing listing, final boolean isMini) {
        return LatestTopic.ofState(
                () -> shapes.day(listing, time.epochMillis()),
                day -> List.of(
                        day.ticker(),
                        isMini ? List.of() : levels(markets.book(listing).report(1))),
                day -> frames.frame(stream, json -> day(json, day, isMini)));
    }

    /** The last 24 hours of all pairs for which they have changed. */
    LatestTopic.Source days(final SpotFrames frames, final String stream, final boolean isMini) {
        return new LatestTopic.Source() {
            private final Map<String, Object> told = new HashMap<>();

            @Override
            public List<TextFrame> changed() {
                final List<Listing> pairs = new ArrayList<>();
                for (final Listing listing : symbols.all()) {
                    final Object now = List.of(
                            history.ticker(listing.symbol(), time.epochNs()),
                            isMini ? List.of() : levels(markets.book(listing).report(1)));
                    if (!now.equals(told.put(listing.name(), now))) {
                        pairs.add(listing);
                    }
                }
                return pairs.isEmpty() ? List.of() : List.of(frame(pairs));
            }

            @Override
            public List<TextFrame> whole() {
                return List.of(frame(symbols.all()));
            }

            private TextFrame frame(final List<Listing> pairs) {
                final long now = time.epochMillis();
                return frames.frame(stream, json -> {
                    json.list();
                    pairs.forEach(listing -> day(json, shapes.day(listing, now), isMini));
                    json.endList();
                });
            }
        };
    }

    /** The candles of a pair. */
    LatestTopic.Source candles(
            final SpotFrames frames, final String stream, final Listing listing, final Interval interval) {
        return new CandleSource(
                history,
                listing.symbol(),
                interval,
                (candle, isFinal) -> frames.frame(stream, json -> json.object()
                        .put("e", "kline")
                        .putTime("E", SpotMarketShapes.nanos(time.epochMillis()))
                        .put("s", SpotSymbols.name(listing))
                        .object("k")
                        .putTime("t", candle.startNs())
                        .putTime("T", candle.startNs() + interval.ns() - 1)
                        .put("s", SpotSymbols.name(listing))
                        .put("i", interval.text())
                        .put("f", NOT_KEPT)
                        .put("L", NOT_KEPT)
                        .put("o", Decimals.price(listing, candle.open()))
                        .put("c", Decimals.price(listing, candle.close()))
                        .put("h", Decimals.price(listing, candle.high()))
                        .put("l", Decimals.price(listing, candle.low()))
                        .put("v", Decimals.size(listing, candle.volume()))
                        .put("n", candle.trades())
                        .put("x", isFinal)
                        .put("q", Decimals.money(listing, candle.notional()))
                        .put("V", "0")
                        .put("Q", "0")
                        .put("B", "0")
                        .end()
                        .end()));
    }

    /** The balances of an account, sent when they change. */
    LatestTopic.Source balances(final SpotFrames frames, final long uid, final Waiting waiting, final Streams streams) {
        return new AccountSource(uid, waiting, streams, false, report -> {
            final long now = time.epochMillis();
            return frames.frame("", json -> {
                json.object()
                        .put("e", "outboundAccountPosition")
                        .putTime("E", SpotMarketShapes.nanos(now))
                        .putTime("u", SpotMarketShapes.nanos(now))
                        .list("B");
                for (final UserReport.Account one : report.accounts()) {
                    final Listing.Currency currency = markets.currency(one.currency());
                    if (currency != null) {
                        json.object()
                                .put("a", currency.name())
                                .put("f", Decimals.amount(currency, one.available()))
                                .put("l", Decimals.amount(currency, one.held()))
                                .end();
                    }
                }
                json.endList().end();
            });
        });
    }

    /** The last 24 hours under short names, as a value. */
    private void day(final Json json, final SpotMarketShapes.Day day, final boolean isMini) {
        final Listing listing = day.listing();
        json.object()
                .put("e", isMini ? "24hrMiniTicker" : "24hrTicker")
                .putTime("E", SpotMarketShapes.nanos(day.nowMs()))
                .put("s", SpotSymbols.name(listing));
        if (!isMini) {
            final OrderBookReport top = markets.book(listing).report(1);
            json.put("p", day.change())
                    .put("P", day.changePercent())
                    .put("w", day.average())
                    .put("x", day.open())
                    .put("Q", day.lastSize())
                    .put("b", SpotMarketShapes.price(listing, top.bids()))
                    .put("B", SpotMarketShapes.size(listing, top.bids()))
                    .put("a", SpotMarketShapes.price(listing, top.asks()))
                    .put("A", SpotMarketShapes.size(listing, top.asks()))
                    .putTime("O", SpotMarketShapes.nanos(day.nowMs() - SpotMarketShapes.DAY_MS))
                    .putTime("C", SpotMarketShapes.nanos(day.nowMs()))
                    .put("F", day.firstId())
                    .put("L", day.lastId())
                    .put("n", day.count());
        }
        json.put("c", day.last())
                .put("o", day.open())
                .put("h", day.high())
                .put("l", day.low())
                .put("v", day.volume())
                .put("q", day.money())
                .end();
    }
}
