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
 * @param moreAsks whether there are asks above the last one here
 * @param moreBids whether there are bids below the last one here
 */
public record OrderBookReport(
        long seq, ResultCode code, int symbol, List<Level> asks, List<Level> bids, boolean moreAsks, boolean moreBids) {

    /** Creates a report with all levels of a book. */
    public OrderBookReport(
            final long seq, final ResultCode code, final int symbol, final List<Level> asks, final List<Level> bids) {
        this(seq, code, symbol, asks, bids, false, false);
    }

    /**
     * One price of a book.
     *
     * @param price ticks
     * @param size lots of all its orders
     * @param orders the number of its orders
     */
    public record Level(long price, long size, long orders) {}

    /** Copies the lists. */
    public OrderBookReport {
        asks = List.copyOf(asks);
        bids = List.copyOf(bids);
    }

    /**
     * A query for the levels after those shown here, on the sides that have more. The book may have changed by then:
     * each answer shows it as of its own seq.
     *
     * @param depth the most levels per side; 0 for as many as one answer can hold
     */
    public OrderBookQuery following(final int depth) {
        final long asksAbove = moreAsks ? asks.get(asks.size() - 1).price() : Long.MAX_VALUE;
        final long bidsBelow = moreBids ? bids.get(bids.size() - 1).price() : 1;
        return new OrderBookQuery(symbol, depth, asksAbove, bidsBelow);
    }
}
