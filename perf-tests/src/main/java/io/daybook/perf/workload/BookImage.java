package io.daybook.perf.workload;

import java.util.List;

/**
 * The generator's book of one symbol at the end: an exchange must have the same book after the same commands.
 *
 * @param symbol from 1
 * @param bids best first
 * @param asks best first
 * @param liveOrders the number of orders on both sides
 * @param lastPrice price of the last trade; the start price if there was none
 * @param trades the number of trades, prefill included: the id of the last trade
 * @param tradedLots the lots of these trades
 */
public record BookImage(
        int symbol, List<Level> bids, List<Level> asks, int liveOrders, long lastPrice, long trades, long tradedLots) {
    /**
     * One price level.
     *
     * @param price ticks
     * @param size lots of all orders at this price
     * @param orders the number of orders
     */
    public record Level(long price, long size, int orders) {}

    /** Copies the lists. */
    public BookImage {
        bids = List.copyOf(bids);
        asks = List.copyOf(asks);
    }
}
