package io.daybook.flow.market;

import io.daybook.api.ResultView;

/** Receives the fills of an outsider's orders in a recorded day. */
@FunctionalInterface
public interface OutsiderListener {
    /**
     * An order of the outsider traded. {@link RecordedMarket#timeNs} is when.
     *
     * @param orderId of the order
     * @param price ticks
     * @param size lots
     * @param isMaker whether the order rested
     * @param isDoubtful whether the fill depends on what the recording does not show
     */
    void onFill(long orderId, long price, long size, boolean isMaker, boolean isDoubtful);

    /**
     * A command of the day was carried out, of whatever sender; called before {@link #onFill} for its trades.
     *
     * @param result valid during the call only
     */
    default void onResult(final ResultView result) {}
}
