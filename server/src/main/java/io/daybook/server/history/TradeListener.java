package io.daybook.server.history;

import org.jspecify.annotations.Nullable;

/** Receives trades in order, on the follower's thread, with the history locked, so its methods must be quick. */
public interface TradeListener {
    /** Ignores all trades. */
    TradeListener NOBODY = new TradeListener() {
        @Override
        public boolean hears(final int symbol) {
            return false;
        }

        @Override
        public void onTrade(final Trade trade, final @Nullable Trade before) {
            throw new IllegalStateException("no listener takes this trade: " + trade);
        }
    };

    /** Returns whether the listener takes the next trade of a symbol. */
    boolean hears(int symbol);

    /**
     * Called for each trade.
     *
     * @param before the previous trade of the symbol; null for the first that is kept
     */
    void onTrade(Trade trade, @Nullable Trade before);
}
