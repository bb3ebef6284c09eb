package io.daybook.server.stream;

import io.daybook.server.http.TextFrame;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A topic in which each message counts: no message is left out without a notice. */
public final class EachTopic extends Topic<EachTopic.Message> {
    /** The message that makes all subscriptions check the backlog for missed messages. */
    static final Message CHECK = new Message(Key.NONE, Key.NONE, () -> {
        throw new IllegalStateException("a check has no frame");
    });

    private static final int MAX_BEHIND = 256;

    private final Backlog backlog;

    /** Whether messages were left out, so that the subscriptions must check the backlog. */
    private volatile boolean mustCheck;

    /**
     * One message.
     *
     * @param previous the key of the previous message
     * @param key the key of this message
     * @param frame makes the frame of this message
     */
    public record Message(Key previous, Key key, Supplier<TextFrame> frame) {
        boolean isCheck() {
            return key.equals(Key.NONE);
        }
    }

    /** The published messages that are kept. Any thread. */
    public interface Backlog {
        /** The last message; {@link Key#NONE} before the first. */
        Key newest();

        /**
         * The first messages after a key, the oldest first; null if not all of them are kept.
         *
         * @param limit the largest number of messages; if fewer are returned, there are no more
         */
        @Nullable
        List<Message> after(Key key, int limit);
    }

    EachTopic(final String kind, final StreamObserver observer, final Backlog backlog) {
        super(kind, observer);
        this.backlog = backlog;
    }

    Backlog backlog() {
        return backlog;
    }

    /** Publishes a message. Called on the thread of the streams. */
    void tell(final Message message) {
        if (mustCheck || isBusy(MAX_BEHIND)) {
            mustCheck = true;
        } else {
            publish(message);
        }
    }

    /** Records that a message was left out before it reached the topic. Any thread. */
    void lost() {
        mustCheck = true;
    }

    void onTick() {
        if (mustCheck && !isBusy(0)) {
            mustCheck = false;
            publish(CHECK);
        }
    }
}
