package io.daybook.engine.writer;

import io.daybook.api.AdjustBalanceWriter;
import io.daybook.api.CancelOrderWriter;
import io.daybook.api.CommandType;
import io.daybook.api.CommandWriter;
import io.daybook.api.MoveOrderWriter;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrderWriter;
import io.daybook.api.ReduceOrderWriter;
import io.daybook.api.Side;
import io.daybook.api.Term;
import io.daybook.kernel.command.CommandSlot;

/**
 * A writer over a claimed slot; the fast doors reuse these objects. Used by the thread of its door.
 *
 * @param <W> the writer's type for applications
 */
public abstract class SlotWriter<W> implements CommandWriter<W> {

    /** The claim to which the slot belongs. */
    public interface Claim {

        /** Refuses every thread except the one that made the claim. */
        void requireThread();

        /** Refuses a stamp that no command may have. */
        void requireStamp(long stampNs);

        /** Called when the slot is filled. */
        void filled();

        /** Called when the writer releases the slot without filling it. */
        void letGo();

        /** Gives up the whole claim: all its slots are handed over as void, so that none is carried out. */
        void giveUp();
    }

    private static final String NO_SIDE_OR_TYPE = "side and type must be set before an order is published;"
            + " neither the order nor any command of its batch is sent";

    private final Claim claim;
    private final int typeCode;

    /**
     * Whether a side and a type have to be set; a field, because an overridden method would cost a call per command.
     */
    private final boolean needsSideAndType;

    /** Receives the writes of setters that are called after the command was published. */
    private final CommandSlot scratch = new CommandSlot();

    private CommandSlot slot = scratch;

    SlotWriter(final Claim claim, final CommandType type) {
        this(claim, type, false);
    }

    private SlotWriter(final Claim claim, final CommandType type, final boolean needsSideAndType) {
        this.claim = claim;
        this.typeCode = type.code();
        this.needsSideAndType = needsSideAndType;
    }

    /** Starts on a claimed slot, which is void and stays so until it is published. */
    final W wrap(final CommandSlot claimed) {
        slot = claimed;
        return self();
    }

    /** Releases the slot. */
    final void release() {
        slot = scratch;
    }

    abstract W self();

    final CommandSlot slot() {
        return slot;
    }

    @Override
    public final W cookie(final long cookie) {
        slot.cookie(cookie);
        return self();
    }

    @Override
    public final W tag(final byte[] bytes, final int offset, final int length) {
        slot.tag(bytes, offset, length);
        return self();
    }

    @Override
    public final W timestampNs(final long timestampNs) {
        claim.requireStamp(timestampNs);
        slot.timestampNs(timestampNs);
        return self();
    }

    @Override
    public final void publish() {
        if (slot == scratch) {
            throw new IllegalStateException("this command was published before, or given up; claim the next one");
        }
        claim.requireThread();
        if (needsSideAndType && (slot.sentSide() == 0 || slot.sentOrderType() == 0)) {
            claim.giveUp();
            throw new IllegalStateException(NO_SIDE_OR_TYPE);
        }
        slot.type(typeCode);
        slot = scratch;
        claim.filled();
    }

    @Override
    public final void abandon() {
        if (slot != scratch) {
            claim.requireThread();
            claim.letGo();
        }
    }

    /** Fills a slot with a {@link io.daybook.api.PlaceOrder}. */
    static final class Place extends SlotWriter<PlaceOrderWriter> implements PlaceOrderWriter {
        Place(final Claim claim) {
            super(claim, CommandType.PLACE_ORDER, true);
        }

        @Override
        PlaceOrderWriter self() {
            return this;
        }

        @Override
        public PlaceOrderWriter uid(final long value) {
            slot().uid(value);
            return this;
        }

        @Override
        public PlaceOrderWriter symbol(final int value) {
            slot().symbol(value);
            return this;
        }

        @Override
        public PlaceOrderWriter orderId(final long value) {
            slot().orderId(value);
            return this;
        }

