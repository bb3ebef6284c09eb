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

    /** A new order without a name. */
    default void onAddOrder(final AddOrder message) {}

    /** A new order of a participant who shows his name. */
    default void onAddAttributedOrder(final AddAttributedOrder message) {}

    /** Shares of an order were executed at its price. */
    default void onOrderExecuted(final OrderExecuted message) {}

    /** Shares of an order were executed at another price than its own. */
    default void onOrderExecutedAtPrice(final OrderExecutedAtPrice message) {}

    /** Shares of an order were cancelled; the others keep their place. */
    default void onOrderCancelled(final OrderCancelled message) {}

    /** An order is gone. */
    default void onOrderDeleted(final OrderDeleted message) {}

    /** An order is gone, and another of the same side and stock has come. */
    default void onOrderReplaced(final OrderReplaced message) {}

    /** An order that was not shown was executed. */
    default void onTrade(final HiddenTrade message) {}

    /** A cross was executed. */
    default void onCrossTrade(final CrossTrade message) {}

    /**
     * A message of a known type has another length than its type; it is passed over.
     *
     * @param type its letter
     * @param length its length
     * @param position where its length stands, from the first byte
     */
    default void onWrongLength(final byte type, final int length, final long position) {}

    /**
     * A message has a type that ITCH 5.0 does not know, or none; it is passed over.
     *
     * @param type its letter
     * @param length its length
     * @param position where its length stands, from the first byte
     */
    default void onUnknownType(final byte type, final int length, final long position) {}
}
