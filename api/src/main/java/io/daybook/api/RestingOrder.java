package io.daybook.api;

/**
 * A live order of a book: one that rests there, or a dormant one, which waits for its trigger outside the levels.
 *
 * @param symbol of the book
 * @param side of the order
 * @param price ticks
 * @param rank in its level, from 0, the first to trade; for a dormant one, among those of its trigger
 * @param orderId unique in its symbol
 * @param uid its owner
 * @param type as placed
 * @param reservePrice ticks; 0 for asks and futures
 * @param size lots as placed
 * @param remaining lots that it still has
 * @param terms its current terms; {@link OrderTerms#NONE} for a plain order
 * @param dormant whether it waits for its trigger
 * @param shown lots that the book shows of it: all of a plain order, a part of an iceberg, none of a hidden or a
 *     dormant one
 */
public record RestingOrder(
        int symbol,
        Side side,
        long price,
        long rank,
        long orderId,
        long uid,
        OrderType type,
        long reservePrice,
        long size,
        long remaining,
        OrderTerms terms,
        boolean dormant,
        long shown) {

    /** A plain order, which shows all its lots. */
    public RestingOrder(
            final int symbol,
            final Side side,
            final long price,
            final long rank,
            final long orderId,
            final long uid,
            final OrderType type,
            final long reservePrice,
            final long size,
            final long remaining) {
        this(
                symbol,
                side,
                price,
                rank,
                orderId,
                uid,
                type,
                reservePrice,
                size,
                remaining,
                OrderTerms.NONE,
                false,
                remaining);
    }
}
