package io.daybook.flow.market;

import io.daybook.api.ResultView;

/** Receives the results of the commands that concern a recorded day, in order, on the thread of the day. */
public interface MarketResults {
    /**
     * Receives the result of a command of any sender, if the day has the exchange to itself. Called before
     * {@link #onTrade} for the trades of the command.
     *
     * @param result valid during the call only
     */
    default void onResult(final ResultView result) {}

    /** Called when the exchange refused a command of the day, with this {@link io.daybook.api.ResultCode#code()}. */
    void onRefused(int resultCode);

    /**
     * Called when two orders traded.
     *
     * @param takerSideCode a {@link io.daybook.api.Side#code()}
     * @param price in ticks
     * @param size in lots
     */
    void onTrade(long takerId, int takerSideCode, long makerId, long price, long size);
}
