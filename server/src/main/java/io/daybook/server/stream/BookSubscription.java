package io.daybook.server.stream;

import io.daybook.server.http.TextFrame;
import io.daybook.server.http.WebSocket;

/**
 * Sends a book and then its changes. While earlier messages have not left, merges later changes into one message. The
 * previous seq of that message is the last that this socket has received, so that a reader can still detect gaps.
 */
public final class BookSubscription extends Subscription<BookTopic.Message> {
    /** A socket that lags by more than this number of levels receives a new snapshot of the book. */
    private static final int MAX_HELD = 10_000;

    private final BookTopic topic;
    private final Runnable begun;
    private final BookTopic.Levels held = new BookTopic.Levels();
    private boolean isWaiting = true;

    /** Whether a snapshot came while the socket was full: the socket receives the next one once it has room. */
    private boolean isPutOff;

    private long last;

    /** Makes a subscription of a topic. */
    public BookSubscription(final WebSocket socket, final BookTopic topic) {
        this(socket, topic, () -> {});
    }

    /**
     * Makes a subscription with a callback.
     *
     * @param begun called when the subscription is complete, so that no later change is missing; called again if the
     *     book begins anew
     */
    public BookSubscription(final WebSocket socket, final BookTopic topic, final Runnable begun) {
        super(socket, topic);
        this.topic = topic;
        this.begun = begun;
    }

    @Override
    public void start() {
        super.start();
        topic.wantSnapshot();
    }

    @Override
    void onMessage(final BookTopic.Message message) {
        if (message instanceof BookTopic.Diff diff) {
            onDiff(diff);
        } else if (message instanceof BookTopic.Snapshot snapshot) {
            onSnapshot(snapshot);
        } else {
            anew();
        }
    }

    @Override
    public void onDrained() {
        if (isPutOff) {
            isPutOff = false;
            topic.wantSnapshot();
        } else if (!held.isEmpty()) {
            sendOwn();
        }
    }

    private void onSnapshot(final BookTopic.Snapshot snapshot) {
        final TextFrame frame = snapshot.frame();
        if (isWaiting && frame != null && socket().isFull()) {
            isPutOff = true;
            held();
        } else if (isWaiting) {
            isWaiting = false;
            last = snapshot.seq();
            if (frame != null) {
                send(frame);
            }
            begun.run();
        }
    }

    private void onDiff(final BookTopic.Diff diff) {
        if (isWaiting || diff.seq() <= last) {
            return;
        }
        final boolean mustWait = topic.isOfEachCommand() ? socket().isFull() : !socket().isDrained();
        if (!mustWait && held.isEmpty() && diff.previous() == last) {
            last = diff.seq();
            send(diff.frame());
            return;
        }
        held.put(diff);
        if (held.size() > MAX_HELD) {
            anew();
            topic.wantSnapshot();
        } else if (mustWait) {
            held();
        } else {
            sendOwn();
        }
    }

    private void sendOwn() {
        final BookTopic.Diff own = held.take(last, topic.encoder());
        last = own.seq();
        send(own.frame());
    }

    private void anew() {
        isWaiting = true;
        held.clear();
    }
}
