package io.daybook.server.stream;

import io.daybook.server.http.TextFrame;
import io.daybook.server.http.WebSocket;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends each message once and in order. If a message is missing, reads it and all later ones from the backlog; if they
 * are no longer kept there, reports a gap. Closes a socket with too many unsent messages.
 */
public final class EachSubscription extends Subscription<EachTopic.Message> {
    /** The number of messages that may wait for a socket. */
    static final int MAX_UNSENT = 1_024;

    /** The number of messages of a backlog that are read and sent before other sockets have their turn. */
    static final int BATCH = 128;

    private final EachTopic topic;
    private final Words words;
    private final @Nullable Key from;
    private Key last = Key.NONE;
    private boolean isBehind;
    private int unsent;

    /** The frames that are not messages of the topic; null for none. */
    public interface Words {
        /** The frame before the first message. */
        @Nullable
        TextFrame begin(Key last);

        /** The frame for a gap: the missing messages are no longer kept, and later ones follow. */
        @Nullable
        TextFrame resync(Key last);

        /** The text that names the last message, in the reason with which a socket is closed. */
        String last(Key last);
    }

    /**
     * Makes a subscription of a topic.
     *
     * @param from the last message that the peer has; null to begin at the start of the subscription
     */
    public EachSubscription(
            final WebSocket socket, final EachTopic topic, final Words words, final @Nullable Key from) {
        super(socket, topic);
        this.topic = topic;
        this.words = words;
        this.from = from;
    }

    /**
     * Makes a subscription that also receives the messages between now and its start, because a peer may act as soon as
     * its socket is open.
     */
    public static EachSubscription fromNow(final WebSocket socket, final EachTopic topic, final Words words) {
        return new EachSubscription(socket, topic, words, topic.backlog().newest());
    }

    @Override
    public void start() {
        super.start(); // first, so that no message is lost between the read of the backlog and the subscription
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

    /** Sends the next missed messages, unless the socket is full; continues once all sent frames have left. */
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

    private void say(final @Nullable TextFrame frame) {
        if (frame != null) {
            send(frame);
        }
    }
}
