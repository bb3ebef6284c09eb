package io.daybook.flow.itch;

/**
 * Takes the messages that {@link ItchParser} finds: a method for each type that changes a book or names a trade, and
 * one for all others. Each does nothing by default.
 */
public interface ItchListener {
    /** A message that changes no book. */
    default void onNotice(final ItchNotice message) {}

    /** A stock, and the number that its messages carry this day. */
    default void onStockDirectory(final StockDirectory message) {}

    /** A new order that does not name its participant. */
    default void onAddOrder(final AddOrder message) {}

    /** A new order with the name of its participant. */
    default void onAddAttributedOrder(final AddAttributedOrder message) {}

    /** Shares of an order were executed at its price. */
    default void onOrderExecuted(final OrderExecuted message) {}

    /** Shares of an order were executed at another price than its own. */
    default void onOrderExecutedAtPrice(final OrderExecutedAtPrice message) {}

    /** Shares of an order were cancelled; the others keep their place. */
    default void onOrderCancelled(final OrderCancelled message) {}

    /** An order is gone. */
    default void onOrderDeleted(final OrderDeleted message) {}

    /** An order is replaced by another of the same side and stock. */
    default void onOrderReplaced(final OrderReplaced message) {}

    /** An order that was not shown was executed. */
    default void onTrade(final HiddenTrade message) {}

    /** A cross was executed. */
    default void onCrossTrade(final CrossTrade message) {}

    /**
     * A message of a known type has a wrong length; it is skipped.
     *
     * @param type its letter
     * @param length its length
     * @param position the position of its length field, from the first byte
     */
    default void onWrongLength(final byte type, final int length, final long position) {}

    /**
     * A message has a type that ITCH 5.0 does not define, or none; it is skipped.
     *
     * @param type its letter
     * @param length its length
     * @param position the position of its length field, from the first byte
     */
    default void onUnknownType(final byte type, final int length, final long position) {}
}
