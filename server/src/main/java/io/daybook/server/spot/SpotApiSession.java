package io.daybook.server.spot;

import io.daybook.host.VenueTime;
import io.daybook.server.http.Access;
import io.daybook.server.http.Body;
import io.daybook.server.http.Dispatcher;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import io.daybook.server.http.RawRequest;
import io.daybook.server.http.Response;
import io.daybook.server.http.Route;
import io.daybook.server.http.WebSocket;
import io.daybook.server.identity.ApiKey;
import io.daybook.server.identity.Caller;
import io.daybook.server.identity.KeyKind;
import io.daybook.server.stream.Subscription;
import io.daybook.wire.json.Json;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The session of a socket of requests. The routes of HTTP answer the requests of {@link SpotMethods}; this class
 * carries out the requests that HTTP lacks: the login and the stream of an account.
 */
final class SpotApiSession extends SpotSession {
    private static final String API_KEY = "apiKey";

    /** The largest number of requests of a socket that wait for their answers. */
    private static final int MAX_WAITING = 64;

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int UNAUTHORIZED = 401;

    private final Feed feed;
    private final SpotDialect dialect;
    private final VenueTime time;
    private final long connectedMs;
    private boolean isOfUser;
    private int waiting;

    /** The number of requests, which makes each request of a login unique. */
    private long requests;

    /** The caller that logged in; null before a login. */
    private @Nullable Caller known;

    private long knownSinceMs;

    /** The source and the form of an account's stream. */
    record Feed(SpotChannels channels, SpotFrames frames) {}

    SpotApiSession(
            final WebSocket socket,
            final Caller caller,
            final Feed feed,
            final SpotDialect dialect,
            final Dispatcher dispatcher,
            final VenueTime time) {
        super(socket, caller, dispatcher, true);
        this.feed = feed;
        this.dialect = dialect;
        this.time = time;
        this.connectedMs = time.epochMillis();
    }

    @Override
    protected void onRequest(final Body request, final Consumer<Json> id) {
        final String method = request.text("method");
        final Body params = request.object("params");
        request.finish();
        final Map<String, String> given = new TreeMap<>();
        for (final String name : params.keys()) {
            given.put(name, params.spelled(name));
        }
        final String route = SpotMethods.ROUTES.get(method);
        if (route != null) {
            carryOut(route, given, id);
            return;
        }
        take();
        switch (method) {
            case "session.logon" -> logon(given, id);
            case "session.status" -> status(given, id);
            case "session.logout" -> logout(given, id);
            case "userDataStream.subscribe" -> {
                new SpotParameters(given).finish();
                subscribe(requireKnown(), id);
            }
            case "userDataStream.subscribe.signature" -> subscribe(signer(given), id);
            case "userDataStream.unsubscribe" -> unsubscribe(given, id);
            default ->
                throw SpotErrors.of(
                        SpotErrors.UNSUPPORTED,
                        "There is no such method. Known: " + String.join(", ", SpotMethods.ROUTES.keySet())
                                + ", session.logon, session.status, session.logout, userDataStream.subscribe,"
                                + " userDataStream.subscribe.signature, userDataStream.unsubscribe.");
        }
    }

    // ---- requests that HTTP has, too -----------------------------------------------------------------------------

    private void carryOut(final String route, final Map<String, String> given, final Consumer<Json> id) {
        if (waiting == MAX_WAITING) {
            throw Problem.of(
                    ProblemCode.THROTTLED, "at most " + MAX_WAITING + " requests of a socket may wait for answers");
        }
        final String signed = signed(given);
        final String key = given.remove(API_KEY);
        given.put(SpotParameters.TIME_UNIT, feed.frames.areMicros() ? SpotParameters.MICROS : "MILLISECOND");
        final int space = route.indexOf(' ');
        final RawRequest raw = new RawRequest(
                route.substring(0, space),
                route.substring(space + 1),
                key == null ? Map.of() : Map.of(SpotDialect.API_KEY, key),
                new byte[0],
                socket().address());
        final Caller login = known;
        final long number = ++requests;
        waiting++;
        final CompletionStage<?> unused = dispatcher()
                .answer(
                        raw,
                        given,
                        asked -> () -> login == null || given.containsKey(SpotParameters.SIGNATURE)
                                ? dialect.caller(asked, key, given, signed, socket().address())
                                : known(asked, login, given, number + " " + signed),
                        socket().loop())
                .thenAcceptAsync(
                        response -> {
                            waiting--;
                            answer(response, id);
                            passed(response.status() != TOO_MANY_REQUESTS);
                            proved(response.status() != UNAUTHORIZED);
                        },
                        socket().loop());
    }

