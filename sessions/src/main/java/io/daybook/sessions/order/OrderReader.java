package io.daybook.sessions.order;

import io.daybook.api.ActCause;
import io.daybook.api.CommandType;
import io.daybook.api.EventKind;
import io.daybook.api.EventView;
import io.daybook.api.ResultView;
import io.daybook.wire.OffReason;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads results: it walks once over the events of a result, and calls its listener with itself as the view of the order
 * that the call is about. No other code derives from events what happened to an order, with two exceptions: settlement,
 * which moves the money, and the sums {@link ResultView#filled} and {@link ResultView#rejected}, because the API cannot
 * depend on this module. Code that only collects trades reads the events itself. The reader stores no orders, and
 * allocates nothing. Used by one thread.
 */
public final class OrderReader {
    private static final int PLACE_ORDER = CommandType.PLACE_ORDER.code();
    private static final int MOVE_ORDER = CommandType.MOVE_ORDER.code();
    private static final int RESET = CommandType.RESET.code();
    private static final int TRADE = EventKind.TRADE.code();
    private static final int ACT = EventKind.ACT.code();
    private static final int COMMAND = ActCause.COMMAND.code();
    private static final int TRIGGER = ActCause.TRIGGER.code();
    private static final int EXIT = ActCause.EXIT.code();

    /** The sum of the codes of both sides. */
    private static final int BOTH_SIDES = 3;

    private final OrderListener listener;
    private @Nullable ResultView result;

    /** The current event; null while the view shows the order that the command named. */
    private @Nullable EventView event;

    private int type;

    /** Whether the command placed or moved an order. */
    private boolean isEntered;

    private int index;
    private boolean isMaker;
    private int cause = COMMAND;
    private OffReason offReason = OffReason.REDUCED;
    private long ownLots;

    // The fields of the view, read once because a listener uses most of them more than once.
    private int symbol;
    private long orderId;
    private long uid;
    private int sideCode;
    private long price;
    private long size;
    private long remaining;
    private long fee;

    /** Creates a reader for a listener. */
    public OrderReader(final OrderListener listener) {
        this.listener = listener;
    }

    /** Calls {@link #open} and then {@link #walk}. */
    public void read(final ResultView all) {
        open(all);
        walk(all);
    }

    /**
     * Reports the effect of the command itself on the order that it named. A door answers before it reports the events.
     */
    public void open(final ResultView all) {
        result = all;
        event = null;
        isMaker = false;
        cause = COMMAND;
        type = all.typeCode();
        isEntered = (type == PLACE_ORDER || type == MOVE_ORDER) && all.isSuccess();
        if (isEntered) {
            symbol = all.symbol();
            orderId = all.orderId();
            uid = all.uid();
            sideCode = all.sideCode();
            price = all.price();
            size = all.size();
            remaining = all.remaining();
            if (type == PLACE_ORDER) {
                listener.onOpened(this);
            } else {
                listener.onMoved(this);
            }
        }
    }

    /** Reports the events of a result that has been opened. */
    public void walk(final ResultView all) {
        final int count = all.eventCount();
        if (isEntered && (count == 0 || all.event(0).kindCode() != ACT)) {
            listener.onActBegins(this); // the command's order comes first unless the first event announces another act
        }
        for (int i = 0; i < count; i++) {
            index = i;
            on(all.event(i));
        }
        listener.onActEnds();
        if (type == RESET && all.isSuccess()) {
            listener.onReset();
        }
    }

    private void on(final EventView next) {
        event = next;
        price = next.price();
        size = next.size();
        final int kind = next.kindCode();
        if (kind == TRADE) {
            listener.onTrade(this);
            return;
        }
        symbol = next.symbol();
        if (kind > ACT) { // an event of a resting order has that order in the field of a trade's maker
            maker(next);
            sideCode = next.orderSideCode();
        } else {
            taker(next);
        }
        switch (EventKind.of(kind)) {
            case REDUCE -> takenOff(OffReason.REDUCED);
            case REJECT -> {
                remaining = 0;
                takenOff(OffReason.REJECTED);
            }
            case ACT -> onAct(next);
            case CANCEL -> takenOff(OffReason.of(OffReason.codeOfCancelReason(next.causeCode())));
            case REPLACE -> listener.onReplaced(this);
            case REFRESH -> listener.onRefreshed(this);
            case REPRICE -> listener.onRepriced(this);
            case TRADE -> throw new AssertionError("a trade has two orders and is not handled here");
        }
    }

    private void taker(final EventView of) {
        isMaker = false;
        orderId = of.takerOrderId();
        uid = of.takerUid();
        sideCode = of.takerSideCode();
        remaining = of.takerRemaining();
    }

    private void maker(final EventView of) {
        isMaker = true;
        orderId = of.makerOrderId();
        uid = of.makerUid();
        remaining = of.makerRemaining();
    }

    private void onAct(final EventView act) {
        listener.onActEnds();
        cause = act.causeCode();
        listener.onActBegins(this);
        if (cause == TRIGGER) {
            listener.onTriggered(this);
        } else if (cause == EXIT) {
            listener.onExit(this);
        }
    }

    private void takenOff(final OffReason reason) {
        offReason = reason;
        listener.onTakenOff(this);
    }

    /** Calls {@link OrderListener#onTraded} for the taker of a trade, and then for its maker. */
    void forBothSides() {
        final EventView trade = event();
        symbol = trade.symbol();
        taker(trade);
        fee = trade.takerFee();
        while (true) { // a loop with one call site, so that the listener is inlined once
            listener.onTraded(this);
            if (isMaker) {
                return;
            }
            maker(trade);
            sideCode = BOTH_SIDES - sideCode;
            fee = trade.makerFee();
        }
    }

    /**
     * Reads ahead: counts the trades of the command's order in its own act and, for {@link #ownLots}, in earlier acts
     * of other orders.
     *
     * @return the number of its trades in its own act
     */
    public int ownFills(final ResultView all) {
        ownLots = 0;
        int fills = 0;
        long before = 0;
        boolean isOwn = true;
        for (int i = 0; i < all.eventCount(); i++) {
            final EventView one = all.event(i);
            if (one.kindCode() == ACT) {
                isOwn = one.causeCode() == COMMAND;
                ownLots += isOwn ? before : 0;
            } else if (one.kindCode() == TRADE && isOwn) {
                ownLots += one.size();
                fills++;
            } else if (one.kindCode() == TRADE
                    && (one.makerOrderId() == all.orderId() || one.takerOrderId() == all.orderId())) {
                before += one.size();
            }
        }
        return fills;
    }

    /**
     * Returns the lots that the command's order had traded by the end of its own act, from the last {@link #ownFills}.
     */
    public long ownLots() {
        return ownLots;
    }

    // ---- the order that a call is about --------------------------------------------------------------------------

    /** The result that is being read. */
    public ResultView result() {
        return Objects.requireNonNull(result);
    }

    /** The index of the event in its result, from 0. */
    public int index() {
        return index;
    }

    /** The symbol of the order. */
    public int symbol() {
        return symbol;
    }

    /** The id of the order; for a replaced order, the id before. */
    public long orderId() {
        return orderId;
    }

    /** The owner of the order. */
    public long uid() {
        return uid;
    }

    /**
     * The side of the order; see {@link io.daybook.api.Side#code()}. It may be unknown, 0, for lots that were taken
     * off.
     */
    public int sideCode() {
        return sideCode;
    }

    /** The type with which the order enters; see {@link io.daybook.api.OrderType#code()}. */
    public int typeCode() {
        final EventView one = event;
        return one == null ? result().orderTypeCode() : one.orderTypeCode();
    }

    /** The price of the order or of the trade, in ticks. */
    public long price() {
        return price;
    }

    /** The lots that were placed, traded or taken off; at the start of an act, the lots of the order. */
    public long size() {
        return size;
    }

    /** The lots that the order has afterwards. */
    public long remaining() {
        return remaining;
    }

    /** The lots that books show after the act. */
    public long shown() {
        final EventView one = event;
        return one == null || one.kindCode() != ACT ? result().shown() : one.shown();
    }

    /** The cause of the current act; see {@link ActCause#code()}. */
    public int cause() {
        return cause;
    }

    /** Returns whether the current act is the act of the command itself. */
    public boolean isOwnAct() {
        return cause == COMMAND;
    }

    /** Returns whether the act that begins is that of a new order, placed by the command. */
    public boolean isNew() {
        return event == null && result().typeCode() == PLACE_ORDER;
    }

    /** Returns whether the command moves the order whose act begins. */
    public boolean isMoved() {
        return event == null && result().typeCode() == MOVE_ORDER;
    }

    /** Returns whether the order is the maker of the trade. */
    public boolean isMaker() {
        return isMaker;
    }

    /** The fee of the order for the trade, in quote minor units. */
    public long fee() {
        return fee;
    }

    /** The number of the trade; each symbol counts from 1. */
    public long tradeId() {
        return event().tradeId();
    }

    /** The id of the maker of the trade. */
    public long makerOrderId() {
        return event().makerOrderId();
    }

    /** The side of the taker of the trade. */
    public int takerSideCode() {
        return event().takerSideCode();
    }

    /** The reason for which lots were taken off; {@link OffReason#REDUCED} if the command itself took them off. */
    public OffReason offReason() {
        return offReason;
    }

    /** Returns whether lots were taken off because they could not rest. */
    public boolean isRejected() {
        return offReason == OffReason.REJECTED;
    }

    /** The new id of the replaced order. */
    public long newOrderId() {
        return event().newOrderId();
    }

    /** Returns whether a replaced order keeps its place in the queue. */
    public boolean isKept() {
        return event().isKept();
    }

    private EventView event() {
        return Objects.requireNonNull(event);
    }
}
