package io.daybook.server.stream;

import io.daybook.server.http.TextFrame;
import io.daybook.server.http.WebSocket;
import org.jspecify.annotations.Nullable;

/** Sends the last message. While an earlier message has not left, a new message replaces the one that waits. */
public final class LatestSubscription extends Subscription<TextFrame> {
    private final LatestTopic topic;
    private @Nullable TextFrame held;

    public LatestSubscription(final WebSocket socket, final LatestTopic topic) {
        super(socket, topic);
        this.topic = topic;
    }

    @Override
    public void start() {
        super.start();
        topic.greet(this);
    }

    @Override
    void onMessage(final TextFrame frame) {
        if (held == null && socket().isDrained()) {
            send(frame);
        } else {
            held = frame;
            held();
        }
    }

    @Override
    public void onDrained() {
        final TextFrame frame = held;
        if (frame != null) {
            held = null;
            send(frame);
        }
    }
}
