package io.daybook.client;

/**
 * An order as its program holds it: the user and symbol that every command on it names, its id, and the connection on
 * which it was sent. The id of an order that was not carried out goes to the next order; the client distinguishes the
 * two by the connection, and refuses commands on the old handle.
 *
 * <p>A handle may be used again for another order once its own order has ended. Used by one thread at a time.
 */
public final class OrderHandle {
    /** The value of {@link #connection} in handles that were not filled in by a PLACE of this client. */
    static final int KNOWN = 0;

    private long uid;
    private int symbol;
    private long orderId;
    private int connection;

    /** Creates a handle for an order to be placed. */
    public OrderHandle() {}

    /** Returns a handle of an order that is known to exist, from an answer or a fill, or from an earlier run. */
    public static OrderHandle of(final long uid, final int symbol, final long orderId) {
        final OrderHandle handle = new OrderHandle();
        handle.set(uid, symbol, orderId, KNOWN);
        return handle;
    }

    public long uid() {
        return uid;
    }

    public int symbol() {
        return symbol;
    }

    /** The order's id; 0 before it is placed. */
    public long orderId() {
        return orderId;
    }

    int connection() {
        return connection;
    }

    void set(final long newUid, final int newSymbol, final long newOrderId, final int newConnection) {
        uid = newUid;
        symbol = newSymbol;
        orderId = newOrderId;
        connection = newConnection;
    }
}
