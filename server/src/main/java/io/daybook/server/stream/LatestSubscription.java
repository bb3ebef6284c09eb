package io.daybook.server.stream;

import io.daybook.server.http.Frame;
import io.daybook.server.http.WebSocket;
import org.jspecify.annotations.Nullable;

/** Sends the last message; messages that come while an earlier one has not left replace each other. */
public final class LatestSubscription extends Subscription<Frame> {
    private final LatestTopic topic;
    private @Nullable Frame held;

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
    void onMessage(final Frame frame) {
        if (held == null && socket().isDrained()) {
            send(frame);
        } else {
            held = frame;
            held();
        }
    }

    @Override
    public void onDrained() {
        final Frame frame = held;
        if (frame != null) {
            held = null;
            send(frame);
        }
    }
}
