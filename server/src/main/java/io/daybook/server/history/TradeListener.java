package io.daybook.server.history;

import org.jspecify.annotations.Nullable;

/** Hears of trades as they are kept, in order; on the follower's thread, with the history locked: be quick. */
@FunctionalInterface
public interface TradeListener {
    /**
     * A trade.
     *
     * @param before the trade of the symbol before it; null for the first that is kept
     */
    void onTrade(Trade trade, @Nullable Trade before);
}
