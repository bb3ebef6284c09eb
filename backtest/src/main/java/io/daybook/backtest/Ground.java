package io.daybook.backtest;

import io.daybook.api.ResultView;

/** The exchange of a simulated market, with the flow of others on it. Used by the market's thread. */
interface Ground {
    /** Whether a result is that of a request of the trader. */
    boolean isRequest(ResultView result);

    /** Whether an id is that of an order of the trader. */
    boolean isOwn(long orderId);

    /**
     * The id of an order.
     *
     * @param order counts the trader's orders from 1
     * @param request counts its requests from 1
     */
    long idOf(long order, long request);

    /** The time of the last command, in ns. */
    long timeNs();

    /**
     * Ends an aggressor that is under way, because others have been carried out before it.
     *
     * @return whether there was one
     */
    boolean endAggressor();

    /**
     * Carries out a request of the trader.
     *
     * @return whether the exchange accepted it
     */
    boolean carryOut(OrderMessage request, long atNs);
}
