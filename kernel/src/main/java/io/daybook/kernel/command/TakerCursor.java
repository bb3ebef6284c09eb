package io.daybook.kernel.command;

import io.daybook.api.EventKind;

/**
 * Finds the taker of each event of a slot. The taker is the order of the command, under its new id after a replacement,
 * until an act names another order. Moving forward visits the events in between; moving backward starts again at the
 * first event. A flyweight, used by one thread.
 */
public final class TakerCursor {
    private static final int ACT = EventKind.ACT.code();
    private static final int REPLACE = EventKind.REPLACE.code();

    /** The value of {@link #base} before the first act. */
    private static final int NO_ACT = -1;

    private CommandSlot slot = new CommandSlot();
    private long[] array = {};
    private int base = NO_ACT;
    private int passed;
    private long ownOrderId;

    /** Starts before the first event of a slot. */
    public void start(final CommandSlot executed) {
        slot = executed;
        rewind();
    }

    private void rewind() {
        base = NO_ACT;
        passed = 0;
        ownOrderId = slot.orderId();
    }

    /**
     * Moves to an event of the slot; at an act, the taker is the order that acts.
     *
     * @param index from 0, below the count of events
     */
    public void moveTo(final int index) {
        if (index < passed - 1) {
            rewind();
        }
        final EventRing ring = slot.eventRing();
        while (passed <= index) {
            final long[] arrayOfEvent = ring.array(slot, passed);
            final int baseOfEvent = ring.base(slot, passed);
            final int kind = EventDescriptor.kind(arrayOfEvent, baseOfEvent);
            if (kind == ACT) {
                array = arrayOfEvent;
                base = baseOfEvent;
            } else if (kind == REPLACE) {
                ownOrderId = EventDescriptor.newOrderId(arrayOfEvent, baseOfEvent);
            }
            passed++;
        }
    }

    /** The taker's order. */
    public long orderId() {
        return base == NO_ACT ? ownOrderId : EventDescriptor.actOrderId(array, base);
    }

    /** The owner of the taker's order. */
    public long uid() {
        return base == NO_ACT ? slot.uid() : EventDescriptor.actUid(array, base);
    }

    /** The taker's side: number of the {@link io.daybook.api.Side}. */
    public int side() {
        return base == NO_ACT ? slot.side() : EventDescriptor.actSide(array, base);
    }
}