        @Override
        public PlaceOrderWriter side(final Side value) {
            slot().sentSide(value.code());
            return this;
        }

        @Override
        public PlaceOrderWriter type(final OrderType value) {
            slot().sentOrderType(value.code());
            return this;
        }

        @Override
        public PlaceOrderWriter price(final long value) {
            slot().price(value);
            return this;
        }

        @Override
        public PlaceOrderWriter reservePrice(final long value) {
            slot().sentReservePrice(value);
            return this;
        }

        @Override
        public PlaceOrderWriter size(final long value) {
            slot().size(value);
            return this;
        }

        @Override
        public PlaceOrderWriter term(final Term term, final long value) {
            if (!term.isOfOrder()) {
                throw new IllegalArgumentException("term must be one that a new order can have: term=" + term);
            }
            slot().term(term.code(), value);
            return this;
        }
    }

    /** Fills a slot with a {@link io.daybook.api.MoveOrder}. */
    static final class Move extends SlotWriter<MoveOrderWriter> implements MoveOrderWriter {

        Move(final Claim claim) {
            super(claim, CommandType.MOVE_ORDER);
        }

        @Override
        MoveOrderWriter self() {
            return this;
        }

        @Override
        public MoveOrderWriter uid(final long value) {
            slot().uid(value);
            return this;
        }

        @Override
        public MoveOrderWriter symbol(final int value) {
            slot().symbol(value);
            return this;
        }

        @Override
        public MoveOrderWriter orderId(final long value) {
            slot().orderId(value);
            return this;
        }

        @Override
        public MoveOrderWriter price(final long value) {
            slot().price(value);
            return this;
        }
    }

    /** Fills a slot with a {@link io.daybook.api.ReduceOrder}. */
    static final class Reduce extends SlotWriter<ReduceOrderWriter> implements ReduceOrderWriter {

        Reduce(final Claim claim) {
            super(claim, CommandType.REDUCE_ORDER);
        }

        @Override
        ReduceOrderWriter self() {
            return this;
        }

        @Override
        public ReduceOrderWriter uid(final long value) {
            slot().uid(value);
            return this;
        }

        @Override
        public ReduceOrderWriter symbol(final int value) {
            slot().symbol(value);
            return this;
        }

        @Override
        public ReduceOrderWriter orderId(final long value) {
            slot().orderId(value);
            return this;
        }

        @Override
        public ReduceOrderWriter size(final long value) {
            slot().size(value);
            return this;
        }
    }

    /** Fills a slot with a {@link io.daybook.api.CancelOrder}. */
    static final class Cancel extends SlotWriter<CancelOrderWriter> implements CancelOrderWriter {

        Cancel(final Claim claim) {
            super(claim, CommandType.CANCEL_ORDER);
        }

        @Override
        CancelOrderWriter self() {
            return this;
        }

        @Override
        public CancelOrderWriter uid(final long value) {
            slot().uid(value);
            return this;
        }

        @Override
        public CancelOrderWriter symbol(final int value) {
            slot().symbol(value);
            return this;
        }

        @Override
        public CancelOrderWriter orderId(final long value) {
            slot().orderId(value);
            return this;
        }
    }

    /** Fills a slot with a {@link io.daybook.api.AdjustBalance}. */
    static final class Adjust extends SlotWriter<AdjustBalanceWriter> implements AdjustBalanceWriter {

        Adjust(final Claim claim) {
            super(claim, CommandType.ADJUST_BALANCE);
        }

        @Override
        AdjustBalanceWriter self() {
            return this;
        }

        @Override
        public AdjustBalanceWriter uid(final long value) {
            slot().uid(value);
            return this;
        }

        @Override
        public AdjustBalanceWriter currency(final int value) {
            slot().currency(value);
            return this;
        }

        @Override
        public AdjustBalanceWriter amount(final long value) {
            slot().amount(value);
            return this;
        }

        @Override
        public AdjustBalanceWriter transactionId(final long value) {
            slot().transactionId(value);
            return this;
        }
    }
}
