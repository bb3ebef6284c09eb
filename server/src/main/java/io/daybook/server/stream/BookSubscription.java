package io.daybook.server.stream;

import io.daybook.server.http.Frame;
import io.daybook.server.http.WebSocket;

/**
 * Gets a book and then its changes. What comes while earlier messages have not left is merged into one message whose
 * previous is what this socket got last, so the rule of gaps holds for it too.
 */
public final class BookSubscription extends Subscription<BookTopic.Message> {
    /** A socket that lags by more than this many levels gets the book anew. */
    private static final int MAX_HELD = 10_000;

    private final BookTopic topic;
    private final Runnable begun;
    private final BookTopic.Levels held = new BookTopic.Levels();
    private boolean isWaiting = true;

    /** A snapshot came while the socket was full: it gets the next one once it has room. */
    private boolean isPutOff;

    private long last;

    /** Of a topic. */
    public BookSubscription(final WebSocket socket, final BookTopic topic) {
        this(socket, topic, () -> {});
    }

    /**
     * Of a topic.
     *
     * @param begun from then on no change is missing; called again where the book began anew
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
        final Frame frame = snapshot.frame();
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
