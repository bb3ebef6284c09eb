package io.daybook.server.stream;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeMetrics;
import io.daybook.api.Listing;
import io.daybook.host.VenueTime;
import io.daybook.server.api.HealthRoutes;
import io.daybook.server.api.Markets;
import io.daybook.server.api.NamedAccount;
import io.daybook.server.api.Shapes;
import io.daybook.server.api.Waiting;
import io.daybook.server.config.Offer;
import io.daybook.server.history.Interval;
import io.daybook.server.history.MarketHistory;
import io.daybook.server.history.Trade;
import io.daybook.server.http.Access;
import io.daybook.server.http.Body;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import io.daybook.server.http.TextFrame;
import io.daybook.server.http.WebSocket;
import io.daybook.server.identity.Caller;
import io.daybook.server.orders.Fill;
import io.daybook.server.orders.OrdersBook;
import io.daybook.server.orders.Update;
import io.daybook.sessions.member.Account;
import io.daybook.wire.json.Json;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The channels of the native protocol: their names, the rights that they need, and their messages. */
final class NativeChannels {
    private static final int MAX_TOP = 100;
    private static final int MAX_NAME = 128;
    private static final int BOOK_TICKS = 1;
    private static final int TOP_TICKS = 2;
    private static final int BALANCE_TICKS = 2;
    private static final Set<String> OF_HISTORY = Set.of("trades", "ticker", "candles");
    private static final String KNOWN = "book:S, book.raw:S, top:S:20, trades:S, ticker:S, candles:S:1m, orders,"
            + " balances, status; S is a listing, and orders:A and balances:A name an account";

    private final Streams streams;
    private final Markets markets;
    private final Offer offer;
    private final MarketHistory history;
    private final OrdersBook orders;
    private final Waiting waiting;
    private final HealthRoutes.Health health;
    private final Exchange exchange;
    private final VenueTime time;
    private final Shapes shapes;
    private final NativeSources sources;

    NativeChannels(
            final Streams streams,
            final Exchange exchange,
            final Markets markets,
            final Offer offer,
            final MarketHistory history,
            final OrdersBook orders,
            final Waiting waiting,
            final HealthRoutes.Health health,
            final VenueTime time) {
        this.streams = streams;
        this.exchange = exchange;
        this.markets = markets;
        this.offer = offer;
        this.history = history;
        this.orders = orders;
        this.waiting = waiting;
        this.health = health;
        this.time = time;
        this.shapes = new Shapes(markets);
        this.sources = new NativeSources(markets, history, time);
    }

    /**
     * Finds the channel with a name.
     *
     * @param publicData whether market data needs no key
     * @param from the last message that the peer has of each channel that it continues, by the channel's name
     * @return a function that makes the subscription
     * @throws Problem if there is no such channel, or the caller may not subscribe to it
     */
    Function<WebSocket, Subscription<?>> find(
            final String channel, final Caller caller, final boolean publicData, final Body from) {
        if (channel.length() > MAX_NAME) {
            throw unknown();
        }
        final int colon = channel.indexOf(':');
        final String kind = colon < 0 ? channel : channel.substring(0, colon);
        final @Nullable String rest = colon < 0 ? null : channel.substring(colon + 1);
        final Function<WebSocket, Subscription<?>> found =
                switch (kind) {
                    case "orders" -> orders(channel, account(kind, caller, rest), from);
                    case "balances" -> balances(channel, account(kind, caller, rest));
                    default -> market(channel, kind, rest, caller, publicData, from);
                };
        if (from.has(channel) && !kind.equals("orders") && !kind.equals("trades")) {
            throw from.wrong(channel, "must not be in from: the channel's first message has the whole state");
        }
        return found;
    }

    private Function<WebSocket, Subscription<?>> market(
            final String channel,
            final String kind,
            final @Nullable String rest,
            final Caller caller,
            final boolean publicData,
            final Body from) {
        if (kind.equals("status") && rest == null) {
            return latest(channel, kind, Streams.TICKS_PER_SECOND, this::status);
        }
        if (rest == null) {
            throw unknown();
        }
        if (!publicData && caller.key() == null) {
            throw noKey();
        }
        if (!offer.history() && OF_HISTORY.contains(kind)) {
            throw Problem.notOffered("the channel " + kind, Offer.HISTORY);
        }
        final int colon = rest.indexOf(':');
        final Listing listing = markets.listing(colon < 0 ? rest : rest.substring(0, colon));
        final String detail = colon < 0 ? "" : rest.substring(colon + 1);
        return switch (detail.isEmpty() == (colon < 0) ? kind : "") {
            case "book" -> book(channel, kind, listing, plain(detail, BOOK_TICKS));
            case "book.raw" -> book(channel, kind, listing, plain(detail, BookTopic.EACH_COMMAND));
            case "trades" -> trades(channel, listing, plain(detail, from));
            case "ticker" ->
                latest(channel, kind, plain(detail, Streams.TICKS_PER_SECOND), () -> sources.ticker(channel, listing));
            case "top" -> {
                final int depth = depth(detail);
                yield latest(channel, kind, TOP_TICKS, () -> sources.top(channel, listing, depth));
            }
            case "candles" -> {
                final Interval interval = Interval.of(detail);
                if (interval == null) {
                    throw Problem.badForm("/channels", "the interval of candles must be 1s, 1m, 5m, 15m, 1h, 4h or 1d");
                }
                yield latest(
                        channel, kind, Streams.TICKS_PER_SECOND, () -> sources.candles(channel, listing, interval));
            }
            default -> throw unknown();
        };
    }

