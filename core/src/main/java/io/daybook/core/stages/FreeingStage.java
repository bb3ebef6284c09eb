package io.daybook.core.stages;

import com.lmax.disruptor.Sequence;
import io.daybook.core.doors.CommandRing;
import io.daybook.core.scheduling.Stage;
import io.daybook.host.Clock;
import io.daybook.kernel.command.EventRing;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Frees slots after delivery and the slowest follower, and checks whether a follower holds the ring full without
 * progress. Runs on the thread that delivers; without followers, delivery frees its slots itself.
 */
final class FreeingStage implements Stage {
    private static final int SLOTS_FREED_TOGETHER = 1024;

    /** A pause of the machine, in which no follower could move, counts at most this much. */
    private static final long MAX_BETWEEN_CHECKS_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final CommandRing ring;
    private final Sequence delivered;
    private final HeldSlots held;
    private final FollowerStage[] followers;
    private final List<EventRing> events;
    private final int timeoutMs;
    private final Clock clock;
    private final SlotFreeing freeing = new SlotFreeing();

    /**
     * The least number of slots to free while senders wait for room and followers advance; otherwise every few slots
     * would wake all threads.
     */
    private final int fewest;

    private final Sequence sequence = new Sequence();

    /** For each follower, whether its progress is watched, because it lags while a ring is full. */
    private final boolean[] watched;

    /** For each watched follower, the last slot that it had received when it was seen to move. */
    private final long[] seenAt;

    /** For each watched follower, how long it has not moved, in ns. */
    private final long[] heldNs;

    private long checkedNs;
    private long next = sequence.get() + 1;
    private long woken = sequence.get();

    /**
     * Creates the stage after delivery and followers.
     *
     * @param events that the engine writes; a follower can hold them full too
     * @param clock read only while a follower holds a ring full
     */
    FreeingStage(
            final CommandRing ring,
            final DeliveryStage delivery,
            final List<FollowerStage> followers,
            final List<EventRing> events,
            final int timeoutMs,
            final Clock clock) {
        this.ring = ring;
        this.delivered = delivery.sequence();
        this.held = delivery.held();
        this.followers = followers.toArray(new FollowerStage[0]);
        this.events = List.copyOf(events);
        this.timeoutMs = timeoutMs;
        this.clock = clock;
        this.fewest = followers.stream().anyMatch(FollowerStage::isPolled) ? 1 : FollowerStage.quantum(ring);
        this.watched = new boolean[this.followers.length];
        this.seenAt = new long[this.followers.length];
        this.heldNs = new long[this.followers.length];
    }

    /** How far this stage is; the ring is free up to here. */
    Sequence sequence() {
        return sequence;
    }

    @Override
    public int doWork() {
        final long first = next;
        final long end = delivered.get();
        long last = end;
        for (final FollowerStage follower : followers) {
            last = Math.min(last, follower.passed());
        }
        if (end > woken) {
            wakeFollowers();
            woken = end;
        }
        if (last < end && last - next < fewest - 1 && ring.isShort() && !ring.hasWaitingQueries()) {
            checkHanging(end);
            return 0;
        }
        while (next <= last) {
            freeUpTo(Math.min(last, next + SLOTS_FREED_TOGETHER - 1));
        }
        if (last < end) {
            checkHanging(end);
        }
        return (int) (next - first);
    }

    /**
     * Wakes followers. Deliveries are made visible before sleepers are checked; {@link FollowerStage#sleep} does both
     * in the opposite order.
     */
    private void wakeFollowers() {
        VarHandle.fullFence();
        for (final FollowerStage follower : followers) {
            follower.wakeAfterFence();
        }
    }

    private void freeUpTo(final long last) {
        for (long at = held.takeFirst(next, last); at <= last; at = held.takeFirst(at + 1, last)) {
            freeing.free(ring.slot(at));
        }
        freeing.release();
        next = last + 1;
        sequence.set(last);
    }

    private void checkHanging(final long end) {
        if (!isFull()) {
            Arrays.fill(watched, false);
            return;
        }
        final long nowNs = clock.nanoTime();
        final long sinceCheckNs = Math.min(nowNs - checkedNs, MAX_BETWEEN_CHECKS_NS);
        checkedNs = nowNs;
        for (int i = 0; i < followers.length; i++) {
            final long received = followers[i].deliveredUpTo();
            if (received >= end) {
                watched[i] = false;
            } else if (!watched[i] || received != seenAt[i]) {
                watched[i] = true;
                seenAt[i] = received;
                heldNs[i] = 0;
            } else {
                heldNs[i] += sinceCheckNs;
                if (heldNs[i] >= TimeUnit.MILLISECONDS.toNanos(timeoutMs)) {
                    followers[i].timeOut(timeoutMs);
                }
            }
        }
    }

    /** Whether senders may have to wait for room in the ring, or the engine for room in an event ring. */
    private boolean isFull() {
        boolean isFull = ring.isShort();
        for (final EventRing ringOfEvents : events) {
            isFull |= ringOfEvents.isShort();
        }
        return isFull;
    }
}
