package io.daybook.api;

/**
 * A book without its orders.
 *
 * @param symbol the symbol of the book
 * @param nextTradeId the number of the next trade
 * @param lastPrice ticks; 0 before the first trade
 */
public record BookState(int symbol, long nextTradeId, long lastPrice) {}
