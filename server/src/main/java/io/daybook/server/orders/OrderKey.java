package io.daybook.server.orders;

/**
 * The unique key of an order. It has the symbol, because ids that embedders choose are unique only within a symbol.
 *
 * @param symbol its symbol
 * @param orderId its id
 */
public record OrderKey(int symbol, long orderId) {}
