package io.daybook.server.stream;

import io.daybook.host.VenueTime;
import io.daybook.server.api.Shapes;
import io.daybook.server.http.Body;
import io.daybook.server.http.Dispatcher;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import io.daybook.server.http.WebSocket;
import io.daybook.server.identity.ApiKey;
import io.daybook.server.identity.Caller;
import io.daybook.server.identity.Credentials;
import io.daybook.wire.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The session of a peer of the native protocol: its key and its subscriptions. Used by its event loop. */
final class NativeSession extends PeerSession {
    private static final int MAX_CHANNELS = 100;
    private static final long MAX_ID = (1L << 53) - 1;
    private static final long LOGIN_S = 10;

    private final NativeChannels channels;
    private final VenueTime time;

    NativeSession(
            final WebSocket socket,
            final Caller caller,
            final NativeChannels channels,
            final Dispatcher dispatcher,
            final VenueTime time) {
        super(socket, caller, dispatcher);
        this.channels = channels;
        this.time = time;
    }

    @Override
    public void onOpen() {
        if (caller().key() != null) {
            caller(caller(), () -> true);
        } else if (!dispatcher().publicData()) {
            final Future<?> unused = socket().loop().schedule(this::requireKey, LOGIN_S, TimeUnit.SECONDS);
        }
    }

    @Override
    protected Body read(final byte[] message) {
        take();
        return Body.read(message);
    }

    @Override
    protected Consumer<Json> id(final Body request) {
        final long id = request.whole("id", -1, 0, MAX_ID);
        return id < 0 ? json -> {} : json -> json.put("id", id);
    }

    @Override
    protected void onRequest(final Body body, final Consumer<Json> id) {
        switch (body.text("op")) {
            case "subscribe" -> subscribe(id, body);
            case "unsubscribe" -> unsubscribe(id, body);
            case "auth" -> authenticate(id, body);
            case "ping" -> {
                body.finish();
                answer(id, "pong", json -> json.put("time", Shapes.micros(time.epochNs())));
            }
            default -> throw body.wrong("op", "must be one of subscribe, unsubscribe, auth, ping");
        }
    }

    private void subscribe(final Consumer<Json> id, final Body body) {
        final List<String> names = names(body);
        final Body from = body.object("from");
        body.finish();
        final Map<String, Function<WebSocket, Subscription<?>>> found = new LinkedHashMap<>();
        for (final String name : names) {
            final boolean isNew = !subscriptions().containsKey(name)
                    && found.put(
                                    name,
                                    channels.find(name, caller(), dispatcher().publicData(), from))
                            == null;
            if (!isNew) {
                throw body.wrong("channels", "must name each channel once, and no channel that is subscribed already");
            }
        }
        from.finish();
        if (subscriptions().size() + found.size() > MAX_CHANNELS) {
            throw body.wrong("channels", "must have at most " + MAX_CHANNELS + " names on a connection");
        }
        final List<Subscription<?>> begun = new ArrayList<>();
        found.forEach((name, made) -> {
            final Subscription<?> subscription = made.apply(socket());
            subscriptions().put(name, subscription);
            begun.add(subscription);
        });
        answer(id, "subscribed", json -> list(json, names));
        begun.forEach(Subscription::start);
    }

    private void unsubscribe(final Consumer<Json> id, final Body body) {
        final List<String> names = names(body);
        body.finish();
        for (final String name : names) {
            if (!subscriptions().containsKey(name)) {
                throw body.wrong("channels", "must name channels that are subscribed");
            }
        }
        for (final String name : names) {
            final Subscription<?> subscription = subscriptions().remove(name);
            if (subscription != null) {
                subscription.end();
            }
        }
        answer(id, "unsubscribed", json -> list(json, names));
    }

    private static List<String> names(final Body body) {
        final List<String> names = body.texts("channels");
        if (names.isEmpty() || names.size() > MAX_CHANNELS) {
            throw body.wrong("channels", "must be a list of 1 to " + MAX_CHANNELS + " names");
        }
        return names;
    }

    /**
     * Accepts the same credentials as the headers of a request: a token, or a signature over the time and the path of
     * the stream.
     */
    private void authenticate(final Consumer<Json> id, final Body body) {
        final String token = body.optionalText("token");
        final String key = body.optionalText("key");
        final String time = body.has("time") ? Long.toString(body.whole("time", 0, MAX_ID)) : null;
        final String sign = body.optionalText("sign");
        body.finish();
        if ((token == null) == (key == null || time == null || sign == null)) {
            throw Problem.badForm("", "auth must have token, or key, time and sign");
        }
        if (caller().key() != null) {
            throw Problem.badForm("/op", "the connection already has a key; open another connection for another key");
        }
        final Credentials credentials = new Credentials(
                token == null ? null : "Bearer " + token,
                key,
                time,
                sign,
                "GET",
                NativeProtocol.PATH,
                new byte[0],
                socket().address());
        try {
            caller(dispatcher().caller(credentials), () -> true);
        } catch (Problem e) {
            proved(false);
            throw e;
        }
        answer(id, "authenticated", json -> json.put("key", keyId()));
    }

    private void requireKey() {
        if (caller().key() == null) {
            socket().close(WebSocket.NO_KEY, "market data needs a key here: send auth within 10 s");
        }
    }

    @Override
    protected void refuse(final Problem problem, final Consumer<Json> id) {
        answer(id, "error", json -> {
            json.put("code", problem.code()).put("title", problem.title()).put("detail", problem.detail());
            problem.members().forEach(json::putAny);
        });
    }

    @Override
    protected String tooFast() {
        return ProblemCode.THROTTLED.name();
    }

    private void answer(final Consumer<Json> id, final String op, final Consumer<Json> members) {
        answer(json -> {
            id.accept(json.put("op", op));
            members.accept(json);
        });
    }

    private @Nullable String keyId() {
        final ApiKey key = caller().key();
        return key == null ? null : key.id();
    }

    private static void list(final Json json, final List<String> names) {
        json.list("channels");
        names.forEach(json::item);
        json.endList();
    }
}
