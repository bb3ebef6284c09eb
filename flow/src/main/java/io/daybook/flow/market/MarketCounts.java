package io.daybook.flow.market;

/** Where a day with an outsider differs from the recording, in lots but for the last. Used by one thread. */
public final class MarketCounts {
    long displaced;
    long consumed;
    long missed;
    long odd;
    long doubtful;
    long unknown;

    MarketCounts() {}

    /**
     * Cut off recorded orders, which traded less than the recording says because an outsider's order traded instead.
     */
    public long displaced() {
        return displaced;
    }

    /** Taken from recorded orders by trades with an outsider. */
    public long consumed() {
        return consumed;
    }

    /** By how much recorded aggressors came smaller, because an outsider had taken what they hit. */
    public long missed() {
        return missed;
    }

    /** Traded by recorded orders in another way than the recording says, where it is not in order itself. */
    public long odd() {
        return odd;
    }

    /** An outsider's fills, and possible fills, that depend on what the recording does not show. */
    public long doubtful() {
        return doubtful;
    }

    /** Messages that changed nothing: they name an order that is not there, or that is there already. */
    public long unknown() {
        return unknown;
    }
}