    private void answer(final Response response, final Consumer<Json> id) {
        answer(json -> {
            id.accept(json);
            json.put("status", response.status());
            json.raw(response.status() / 100 == 2 ? "result" : "error", response.body());
        });
    }

    private Caller known(final Route route, final Caller login, final Map<String, String> given, final String signed) {
        if (!dispatcher().stillCounts(login)) {
            throw SpotErrors.of(SpotErrors.KEY, SpotErrors.NO_PERMISSION);
        }
        return dialect.caller(route, login, given, signed);
    }

    /** The signed text: all parameters, in the order of their names. */
    private static String signed(final Map<String, String> given) {
        final StringJoiner signed = new StringJoiner("&");
        given.forEach((name, value) -> {
            if (!name.equals(SpotParameters.SIGNATURE)) {
                signed.add(name + "=" + value);
            }
        });
        return signed.toString();
    }

    // ---- requests that only a socket has -------------------------------------------------------------------------

    private Caller signer(final Map<String, String> given) {
        final String key = given.get(API_KEY);
        final Caller caller = dispatcher()
                .caller(() -> dialect.signer(key, given, signed(given), socket().address()), key, socket().address());
        if (!Access.TRADER.allows(caller.roles())) {
            throw SpotErrors.of(SpotErrors.KEY, SpotErrors.NO_PERMISSION);
        }
        final long unused = SpotOrders.uid(caller);
        return caller;
    }

    private void logon(final Map<String, String> given, final Consumer<Json> id) {
        final Caller caller = signer(given);
        final ApiKey key = caller.key();
        if (key == null || key.kind() != KeyKind.ED25519) {
            throw SpotErrors.of(SpotErrors.HMAC_LOGON, "HMAC_SHA256 API key is not supported.");
        }
        known = caller;
        knownSinceMs = time.epochMillis();
        caller(caller, () -> true);
        done(id, this::session);
    }

    private void status(final Map<String, String> given, final Consumer<Json> id) {
        new SpotParameters(given).finish();
        done(id, this::session);
    }

    private void logout(final Map<String, String> given, final Consumer<Json> id) {
        new SpotParameters(given).finish();
        if (known != null) {
            known = null;
            end();
        }
        done(id, this::session);
    }

    private void session(final Json json) {
        json.micros(feed.frames.areMicros());
        final Caller login = known;
        final ApiKey key = login == null ? null : login.key();
        if (key == null) {
            json.putNull(API_KEY).putNull("authorizedSince");
        } else {
            json.put(API_KEY, key.id()).putTime("authorizedSince", SpotMarketShapes.nanos(knownSinceMs));
        }
        json.putTime("connectedSince", SpotMarketShapes.nanos(connectedMs))
                .put("returnRateLimits", false)
                .putTime("serverTime", SpotMarketShapes.nanos(time.epochMillis()))
                .put("userDataStream", isOfUser);
    }

    private Caller requireKnown() {
        final Caller login = known;
        if (login == null) {
            throw SpotErrors.of(SpotErrors.KEY, "Send session.logon first.");
        }
        return login;
    }

    private void subscribe(final Caller caller, final Consumer<Json> id) {
        if (isOfUser) {
            throw SpotErrors.of(SpotErrors.NOT_VALID, "The connection already has the stream of an account.");
        }
        final List<Subscription<?>> ofUser = feed.channels.ofUser(socket(), feed.frames, SpotOrders.uid(caller));
        isOfUser = true;
        caller(caller, () -> true);
        ofUser.forEach(one -> subscriptions().put("user " + subscriptions().size(), one));
        done(id, json -> json.put("subscriptionId", 0));
        subscriptions().values().forEach(Subscription::start);
    }

    private void unsubscribe(final Map<String, String> given, final Consumer<Json> id) {
        final SpotParameters parameters = new SpotParameters(given);
        parameters.whole("subscriptionId", 0, 0, 0);
        parameters.finish();
        end();
        done(id, json -> {});
    }

    private void end() {
        subscriptions().values().forEach(Subscription::end);
        subscriptions().clear();
        isOfUser = false;
    }

    private void done(final Consumer<Json> id, final Consumer<Json> result) {
        answer(json -> {
            id.accept(json);
            json.put("status", 200).object("result");
            result.accept(json);
            json.end();
        });
    }

    @Override
    protected void refuse(final Problem problem, final Consumer<Json> id) {
        answer(json -> {
            id.accept(json);
            json.put("status", SpotErrors.status(problem)).object("error");
            SpotErrors.members(json, problem);
            json.end();
        });
        proved(SpotErrors.status(problem) != UNAUTHORIZED);
    }
}
