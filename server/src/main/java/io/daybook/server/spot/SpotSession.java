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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One peer of a socket of the dialect: its streams, and its requests one by one. Used by its event loop. */
abstract class SpotSession implements SocketProtocol.Session {
    /** The most streams of one socket. */
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

    /** The number of successive messages that came too fast. */
    private int throttled;

    /** Checks whether the proved keys are still valid, by key. */
    private final Map<String, BooleanSupplier> watched = new HashMap<>();

    private @Nullable Future<?> looking;

    SpotSession(final WebSocket socket, final Caller caller, final Dispatcher dispatcher) {
        this.socket = socket;
        this.caller = caller;
        this.dispatcher = dispatcher;
    }

    static Problem tooMany() {
        return SpotErrors.of(SpotErrors.NOT_VALID, "At most " + MAX_STREAMS + " streams on a connection.");
    }

    /** Reads a message. */
    Body read(final byte[] message) {
        return Body.read(message);
    }

    /**
     * Carries out a request, which calls {@link #take} or is limited by the work that it causes.
     *
     * @param id writes the id of the request into the answer
     * @throws Problem for a refusal
     */
    abstract void onRequest(Body request, Consumer<Json> id);

    /** Answers a wrong request. */
    abstract void refuse(Problem problem, Consumer<Json> id);

    @Override
    public void onText(final String text) {
        Consumer<Json> id = json -> {};
        try {
            final Body body = taken(text);
            id = idOf(body);
            onRequest(body, id);
        } catch (Problem e) {
            refuse(e, id);
            passed(!e.code().equals(ProblemCode.THROTTLED.name()));
        } catch (RuntimeException e) {
            LOG.error("a message of a stream's peer failed", e);
            refuse(Problem.of(ProblemCode.INTERNAL, ""), id);
        }
    }

    private Body taken(final String text) {
        try {
            return read(text.getBytes(StandardCharsets.UTF_8));
        } catch (Problem e) {
            take();
            throw e;
        }
    }

    /**
     * Takes a message from the caller's rate limit, as a request.
     *
     * @throws Problem THROTTLED
     */
    final void take() {
        dispatcher.take(caller);
        throttled = 0;
    }

    /** Notes whether a message has passed the limit; closes the socket of a peer that continues to exceed it. */
    final void passed(final boolean isLetThrough) {
        if (isLetThrough) {
            throttled = 0;
        } else if (++throttled == MAX_THROTTLED) {
            socket.close(WebSocket.POLICY, "too many requests");
        }
    }

    /** The id of a request, a number or a text, which the answer repeats. */
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

    /** Sets the caller of the socket, which ends with the caller's key or by another close. */
    final void caller(final Caller known, final BooleanSupplier stillCounts) {
        caller = known;
        socket.holder(known.key());
        watched.put(known.who(), () -> dispatcher.stillCounts(known) && stillCounts.getAsBoolean());
        if (looking == null) {
            looking = socket.loop()
                    .scheduleWithFixedDelay(
                            () -> {
                                if (!watched.values().stream().allMatch(BooleanSupplier::getAsBoolean)) {
                                    socket.close(WebSocket.NO_KEY, "the key does not count any more");
                                }
                            },
                            LOOK_S,
                            LOOK_S,
                            TimeUnit.SECONDS);
        }
    }

    final Caller caller() {
        return caller;
    }

    final void answer(final Consumer<Json> members) {
        final Json json = new Json().object();
        members.accept(json);
        socket.reply(Frame.of(json.end()));
    }
}
