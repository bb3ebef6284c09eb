package io.daybook.server.stream;

import io.daybook.server.http.Frame;
import io.daybook.server.http.WebSocket;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/**
 * One socket that hears one topic, with what it has got of it. Used by the socket's event loop.
 *
 * @param <M> messages of the topic
 */
public abstract class Subscription<M> {
    private final WebSocket socket;
    private final Topic<M> topic;

    Subscription(final WebSocket socket, final Topic<M> topic) {
        this.socket = socket;
        this.topic = topic;
    }

    final WebSocket socket() {
        return socket;
    }

    /** Hears it from now on. */
    public void start() {
        topic.join(this);
    }

    /** Hears it no more. */
    public final void end() {
        topic.leave(this);
    }

    abstract void onMessage(M message);

    /** What the socket was sent has left: now what was held back can follow. */
    public abstract void onDrained();

    /**
     * The same for all subscriptions of a socket.
     *
     * @param turn how often this was done: each time another one is the first, for there may be room for one only
     */
    public static void onDrained(final Collection<Subscription<?>> all, final int turn) {
        final List<Subscription<?>> order = new ArrayList<>(all); // what is sent may end the socket, and with it all
        Collections.rotate(order, -turn);
        order.forEach(Subscription::onDrained);
    }

    final void send(final Frame frame) {
        topic.observer().onMessage(topic.kind());
        socket.send(frame);
    }

    final void send(final Frame frame, final WebSocket.Sent sent) {
        topic.observer().onMessage(topic.kind());
        socket.send(frame, sent);
    }

    /** A message waits, and later ones are merged into it, until the socket has taken what is before. */
    final void held() {
        topic.observer().onConflated();
        socket.notifyWhenDrained();
    }

    final void tooSlow(final String last) {
        topic.observer().onSlowClosed();
        socket.close(WebSocket.TOO_SLOW, "TOO_SLOW " + last);
    }
}
