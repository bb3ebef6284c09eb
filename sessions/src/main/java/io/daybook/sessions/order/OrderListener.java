package io.daybook.sessions.order;

/**
 * The events of orders, in their sequence. Each call gets a view of its order, which is valid during the call. A
 * follower overrides the events that it reports.
 */
public interface OrderListener {

    /** A command placed an order; called before anything that its events did. */
    default void onOpened(final OrderReader order) {}

    /** A command moved an order to another price, {@link OrderReader#price}; called before what its events did. */
    default void onMoved(final OrderReader order) {}

    /**
     * An order enters the book, for {@link OrderReader#cause}. Up to {@link #onActEnds} it is the taker of trades; then
     * {@link OrderReader#remaining} lots are left of it, and {@link OrderReader#shown} of these are shown.
     */
    default void onActBegins(final OrderReader order) {}

    /** The act has ended: the order that entered, if any, has its final state in this act. */
    default void onActEnds() {}

    /** An order that waited has met its trigger, and enters with {@link OrderReader#price}. */
    default void onTriggered(final OrderReader order) {}

    /**
     * An exit, which has no PLACE, comes to life with the first lots of its entry, or grows with further ones: from now
     * on it has {@link OrderReader#size}.
     */
    default void onExit(final OrderReader order) {}

    /** Two orders traded. */
    default void onTrade(final OrderReader trade) {
        trade.forBothSides();
    }

    /** An order traded, the taker before the maker. With none {@link OrderReader#remaining} it has ended. */
    default void onTraded(final OrderReader order) {}

    /**
     * Lots of an order were taken off without a trade, for {@link OrderReader#offReason}. With none
     * {@link OrderReader#remaining} it has ended. It may be an exit that no {@link #onExit} has announced: at the
     * limits of a command its first lots wait for their act, and its owner can cancel them, or replace it, before that.
     */
    default void onTakenOff(final OrderReader order) {}

    /** An order has another {@link OrderReader#newOrderId id}, price or size. */
    default void onReplaced(final OrderReader order) {}

    /** An order rests at another price than it was sent with. */
    default void onRepriced(final OrderReader order) {}

    /** An order of which a part is shown shows the next {@link OrderReader#size} lots. */
    default void onRefreshed(final OrderReader order) {}

    /** The exchange has forgotten all orders. */
    default void onReset() {}
}
