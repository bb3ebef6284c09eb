package io.daybook.engine;

import io.daybook.api.AddSymbols;
import io.daybook.api.CommandResult;
import io.daybook.api.CommandType;
import io.daybook.api.EventKind;
import io.daybook.api.EventView;
import io.daybook.api.OrderEvent;
import io.daybook.api.OrderTerms;
import io.daybook.api.ResultView;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Term;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventDescriptor;
import io.daybook.kernel.command.EventRing;
import io.daybook.kernel.command.TakerCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Shows a slot, and the events that it points to, as a result. A flyweight, used by one thread. */
public final class SlotResultView implements ResultView {
    private static final int TRADE = EventKind.TRADE.code();
    private static final int REJECT = EventKind.REJECT.code();
    private static final int ACT = EventKind.ACT.code();
    private static final int ADD_SYMBOL = CommandType.ADD_SYMBOL.code();
    private static final int ADD_SYMBOLS = CommandType.ADD_SYMBOLS.code();
    private static final int PLACE_ORDER = CommandType.PLACE_ORDER.code();
    private static final int TERMS_OF_ORDERS = (Term.EXIT_STOP_PRICE.mask() << 1) - 1;
    private static final int REPLACE_ORDER = CommandType.REPLACE_ORDER.code();
    private static final int CANCEL = EventKind.CANCEL.code();
    private static final int REPLACE = EventKind.REPLACE.code();
    private static final long[] NO_EVENTS = new long[EventDescriptor.STRIDE];

    private final SlotEventView event = new SlotEventView();

    private CommandSlot slot = new CommandSlot();
    private long seq;
    private long timeNs;
    private int eventCount;

    /** Moves on to another slot. */
    public void wrap(final CommandSlot executed, final long seqOfSlot, final long timeOfSlotNs) {
        slot = executed;
        seq = seqOfSlot;
        timeNs = timeOfSlotNs;
        eventCount = executed.eventCount();
        if (eventCount > 0) {
            event.start(executed);
            eventCount -= SlotBookChangeView.levelCount(executed);
        }
    }

    /** Shows a result without events. */
    public void wrapBare(final CommandSlot executed, final long seqOfSlot, final long timeOfSlotNs) {
        slot = executed;
        seq = seqOfSlot;
        timeNs = timeOfSlotNs;
        eventCount = 0;
    }

    /** Whether an event is a trade; this does not move the view of {@link #event}. */
    public boolean isTrade(final int index) {
        final EventRing ring = slot.eventRing();
        return EventDescriptor.kind(ring.array(slot, index), ring.base(slot, index)) == TRADE;
    }

    @Override
    public long seq() {
        return seq;
    }

    @Override
    public long timestampNs() {
        return timeNs;
    }

    @Override
    public int typeCode() {
        return slot.type();
    }

    @Override
    public int resultCode() {
        return slot.resultCode();
    }

    @Override
    public long cookie() {
        return slot.cookie();
    }

    @Override
    public int tagLength() {
        return slot.tagLength();
    }

    @Override
    public void copyTag(final byte[] target, final int offset) {
        slot.copyTag(target, offset);
    }

    @Override
    public long uid() {
        return slot.uid();
    }

    @Override
    public int symbol() {
        return slot.symbol();
    }

    @Override
    public long orderId() {
        return slot.type() == REPLACE_ORDER && eventCount > 0 ? replacedOrderId() : slot.orderId();
    }

    /** The new id that a replacement gave its order; none if the replacement took all lots off. */
    private long replacedOrderId() {
        final EventRing ring = slot.eventRing();
        final long[] array = ring.array(slot, 0);
        final int base = ring.base(slot, 0);
        return EventDescriptor.kind(array, base) == REPLACE ? EventDescriptor.newOrderId(array, base) : slot.orderId();
    }

    @Override
    public int sideCode() {
        return slot.side();
    }

    @Override
    public int orderTypeCode() {
        return slot.orderType();
    }

    @Override
    public long price() {
        return slot.price();
    }

    @Override
    public long reservePrice() {
        return slot.reservePrice();
    }

    @Override
    public long size() {
        return slot.size();
    }

    @Override
    public int termsMask() {
        final int type = slot.type();
        return type == PLACE_ORDER || type == REPLACE_ORDER ? slot.termsMask() & TERMS_OF_ORDERS : 0;
    }

    @Override
    public OrderTerms terms() {
        return CommandRecords.terms(slot, termsMask());
    }

    @Override
    public long remaining() {
        return slot.remaining();
    }

    @Override
    public long shown() {
        return slot.remaining() - slot.concealed();
    }

    @Override
    public List<SymbolSpec> addedSymbols() {
        if (slot.type() == ADD_SYMBOL && slot.isSuccess()) {
            return List.of((SymbolSpec) Objects.requireNonNull(slot.payload()));
        }
        return slot.type() == ADD_SYMBOLS && slot.isSuccess()
                ? ((AddSymbols) Objects.requireNonNull(slot.payload())).specs()
                : List.of();
    }

