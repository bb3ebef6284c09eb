package io.daybook.flow.itch;

/**
 * Receives the messages that {@link ItchParser} finds: one method for each type that changes a book or reports a trade,
 * and one for all others. Each does nothing by default.
 */
public interface ItchListener {
    /** A message that changes no book. */
    default void onNotice(final ItchNotice message) {}

    /** A stock, and the number in its messages of this day. */
    default void onStockDirectory(final StockDirectory message) {}

    /** A new order that does not name its participant. */
    default void onAddOrder(final AddOrder message) {}

    /** A new order with the name of its participant. */
    default void onAddAttributedOrder(final AddAttributedOrder message) {}

    /** Shares of an order were executed at its price. */
    default void onOrderExecuted(final OrderExecuted message) {}

    /** Shares of an order were executed at another price than its own. */
    default void onOrderExecutedAtPrice(final OrderExecutedAtPrice message) {}

    /** Shares of an order were cancelled; the remaining shares keep their place. */
    default void onOrderCancelled(final OrderCancelled message) {}

    /** An order was deleted. */
    default void onOrderDeleted(final OrderDeleted message) {}

    /** An order was replaced by another of the same side and stock. */
    default void onOrderReplaced(final OrderReplaced message) {}

    /** A hidden order was executed. */
    default void onTrade(final HiddenTrade message) {}

    /** A cross was executed. */
    default void onCrossTrade(final CrossTrade message) {}

    /**
     * A message of a known type has a wrong length; it is skipped.
     *
     * @param type the letter of the type
     * @param length the length of the message
     * @param position the position of its length field, from the first byte
     */
    default void onWrongLength(final byte type, final int length, final long position) {}

    /**
     * A message has a type that ITCH 5.0 does not define, or no type; it is skipped.
     *
     * @param type the letter of the type
     * @param length the length of the message
     * @param position the position of its length field, from the first byte
     */
    default void onUnknownType(final byte type, final int length, final long position) {}
}
