package io.daybook.server.stream;

import io.daybook.server.http.Frame;
import io.daybook.server.http.WebSocket;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gets each message once and in order. Where one is missing, it is fetched from the backlog with all behind it; what is
 * not kept there any more is told as a gap. A socket with too many unsent messages is closed.
 */
public final class EachSubscription extends Subscription<EachTopic.Message> {
    /** Messages that may wait for a socket. */
    static final int MAX_UNSENT = 1_024;

    /** Of a backlog, so many are read and sent before others have their turn. */
    static final int BATCH = 128;

    private final EachTopic topic;
    private final Words words;
    private final @Nullable Key from;
    private Key last = Key.NONE;
    private boolean isBehind;
    private int unsent;

    /** What is said beside the messages; null for nothing. */
    public interface Words {
        /** Messages follow from here on. */
        @Nullable
        Frame begin(Key last);

        /** Something is missing that is not kept; messages follow from here on. */
        @Nullable
        Frame resync(Key last);

        /** The last message before a socket is closed, for the reason of closing. */
        String last(Key last);
    }

    /**
     * Of a topic.
     *
     * @param from the last message that the peer has; null for those that come from now on
     */
    public EachSubscription(
            final WebSocket socket, final EachTopic topic, final Words words, final @Nullable Key from) {
        super(socket, topic);
        this.topic = topic;
        this.words = words;
        this.from = from;
    }

    /** Of what comes from now on, also before it is started: a peer may act as soon as its socket is open. */
    public static EachSubscription fromNow(final WebSocket socket, final EachTopic topic, final Words words) {
        return new EachSubscription(socket, topic, words, topic.backlog().newest());
    }

    @Override
    public void start() {
        super.start(); // first, so that no message comes between what is read here and what is told
        if (from == null) {
            last = topic.backlog().newest();
            say(words.begin(last));
        } else if (from.compareTo(topic.backlog().newest()) > 0) {
            resync();
        } else {
            last = from;
            catchUp();
        }
    }

    @Override
    void onMessage(final EachTopic.Message message) {
        if (isBehind) {
            return; // the backlog has it
        }
        if (message.isCheck()) {
            if (topic.backlog().newest().compareTo(last) > 0) {
                catchUp();
            }
        } else if (message.key().compareTo(last) > 0) {
            if (message.previous().equals(last)) {
                send(message);
            } else {
                catchUp();
            }
        }
    }

    @Override
    public void onDrained() {
        if (isBehind) {
            catchUp();
        }
    }

    /** Sends the next of what was missed, unless the socket has enough to do; it goes on once that has left. */
    private void catchUp() {
        isBehind = true;
        if (!socket().isOpen()) {
            return;
        }
        if (socket().isFull()) {
            socket().notifyWhenDrained();
            return;
        }
        final List<EachTopic.Message> missed = topic.backlog().after(last, BATCH);
        if (missed == null) {
            resync();
            return;
        }
        missed.forEach(this::send);
        if (missed.size() == BATCH) {
            socket().notifyWhenDrained();
        } else {
            isBehind = false;
        }
    }

    private void resync() {
        last = topic.backlog().newest();
        isBehind = false;
        say(words.resync(last));
    }

    private void send(final EachTopic.Message message) {
        last = message.key();
        unsent++;
        send(message.frame().get(), () -> unsent--);
        if (unsent > MAX_UNSENT) {
            tooSlow(words.last(last));
        }
    }

    private void say(final @Nullable Frame frame) {
        if (frame != null) {
            send(frame);
        }
    }
}
