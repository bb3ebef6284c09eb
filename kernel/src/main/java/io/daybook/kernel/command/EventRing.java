package io.daybook.kernel.command;

import io.daybook.api.EventKind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The events of many commands in one {@code long[]}, reused lap after lap: written by one matching thread, completed by
 * settle, read by delivery. A slot holds the position and count of its events; positions count up without end and map
 * to the array by a mask.
 *
 * <p>The engine never waits here. Its caller makes sure that delivery has {@link #release released} enough room before
 * each command ({@link #isShort()}); a sweep that needs more than the room left continues in a temporary spill array.
 *
 * <p>The spill needs no configurable limit: a command has at most one event for each order that it takes, one event of
 * its own, and one for each level that it changes, so a spill is as large as the swept part of the book, and is freed
 * with its slot. Refusing it would refuse half a trade. Only the size of an array limits it, to
 * {@value #MAX_SPILL_EVENTS} events; beyond that the exchange halts. While more than {@value #MAX_UNRELEASED_SPILL}
 * spilled events are not released, the ring {@link #isShort() is short}: so slow readers hold at most that many events
 * and the spill of one command.
 *
 * <p>Only releasing and {@link #isShort()} may be called from another thread.
 */
public final class EventRing {
    static final int MAX_SPILL_EVENTS = (Integer.MAX_VALUE - 64) / EventDescriptor.STRIDE - 1;

    /** While more spilled events than this wait for readers, the engine accepts no commands. */
    private static final int MAX_UNRELEASED_SPILL = 1 << 20;

    private static final int FIRST_SPILL_EVENTS = 1024;

    private static final VarHandle POSITION;
    private static final VarHandle SPILLED_BEFORE;

    static {
        try {
            POSITION = MethodHandles.lookup().findVarHandle(EventRing.class, "position", long.class);
            SPILLED_BEFORE = MethodHandles.lookup().findVarHandle(EventRing.class, "spilledBefore", long.class);
        } catch (NoSuchFieldException | IllegalAccessException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long[] ring;
    private final int mask;
    private final int minRoom;

    private long position;
    private long begin;
    private long limit;
    private int spilled;
    private long actPosition;
    private int actSpilled;
    private long @Nullable [] spill;

    /** Spilled events of all commands that have ended. */
    private long spilledBefore;

    /** How many spilled events were released; only the releasing thread reads and writes it. */
    private long spillRead;

    private volatile long released;
    private volatile long spillReleased;

    /**
     * Allocates the ring.
     *
     * @param capacity the number of events, a power of two
     */
    public EventRing(final int capacity) {
        if (Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException("capacity must be a power of two: capacity=" + capacity);
        }
        this.ring = new long[capacity * EventDescriptor.STRIDE];
        this.mask = capacity - 1;
        this.minRoom = capacity / 4;
    }

    /**
     * Whether less than a quarter is free, or too much spill is not released: the engine accepts nothing until readers
     * have released more. Any thread may call it; the answer may be slightly out of date.
     */
    public boolean isShort() {
        final long spilledSoFar = (long) SPILLED_BEFORE.getOpaque(this);
        if (spilledSoFar != 0 && spilledSoFar - spillReleased > MAX_UNRELEASED_SPILL) {
            return true;
        }
        final long before = released;
        return (long) POSITION.getOpaque(this) - before > mask + 1 - minRoom;
    }

    /** Releases everything before a position: delivery has read it, and its memory may be overwritten. */
    public void release(final long upToPosition) {
        released = upToPosition;
    }

    /** Releases spilled events, which delivery has read. */
    public void releaseSpill(final int events) {
        spillRead += events;
        spillReleased = spillRead;
    }

    /** Releases everything; for a host that finishes each command before the next. */
    public void releaseAll() {
        released = position;
        spillRead = spilledBefore + spilled;
        spillReleased = spillRead;
    }

    /** The position after the last event of the last command. */
    public long position() {
        return position;
    }

    /** Starts the events of one command. */
    public void begin() {
        begin = position;
        if (spilled > 0) {
            spilledBefore += spilled;
            spilled = 0;
            spill = null;
        }
    }

    /** Adds a trade with one maker. */
    public void trade(
            final long tradeId,
            final long makerOrderId,
            final long makerUid,
            final int makerUserIndex,
            final long makerReserve,
            final long price,
            final long size,
            final long makerRemaining,
            final long takerRemaining) {
        final boolean fits = fits();
        EventDescriptor.trade(
                fits ? ring : spillArray(),
                nextBase(fits),
                tradeId,
                makerOrderId,
                makerUid,
                makerUserIndex,
                makerReserve,
                price,
                size,
                makerRemaining,
                takerRemaining);
    }

    /** Adds a reduce: lots that the command takes off the book. */
    public void reduce(final long price, final long size, final long remaining) {
        final boolean fits = fits();
        EventDescriptor.reduce(fits ? ring : spillArray(), nextBase(fits), price, size, remaining);
    }

    /** Does {@link #begin}, {@link #reduce} and {@link #end} together, for a command without other events. */
    public void reduceOnly(final CommandSlot slot, final long price, final long size, final long remaining) {
        final long at = position;
        if (spilled == 0 && at < limit) {
            begin = at;
            position = at + 1;
            EventDescriptor.reduce(ring, ((int) at & mask) * EventDescriptor.STRIDE, price, size, remaining);
            slot.events(this, at, 1, null);
            return;
        }
        begin();
        reduce(price, size, remaining);
        end(slot);
    }

    /** Adds a reject: lots of the order that neither trade nor rest. */
    public void reject(final long size) {
        final boolean fits = fits();
        EventDescriptor.reject(fits ? ring : spillArray(), nextBase(fits), size);
    }

    /**
     * Adds an act: the order that it names is the taker of the events that follow, up to the next act. {@link #endAct}
     * writes the lots left; until then, they are {@code initialRemaining}.
     *
     * @param cause number of the {@link io.daybook.api.ActCause}
     * @param userIndex index of the owner in risk
     * @param side number of the {@link io.daybook.api.Side}
     * @param type number of the {@link io.daybook.api.OrderType} with which the order enters
     * @param price limit in ticks, or the total of a budget
     * @param reserve the reserve price as hold left it, in ticks
     * @param size lots with which the order was placed
     * @param held amount reserved for a budget, in minor units, which is released completely; 0 for any other order
     * @param initialRemaining lots of the order now
     */
    public void act(
            final int cause,
            final long orderId,
            final long uid,
            final int userIndex,
            final int side,
            final int type,
            final long price,
            final long reserve,
            final long size,
            final long held,
            final long initialRemaining) {
        final boolean fits = fits();
        final long[] array = fits ? ring : spillArray();
        final int base = nextBase(fits);
        actPosition = position - 1;
        actSpilled = spilled;
        EventDescriptor.act(
                array, base, cause, orderId, uid, userIndex, side, type, price, reserve, size, held, initialRemaining);
    }

    /** Adds a cancel of lots that the exchange takes off an order. */
    public void cancel(
            final int symbol,
            final int symbolIndex,
            final int reason,
            final long orderId,
            final long uid,
            final int userIndex,
            final int side,
            final long price,
            final long reserve,
            final long size,
            final long remaining) {
        change(EventKind.CANCEL, reason, orderId, uid, userIndex, side, price, reserve, size, remaining);
        EventDescriptor.cancelledSymbol(arrayOfLast(), baseOfLast(), symbol, symbolIndex);
    }

    /** Adds a replacement. */
    public void replace(
            final long orderId,
            final long newOrderId,
            final long uid,
            final int side,
            final long price,
            final long remaining,
            final boolean kept) {
        change(EventKind.REPLACE, 0, orderId, uid, 0, side, price, 0, 0, remaining);
        EventDescriptor.replaced(arrayOfLast(), baseOfLast(), newOrderId, kept);
    }

    /** Adds the refresh of an order that shows only a part of its lots: its next part. */
    public void refresh(final long orderId, final long uid, final int side, final long price, final long shown) {
        change(EventKind.REFRESH, 0, orderId, uid, 0, side, price, 0, shown, 0);
    }

    /** Adds the change of an order's price from the price that was sent. */
    public void reprice(final long orderId, final long uid, final int side, final long price) {
        change(EventKind.REPRICE, 0, orderId, uid, 0, side, price, 0, 0, 0);
    }

    private void change(
            final EventKind kind,
            final int reason,
            final long orderId,
            final long uid,
            final int userIndex,
            final int side,
            final long price,
            final long reserve,
            final long size,
            final long remaining) {
        final boolean fits = fits();
        EventDescriptor.change(
                fits ? ring : spillArray(),
                nextBase(fits),
                kind,
                reason,
                orderId,
                uid,
                userIndex,
                side,
                price,
                reserve,
                size,
                remaining);
    }

    /** Adds {@link OrderFlags} to the last event. */
    public void flag(final int flags) {
        if (flags != 0) {
            EventDescriptor.addFlags(arrayOfLast(), baseOfLast(), flags);
        }
    }

    /** Records the lots of an exit's entry in the last event, which ended the exit. */
    public void entryLots(final long lots) {
        EventDescriptor.entryLots(arrayOfLast(), baseOfLast(), lots);
    }

    /**
     * Records in the last event, which is the cancel of an exit, the lots that the exit's entry had traded for it in
     * the same act.
     */
    public void freshLots(final long lots) {
        EventDescriptor.freshLots(arrayOfLast(), baseOfLast(), lots);
    }

    /** Adds {@link OrderFlags} to the last act. */
    public void flagAct(final int flags) {
        if (flags != 0) {
            EventDescriptor.addFlags(array(actSpilled), base(actPosition, actSpilled), flags);
        }
    }

    /** How many events the command has so far. */
    public int count() {
        return (int) (position - begin) + spilled;
    }

    /**
     * Records the lots that the order of the last act has left, whether they rest or not.
     *
     * @param concealed the part of them that no level shows
     */
    public void endAct(final long remaining, final long concealed) {
        EventDescriptor.actLeft(array(actSpilled), base(actPosition, actSpilled), remaining, concealed);
    }

    /**
     * Adds a level that the command changed, after all its events.
     *
     * @param ordinal counts the changes of the command from 1
     * @param top whether the level is, or was, at least as good as the best level that is left
     */
    public void levelChange(
            final int ordinal,
            final int side,
            final long price,
            final long size,
            final long orders,
            final boolean top,
            final long bestBid,
            final long bestBidSize,
            final long bestAsk,
            final long bestAskSize) {
        final boolean fits = fits();
        final long[] array = fits ? ring : spillArray();
        final int base = nextBase(fits);
        EventDescriptor.levelChange(array, base, ordinal, side, price, size, orders, top);
        EventDescriptor.bests(array, base, bestBid, bestBidSize, bestAsk, bestAskSize);
    }

    /**
     * Ends the events of the command and records in its slot where they are; called again after level changes.
     *
     * @param slot a slot whose outcome was empty when the command began
     */
    public void end(final CommandSlot slot) {
        final int count = (int) (position - begin) + spilled;
        if (count > 0) {
            slot.events(this, begin, count, spill);
        }
    }

    /** The array with the event at an index, from 0, of a slot's events; read it at {@link #base}. */
    public long[] array(final CommandSlot slot, final int index) {
        final long[] spillOfSlot = slot.eventSpill();
        return spillOfSlot == null || index < ringEvents(slot, spillOfSlot) ? ring : spillOfSlot;
    }

    /** The base index in {@link #array} of the event at an index, from 0, of a slot's events. */
    public int base(final CommandSlot slot, final int index) {
        final long[] spillOfSlot = slot.eventSpill();
        if (spillOfSlot != null) {
            final int inRing = ringEvents(slot, spillOfSlot);
            if (index >= inRing) {
                return (index - inRing + 1) * EventDescriptor.STRIDE;
            }
        }
        return ((int) (slot.eventPosition() + index) & mask) * EventDescriptor.STRIDE;
    }

    /**
     * The position after the last event that a slot has in this ring; delivery releases up to it when it has finished
     * with the slot.
     */
    public long endPosition(final CommandSlot slot) {
        final long[] spillOfSlot = slot.eventSpill();
        final int inRing = spillOfSlot == null ? slot.eventCount() : ringEvents(slot, spillOfSlot);
        return slot.eventPosition() + inRing;
    }

    /** How many events of a slot are spilled. */
    public static int spilledEvents(final CommandSlot slot) {
        final long[] spillOfSlot = slot.eventSpill();
        return spillOfSlot == null ? 0 : slot.eventCount() - ringEvents(slot, spillOfSlot);
    }

    /** The first record of a spill array is its header: how many events of the command are in the ring. */
    private static int ringEvents(final CommandSlot slot, final long[] spillOfSlot) {
        return Math.min((int) spillOfSlot[0], slot.eventCount());
    }

    private long[] arrayOfLast() {
        return array(spilled);
    }

    private int baseOfLast() {
        return base(position - 1, spilled);
    }

    /** The array with an event of this command; places in the spill count from 1. */
    private long[] array(final int placeInSpill) {
        return placeInSpill == 0 ? ring : Objects.requireNonNull(spill);
    }

    private int base(final long positionInRing, final int placeInSpill) {
        return (placeInSpill == 0 ? (int) positionInRing & mask : placeInSpill) * EventDescriptor.STRIDE;
    }

    /**
     * Whether another event fits. It reads delivery's progress again only if the cached value shows no room. A command
     * that has spilled keeps spilling.
     */
    private boolean fits() {
        return spilled == 0 && (position < limit || position < askForLimit());
    }

    private long askForLimit() {
        limit = released + mask + 1;
        return limit;
    }

    private int nextBase(final boolean fits) {
        if (fits) {
            return ((int) position++ & mask) * EventDescriptor.STRIDE;
        }
        return ++spilled * EventDescriptor.STRIDE;
    }

    private long[] spillArray() {
        final long[] current = spill;
        if (current == null) {
            final long[] first = new long[(FIRST_SPILL_EVENTS + 1) * EventDescriptor.STRIDE];
            first[0] = position - begin;
            spill = first;
            return first;
        }
        if ((spilled + 2) * EventDescriptor.STRIDE > current.length) {
            if (spilled >= MAX_SPILL_EVENTS) {
                throw new IllegalStateException(
                        "events of one command outside the ring must be at most " + MAX_SPILL_EVENTS);
            }
            final long most = (MAX_SPILL_EVENTS + 1L) * EventDescriptor.STRIDE;
            final long[] larger = Arrays.copyOf(current, (int) Math.min(2L * current.length, most));
            spill = larger;
            return larger;
        }
        return current;
    }
}
