package io.daybook.server.history;

import org.jspecify.annotations.Nullable;

/** Receives trades in order, on the follower's thread, with the history locked: be quick. */
public interface TradeListener {
    /** Ignores all trades. */
    TradeListener NOBODY = new TradeListener() {
        @Override
        public boolean hears(final int symbol) {
            return false;
        }

        @Override
        public void onTrade(final Trade trade, final @Nullable Trade before) {
            throw new IllegalStateException("nobody hears of " + trade);
        }
    };

    /** Whether it wants the next trade of a symbol. */
    boolean hears(int symbol);

    /**
     * Called for each trade.
     *
     * @param before the trade of the symbol before it; null for the first that is kept
     */
    void onTrade(Trade trade, @Nullable Trade before);
}
