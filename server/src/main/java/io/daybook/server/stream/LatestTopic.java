package io.daybook.server.stream;

import io.daybook.server.http.Frame;
import io.daybook.server.http.Problem;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** What is told whole each time, so that only the last message counts. */
public final class LatestTopic extends Topic<Frame> {
    private static final long AGAIN_MS = 50;

    private final Streams streams;
    private final int everyTicks;
    private final Source source;

    /** Whether {@link Source#changed} knows what those who hear it have got; on the thread of the streams. */
    private boolean isActive;

    /** What it tells. Asked on the thread of the streams. */
    public interface Source {
        /** What is new since this was asked last, the oldest first; mostly one or nothing. */
        List<Frame> changed();

        /** What somebody is told who comes now; nothing where {@link #changed} will tell it. */
        List<Frame> whole();
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

    /** What there is to tell; what it tells of may not be there for now, because books are opened and closed. */
    private static List<Frame> told(final Supplier<List<Frame>> frames) {
        try {
            return frames.get();
        } catch (Problem e) {
            return List.of();
        }
    }

    /** Somebody came. What has changed while nobody heard it, nobody is told; nor is he who has gone again. */
    void greet(final LatestSubscription subscription) {
        if (!has(subscription)) {
            return;
        }
        final boolean isTaken = streams.run(() -> {
            if (!isActive) {
                isActive = true;
                told(source::changed);
            }
            for (final Frame frame : told(source::whole)) {
                subscription.socket().loop().execute(() -> tell(subscription, frame));
            }
        });
        if (!isTaken) {
            final Future<?> unused =
                    subscription.socket().loop().schedule(() -> greet(subscription), AGAIN_MS, TimeUnit.MILLISECONDS);
        }
    }

    private void tell(final LatestSubscription subscription, final Frame frame) {
        if (has(subscription)) {
            subscription.onMessage(frame);
        }
    }
}
