package io.daybook.server.stream;

import io.daybook.server.http.Problem;
import io.daybook.server.http.TextFrame;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A topic whose messages have the whole state, so that only the last message counts. */
public final class LatestTopic extends Topic<TextFrame> {
    private static final long AGAIN_MS = 50;

    private final Streams streams;
    private final int everyTicks;
    private final Source source;

    /**
     * Whether {@link Source#changed} returns the changes since the last message of the subscriptions. Used on the
     * thread of the streams.
     */
    private boolean isActive;

    /** The source of a topic's messages. Called on the thread of the streams. */
    public interface Source {
        /** The messages since the last call, the oldest first; mostly one or none. */
        List<TextFrame> changed();

        /** The messages for a new subscription; none if {@link #changed} will return them. */
        List<TextFrame> whole();
    }

    /**
     * Makes the source of a state, which is sent when it has changed.
     *
     * @param now reads the state
     * @param compared the part of the state that must differ for a new message
     * @param frame makes the message
     */
    public static <T> Source ofState(
            final Supplier<T> now, final Function<T, Object> compared, final Function<T, TextFrame> frame) {
        return new Source() {
            private @Nullable Object told;

            @Override
            public List<TextFrame> changed() {
                final T current = now.get();
                final Object shown = compared.apply(current);
                if (shown.equals(told)) {
                    return List.of();
                }
                told = shown;
                return List.of(frame.apply(current));
            }

            @Override
            public List<TextFrame> whole() {
                return List.of(frame.apply(now.get()));
            }
        };
    }

    LatestTopic(final String kind, final Streams streams, final int everyTicks, final Source source) {
        super(kind, streams.observer());
        this.streams = streams;
        this.everyTicks = everyTicks;
        this.source = source;
    }

    void onTick(final long tick) {
        if (!isHeard()) {
            isActive = false;
        } else if (isActive && tick % everyTicks == 0 && !isBusy(0)) {
            told(source::changed).forEach(this::publish);
        }
    }

    /** Reads messages of the source; none while its book is closed. */
    private static List<TextFrame> told(final Supplier<List<TextFrame>> frames) {
        try {
            return frames.get();
        } catch (Problem e) {
            return List.of();
        }
    }

    /**
     * Sends the whole state to a new subscription, unless the subscription has ended meanwhile. Drops the changes from
     * the time without subscriptions.
     */
    void greet(final LatestSubscription subscription) {
        if (!has(subscription)) {
            return;
        }
        final boolean isTaken = streams.run(() -> {
            if (!isActive) {
                isActive = true;
                told(source::changed);
            }
            for (final TextFrame frame : told(source::whole)) {
                subscription.socket().loop().execute(() -> tell(subscription, frame));
            }
        });
        if (!isTaken) {
            final Future<?> unused =
                    subscription.socket().loop().schedule(() -> greet(subscription), AGAIN_MS, TimeUnit.MILLISECONDS);
        }
    }

    private void tell(final LatestSubscription subscription, final TextFrame frame) {
        if (has(subscription)) {
            subscription.onMessage(frame);
        }
    }
}
