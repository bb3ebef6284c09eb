package io.daybook.core.stages;

import io.daybook.api.FollowerPoller;
import io.daybook.core.doors.CommandRing;
import io.daybook.core.scheduling.Lifecycle;
import io.daybook.core.scheduling.Wakeup;
import io.daybook.host.Clock;
import io.daybook.host.Scheduler;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Runs a {@link FollowerStage} on its owner's thread. The ring does not let that thread wait for room. */
final class RingFollowerPoller implements FollowerPoller {
    private static final int IDLE = 0;
    private static final int POLLING = 1;
    private static final int STOPPED = 2;
    private static final long PARK_NS = 100_000;

    private final FollowerStage stage;
    private final CommandRing ring;
    private final Lifecycle lifecycle;
    private final Wakeup wakeup;
    private final Clock clock;
    private final Scheduler scheduler;
    private final AtomicInteger state = new AtomicInteger();

    /** The thread that polled last. */
    private volatile @Nullable Thread thread;

    RingFollowerPoller(
            final FollowerStage stage,
            final CommandRing ring,
            final Lifecycle lifecycle,
            final Wakeup wakeup,
            final Clock clock,
            final Scheduler scheduler) {
        this.stage = stage;
        this.ring = ring;
        this.lifecycle = lifecycle;
        this.wakeup = wakeup;
        this.clock = clock;
        this.scheduler = scheduler;
    }

    @Override
    public int poll(final int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be at least 1: limit=" + limit);
        }
        if (!state.compareAndSet(IDLE, POLLING)) {
            if (state.get() == STOPPED) {
                return 0;
            }
            throw new IllegalStateException("another thread polls follower " + stage.name());
        }
        try {
            thread = Thread.currentThread();
            return lifecycle.isHalted() ? 0 : deliver(limit);
        } finally {
            state.set(IDLE);
        }
    }

    private int deliver(final int limit) {
        int passed = stage.deliver(limit);
        if (passed == 0 && !stage.sleep()) {
            passed = stage.deliver(limit);
        }
        if (passed > 0) {
            wakeup.wake();
        }
        return passed;
    }

    /** The thread that the ring depends on; null if none has polled yet, or the follower has ended. */
    @Nullable
    Thread thread() {
        return stage.hasEnded() ? null : thread;
    }

    @Override
    public boolean isDrained() {
        return lifecycle.isHalted() || stage.passed() >= ring.lastSequence();
    }

    /** Refuses further polls after a halt; returns false if a thread is still inside at the deadline. */
    boolean stop(final long deadlineNs) {
        while (!state.compareAndSet(IDLE, STOPPED)) {
            if (state.get() == STOPPED) {
                return true;
            }
            if (clock.nanoTime() - deadlineNs >= 0) {
                return false;
            }
            scheduler.pause(PARK_NS);
        }
        return true;
    }
}
