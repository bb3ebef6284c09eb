package io.daybook.flow.itch;

/**
 * Receives the messages that {@link ItchParser} finds: one method for each type that changes a book or reports a trade,
 * and one for all others. Each does nothing by default.
 */
public interface ItchListener {
    /** Called for a message that changes no book. */
    default void onNotice(final ItchNotice message) {}

    /** Called for a stock, with its number in the messages of this day. */
    default void onStockDirectory(final StockDirectory message) {}

    /** Called for a new order that does not name its participant. */
    default void onAddOrder(final AddOrder message) {}

    /** Called for a new order with the name of its participant. */
    default void onAddAttributedOrder(final AddAttributedOrder message) {}

    /** Called when shares of an order were executed at its price. */
    default void onOrderExecuted(final OrderExecuted message) {}

    /** Called when shares of an order were executed at another price than its own. */
    default void onOrderExecutedAtPrice(final OrderExecutedAtPrice message) {}

    /** Called when shares of an order were cancelled; the remaining shares keep their place. */
    default void onOrderCancelled(final OrderCancelled message) {}

    /** Called when an order was deleted. */
    default void onOrderDeleted(final OrderDeleted message) {}

    /** Called when an order was replaced by another of the same side and stock. */
    default void onOrderReplaced(final OrderReplaced message) {}

    /** Called when a hidden order was executed. */
    default void onTrade(final HiddenTrade message) {}

    /** Called when a cross was executed. */
    default void onCrossTrade(final CrossTrade message) {}

    /**
     * Called for a message of a known type and a wrong length, which is skipped.
     *
     * @param type the letter of the type
     * @param length the length of the message
     * @param position the position of its length field, from the first byte
     */
    default void onWrongLength(final byte type, final int length, final long position) {}

    /**
     * Called for a message of a type that ITCH 5.0 does not define, or without a type, which is skipped.
     *
     * @param type the letter of the type
     * @param length the length of the message
     * @param position the position of its length field, from the first byte
     */
    default void onUnknownType(final byte type, final int length, final long position) {}
}
