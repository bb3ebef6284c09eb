package io.daybook.flow;

import io.daybook.api.Side;

/**
 * An event of a recorded stream of orders: a flyweight, valid during the call that shows it, which its reader fills
 * anew for each. Prices are in ticks of the file, sizes in shares; fields that a kind does not have are 0.
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

    /** An empty event. */
    public RecordedEvent() {}

    /** The kind of event. */
    public enum Kind {
        /** A symbol is named. */
        LISTED,
        /** An order comes to the tail of its level. */
        ADDED,
        /** Shares of an order are executed at its price. */
        EXECUTED,
        /** Shares of an order are executed at another price. */
        EXECUTED_AT_PRICE,
        /** Shares of an order are taken off; the others keep their place. */
        CANCELLED,
        /** An order goes. */
        DELETED,
        /** An order goes, and another of its side and symbol comes. */
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

    /** Sets {@link #symbol()} once more: of the order that the event names. */
    public RecordedEvent inSymbol(final int newSymbol) {
        symbol = newSymbol;
        return this;
    }

    /** Sets the order that the event names, and the one that takes its place. */
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

    /** A copy that can be kept. */
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

    /** Counts the messages of the file that may be events, from 1; 0 for what was there before. */
    public long number() {
        return number;
    }

    /** Counts the messages about orders, from 1; 0 for what was there before. */
    public long orderNumber() {
        return orderNumber;
    }

    /** Its time, in ns after midnight. */
    public long timeNs() {
        return timeNs;
    }

    /** The number of its symbol. */
    public int symbol() {
        return symbol;
    }

    /** The name of the symbol as eight characters if the message has it, else 0. */
    public long stock() {
        return stock;
    }

    /** The order that the event names. */
    public long reference() {
        return reference;
    }

    /** The order that takes its place. */
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

    /** Whether side and price were set. */
    public boolean hasTerms() {
        return hasTerms;
    }

    /** Shares that come, are executed or taken off. */
    public long size() {
        return size;
    }

    /** The shares of the order that are left, {@link #UNKNOWN} if the reader does not keep orders. */
    public long left() {
        return left;
    }

    /** The number of an execution. */
    public long match() {
        return match;
    }

    /** Whether an execution counts in the volume of the day. */
    public boolean isPrintable() {
        return isPrintable;
    }

    /** Whether a new order crosses none, and an execution hits the first order of its side, as far as is known. */
    public boolean isOrderly() {
        return isOrderly;
    }

    /** Whether the order, or the symbol, existed before the recording began: such an order may represent several. */
    public boolean isFromBefore() {
        return isFromBefore;
    }
}
