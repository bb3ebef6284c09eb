package io.daybook.core.exchange;

import io.daybook.api.FollowerMetrics;
import io.daybook.core.follower.AttachedFollower;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.core.snapshot.Snapshots;
import io.daybook.kernel.command.CommandSlot;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * The followers of an exchange without threads, called on the caller's thread after the listeners and before the
 * caller's call returns.
 */
final class InlineFollowers {
    private final AttachedFollower[] followers;

    InlineFollowers(final List<AttachedFollower> followers) {
        this.followers = followers.toArray(AttachedFollower[]::new);
    }

    /**
     * Creates the followers of a recovered state.
     *
     * @param onDetached receives the name of a detached follower, and the cause
     */
    static InlineFollowers of(
            final RecoveredState recovered, final Snapshots snapshots, final BiConsumer<String, Throwable> onDetached) {
        return new InlineFollowers(AttachedFollower.all(
                recovered.followers(),
                recovered.engine()::newCursor,
                snapshots,
                cause -> {
                    throw cause;
                },
                onDetached));
    }

    /**
     * Passes a command to all followers. One that throws is detached, or stops the exchange by the exception thrown
     * here.
     */
    void deliver(final CommandSlot slot) {
        for (final AttachedFollower follower : followers) {
            deliver(follower, slot);
        }
    }

    private static void deliver(final AttachedFollower follower, final CommandSlot slot) {
        if (follower.canReceive()) {
            try {
                follower.deliver(slot);
                follower.endBatch();
            } catch (RuntimeException | Error e) {
                follower.threw(e);
            }
        }
    }

    List<FollowerMetrics> metrics() {
        return Stream.of(followers)
                .map(one -> new FollowerMetrics(one.name(), one.seq(), 0, 0, !one.hasEnded()))
                .toList();
    }
}
