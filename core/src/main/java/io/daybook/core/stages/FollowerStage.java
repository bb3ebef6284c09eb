package io.daybook.core.stages;

import com.lmax.disruptor.Sequence;
import io.daybook.api.Attachment;
import io.daybook.api.FollowerMetrics;
import io.daybook.api.OnFailure;
import io.daybook.core.doors.CommandRing;
import io.daybook.core.follower.FollowerTeller;
import io.daybook.core.scheduling.Counters;
import io.daybook.core.scheduling.Stage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One more consumer of the ring, behind delivery: tells a follower what was delivered. Slots are freed behind the
 * slowest of these stages. Run by a thread of its own, or by a {@link RingFollowerPoller}.
 */
final class FollowerStage implements Stage {
    private static final Logger LOG = LoggerFactory.getLogger(FollowerStage.class);
    private static final int MAX_BATCH = 256;
    private static final int HEARD_SEQ = 0;
    private static final int HEARD_EVENTS = 1;

    private final CommandRing ring;
    private final DeliveryStage delivery;
    private final Attachment attachment;
    private final FollowerTeller teller;
    private final Consumer<Throwable> onFailure;
    private final Consumer<Throwable> onDetached;
    private final Sequence sequence = new Sequence();
    private final Counters heard = new Counters(2);
    private final AtomicBoolean ended = new AtomicBoolean();
    private final AtomicBoolean failed = new AtomicBoolean();

    /** Whether the thread that polls has found nothing, or has not come yet, and wants to be woken. */
    private final AtomicBoolean sleeps = new AtomicBoolean(true);

    private long next = sequence.get() + 1;

    /**
     * A follower behind delivery.
     *
     * @param onFailure stops the exchange, any thread
     * @param onDetached is told, once, that it was detached, on the thread that found out why
     */
    FollowerStage(
            final CommandRing ring,
            final DeliveryStage delivery,
            final Attachment attachment,
            final FollowerTeller teller,
            final Consumer<Throwable> onFailure,
            final Consumer<Throwable> onDetached) {
        this.ring = ring;
        this.delivery = delivery;
        this.attachment = attachment;
        this.teller = teller;
        this.onFailure = onFailure;
        this.onDetached = onDetached;
        heard.set(HEARD_SEQ, teller.seq());
    }

    String name() {
        return attachment.follower().name();
    }

    /** Whether its owner's thread runs it. */
    boolean isPolled() {
        return attachment.wakeUp() != null;
    }

    /** Up to where it needs no slot any more. Any thread. */
    long passed() {
        return ended.get() ? Long.MAX_VALUE : sequence.get();
    }

    /** Whether it hears nothing more. Any thread. */
    boolean hasEnded() {
        return ended.get();
    }

    @Override
    public int doWork() {
        return hear(MAX_BATCH);
    }

    /** Tells the follower of at most so many slots; how many there were. The thread that runs it. */
    int hear(final int limit) {
        if (ended.get() || failed.get()) {
            return 0;
        }
        final long first = next;
        final long last = Math.min(delivery.sequence().get(), first + limit - 1);
        try {
            while (next <= last && !ended.get()) {
                hearNext();
            }
            if (next > first && !ended.get()) {
                attachment.follower().onBatchEnd();
            }
        } catch (RuntimeException | Error e) {
            fail(new IllegalStateException("follower " + name() + " failed at seq " + teller.seq() + ": " + e, e));
        }
        return (int) (next - first);
    }

    private void hearNext() {
        final long at = next;
        final int events = ring.slot(at).eventCount();
        teller.tell(ring.slot(at));
        heard.set(HEARD_SEQ, teller.seq());
        heard.add(HEARD_EVENTS, events);
        next = at + 1;
        sequence.set(at);
    }

    /** There is nothing to hear: asks to be woken; false if there is something after all. The thread that polls. */
    boolean sleep() {
        sleeps.set(true);
        return delivery.sequence().get() < next || !sleeps.compareAndSet(true, false);
    }

    /** Something was delivered; the caller has put a full fence behind it. The thread that delivers. */
    void wakeAfterFence() {
        final Runnable hook = attachment.wakeUp();
        if (hook != null && !ended.get() && sleeps.getOpaque() && sleeps.compareAndSet(true, false)) {
            try {
                hook.run();
            } catch (RuntimeException | Error e) {
                fail(new IllegalStateException("the hook that wakes follower " + name() + " threw: " + e, e));
            }
        }
    }

    /** It has held the ring full for too long. */
    void timeOut(final int timeoutMs) {
        fail(new IllegalStateException("follower " + name()
                + " has held the ring full without progress for followerTimeoutMs=" + timeoutMs + ", behind seq "
                + heard.get(HEARD_SEQ)));
    }

    private void fail(final Throwable cause) {
        if (ended.get()) { // its slots may be free, and the exchange goes on without it
            LOG.debug("follower {} was detached before", name(), cause);
        } else if (attachment.onFailure() == OnFailure.DETACH) {
            detach(cause);
        } else if (failed.compareAndSet(false, true)) {
            onFailure.accept(cause);
        }
    }

    /** Goes on without it. Any thread. */
    void detach(final Throwable cause) {
        if (end()) {
            onDetached.accept(cause);
        }
    }

    /** It needs no slot any more; whether it did. */
    boolean end() {
        return ended.compareAndSet(false, true);
    }

    /** Where it is. Any thread. */
    FollowerMetrics metrics() {
        final long seq = heard.get(HEARD_SEQ);
        final long events = Math.max(0, delivery.events() - heard.get(HEARD_EVENTS));
        final long slots = Math.max(0, delivery.sequence().get() - sequence.get());
        return new FollowerMetrics(name(), seq, slots, slots == 0 ? 0 : events, !ended.get());
    }
}
