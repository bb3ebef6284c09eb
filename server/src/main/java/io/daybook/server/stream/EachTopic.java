package io.daybook.server.stream;

import io.daybook.server.http.Frame;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What is told message by message, of which each counts: none is left out without a word. */
public final class EachTopic extends Topic<EachTopic.Message> {
    /** To all: look whether there is more than you have got. */
    static final Message CHECK = new Message(Key.NONE, Key.NONE, () -> {
        throw new IllegalStateException("a check has no frame");
    });

    private static final int MAX_BEHIND = 256;

    private final Backlog backlog;

    /** Messages were left out: the sockets must look what they have missed. */
    private volatile boolean mustCheck;

    /**
     * One message.
     *
     * @param previous the message before
     * @param key its own
     * @param frame how it is sent
     */
    public record Message(Key previous, Key key, Supplier<Frame> frame) {
        boolean isCheck() {
            return key.equals(Key.NONE);
        }
    }

    /** What was told, and is kept. Any thread. */
    public interface Backlog {
        /** The last message; {@link Key#NONE} before the first. */
        Key newest();

        /**
         * The first messages behind a key, the oldest first; null where not all of them are kept.
         *
         * @param limit how many at most; fewer are all that there are
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

    /** A message is there; on the thread of the streams. */
    void tell(final Message message) {
        if (mustCheck || isBusy(MAX_BEHIND)) {
            mustCheck = true;
        } else {
            publish(message);
        }
    }

    /** A message was left out before it came here. Any thread. */
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
