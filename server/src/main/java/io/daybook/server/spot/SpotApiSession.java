package io.daybook.server.spot;

import io.daybook.host.Clock;
import io.daybook.server.http.Access;
import io.daybook.server.http.Body;
import io.daybook.server.http.Dispatcher;
import io.daybook.server.http.Json;
import io.daybook.server.http.Problem;
import io.daybook.server.http.WebSocket;
import io.daybook.server.identity.Caller;
import io.daybook.server.stream.Subscription;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.Consumer;

/** A socket of requests, of which one opens the stream of an account. */
final class SpotApiSession extends SpotSession {
    private static final int MAX_FAILED_KEYS = 3;

    private final SpotChannels channels;
    private final SpotDialect dialect;
    private final Clock clock;
    private boolean isOfUser;
    private int failedKeys;

    SpotApiSession(
            final WebSocket socket,
            final Caller caller,
            final SpotChannels channels,
            final SpotDialect dialect,
            final Dispatcher dispatcher,
            final Clock clock) {
        super(socket, caller, dispatcher);
        this.channels = channels;
        this.dialect = dialect;
        this.clock = clock;
    }

    @Override
    void onRequest(final Body request, final Consumer<Json> id) {
        final String method = request.text("method");
        final Body params = request.object("params");
        request.finish();
        switch (method) {
            case "ping" -> {
                params.finish();
                done(id, json -> {});
            }
            case "time" -> {
                params.finish();
                done(id, json -> json.put("serverTime", clock.epochMillis()));
            }
            case "userDataStream.subscribe.signature" -> subscribe(params, id);
            case "userDataStream.unsubscribe" -> unsubscribe(params, id);
            default ->
                throw SpotErrors.of(
                        SpotErrors.UNSUPPORTED,
                        "method must be ping, time, userDataStream.subscribe.signature or userDataStream.unsubscribe.");
        }
    }

    private void subscribe(final Body params, final Consumer<Json> id) {
        final Map<String, String> given = new TreeMap<>();
        for (final String name : params.keys()) {
            given.put(name, text(params, name));
        }
        if (isOfUser) {
            throw SpotErrors.of(SpotErrors.NOT_VALID, "The connection has the stream of an account already.");
        }
        final StringJoiner signed = new StringJoiner("&");
        given.forEach((name, value) -> {
            if (!name.equals(SpotParameters.SIGNATURE)) {
                signed.add(name + "=" + value);
            }
        });
        final Caller caller;
        try {
            caller = dispatcher()
                    .caller(
                            () -> dialect.signer(given.get("apiKey"), given, signed.toString(), socket().address()),
                            given.get("apiKey"),
                            socket().address());
        } catch (Problem e) {
            if (++failedKeys == MAX_FAILED_KEYS) {
                socket().close(WebSocket.NO_KEY, "no key that counts, " + MAX_FAILED_KEYS + " times");
            }
            throw e;
        }
        if (!Access.TRADER.allows(caller.roles())) {
            throw SpotErrors.of(SpotErrors.KEY, SpotErrors.NO_PERMISSION);
        }
        final long uid = SpotOrders.uid(caller);
        final List<Subscription<?>> ofUser = channels.ofUser(socket(), SpotFrames.NUMBERED, uid);
        isOfUser = true;
        caller(caller, () -> true);
        ofUser.forEach(one -> subscriptions().put("user " + subscriptions().size(), one));
        done(id, json -> json.put("subscriptionId", 0));
        subscriptions().values().forEach(Subscription::start);
    }

    /** A parameter as it is signed. */
    private static String text(final Body params, final String name) {
        try {
            return params.text(name);
        } catch (Problem e) {
            return Long.toString(params.whole(name, 0, Long.MAX_VALUE));
        }
    }

    private void unsubscribe(final Body params, final Consumer<Json> id) {
        params.whole("subscriptionId", 0, 0, 0);
        params.finish();
        subscriptions().values().forEach(Subscription::end);
        subscriptions().clear();
        isOfUser = false;
        done(id, json -> {});
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
    void refuse(final Problem problem, final Consumer<Json> id) {
        answer(json -> {
            id.accept(json);
            json.put("status", SpotErrors.status(problem)).object("error");
            SpotErrors.members(json, problem);
            json.end();
        });
    }
}
