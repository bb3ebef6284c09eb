package io.daybook.api;

/**
 * A view of the orders that rest in one book, by order id, from {@link Exchange#restingOrders}. An order that is not in
 * the book, or has terms, has 0 lots. For the sending thread, between two commands; unusable after a {@link Reset}.
 */
public interface RestingOrders {
    /** The resting lots of an order. */
    long lots(long orderId);

    /** The price of an order in ticks; 0 if it has no lots. */
    long price(long orderId);

    /** The side of an order, a {@link Side#code()}; 0 if it has no lots. */
    int sideCode(long orderId);

    /** Lots at the price of an order that trade before it; 0 if it has no lots. Visits each order before it. */
    long lotsBefore(long orderId);

    /** Orders at the price of an order that trade before it, by the same rules. */
    int ordersBefore(long orderId);

    /** The highest bid in ticks; 0 if there is none. */
    long bestBid();

    /** The lowest ask in ticks; 0 if there is none. */
    long bestAsk();
}
