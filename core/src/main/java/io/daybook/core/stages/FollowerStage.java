package io.daybook.core.stages;

import com.lmax.disruptor.Sequence;
import io.daybook.api.FollowerMetrics;
import io.daybook.core.doors.CommandRing;
import io.daybook.core.follower.AttachedFollower;
import io.daybook.core.scheduling.Counters;
import io.daybook.core.scheduling.Stage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One more consumer of the ring, after delivery: passes delivered commands to a follower. Slots are free once the
 * slowest of these stages has passed them. Runs on a thread of its own, or in a {@link RingFollowerPoller}.
 */
final class FollowerStage implements Stage {
    private static final int MAX_BATCH = 256;
    private static final int RECEIVED_SEQ = 0;
    private static final int RECEIVED_EVENTS = 1;
    private static final int RECEIVED_SLOT = 2;

    /** The logarithm of 64: progress is published after each 1/64 of the ring, at most {@link #MOST_TOGETHER} slots. */
    private static final int RING_SHIFT = 6;

    private static final int MOST_TOGETHER = 64;

    /**
     * The logarithm of 16: other threads are woken after each 1/16 of the ring, at most {@link #MOST_QUANTUM} slots.
     */
    private static final int QUANTUM_SHIFT = 4;

    private static final int MOST_QUANTUM = 1024;

    private final CommandRing ring;
    private final DeliveryStage delivery;
    private final AttachedFollower follower;
    private final @Nullable Runnable wakeUp;
    private final Sequence sequence = new Sequence();
    private final Counters received = new Counters(3);

    /** Whether the polling thread found nothing, or has not polled yet, and must be woken. */
    private final AtomicBoolean sleeps = new AtomicBoolean(true);

    private final int together;
    private final int quantum;
    private long next = sequence.get() + 1;

    /** The last slot for which a sleeping thread was woken. */
    private long woken = sequence.get();

    /** Creates the stage of a follower after delivery. */
    FollowerStage(final CommandRing ring, final DeliveryStage delivery, final AttachedFollower follower) {
        this.ring = ring;
        this.delivery = delivery;
        this.follower = follower;
        this.wakeUp = follower.attachment().wakeUp();
        this.together = Math.min(ring.size() >>> RING_SHIFT, MOST_TOGETHER);
        this.quantum = isPolled() ? 1 : quantum(ring);
        received.set(RECEIVED_SEQ, follower.seq());
        received.set(RECEIVED_SLOT, sequence.get());
    }

    /** How many slots a follower passes before other threads are woken, while it has more to receive. */
    static int quantum(final CommandRing ring) {
        return Math.max(1, Math.min(ring.size() >>> QUANTUM_SHIFT, MOST_QUANTUM));
    }

    String name() {
        return follower.name();
    }

    /** Whether its owner's thread runs it. */
    boolean isPolled() {
        return wakeUp != null;
    }

    /**
     * The last slot that it no longer needs. Within a batch it may lag up to 64 slots behind {@link #deliveredUpTo}, so
     * that its cache line, which the freeing thread reads all the time, does not move for each slot. Any thread.
     */
    long passed() {
        return follower.hasEnded() ? Long.MAX_VALUE : sequence.get();
    }

    /** The last slot that it has received; other threads see it a little late. Any thread. */
    long deliveredUpTo() {
        return follower.hasEnded() ? Long.MAX_VALUE : received.get(RECEIVED_SLOT);
    }

    /** Whether it receives nothing more. Any thread. */
    boolean hasEnded() {
        return follower.hasEnded();
    }

    @Override
    public int doWork() {
        return deliver(MAX_BATCH);
    }

    /** Waking pays after many slots, because senders wait for that much room, or when no delivered slot is left. */
    @Override
    public boolean isWorthWaking() {
        if (next - woken <= quantum && next <= delivery.sequence().get() && !follower.hasEnded()) {
            return false;
        }
        woken = next - 1;
        return true;
    }

    /** Passes at most {@code limit} slots to the follower; returns how many. For the thread that runs it. */
    int deliver(final int limit) {
        if (!follower.canReceive()) {
            return 0;
        }
        final long first = next;
        final long last = Math.min(delivery.sequence().get(), first + limit - 1);
        try {
            while (next <= last && !follower.hasEnded()) {
                deliverNext();
                if (next - 1 - sequence.get() >= together) {
                    sequence.set(next - 1);
                }
            }
            if (next > first) {
                sequence.set(next - 1);
            }
            if (next > first && !follower.hasEnded()) {
                follower.endBatch();
            }
        } catch (RuntimeException | Error e) {
            sequence.set(next - 1);
            follower.threw(e);
        }
        return (int) (next - first);
    }

    private void deliverNext() {
        final long at = next;
        final int events = ring.slot(at).eventCount();
        follower.deliver(ring.slot(at));
        received.set(RECEIVED_SEQ, follower.seq());
        received.add(RECEIVED_EVENTS, events);
        received.set(RECEIVED_SLOT, at);
        next = at + 1;
    }

    /**
     * Requests a wake-up if there is nothing to receive; returns false if there is something after all. For the polling
     * thread.
     */
    boolean sleep() {
        sleeps.set(true);
        return delivery.sequence().get() < next || !sleeps.compareAndSet(true, false);
    }

    /**
     * Wakes the follower after a delivery; the caller has put a full fence after the delivery. For the thread that
     * delivers.
     */
    void wakeAfterFence() {
        final Runnable hook = wakeUp;
        if (hook != null && !follower.hasEnded() && sleeps.getOpaque() && sleeps.compareAndSet(true, false)) {
            try {
                hook.run();
            } catch (RuntimeException | Error e) {
                follower.fail(new IllegalStateException("the hook that wakes follower " + name() + " threw: " + e, e));
            }
        }
    }

    /** Fails the follower, which has held the ring full for too long. */
    void timeOut(final int timeoutMs) {
        follower.fail(new IllegalStateException("follower " + name()
                + " has held the ring full without progress for followerTimeoutMs=" + timeoutMs + ", after seq "
                + received.get(RECEIVED_SEQ)));
    }

    /** Detaches the follower; the exchange continues without it. Any thread. */
    void detach(final Throwable cause) {
        follower.detach(cause);
    }

    /** Ends the follower, which then needs no slot any more. */
    void end() {
        follower.end();
    }

    /** The metrics of the follower. Any thread. */
    FollowerMetrics metrics() {
        final long seq = received.get(RECEIVED_SEQ);
        final long events = Math.max(0, delivery.events() - received.get(RECEIVED_EVENTS));
        final long slots = Math.max(0, delivery.sequence().get() - received.get(RECEIVED_SLOT));
        return new FollowerMetrics(name(), seq, slots, slots == 0 ? 0 : events, !follower.hasEnded());
    }
}
