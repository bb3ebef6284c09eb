package io.daybook.sessions.order;

/**
 * The events of orders, in their sequence. Each call gets a view of its order, which is valid during the call. A
 * follower overrides the events that it needs.
 */
public interface OrderListener {

    /** Called when a command placed an order, before the calls for the events of the command. */
    default void onOpened(final OrderReader order) {}

    /**
     * Called when a command moved an order to another {@link OrderReader#price price}, before the calls for its events.
     */
    default void onMoved(final OrderReader order) {}

    /**
     * Called when an order enters the book, for the reason {@link OrderReader#cause}. Until {@link #onActEnds} the
     * order is the taker of trades; afterwards {@link OrderReader#remaining} lots are left, of which
     * {@link OrderReader#shown} are shown.
     */
    default void onActBegins(final OrderReader order) {}

    /** Called when the act has ended: the order that entered, if any, has its final state of this act. */
    default void onActEnds() {}

    /** Called when a waiting order has met its trigger and enters with {@link OrderReader#price}. */
    default void onTriggered(final OrderReader order) {}

    /**
     * Called when an exit, which has no PLACE, comes to life with the first lots of its entry, or grows with further
     * lots. From now on the exit has {@link OrderReader#size} lots.
     */
    default void onExit(final OrderReader order) {}

    /** Called when two orders traded. */
    default void onTrade(final OrderReader trade) {
        trade.forBothSides();
    }

    /**
     * Called when an order traded, for the taker before the maker. If no lots are {@link OrderReader#remaining}, the
     * order has ended.
     */
    default void onTraded(final OrderReader order) {}

    /**
     * Called when lots of an order were taken off without a trade, for {@link OrderReader#offReason}. If no lots are
     * {@link OrderReader#remaining}, the order has ended. The order may be an exit that no {@link #onExit} has
     * announced: if a command reaches its limits, the exit's first lots wait for their act, and its owner can cancel or
     * replace the exit before that.
     */
    default void onTakenOff(final OrderReader order) {}

    /** Called when an order gets another {@link OrderReader#newOrderId id}, price or size. */
    default void onReplaced(final OrderReader order) {}

    /** Called when an order rests at another price than the price with which it was sent. */
    default void onRepriced(final OrderReader order) {}

    /** Called when an order of which only a part is shown shows its next {@link OrderReader#size} lots. */
    default void onRefreshed(final OrderReader order) {}

    /** Called when the exchange has removed all orders. */
    default void onReset() {}
}