    @Override
    public int currency() {
        return slot.currency();
    }

    @Override
    public long amount() {
        return slot.amount();
    }

    @Override
    public long transactionId() {
        return slot.transactionId();
    }

    @Override
    public int eventCount() {
        return eventCount;
    }

    @Override
    public EventView event(final int index) {
        if (index < 0 || index >= eventCount) {
            throw new IndexOutOfBoundsException("index must be below eventCount " + eventCount + ": index=" + index);
        }
        event.moveTo(index);
        return event;
    }

    @Override
    public boolean more() {
        return slot.more();
    }

    @Override
    public CommandResult toResult() {
        return copyOf(this);
    }

    /** Copies a result of any source into an object to keep. */
    public static CommandResult copyOf(final ResultView result) {
        final List<OrderEvent> events = new ArrayList<>(result.eventCount());
        for (int i = 0; i < result.eventCount(); i++) {
            events.add(OrderEvent.of(result.event(i)));
        }
        return new CommandResult(
                result.seq(),
                result.type(),
                result.code(),
                result.cookie(),
                result.timestampNs(),
                result.uid(),
                result.symbol(),
                result.orderId(),
                result.remaining(),
                events,
                result.more());
    }

    /** Shows one event of a slot. */
    private static final class SlotEventView implements EventView {
        private final TakerCursor taker = new TakerCursor();
        private CommandSlot slot = new CommandSlot();
        private long[] array = NO_EVENTS;
        private int base;
        private int at;

        /** Moves on to another slot, which has events. */
        void start(final CommandSlot executed) {
            slot = executed;
            taker.start(executed);
        }

        void moveTo(final int index) {
            final EventRing ring = slot.eventRing();
            array = ring.array(slot, index);
            base = ring.base(slot, index);
            at = index;
        }

        /** The taker of the event, found on demand. */
        private TakerCursor taker() {
            taker.moveTo(at);
            return taker;
        }

        private boolean isAct() {
            return kindCode() == ACT;
        }

        private boolean isChange() {
            return kindCode() > ACT;
        }

        @Override
        public int kindCode() {
            return EventDescriptor.kind(array, base);
        }

        @Override
        public long tradeId() {
            return isAct() || isChange() ? 0 : EventDescriptor.tradeId(array, base);
        }

        @Override
        public long takerOrderId() {
            return isChange() ? 0 : taker().orderId();
        }

        @Override
        public long takerUid() {
            return isChange() ? 0 : taker().uid();
        }

        @Override
        public int takerSideCode() {
            return kindCode() == REJECT || isChange() ? 0 : taker().side();
        }

        @Override
        public long makerOrderId() {
            return isAct() ? 0 : EventDescriptor.makerOrderId(array, base);
        }

        @Override
        public long makerUid() {
            return isAct() ? 0 : EventDescriptor.makerUid(array, base);
        }

        @Override
        public int symbol() {
            return kindCode() == CANCEL ? EventDescriptor.cancelledSymbol(array, base) : slot.symbol();
        }

        @Override
        public int orderSideCode() {
            return isChange() ? EventDescriptor.actSide(array, base) : 0;
        }

        @Override
        public long price() {
            return EventDescriptor.price(array, base);
        }

        @Override
        public long size() {
            return isAct() ? EventDescriptor.actInitialRemaining(array, base) : EventDescriptor.size(array, base);
        }

        @Override
        public long makerRemaining() {
            if (isChange()) {
                return EventDescriptor.actRemaining(array, base);
            }
            return isAct() ? 0 : EventDescriptor.makerRemaining(array, base);
        }

        @Override
        public long takerRemaining() {
            if (isChange()) {
                return 0;
            }
            return isAct() ? EventDescriptor.actRemaining(array, base) : EventDescriptor.takerRemaining(array, base);
        }

        @Override
        public long shown() {
            return isAct() ? EventDescriptor.actRemaining(array, base) - EventDescriptor.actConcealed(array, base) : 0;
        }

        @Override
        public long takerFee() {
            return isAct() || isChange() ? 0 : EventDescriptor.takerFee(array, base);
        }

        @Override
        public long makerFee() {
            return isAct() || isChange() ? 0 : EventDescriptor.makerFee(array, base);
        }

        @Override
        public int causeCode() {
            return isAct() || isChange() ? EventDescriptor.actCause(array, base) : 0;
        }

        @Override
        public int orderTypeCode() {
            return isAct() ? EventDescriptor.actOrderType(array, base) : 0;
        }

        @Override
        public long newOrderId() {
            return isChange() ? EventDescriptor.newOrderId(array, base) : 0;
        }

        @Override
        public boolean isKept() {
            return kindCode() == REPLACE && EventDescriptor.isKept(array, base);
        }
    }
}
