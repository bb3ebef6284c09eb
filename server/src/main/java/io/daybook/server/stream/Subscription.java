package io.daybook.server.stream;

import io.daybook.server.http.TextFrame;
import io.daybook.server.http.WebSocket;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/**
 * The subscription of one socket to one topic, with the last message that it has sent. Used by the socket's event loop.
 *
 * @param <M> the messages of the topic
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

    /** Begins to receive messages. */
    public void start() {
        topic.join(this);
    }

    /** Stops receiving messages. */
    public final void end() {
        topic.leave(this);
    }

    abstract void onMessage(M message);

    /** Sends the messages that were held back, after all sent frames have left. */
    public abstract void onDrained();

    /**
     * Calls {@link #onDrained()} for all subscriptions of a socket.
     *
     * @param turn the number of earlier calls: each call begins with another subscription, because there may be room
     *     for only one
     */
    public static void onDrained(final Collection<Subscription<?>> all, final int turn) {
        final List<Subscription<?>> order = new ArrayList<>(all); // a send may end the socket and all its subscriptions
        Collections.rotate(order, -turn);
        order.forEach(Subscription::onDrained);
    }

    final void send(final TextFrame frame) {
        topic.observer().onMessage(topic.kind());
        socket.send(frame);
    }

    final void send(final TextFrame frame, final WebSocket.Sent sent) {
        topic.observer().onMessage(topic.kind());
        socket.send(frame, sent);
    }

    /** Records that a message waits until the earlier frames have left; later messages are merged into it. */
    final void held() {
        topic.observer().onConflated();
        socket.notifyWhenDrained();
    }

    final void tooSlow(final String last) {
        topic.observer().onSlowClosed();
        socket.close(WebSocket.TOO_SLOW, "TOO_SLOW " + last);
    }
}
