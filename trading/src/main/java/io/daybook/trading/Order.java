package io.daybook.trading;

import io.daybook.client.OrderType;

/**
 * A place for one order of a symbol and side, and the order that is in it. Orders come and go, the place stays. Read by
 * strategies, changed by {@link Orders}. Used by the trader's thread.
 */
public final class Order {
    /** The id of a place without an order. */
    public static final long NO_ORDER = 0;

    private static final long NO_REQUEST = 0;

    private final int handle;
    private final int index;
    private final int symbol;
    private final int side;
    private final int level;

    long id = NO_ORDER;
    OrderType type = OrderType.GTC;
    long price;

    /** Lots that were ordered, including those that have traded or were removed. */
    long total;

    long filled;
    long off;

    /** Whether the venue has accepted the order. */
    boolean isPlaced;

    /** Whether the venue has reported that nothing of the order rests any more. */
    boolean isGone;

    long replaceRequest = NO_REQUEST;
    long newPrice;
    long newTotal;
    long cancelRequest = NO_REQUEST;

    Order(final int handle, final int index, final int symbol, final int side, final int level) {
        this.handle = handle;
        this.index = index;
        this.symbol = symbol;
        this.side = side;
        this.level = level;
    }

    int handle() {
        return handle;
    }

    /** The symbol's index in the trader's tables. */
    int index() {
        return index;
    }

    public int symbol() {
        return symbol;
    }

    /** {@link io.daybook.client.book.OrderLevels#BID} or {@link io.daybook.client.book.OrderLevels#ASK}. */
    public int side() {
        return side;
    }

    /** The number of the place among the symbol's places on this side, from 0. */
    public int level() {
        return level;
    }

    /** The order's id; {@link #NO_ORDER} if there is none. */
    public long id() {
        return id;
    }

    public OrderType type() {
        return type;
    }

    /** The price, in ticks; the old one until a replacement is answered. */
    public long price() {
        return price;
    }

    /** Lots that have traded, as far as fills have come. */
    public long filled() {
        return filled;
    }

    /** The state of the order. */
    public OrderState state() {
        if (id == NO_ORDER) {
            return OrderState.NONE;
        }
        if (cancelRequest != NO_REQUEST) {
            return OrderState.CANCEL_SENT;
        }
        if (replaceRequest != NO_REQUEST) {
            return OrderState.REPLACE_SENT;
        }
        return isPlaced && !isGone ? OrderState.LIVE : OrderState.SENT;
    }

    /** The most lots that may still trade, including a replacement that is under way. 0 without an order. */
    public long open() {
        final long most = replaceRequest == NO_REQUEST ? total : Math.max(total, newTotal);
        return id == NO_ORDER ? 0 : Math.max(0, most - filled - off);
    }

    /** The highest limit price that the order has, or may get by a replacement under way, in ticks. */
    long worstPrice() {
        return replaceRequest == NO_REQUEST ? price : Math.max(price, newPrice);
    }

    boolean isReplacing() {
        return replaceRequest != NO_REQUEST;
    }

    boolean isCancelling() {
        return cancelRequest != NO_REQUEST;
    }

    void begin(final long newId, final OrderType newType, final long atPrice, final long size) {
        id = newId;
        type = newType;
        price = atPrice;
        total = size;
        filled = 0;
        off = 0;
        isPlaced = false;
        isGone = false;
        replaceRequest = NO_REQUEST;
        cancelRequest = NO_REQUEST;
    }

    void replacing(final long request, final long toPrice, final long toTotal) {
        replaceRequest = request;
        newPrice = toPrice;
        newTotal = toTotal;
    }

    /** Ends the replacement; if the venue has carried it out, the order has the new price and size. */
    void replaced(final boolean isDone) {
        replaceRequest = NO_REQUEST;
        if (isDone) {
            price = newPrice;
            total = newTotal;
        }
    }

    void cancelled() {
        cancelRequest = NO_REQUEST;
    }

    void end() {
        id = NO_ORDER;
        replaceRequest = NO_REQUEST;
        cancelRequest = NO_REQUEST;
    }
}
