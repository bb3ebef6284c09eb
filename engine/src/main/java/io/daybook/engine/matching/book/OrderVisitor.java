package io.daybook.engine.matching.book;

/** Receives live orders one by one, on the thread that owns the books. The books must not change during a visit. */
@FunctionalInterface
public interface OrderVisitor {

    /**
     * Visits one live order.
     *
     * @param symbol its symbol
     * @param side number of its {@link io.daybook.api.Side}
     * @param price ticks, after the last move
     * @param orderId id of the order
     * @param uid its owner
     * @param userIndex risk's index of its owner
     * @param orderType number of its {@link io.daybook.api.OrderType}
     * @param reservePrice highest price of a move for bids of pairs; 0 for other orders
     * @param size lots as placed
     * @param remaining lots on the book
     */
    void onOrder(
            int symbol,
            int side,
            long price,
            long orderId,
            long uid,
            int userIndex,
            int orderType,
            long reservePrice,
            long size,
            long remaining);

    /**
     * Receives the terms of the order that was visited last; not called for plain orders.
     *
     * @param terms valid during the call
     */
    default void onTerms(final OrderTermsView terms) {}
}
