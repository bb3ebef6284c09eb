package io.daybook.backtest;

import io.daybook.api.ResultView;

/** The exchange of a simulated market, with the orders of the other participants. Used by the market's thread. */
interface Ground {
    /** Whether a result answers a request of the trader. */
    boolean isRequest(ResultView result);

    /** Whether an id belongs to an order of the trader. */
    boolean isOwn(long orderId);

    /**
     * The id of an order.
     *
     * @param order the number of the trader's order, from 1
     * @param request the number of the trader's request, from 1
     */
    long idOf(long order, long request);

    /** The time of the last command, in ns. */
    long timeNs();

    /**
     * Ends an aggressor that is under way, so that nothing later is carried out before it.
     *
     * @return whether an aggressor was under way
     */
    boolean endAggressor();

    /**
     * Carries out a request of the trader.
     *
     * @return whether the exchange accepted it
     */
    boolean carryOut(OrderMessage request, long atNs);
}
