package io.daybook.api;

/**
 * The orders that rest in one book, asked by their numbers; {@link Exchange#restingOrders} gives it. An order that is
 * not there, or has terms, has 0 lots. For the thread that sends, between two commands; no longer after a
 * {@link Reset}.
 */
public interface RestingOrders {
    /** Lots of an order that rest. */
    long lots(long orderId);

    /** The price of an order in ticks; 0 where it has no lots. */
    long price(long orderId);

    /** The side of an order; see {@link Side#code()}; 0 where it has no lots. */
    int sideCode(long orderId);

    /** Lots at the price of an order that trade before it; 0 where it has no lots. Costs as much as they are orders. */
    long lotsBefore(long orderId);

    /** Orders at the price of an order that trade before it, by the same rules. */
    int ordersBefore(long orderId);

    /** The highest bid in ticks, 0 where there is none. */
    long bestBid();

    /** The lowest ask in ticks, 0 where there is none. */
    long bestAsk();
}
