package io.daybook.flow;

import io.daybook.api.Side;

/**
 * An event of a recorded stream of orders: a flyweight, valid during the call that passes it; its reader fills it anew
 * for each event. Prices are in ticks of the file, sizes in shares; fields that a kind does not have are 0.
 */
public final class RecordedEvent {
    /** The value of {@link #left} if the reader does not keep orders. */
    public static final long UNKNOWN = -1;

    private Kind kind = Kind.LISTED;
    private long number;
    private long orderNumber;
    private long timeNs;
    private int symbol;
    private long stock;
    private long reference;
    private long newReference;
    private Side side = Side.BID;
    private long price;
    private long size;
    private long left;
    private long match;
    private boolean hasTerms;
    private boolean isPrintable;
    private boolean isOrderly;
    private boolean isFromBefore;

    /** Creates an empty event. */
    public RecordedEvent() {}

    /** The kind of event. */
    public enum Kind {
        /** A symbol gets its name. */
        LISTED,
        /** An order is added at the tail of its level. */
        ADDED,
        /** Shares of an order are executed at its price. */
        EXECUTED,
        /** Shares of an order are executed at another price. */
        EXECUTED_AT_PRICE,
        /** Shares of an order are taken off; the remaining shares keep their place. */
        CANCELLED,
        /** An order is removed. */
        DELETED,
        /** An order is removed, and another of its side and symbol is added. */
        REPLACED,
        /** A hidden order is executed. */
        HIDDEN_TRADE,
        /** A cross is executed. */
        CROSS
    }

    /** Begins the next event, and empties all other fields. */
    public RecordedEvent begin(final Kind newKind, final long newTimeNs, final int newSymbol) {
        kind = newKind;
        timeNs = newTimeNs;
        symbol = newSymbol;
        stock = 0;
        reference = 0;
        newReference = 0;
        side = Side.BID;
        price = 0;
        hasTerms = false;
        size = 0;
        left = UNKNOWN;
        match = 0;
        isPrintable = true;
        isOrderly = true;
        isFromBefore = false;
        return this;
    }

    /** Sets {@link #number()} and {@link #orderNumber()}. */
    public RecordedEvent numbers(final long newNumber, final long newOrderNumber) {
        number = newNumber;
        orderNumber = newOrderNumber;
        return this;
    }

    /** Sets {@link #stock()}. */
    public RecordedEvent named(final long newStock) {
        stock = newStock;
        return this;
    }

    /** Sets {@link #symbol()} again, to the symbol of the order that the event names. */
    public RecordedEvent inSymbol(final int newSymbol) {
        symbol = newSymbol;
        return this;
    }

    /** Sets the order that the event names, and the order that replaces it. */
    public RecordedEvent references(final long old, final long following) {
        reference = old;
        newReference = following;
        return this;
    }

    /** Sets {@link #side()} and {@link #price()}. */
    public RecordedEvent terms(final Side newSide, final long newPrice) {
        side = newSide;
        price = newPrice;
        hasTerms = true;
        return this;
    }

    /** Sets {@link #size()} and {@link #left()}. */
    public RecordedEvent sizes(final long newSize, final long newLeft) {
        size = newSize;
        left = newLeft;
        return this;
    }

    /** Sets the number of an execution, and whether it counts in the volume of the day. */
    public RecordedEvent match(final long newMatch, final boolean printable) {
        match = newMatch;
        isPrintable = printable;
        return this;
    }

    /** Sets {@link #isOrderly()}. */
    public RecordedEvent orderly(final boolean orderly) {
        isOrderly = orderly;
        return this;
    }

    /** Marks that the order, or the symbol, existed before the recording began. */
    public RecordedEvent fromBefore() {
        isFromBefore = true;
        return this;
    }

    /** Returns a copy that can be kept. */
    public RecordedEvent copy() {
        final RecordedEvent copy = new RecordedEvent().begin(kind, timeNs, symbol);
        copy.numbers(number, orderNumber).named(stock).references(reference, newReference);
        copy.sizes(size, left).match(match, isPrintable).orderly(isOrderly);
        copy.side = side;
        copy.price = price;
        copy.hasTerms = hasTerms;
        copy.isFromBefore = isFromBefore;
        return copy;
    }

    /** The kind of event. */
    public Kind kind() {
        return kind;
    }

    /**
     * The number of the message among the messages of the file that may be events, from 1; 0 for state from before the
     * recording.
     */
    public long number() {
        return number;
    }

    /** The number of the message among the messages about orders, from 1; 0 for state from before the recording. */
    public long orderNumber() {
        return orderNumber;
    }

    /** The time in ns after midnight. */
    public long timeNs() {
        return timeNs;
    }

    /** The number of the symbol. */
    public int symbol() {
        return symbol;
    }

    /** The name of the symbol as eight characters if the message contains it, otherwise 0. */
    public long stock() {
        return stock;
    }

    /** The order that the event names. */
    public long reference() {
        return reference;
    }

    /** The order that replaces {@link #reference()}. */
    public long newReference() {
        return newReference;
    }

    /**
     * The side of the resting or new order. If the event only names an order, the value is valid only if the reader
     * keeps orders.
     */
    public Side side() {
        return side;
    }

    /**
     * The price of the order, by the rule of {@link #side}; for a trade at another price, a hidden trade or a cross,
     * the price of the trade.
     */
    public long price() {
        return price;
    }

    /** Returns whether side and price were set. */
    public boolean hasTerms() {
        return hasTerms;
    }

    /** The number of shares that are added, executed or taken off. */
    public long size() {
        return size;
    }

    /** The number of shares of the order that are left; {@link #UNKNOWN} if the reader does not keep orders. */
    public long left() {
        return left;
    }

    /** The number of an execution. */
    public long match() {
        return match;
    }

    /** Returns whether an execution counts in the volume of the day. */
    public boolean isPrintable() {
        return isPrintable;
    }

    /**
     * Returns whether the recording is in order here, as far as is known: a new order crosses none, and an execution
     * hits the first order of its side.
     */
    public boolean isOrderly() {
        return isOrderly;
    }

    /**
     * Returns whether the order, or the symbol, existed before the recording began. Such an order may represent
     * several.
     */
    public boolean isFromBefore() {
        return isFromBefore;
    }
}
