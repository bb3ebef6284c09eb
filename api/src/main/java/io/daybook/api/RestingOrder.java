package io.daybook.api;

/**
 * An order that rests in a book.
 *
 * @param symbol of the book
 * @param side of the order
 * @param price ticks
 * @param rank in its level, from 0, the first to trade
 * @param orderId unique in its symbol
 * @param uid its owner
 * @param type with which it was placed
 * @param reservePrice ticks; 0 for asks and futures
 * @param size lots with which it was placed
 * @param remaining lots that it still has
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
        long remaining) {}
