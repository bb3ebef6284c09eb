package io.daybook.engine;

import io.daybook.api.BookChangeView;
import io.daybook.api.LevelChangeView;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventDescriptor;
import io.daybook.kernel.command.EventRing;

/** Shows the level changes that follow the events of a slot. A flyweight, used by one thread. */
public final class SlotBookChangeView implements BookChangeView, LevelChangeView {
    private static final long[] NO_EVENTS = new long[EventDescriptor.STRIDE];

    private CommandSlot slot = new CommandSlot();
    private long seq;
    private long previousSeq;
    private long timeNs;
    private int levelCount;
    private long[] array = NO_EVENTS;
    private int base;

    /**
     * The number of levels that a command changed in a watched book; 0 in another book. The slot must have an event or
     * a level change.
     */
    public static int levelCount(final CommandSlot slot) {
        final EventRing ring = slot.eventRing();
        final int last = slot.eventCount() - 1;
        final long[] array = ring.array(slot, last);
        final int base = ring.base(slot, last);
        return EventDescriptor.kind(array, base) == EventDescriptor.LEVEL_CHANGE
                ? EventDescriptor.levelOrdinal(array, base)
                : 0;
    }

    /** Moves on to another slot, which has changes. */
    public void wrap(
            final CommandSlot executed, final long seqOfSlot, final long seqOfPreviousChange, final long timeOfSlotNs) {
        slot = executed;
        seq = seqOfSlot;
        previousSeq = seqOfPreviousChange;
        timeNs = timeOfSlotNs;
        levelCount = levelCount(executed);
        moveTo(executed.eventCount() - 1);
    }

    private void moveTo(final int event) {
        final EventRing ring = slot.eventRing();
        array = ring.array(slot, event);
        base = ring.base(slot, event);
    }

    @Override
    public long seq() {
        return seq;
    }

    @Override
    public long previousSeq() {
        return previousSeq;
    }

    @Override
    public long timestampNs() {
        return timeNs;
    }

    @Override
    public int symbol() {
        return slot.symbol();
    }

    @Override
    public long bestBid() {
        return EventDescriptor.bestBid(array, base);
    }

    @Override
    public long bestBidSize() {
        return EventDescriptor.bestBidSize(array, base);
    }

    @Override
    public long bestAsk() {
        return EventDescriptor.bestAsk(array, base);
    }

    @Override
    public long bestAskSize() {
        return EventDescriptor.bestAskSize(array, base);
    }

    @Override
    public int levelCount() {
        return levelCount;
    }

    @Override
    public LevelChangeView level(final int index) {
        if (index < 0 || index >= levelCount) {
            throw new IndexOutOfBoundsException("index must be below levelCount " + levelCount + ": index=" + index);
        }
        moveTo(slot.eventCount() - levelCount + index);
        return this;
    }

    @Override
    public int sideCode() {
        return EventDescriptor.levelSide(array, base);
    }

    @Override
    public long price() {
        return EventDescriptor.price(array, base);
    }

    @Override
    public long size() {
        return EventDescriptor.size(array, base);
    }

    @Override
    public long orders() {
        return EventDescriptor.levelOrders(array, base);
    }

    @Override
    public boolean isTop() {
        return EventDescriptor.isTop(array, base);
    }
}
