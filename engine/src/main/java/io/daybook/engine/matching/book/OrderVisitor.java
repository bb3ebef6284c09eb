package io.daybook.engine.matching.book;

/** Takes live orders one by one; called on the thread that owns the books, which must not change meanwhile. */
@FunctionalInterface
public interface OrderVisitor {

    /**
     * Visits one live order.
     *
     * @param symbol its symbol
     * @param side number of its {@link io.daybook.api.Side}
     * @param price ticks, after the last move
     * @param orderId order
     * @param uid its owner
     * @param userIndex risk's index of its owner
     * @param orderType number of its {@link io.daybook.api.OrderType}
     * @param reservePrice highest price of a move, bids of pairs only; else 0
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
     * The terms of the order that was shown last; not called for plain orders.
     *
     * @param terms valid during the call
     */
    default void onTerms(final OrderTermsView terms) {}
}
