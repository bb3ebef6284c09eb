package io.daybook.server.spot;

import io.daybook.server.http.Body;
import io.daybook.server.http.Dispatcher;
import io.daybook.server.http.Frame;
import io.daybook.server.http.Json;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import io.daybook.server.http.SocketProtocol;
import io.daybook.server.http.WebSocket;
import io.daybook.server.identity.Caller;
import io.daybook.server.stream.Subscription;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One peer of a socket of the dialect: what it hears, and its requests one by one. Used by its event loop. */
abstract class SpotSession implements SocketProtocol.Session {
    /** Streams on one socket. */
    static final int MAX_STREAMS = 200;

    private static final Logger LOG = LoggerFactory.getLogger(SpotSession.class);
    private static final int MAX_THROTTLED = 100;
    private static final long MAX_ID = Long.MAX_VALUE;
    private static final long LOOK_S = 1;

    private final WebSocket socket;
    private final Dispatcher dispatcher;
    private final Map<String, Subscription<?>> subscriptions = new LinkedHashMap<>();
    private int turn;
    private Caller caller;

    /** Messages in a row that came too fast. */
    private int throttled;

    private @Nullable Future<?> looking;

    SpotSession(final WebSocket socket, final Caller caller, final Dispatcher dispatcher) {
        this.socket = socket;
        this.caller = caller;
        this.dispatcher = dispatcher;
    }

    static Problem tooMany() {
        return SpotErrors.of(SpotErrors.NOT_VALID, "At most " + MAX_STREAMS + " streams on a connection.");
    }

    /**
     * Carries out a request.
     *
     * @param id writes the id of the request into the answer
     * @throws Problem for what is refused
     */
    abstract void onRequest(Body request, Consumer<Json> id);

    /** Says what is wrong with a request. */
    abstract void refuse(Problem problem, Consumer<Json> id);

    @Override
    public void onText(final String text) {
        Consumer<Json> id = json -> {};
        try {
            dispatcher.take(caller);
            throttled = 0;
            final Body body = Body.read(text.getBytes(StandardCharsets.UTF_8));
            id = idOf(body);
            onRequest(body, id);
        } catch (Problem e) {
            refuse(e, id);
            if (e.code().equals(ProblemCode.THROTTLED.name()) && ++throttled == MAX_THROTTLED) {
                socket.close(WebSocket.POLICY, "too many requests");
            }
        } catch (RuntimeException e) {
            LOG.error("a message of a stream's peer failed", e);
            refuse(Problem.of(ProblemCode.INTERNAL, ""), id);
        }
    }

    /** A number or a text, said again in the answer. */
    private static Consumer<Json> idOf(final Body body) {
        if (!body.has("id")) {
            return json -> json.putNull("id");
        }
        try {
            final long number = body.whole("id", 0, MAX_ID);
            return json -> json.put("id", number);
        } catch (Problem e) {
            final String text = body.text("id");
            return json -> json.put("id", text);
        }
    }

    @Override
    public void onDrained() {
        Subscription.onDrained(subscriptions.values(), turn++);
    }

    @Override
    public void onClosed() {
        subscriptions.values().forEach(Subscription::end);
        subscriptions.clear();
        final Future<?> look = looking;
        if (look != null) {
            look.cancel(false);
        }
    }

    final WebSocket socket() {
        return socket;
    }

    final Dispatcher dispatcher() {
        return dispatcher;
    }

    final Map<String, Subscription<?>> subscriptions() {
        return subscriptions;
    }

    /** Who it is from now on; it ends when its key does, or when something else says so. */
    final void caller(final Caller known, final BooleanSupplier stillCounts) {
        final Future<?> before = looking;
        if (before != null) {
            before.cancel(false);
        }
        caller = known;
        socket.holder(known.key());
        looking = socket.loop()
                .scheduleWithFixedDelay(
                        () -> {
                            if (!dispatcher.stillCounts(known) || !stillCounts.getAsBoolean()) {
                                socket.close(WebSocket.NO_KEY, "the key does not count any more");
                            }
                        },
                        LOOK_S,
                        LOOK_S,
                        TimeUnit.SECONDS);
    }

    final void answer(final Consumer<Json> members) {
        final Json json = new Json().object();
        members.accept(json);
        socket.reply(Frame.of(json.end()));
    }
}
