package io.daybook.flow.market;

import io.daybook.api.ResultView;

/** Receives the fills of an outsider's orders in a recorded day. */
@FunctionalInterface
public interface OutsiderListener {
    /**
     * Called when an order of the outsider traded, at {@link RecordedMarket#timeNs}.
     *
     * @param orderId the id of the order
     * @param price in ticks
     * @param size in lots
     * @param isMaker whether the order rested
     * @param isDoubtful whether the fill depends on facts that the recording does not show
     */
    void onFill(long orderId, long price, long size, boolean isMaker, boolean isDoubtful);

    /**
     * Receives the result of a command of any sender. Called before {@link #onFill} for the trades of the command.
     *
     * @param result valid during the call only
     */
    default void onResult(final ResultView result) {}
}
