package io.daybook.server.spot;

import io.daybook.host.VenueTime;
import io.daybook.server.api.Markets;
import io.daybook.server.api.Waiting;
import io.daybook.server.config.Offer;
import io.daybook.server.history.MarketHistory;
import io.daybook.server.http.Dispatcher;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import io.daybook.server.http.RawRequest;
import io.daybook.server.http.SocketProtocol;
import io.daybook.server.http.WebSocket;
import io.daybook.server.identity.Caller;
import io.daybook.server.stream.Streams;
import io.daybook.server.stream.Subscription;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The protocol on {@code /ws}, {@code /stream} and {@code /ws-api/v3}.
 *
 * <pre>
 * /ws/btceur&#64;trade/btceur&#64;depth         messages as they are; /ws alone begins with no stream
 * /stream?streams=btceur&#64;trade          messages under the names of their streams
 * /ws/LISTEN_KEY                       the stream of an account
 * /ws-api/v3                           requests, among them a signed one for the stream of an account
 * </pre>
 */
public final class SpotProtocol implements SocketProtocol {
    private static final String RAW = "/ws";
    private static final String COMBINED = "/stream";
    private static final String API = "/ws-api/v3";
    private static final String STREAMS = "streams=";
    private static final String TIME_UNIT = "timeUnit=";
    private static final int MAX_NUMBER = 9;

    private final SpotChannels channels;
    private final ListenKeys keys;
    private final SpotDialect dialect;
    private final Dispatcher dispatcher;
    private final Markets markets;
    private final VenueTime time;

    /**
     * Serves the protocol over the streams and folds of a server.
     *
     * @param routes the routes of the server, which make listen keys
     */
    public SpotProtocol(
            final Streams streams,
            final Markets markets,
            final Offer offer,
            final MarketHistory history,
            final Waiting waiting,
            final SpotRoutes routes,
            final SpotDialect dialect,
            final Dispatcher dispatcher,
            final VenueTime time) {
        this.channels = new SpotChannels(streams, markets, offer, history, waiting, time);
        this.keys = routes.listenKeys();
        this.dialect = dialect;
        this.dispatcher = dispatcher;
        this.markets = markets;
        this.time = time;
    }

    @Override
    public boolean takes(final String path) {
        return path.equals(RAW) || path.startsWith(RAW + "/") || path.equals(COMBINED) || path.equals(API);
    }

    @Override
    public CompletionStage<?> ready() {
        return markets.openBooks();
    }

    @Override
    public Session open(final WebSocket socket, final RawRequest request, final Caller caller) {
        final String target = request.target();
        final int mark = target.indexOf('?');
        final String path = mark < 0 ? target : target.substring(0, mark);
        final String query = mark < 0 ? "" : target.substring(mark + 1);
        final boolean areMicros = SpotParameters.isMicros(value(query, TIME_UNIT));
        if (path.equals(API)) {
            return new SpotApiSession(
                    socket,
                    caller,
                    new SpotApiSession.Feed(channels, new SpotFrames(SpotFrames.Path.NUMBERED, areMicros)),
                    dialect,
                    dispatcher,
                    time);
        }
        final boolean isRaw = !path.equals(COMBINED);
        final List<String> names = isRaw
                ? names(path.length() <= RAW.length() + 1 ? "" : path.substring(RAW.length() + 1))
                : names(Objects.requireNonNullElse(value(query, STREAMS), ""));
        final SpotStreamSession session = new SpotStreamSession(
                socket,
                caller,
                new SpotFrames(isRaw ? SpotFrames.Path.RAW : SpotFrames.Path.COMBINED, areMicros),
                channels,
                keys,
                dispatcher);
        final Caller made = names.size() == 1 ? keys.find(names.get(0)) : null;
        if (made != null) {
            // The client that made the listen key may have another address.
            final Caller holder = new Caller(made.key(), caller.address(), null);
            if (!dispatcher.stillCounts(holder)) {
                throw Problem.of(ProblemCode.UNAUTHENTICATED, "the key of this listen key is not valid here");
            }
            session.beginWith(holder, names.get(0));
            return session;
        }
        if (!dispatcher.publicData()) {
            throw Problem.of(ProblemCode.UNAUTHENTICATED, "market data needs a key, and these paths accept none");
        }
        final Map<String, Subscription<?>> found = new LinkedHashMap<>();
        for (final String name : names) {
            found.put(name, session.find(name));
        }
        session.beginWith(found);
        return session;
    }

    private static @Nullable String value(final String query, final String name) {
        for (final String one : query.split("&", -1)) {
            if (one.startsWith(name)) {
                return one.substring(name.length());
            }
        }
        return null;
    }

    /**
     * The names between slashes. A number is left out, because clients number their connections, as in {@code /ws/1}.
     */
    private static List<String> names(final String text) {
        final List<String> names = new ArrayList<>();
        for (final String name : SpotDialect.decoded(text).split("/", -1)) {
            final boolean isNumber = name.length() <= MAX_NUMBER && name.chars().allMatch(c -> c >= '0' && c <= '9');
            if (!isNumber && !names.contains(name)) {
                names.add(name);
            }
        }
        if (names.size() > SpotSession.MAX_STREAMS) {
            throw SpotSession.tooMany();
        }
        return names;
    }
}
