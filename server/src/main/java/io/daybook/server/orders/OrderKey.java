package io.daybook.server.orders;

/**
 * What names an order for certain: ids of embedders are unique per symbol only.
 *
 * @param symbol its symbol
 * @param orderId its id
 */
public record OrderKey(int symbol, long orderId) {}
