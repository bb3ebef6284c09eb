package io.daybook.core.stages;

import com.lmax.disruptor.Sequence;
import io.daybook.core.delivery.ResultDelivery;
import io.daybook.core.doors.CommandRing;
import io.daybook.core.scheduling.Counters;
import io.daybook.core.scheduling.Stage;
import io.daybook.kernel.command.CommandSlot;
import org.jspecify.annotations.Nullable;

/**
 * Delivers results in order, once the engine has settled and the journal has released them; then frees their slots,
 * unless followers still have to read them. It delivers everything that is due before the thread does anything else:
 * otherwise a journal on the same thread would force the few commands that found room meanwhile, and all blocks would
 * stay small.
 */
final class DeliveryStage implements Stage {
    private static final int SLOTS_FREED_TOGETHER = 1024;

    private final CommandRing ring;
    private final Sequence settled;
    private final Sequence released;
    private final ResultDelivery delivery;
    private final @Nullable SlotFreeing freeing;
    private final Sequence sequence = new Sequence();

    /** The count of events of all delivered slots; counted only if followers read them afterwards. */
    private final Counters events = new Counters(1);

    private final HeldSlots held;

    private long next = sequence.get() + 1;

    /**
     * Creates the stage after engine and journal.
     *
     * @param settled how far the engine is
     * @param released how far the journal has released results; the same as {@code settled} if there is no journal
     * @param freeing frees slots at once; null if followers read them after this stage
     */
    DeliveryStage(
            final CommandRing ring,
            final Sequence settled,
            final Sequence released,
            final ResultDelivery delivery,
            final @Nullable SlotFreeing freeing) {
        this.ring = ring;
        this.settled = settled;
        this.released = released;
        this.delivery = delivery;
        this.freeing = freeing;
        this.held = new HeldSlots(ring.size());
    }

    /** How far this stage is; without followers, slots up to here are free. */
    Sequence sequence() {
        return sequence;
    }

    /** The count of events of all delivered slots, if there are followers. Any thread. */
    long events() {
        return events.get(0);
    }

    /** The delivered slots to release after the followers; empty without them. For the thread that delivers. */
    HeldSlots held() {
        return held;
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
        try {
            if (freeing == null) {
                deliverForFollowers(last);
            } else {
                deliverAndFree(last, freeing);
            }
        } finally {
            delivery.endBatch();
        }
        next = last + 1;
        sequence.set(last);
    }

    private void deliverAndFree(final long last, final SlotFreeing frees) {
        for (long at = next; at <= last; at++) {
            final CommandSlot slot = ring.slot(at);
            if (!delivery.deliverBare(slot)) {
                delivery.deliverNext(slot);
                frees.free(slot);
            }
        }
        frees.release();
    }

    private void deliverForFollowers(final long last) {
        long count = 0;
        for (long at = next; at <= last; at++) {
            final CommandSlot slot = ring.slot(at);
            if (!delivery.deliverBare(slot)) {
                delivery.deliverNext(slot);
                if (!slot.isBare()) {
                    held.add(at);
                    count += slot.eventCount();
                }
            }
        }
        events.add(0, count);
    }
}
