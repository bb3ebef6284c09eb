package io.daybook.engine.writer;

import io.daybook.api.AdjustBalanceWriter;
import io.daybook.api.CancelOrderWriter;
import io.daybook.api.MassCancelWriter;
import io.daybook.api.MoveOrderWriter;
import io.daybook.api.NopWriter;
import io.daybook.api.PlaceOrderWriter;
import io.daybook.api.ReduceOrderWriter;
import io.daybook.api.ReplaceOrderWriter;
import io.daybook.api.TickWriter;
import io.daybook.kernel.command.CommandSlot;

/** A writer of each kind over the slots of one claim, of which at most one is open. Used by the thread that claims. */
public final class SlotWriters {
    private final SlotWriter.Place place;
    private final SlotWriter.Move move;
    private final SlotWriter.Reduce reduce;
    private final SlotWriter.Cancel cancel;
    private final ReplaceSlotWriter replace;
    private final MassCancelSlotWriter massCancel;
    private final TickSlotWriter tick;
    private final NopSlotWriter nop;
    private final SlotWriter.Adjust adjust;

    /** Creates all writers over one claim. */
    public SlotWriters(final SlotWriter.Claim claim) {
        this.place = new SlotWriter.Place(claim);
        this.move = new SlotWriter.Move(claim);
        this.reduce = new SlotWriter.Reduce(claim);
        this.cancel = new SlotWriter.Cancel(claim);
        this.replace = new ReplaceSlotWriter(claim);
        this.massCancel = new MassCancelSlotWriter(claim);
        this.tick = new TickSlotWriter(claim);
        this.nop = new NopSlotWriter(claim);
        this.adjust = new SlotWriter.Adjust(claim);
    }

    /** Starts the writer on a claimed slot. */
    public PlaceOrderWriter place(final CommandSlot slot) {
        return place.wrap(slot);
    }

    /** Starts the writer on a claimed slot. */
    public MoveOrderWriter move(final CommandSlot slot) {
        return move.wrap(slot);
    }

    /** Starts the writer on a claimed slot. */
    public ReduceOrderWriter reduce(final CommandSlot slot) {
        return reduce.wrap(slot);
    }

    /** Starts the writer on a claimed slot. */
    public CancelOrderWriter cancel(final CommandSlot slot) {
        return cancel.wrap(slot);
    }

    /** Starts the writer on a claimed slot. */
    public ReplaceOrderWriter replace(final CommandSlot slot) {
        return replace.wrap(slot);
    }

    /** Starts the writer on a claimed slot. */
    public MassCancelWriter massCancel(final CommandSlot slot) {
        return massCancel.wrap(slot);
    }

    /** Starts the writer on a claimed slot. */
    public TickWriter tick(final CommandSlot slot) {
        return tick.wrap(slot);
    }

    /** Starts the writer on a claimed slot. */
    public NopWriter nop(final CommandSlot slot) {
        return nop.wrap(slot);
    }

    /** Starts the writer on a claimed slot. */
    public AdjustBalanceWriter adjust(final CommandSlot slot) {
        return adjust.wrap(slot);
    }

    /** Releases the slot of the open writer. */
    public void release() {
        place.release();
        move.release();
        reduce.release();
        cancel.release();
        replace.release();
        massCancel.release();
        tick.release();
        nop.release();
        adjust.release();
    }
}
