package io.daybook.feed.wire;

import io.daybook.api.Follower;
import io.daybook.api.FollowerPart;
import io.daybook.api.PartReader;
import io.daybook.api.ResultView;
import io.daybook.api.StateView;
import io.daybook.feed.FeedFold;
import org.jspecify.annotations.Nullable;

/**
 * The follower of a log that nodes share. The log does not show whether a result is new, so results count as replayed
 * until the publisher ends recovery. If the part of a snapshot cannot be used, the first result fails, not the start,
 * so that the node continues without a feed.
 */
final class SharedFollower implements Follower {
    private final FeedFold fold;
    private boolean isRecovered;
    private @Nullable RuntimeException refusal;

    SharedFollower(final FeedFold fold) {
        this.fold = fold;
    }

    /** Marks later results as new. Called by the polling thread. */
    void recovered() {
        fold.endRecovery();
        isRecovered = true;
    }

    @Override
    public String name() {
        return fold.name();
    }

    @Override
    public void restore(final @Nullable PartReader part, final long seq, final StateView state) {
        try {
            fold.restore(part, seq, state);
        } catch (final RuntimeException e) {
            refusal = e;
        }
    }

    /** Throws if the part of the snapshot could not be used. */
    void requireRestored() {
        if (refusal != null) {
            throw new IllegalStateException("the feed cannot continue: " + refusal.getMessage(), refusal);
        }
    }

    @Override
    public void onResult(final ResultView result, final boolean replayed) {
        requireRestored();
        fold.onResult(result, !isRecovered);
    }

    @Override
    public void onBatchEnd() {
        requireRestored();
        fold.onBatchEnd();
    }

    @Override
    public FollowerPart capture() {
        requireRestored();
        return fold.capture();
    }
}
