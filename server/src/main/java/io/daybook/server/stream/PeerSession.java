package io.daybook.server.stream;

import io.daybook.server.http.Body;
import io.daybook.server.http.Dispatcher;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import io.daybook.server.http.SocketProtocol;
import io.daybook.server.http.TextFrame;
import io.daybook.server.http.WebSocket;
import io.daybook.server.identity.Caller;
import io.daybook.wire.json.Json;
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

/**
 * The session of a socket's peer: its caller, its subscriptions, and its requests, one by one. Used by its event loop.
 */
public abstract class PeerSession implements SocketProtocol.Session {
    private static final Logger LOG = LoggerFactory.getLogger(PeerSession.class);
    private static final int MAX_FAILED_KEYS = 3;
    private static final int MAX_THROTTLED = 100;
    private static final long LOOK_S = 1;

    private final WebSocket socket;
    private final Dispatcher dispatcher;
    private final Map<String, Subscription<?>> subscriptions = new LinkedHashMap<>();
    private int turn;
    private Caller caller;
    private int failedKeys;

    /** The number of successive messages that came too fast. */
    private int throttled;

    /** The checks whether the proved keys are still valid, by key. */
    private final Map<String, BooleanSupplier> watched = new HashMap<>();

    private @Nullable Future<?> looking;

    protected PeerSession(final WebSocket socket, final Caller caller, final Dispatcher dispatcher) {
        this.socket = socket;
        this.caller = caller;
        this.dispatcher = dispatcher;
    }

    /**
     * Reads a message.
     *
     * @throws Problem for a refusal
     */
    protected abstract Body read(byte[] message);

    /** The id of a request, as a member of its answer. */
    protected abstract Consumer<Json> id(Body request);

    /**
     * Carries out a request. An implementation calls {@link #take}, unless the request is limited elsewhere.
     *
     * @param id writes the id of the request into the answer
     * @throws Problem for a refusal
     */
    protected abstract void onRequest(Body request, Consumer<Json> id);

    /** Answers a wrong request. */
    protected abstract void refuse(Problem problem, Consumer<Json> id);

    /** The reason for closing the socket of a peer that continues to exceed its limit. */
    protected abstract String tooFast();

    @Override
    public final void onText(final String text) {
        Consumer<Json> id = json -> {};
        try {
            final Body request = read(text.getBytes(StandardCharsets.UTF_8));
            id = id(request);
            onRequest(request, id);
        } catch (Problem e) {
            refuse(e, id);
            passed(!e.code().equals(ProblemCode.THROTTLED.name()));
        } catch (RuntimeException e) {
            LOG.error("a message from a WebSocket client could not be handled", e);
            refuse(Problem.of(ProblemCode.INTERNAL, "the server's log has the fault"), id);
        }
    }

    /**
     * Counts a message as a request against the caller's rate limit.
     *
     * @throws Problem THROTTLED
     */
    protected final void take() {
        dispatcher.take(caller);
        throttled = 0;
    }

    /** Records whether a message was within the limit; closes the socket of a peer that continues to exceed it. */
    protected final void passed(final boolean isLetThrough) {
        if (isLetThrough) {
            throttled = 0;
        } else if (++throttled == MAX_THROTTLED) {
            socket.close(WebSocket.POLICY, tooFast());
        }
    }

    /** Records whether the peer has proved a key; closes the socket of a peer that fails repeatedly. */
    protected final void proved(final boolean isProved) {
        failedKeys = isProved ? 0 : failedKeys + 1;
        if (failedKeys == MAX_FAILED_KEYS) {
            socket.close(WebSocket.NO_KEY, "no valid key, " + MAX_FAILED_KEYS + " times");
        }
    }

    @Override
    public final void onDrained() {
        Subscription.onDrained(subscriptions.values(), turn++);
    }

    @Override
    public final void onClosed() {
        subscriptions.values().forEach(Subscription::end);
        subscriptions.clear();
        final Future<?> look = looking;
        if (look != null) {
            look.cancel(false);
        }
    }

    protected final WebSocket socket() {
        return socket;
    }

    protected final Dispatcher dispatcher() {
        return dispatcher;
    }

    /** The subscriptions by name, in the order in which they began. */
    protected final Map<String, Subscription<?>> subscriptions() {
        return subscriptions;
    }

    protected final Caller caller() {
        return caller;
    }

    /** Sets the caller of the socket. The socket closes when the caller's key ends. */
    protected final void caller(final Caller known, final BooleanSupplier stillCounts) {
        caller = known;
        socket.holder(known.key());
        watched.put(known.who(), () -> dispatcher.stillCounts(known) && stillCounts.getAsBoolean());
        if (looking == null) {
            looking = socket.loop()
                    .scheduleWithFixedDelay(
                            () -> {
                                if (!watched.values().stream().allMatch(BooleanSupplier::getAsBoolean)) {
                                    socket.close(WebSocket.NO_KEY, "the key is no longer valid");
                                }
                            },
                            LOOK_S,
                            LOOK_S,
                            TimeUnit.SECONDS);
        }
    }

    /** Sends an object. */
    protected final void answer(final Consumer<Json> members) {
        final Json json = new Json().object();
        members.accept(json);
        socket.reply(TextFrame.of(json.end()));
    }
}
