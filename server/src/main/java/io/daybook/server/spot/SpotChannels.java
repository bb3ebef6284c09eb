package io.daybook.server.spot;

import io.daybook.api.Listing;
import io.daybook.host.VenueTime;
import io.daybook.server.api.Markets;
import io.daybook.server.api.Waiting;
import io.daybook.server.config.Offer;
import io.daybook.server.history.Interval;
import io.daybook.server.history.MarketHistory;
import io.daybook.server.history.Trade;
import io.daybook.server.http.Problem;
import io.daybook.server.http.TextFrame;
import io.daybook.server.http.WebSocket;
import io.daybook.server.stream.BookSubscription;
import io.daybook.server.stream.EachSubscription;
import io.daybook.server.stream.Key;
import io.daybook.server.stream.LatestSubscription;
import io.daybook.server.stream.LatestTopic;
import io.daybook.server.stream.Streams;
import io.daybook.server.stream.Subscription;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The streams of the dialect, by their names. Any event loop may call it. */
final class SpotChannels {
    private static final int FAST_TICKS = 2;
    private static final String FAST = "@100ms";
    private static final String KLINE = "kline_";
    private static final Set<String> OF_HISTORY = Set.of("trade", "aggTrade", "ticker", "miniTicker");

    private final Streams streams;
    private final Offer offer;
    private final SpotSymbols symbols;
    private final SpotSources sources;
    private final SpotReports reports;
    private final Waiting waiting;

    /** The dialect has no frame for the beginning of a stream, and none for a gap. */
    private static final EachSubscription.Words NO_WORDS = new EachSubscription.Words() {
        @Override
        public @Nullable TextFrame begin(final Key last) {
            return null;
        }

        @Override
        public @Nullable TextFrame resync(final Key last) {
            return null;
        }

        @Override
        public String last(final Key last) {
            return Long.toString(last.first());
        }
    };

    SpotChannels(
            final Streams streams,
            final Markets markets,
            final Offer offer,
            final MarketHistory history,
            final Waiting waiting,
            final VenueTime time) {
        this.streams = streams;
        this.offer = offer;
        this.symbols = new SpotSymbols(markets);
        this.sources = new SpotSources(markets, history, time);
        this.reports = new SpotReports(symbols);
        this.waiting = waiting;
    }

    /**
     * Makes the subscription of a stream; null if there is no stream with this name.
     *
     * @param begun called once the stream of a book misses no change; not called for other streams
     */
    @Nullable
    Subscription<?> find(final WebSocket socket, final SpotFrames frames, final String stream, final Runnable begun) {
        if (stream.equals("!ticker@arr") || stream.equals("!miniTicker@arr")) {
            requireHistory("the stream " + stream);
            final boolean isMini = stream.startsWith("!mini");
            return latest(socket, frames, stream, Streams.TICKS_PER_SECOND, () -> sources.days(frames, stream, isMini));
        }
        final int at = stream.indexOf('@');
        final String symbol = at < 0 ? "" : stream.substring(0, at);
        final Listing listing = symbols.find(symbol.toUpperCase(Locale.ROOT));
        if (listing == null || !symbol.equals(symbol.toLowerCase(Locale.ROOT))) {
            return null;
        }
        final String kind = stream.substring(at + 1);
        if (OF_HISTORY.contains(kind) || kind.startsWith(KLINE)) {
            requireHistory("the stream " + kind);
        }
        return switch (kind) {
            case "trade", "aggTrade" ->
                new EachSubscription(
                        socket,
                        streams.trades(
                                frames.topic(stream),
                                "spot trade",
                                listing.symbol(),
                                (before, trade) -> trade(frames, stream, listing, trade, kind.equals("trade"))),
                        NO_WORDS,
                        null);
            case "depth", "depth@100ms" ->
                new BookSubscription(
                        socket,
                        streams.book(
                                frames.topic(stream),
                                "spot depth",
                                listing.symbol(),
                                kind.endsWith(FAST) ? FAST_TICKS : Streams.TICKS_PER_SECOND,
                                new SpotBook(frames, stream, listing)),
                        begun);
            case "depth5", "depth10", "depth20", "depth5@100ms", "depth10@100ms", "depth20@100ms" -> {
                final boolean isFast = kind.endsWith(FAST);
                final String plain = isFast ? kind.substring(0, kind.length() - FAST.length()) : kind;
                final int levels = Integer.parseInt(plain.substring("depth".length()));
                yield latest(
                        socket,
                        frames,
                        stream,
                        isFast ? FAST_TICKS : Streams.TICKS_PER_SECOND,
                        () -> sources.depth(frames, stream, listing, levels));
            }
            case "bookTicker" -> latest(socket, frames, stream, 1, () -> sources.best(frames, stream, listing));
            case "ticker", "miniTicker" ->
                latest(
                        socket,
                        frames,
                        stream,
                        Streams.TICKS_PER_SECOND,
                        () -> sources.day(frames, stream, listing, kind.equals("miniTicker")));
            default -> {
                final Interval interval = kind.startsWith(KLINE) ? Interval.of(kind.substring(KLINE.length())) : null;
                yield interval == null
                        ? null
                        : latest(
                                socket,
                                frames,
                                stream,
                                Streams.TICKS_PER_SECOND,
                                () -> sources.candles(frames, stream, listing, interval));
            }
        };
    }

    private void requireHistory(final String what) {
        if (!offer.history()) {
            throw Problem.notOffered(what, Offer.HISTORY);
        }
    }

    /**
     * Makes the subscriptions of a user's stream: reports of orders, and balances.
     *
     * @throws Problem if the streams of accounts are switched off
     */
    List<Subscription<?>> ofUser(final WebSocket socket, final SpotFrames frames, final long uid) {
        if (!offer.orders()) {
            throw Problem.notOffered("the stream of an account", Offer.ORDERS);
        }
        return List.of(
                EachSubscription.fromNow(
                        socket,
                        streams.updates(
                                frames.topic("reports " + uid),
                                "spot orders",
                                uid,
                                update -> reports.frame(frames, update)),
                        NO_WORDS),
                latest(
                        socket,
                        frames,
                        "balances " + uid,
                        FAST_TICKS,
                        () -> sources.balances(frames, uid, waiting, streams)));
    }

    private LatestSubscription latest(
            final WebSocket socket,
            final SpotFrames frames,
            final String stream,
            final int everyTicks,
            final Supplier<LatestTopic.Source> source) {
        final int at = stream.indexOf('@');
        final int space = stream.indexOf(' ');
        final String kind = space > 0 ? "balances" : stream.substring(at + 1);
        return new LatestSubscription(socket, streams.latest(frames.topic(stream), "spot " + kind, everyTicks, source));
    }

    private static TextFrame trade(
            final SpotFrames frames,
            final String stream,
            final Listing listing,
            final Trade trade,
            final boolean isPlain) {
        return frames.frame(stream, json -> {
            json.object()
                    .put("e", isPlain ? "trade" : "aggTrade")
                    .putTime("E", trade.timeNs())
                    .put("s", SpotSymbols.name(listing));
            if (isPlain) {
                SpotMarketShapes.told(json, listing, trade);
            } else {
                SpotMarketShapes.aggregate(json, listing, trade);
            }
            json.end();
        });
    }
}
