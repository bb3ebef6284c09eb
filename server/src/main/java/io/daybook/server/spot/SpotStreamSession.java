package io.daybook.server.spot;

import io.daybook.server.http.Body;
import io.daybook.server.http.Dispatcher;
import io.daybook.server.http.Problem;
import io.daybook.server.http.WebSocket;
import io.daybook.server.identity.Caller;
import io.daybook.server.stream.BookSubscription;
import io.daybook.server.stream.Subscription;
import io.daybook.wire.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** The session of a socket of streams. */
final class SpotStreamSession extends SpotSession {
    private final SpotFrames frames;
    private final SpotChannels channels;
    private final ListenKeys keys;
    private Runnable atOpen = () -> {};

    /** The streams of books that have not begun, with the answers that wait for them. */
    private final Map<String, Runnable> beginning = new LinkedHashMap<>();

    SpotStreamSession(
            final WebSocket socket,
            final Caller caller,
            final SpotFrames frames,
            final SpotChannels channels,
            final ListenKeys keys,
            final Dispatcher dispatcher) {
        super(socket, caller, dispatcher, false);
        this.frames = frames;
        this.channels = channels;
        this.keys = keys;
    }

    /** Sets the streams that the path names, which begin with the session. */
    void beginWith(final Map<String, Subscription<?>> streams) {
        subscriptions().putAll(streams);
    }

    /** Sets the stream of an account, which begins with the session. */
    void beginWith(final Caller holder, final String listenKey) {
        channels.ofUser(socket(), frames, SpotOrders.uid(holder))
                .forEach(one -> subscriptions().put("user " + subscriptions().size(), one));
        atOpen = () -> caller(holder, () -> keys.find(listenKey) != null);
    }

    @Override
    public CompletionStage<?> begin() {
        final CompletableFuture<?> begun = new CompletableFuture<>();
        answerWhenBegun(subscriptions(), () -> begun.complete(null));
        subscriptions().values().stream()
                .filter(BookSubscription.class::isInstance)
                .forEach(Subscription::start);
        return begun;
    }

    @Override
    public void onOpen() {
        final List<Subscription<?>> others = subscriptions().values().stream()
                .filter(one -> !(one instanceof BookSubscription))
                .toList();
        others.forEach(Subscription::start);
        atOpen.run();
    }

    /**
     * Makes the subscription of a stream.
     *
     * @throws Problem if there is no stream with this name
     */
    Subscription<?> find(final String name) {
        final Subscription<?> found = channels.find(socket(), frames, name, () -> begun(name));
        if (found == null) {
            throw SpotErrors.of(
                    SpotErrors.NOT_VALID,
                    "There is no such stream. Known: btceur@ with trade, aggTrade, depth, depth@100ms, depth5, depth10,"
                            + " depth20, bookTicker, ticker, miniTicker, kline_1m; and !ticker@arr, !miniTicker@arr.");
        }
        return found;
    }

    @Override
    protected void onRequest(final Body request, final Consumer<Json> id) {
        take();
        final String method = request.text("method");
        final List<String> names = request.texts("params");
        request.finish();
        switch (method) {
            case "SUBSCRIBE" -> subscribe(names, id);
            case "UNSUBSCRIBE" -> {
                for (final String name : names) {
                    begun(name);
                    final Subscription<?> ended = subscriptions().remove(name);
                    if (ended != null) {
                        ended.end();
                    }
                }
                done(id);
            }
            case "LIST_SUBSCRIPTIONS" ->
                answer(json -> {
                    json.list("result");
                    subscriptions().keySet().stream()
                            .filter(name -> name.indexOf(' ') < 0)
                            .forEach(json::item);
                    json.endList();
                    id.accept(json);
                });
            default ->
                throw SpotErrors.of(
                        SpotErrors.NOT_VALID, "method must be SUBSCRIBE, UNSUBSCRIBE or LIST_SUBSCRIPTIONS.");
        }
    }

    private void subscribe(final List<String> names, final Consumer<Json> id) {
        if (!dispatcher().publicData()) {
            throw SpotErrors.of(SpotErrors.KEY, SpotErrors.NO_PERMISSION);
        }
        final Map<String, Subscription<?>> found = new LinkedHashMap<>();
        for (final String name : names) {
            if (!subscriptions().containsKey(name)) {
                found.put(name, find(name));
            }
        }
        if (subscriptions().size() + found.size() > MAX_STREAMS) {
            throw tooMany();
        }
        subscriptions().putAll(found);
        answerWhenBegun(found, () -> done(id));
        found.values().forEach(Subscription::start);
    }

    /**
     * Answers once the streams of books among these have begun: a client requests the book after the answer, and must
     * receive every later change.
     */
    private void answerWhenBegun(final Map<String, Subscription<?>> streams, final Runnable answer) {
        streams.forEach((name, subscription) -> {
            if (subscription instanceof BookSubscription) {
                beginning.put(name, answer);
            }
        });
        if (!beginning.containsValue(answer)) {
            answer.run();
        }
    }

    private void begun(final String name) {
        final Runnable answer = beginning.remove(name);
        if (answer != null && !beginning.containsValue(answer)) {
            answer.run();
        }
    }

    private void done(final Consumer<Json> id) {
        answer(json -> {
            json.putNull("result");
            id.accept(json);
        });
    }

    @Override
    protected void refuse(final Problem problem, final Consumer<Json> id) {
        answer(json -> {
            json.object("error");
            SpotErrors.members(json, problem);
            json.end();
            id.accept(json);
        });
    }
}