    /** The value, if nothing follows the listing in the channel's name. */
    private static <T> T plain(final String detail, final T value) {
        if (!detail.isEmpty()) {
            throw unknown();
        }
        return value;
    }

    private static int depth(final String text) {
        if (text.matches("[1-9]\\d{0,2}") && Integer.parseInt(text) <= MAX_TOP) {
            return Integer.parseInt(text);
        }
        throw Problem.badForm("/channels", "top must have 1 to " + MAX_TOP + " levels, as in top:BTC-EUR:20");
    }

    private static Problem unknown() {
        return Problem.badForm("/channels", "there is no such channel; known: " + KNOWN);
    }

    private static Problem noKey() {
        return Problem.of(
                ProblemCode.UNAUTHENTICATED,
                "this channel needs a key: send {\"op\":\"auth\",\"token\":\"dbk_…\"} first");
    }

    private Account account(final String kind, final Caller caller, final @Nullable String name) {
        if (caller.key() == null) {
            throw noKey();
        }
        if (!Access.TRADER.allows(caller.roles())) {
            throw Problem.of(ProblemCode.FORBIDDEN, "this needs a key with the role trader");
        }
        if (!offer.orders()) {
            throw Problem.notOffered("the channel " + kind, Offer.ORDERS);
        }
        return NamedAccount.of(caller, name);
    }

    private Function<WebSocket, Subscription<?>> book(
            final String channel, final String kind, final Listing listing, final int everyTicks) {
        return socket -> new BookSubscription(
                socket, streams.book(channel, kind, listing.symbol(), everyTicks, new NativeBook(channel, listing)));
    }

    private Function<WebSocket, Subscription<?>> latest(
            final String channel, final String kind, final int everyTicks, final Supplier<LatestTopic.Source> source) {
        return socket -> new LatestSubscription(socket, streams.latest(channel, kind, everyTicks, source));
    }

    private LatestTopic.Source status() {
        return LatestTopic.ofState(
                () -> {
                    final CompletionStage<Void> unused = health.look(); // refreshes the answer for the next message
                    return exchange.metrics();
                },
                metrics -> List.of(health.notReady(), health.degraded(), metrics.deliveredSeq(), metrics.journalLag()),
                this::status);
    }

    /** The message of the channel status: whether the venue runs, and the progress of its folds. */
    private TextFrame status(final ExchangeMetrics metrics) {
        final String reason = health.notReady();
        final List<String> degraded = health.degraded();
        final long seq = metrics.deliveredSeq();
        final Json json = new Json()
                .object()
                .put("ch", "status")
                .put("type", "status")
                .put("status", HealthRoutes.word(reason, degraded))
                .list("reasons");
        if (!reason.isEmpty()) {
            json.item(reason);
        }
        degraded.forEach(json::item);
        json.endList().put("seq", seq);
        if (offer.orders()) {
            json.put("ordersLag", Math.max(0, seq - orders.seq()));
        }
        if (offer.history()) {
            json.put("historyLag", Math.max(0, seq - history.seq()));
        }
        json.put("journalLag", metrics.journalLag()).put("time", Shapes.micros(time.epochNs()));
        return TextFrame.of(json.end());
    }

    private Function<WebSocket, Subscription<?>> trades(final String channel, final Listing listing, final Body from) {
        final Key key;
        if (from.has(channel)) {
            final Body said = from.object(channel);
            key = new Key(said.whole("seq", 0, Long.MAX_VALUE), said.whole("event", 0, Integer.MAX_VALUE));
            said.finish();
        } else {
            key = null;
        }
        return socket -> new EachSubscription(
                socket,
                streams.trades(
                        channel,
                        "trades",
                        listing.symbol(),
                        (previous, trade) -> trade(channel, listing, previous, trade)),
                new NativeWords(channel),
                key);
    }

    private TextFrame trade(final String channel, final Listing listing, final Key previous, final Trade trade) {
        final Json json = new Json().object().put("ch", channel).put("type", "trade");
        NativeWords.key(json, "prev", previous);
        shapes.trade(json, listing, trade);
        return TextFrame.of(json.end());
    }

    private Function<WebSocket, Subscription<?>> orders(final String channel, final Account account, final Body from) {
        final Key key = from.has(channel) ? new Key(from.whole(channel, 0, Long.MAX_VALUE - 1), 0) : null;
        return socket -> new EachSubscription(
                socket,
                streams.updates(
                        channel + "\n" + account.uid(), "orders", account.uid(), update -> update(channel, update)),
                new NativeWords(channel),
                key);
    }

    private TextFrame update(final String channel, final Update update) {
        final Json json = new Json()
                .object()
                .put("ch", channel)
                .put("type", "update")
                .put("n", update.n())
                .object("order");
        shapes.order(json, update.order());
        json.end();
        final Fill fill = update.fill();
        if (fill != null) {
            json.object("fill");
            shapes.fill(json, fill);
            json.end();
        }
        return TextFrame.of(json.end());
    }

    private Function<WebSocket, Subscription<?>> balances(final String channel, final Account account) {
        final long uid = account.uid();
        return socket -> new LatestSubscription(
                socket,
                streams.latest(
                        channel + "\n" + account.name() + "\n" + uid,
                        "balances",
                        BALANCE_TICKS,
                        () -> sources.balances(channel, account.name(), uid, waiting, streams)));
    }
}
