package io.daybook.core.stages;

import com.lmax.disruptor.Sequence;
import io.daybook.core.delivery.ResultDelivery;
import io.daybook.core.doors.CommandRing;
import io.daybook.core.scheduling.Stage;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import org.jspecify.annotations.Nullable;

/**
 * Hands results to those who wait for them, in order, once the engine has settled them and the journal has released them; then
 * frees their slots. All that is due is delivered before the thread turns to something else: a journal on the same thread would
 * otherwise force the few commands that found room meanwhile, and block after block would stay small.
 */
final class DeliveryStage implements Stage {
    private static final int SLOTS_FREED_TOGETHER = 1024;

    private final CommandRing ring;
    private final Sequence settled;
    private final Sequence released;
    private final ResultDelivery delivery;
    private final Sequence sequence = new Sequence();

    private long next = sequence.get() + 1;

    /**
     * Delivery behind engine and journal.
     *
     * @param settled how far the engine is
     * @param released how far the journal lets results go; the engine's own where there is no journal
     */
    DeliveryStage(
            final CommandRing ring, final Sequence settled, final Sequence released, final ResultDelivery delivery) {
        this.ring = ring;
        this.settled = settled;
        this.released = released;
        this.delivery = delivery;
    }

    /** How far this stage is; the ring is free behind it. */
    Sequence sequence() {
        return sequence;
    }

    @Override
    public int doWork() {
        final long first = next;
        final long last = Math.min(settled.get(), released.get());
        while (next <= last) {
            deliverUpTo(Math.min(last, next + SLOTS_FREED_TOGETHER - 1));
        }
        return (int) (next - first);
    }

    private void deliverUpTo(final long last) {
        EventRing events = null;
        long freeUpTo = 0;
        for (long at = next; at <= last; at++) {
            final CommandSlot slot = ring.slot(at);
            delivery.deliver(slot);
            if (slot.eventCount() > 0) {
                final EventRing eventsOfSlot = slot.eventRing();
                if (eventsOfSlot != events) {
                    release(events, freeUpTo);
                    events = eventsOfSlot;
                }
                freeUpTo = eventsOfSlot.endPosition(slot);
            }
            slot.clearReferences();
        }
        release(events, freeUpTo);
        next = last + 1;
        sequence.set(last);
    }

    private static void release(final @Nullable EventRing events, final long upToPosition) {
        if (events != null) {
            events.release(upToPosition);
        }
    }
}
