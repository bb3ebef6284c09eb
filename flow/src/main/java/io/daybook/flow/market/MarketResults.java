package io.daybook.flow.market;

import io.daybook.api.ResultView;

/** Receives the results of the commands that concern a recorded day, in order, on the thread of the day. */
public interface MarketResults {
    /**
     * A command was carried out, of whatever sender; called before {@link #onTrade} for its trades, by an exchange that
     * the day has to itself.
     *
     * @param result valid during the call only
     */
    default void onResult(final ResultView result) {}

    /** The exchange refused a command of the day, with this {@link io.daybook.api.ResultCode#code()}. */
    void onRefused(int resultCode);

    /**
     * Two orders traded.
     *
     * @param takerSideCode a {@link io.daybook.api.Side#code()}
     * @param price ticks
     * @param size lots
     */
    void onTrade(long takerId, int takerSideCode, long makerId, long price, long size);
}
