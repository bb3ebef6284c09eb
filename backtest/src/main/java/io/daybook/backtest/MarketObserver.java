package io.daybook.backtest;

import io.daybook.api.Side;

/**
 * Follows a trader's orders where they are carried out, at the exchange, for a report. Called on the market's thread.
 */
public interface MarketObserver {
    /** An observer that ignores everything. */
    MarketObserver NONE = new MarketObserver() {};

    /** Called when an order is about to be carried out. */
    default void onPlace(
            final long orderId,
            final int symbol,
            final long atNs,
            final Side side,
            final long price,
            final long size) {}

    /**
     * Called when a replacement was carried out, before its trades are reported.
     *
     * @param total the new size, including traded lots
     * @param isKept whether the order keeps its place in the queue
     */
    default void onReplace(final long orderId, final long atNs, final long total, final boolean isKept) {}

    /** Called when a request was carried out. */
    default void onRequest(final boolean isSuccess) {}

    /** Called when an order traded; see {@link io.daybook.flow.market.OutsiderListener#onFill}. */
    default void onFill(
            final long orderId, final long price, final long size, final boolean isMaker, final boolean isDoubtful) {}

    /** Called when a message of the day or a request of the trader was handled, with all its effects. */
    default void onEvent(final long timeNs) {}
}
