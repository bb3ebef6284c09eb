package io.daybook.gateway.session;

import io.daybook.sessions.ViewSource;
import io.daybook.sessions.outbox.Transport;
import io.daybook.wire.ByeReason;
import io.daybook.wire.Frame;
import io.daybook.wire.SubscribeDescriptor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The channels of the feed that one connection has subscribed to. Nothing is kept for the connection: unread messages
 * stay in the log. Used by the thread that owns the sessions.
 */
final class ConnectionViews {
    /** The most frames sent before other connections have their turn. */
    private static final int FRAMES_AT_ONCE = 128;

    private final Transport transport;
    private final ReadingWatch reading;
    private final List<ViewSource.View> views = new ArrayList<>();
    private final List<Integer> subscribed = new ArrayList<>();
    private final byte[] frame = new byte[Frame.MAX_LENGTH];
    private int next;
    private long frames;
    private @Nullable ByeReason end;

    /**
     * Creates the views of a connection that has subscribed to no channel yet.
     *
     * @param reading allows for the bytes that the connection requests at once
     */
    ConnectionViews(final Transport transport, final ReadingWatch reading) {
        this.transport = transport;
        this.reading = reading;
    }

    /** Handles a checked SUBSCRIBE; returns the reason to end the connection, or null. */
    @Nullable
    ByeReason subscribe(final @Nullable ViewSource source, final byte[] input, final int offset) {
        final int channel = SubscribeDescriptor.channel(input, offset);
        final int stream = SubscribeDescriptor.stream(input, offset);
        final int name = channel << 2 | stream;
        if (source == null || !source.has(channel, stream) || subscribed.contains(name)) {
            return ByeReason.BAD_FRAME;
        }
        final ViewSource.View view = source.subscribe(channel, stream, SubscribeDescriptor.from(input, offset));
        if (view == null) {
            return ByeReason.TOO_OLD;
        }
        subscribed.add(name);
        views.add(view);
        reading.allow(view.behind());
        return null;
    }

    boolean isEmpty() {
        return views.isEmpty();
    }

    /** The number of frames that were sent. */
    long frames() {
        return frames;
    }

    /** The reason to end the connection: a view has fallen behind the kept messages, or has ended; or null. */
    @Nullable
    ByeReason end() {
        return end;
    }

    /** The text of {@link #end}. */
    String whyEnded() {
        return end == ByeReason.TOO_OLD
                ? "the next message of the feed is no longer kept"
                : "the feed is not served here at the moment";
    }

    /** Sends available messages, as far as there is room, from each view in turn; returns whether it sent something. */
    boolean pump(final long unsentBytes) {
        final long before = frames;
        int idle = 0;
        for (int i = 0; i < FRAMES_AT_ONCE && idle < views.size() && end == null; i++) {
            if (transport.unsent() + frame.length > unsentBytes) {
                break;
            }
            next = next + 1 < views.size() ? next + 1 : 0;
            final ViewSource.View view = views.get(next);
            final int length = view.next(frame);
            reading.allow(view.lateBacklog());
            end = end(length);
            idle = length > 0 ? 0 : idle + 1;
            if (length > 0) {
                transport.send(frame, 0, length);
                frames++;
            }
        }
        return frames != before;
    }

    private static @Nullable ByeReason end(final int length) {
        return switch (length) {
            case ViewSource.View.TOO_OLD -> ByeReason.TOO_OLD;
            case ViewSource.View.ENDED -> ByeReason.INTERNAL;
            default -> null;
        };
    }

    long behind() {
        long behind = 0;
        for (final ViewSource.View view : views) {
            behind += view.behind();
        }
        return behind;
    }

    void close() {
        for (final ViewSource.View view : views) {
            view.close();
        }
        views.clear();
    }
}
