package io.daybook.api;

import java.util.List;

/**
 * The levels of a book, best first.
 *
 * @param seq last command whose effect is shown
 * @param code success, {@link ResultCode#INVALID_SYMBOL} or {@link ResultCode#INVALID_SIZE} (of the depth)
 * @param symbol symbol
 * @param asks lowest price first
 * @param bids highest price first
 */
public record OrderBookReport(long seq, ResultCode code, int symbol, List<Level> asks, List<Level> bids) {

    /**
     * One price of a book.
     *
     * @param price ticks
     * @param size lots of all its orders
     * @param orders how many there are
     */
    public record Level(long price, long size, long orders) {}

    /** Copies the lists. */
    public OrderBookReport {
        asks = List.copyOf(asks);
        bids = List.copyOf(bids);
    }
}
