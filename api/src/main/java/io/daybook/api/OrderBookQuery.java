package io.daybook.api;

/**
 * Asks for the levels of a book, best first: from the best on, or only those beyond given prices.
 *
 * @param symbol symbol
 * @param depth the most levels per side, ≥ 0; 0 for all; never more than {@link Limits#MAX_BOOK_LEVELS}, after which
 *     {@link OrderBookReport#following} continues
 * @param asksAbove only asks above this price, in ticks; 0 for all
 * @param bidsBelow only bids below this price, in ticks; 0 for all
 */
public record OrderBookQuery(int symbol, int depth, long asksAbove, long bidsBelow) implements Query<OrderBookReport> {

    /** Asks for the best levels. */
    public OrderBookQuery(final int symbol, final int depth) {
        this(symbol, depth, 0, 0);
    }

    @Override
    public CommandType type() {
        return CommandType.ORDER_BOOK_REQUEST;
    }
}
