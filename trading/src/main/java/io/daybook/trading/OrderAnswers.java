package io.daybook.trading;

/** Receives a venue's answers for a trader, in any sequence. Called on the trader's thread, after the time was set. */
public interface OrderAnswers {
    /**
     * Called with the outcome of a request.
     *
     * @param orderId the order that the request placed or named
     * @param code 0 for success; else the code of a {@link io.daybook.api.ResultCode}, or the negated code of a
     *     {@link io.daybook.wire.GatewayCode}
     * @param remaining lots of the order that rest after the request
     * @param traded lots that the request traded; their fills come separately
     */
    void onAnswer(long orderId, RequestKind kind, int code, long remaining, long traded);

    /**
     * Called for a trade of one of the trader's orders.
     *
     * @param fill valid during the call only
     */
    void onFill(Execution fill);

    /**
     * Called for a trade of an earlier run of the session. All such trades come before the first {@link #onConnected}.
     *
     * @param fill valid during the call only
     * @param timeNs when it traded, ns since the epoch
     */
    void onEarlierFill(Execution fill, long timeNs);

    /**
     * Called when lots of an order left the book without a trade.
     *
     * @param remaining lots that are left
     */
    void onOff(long orderId, long size, long remaining);

    /**
     * Called when a request was not carried out and will not be. Its number may be given again, and with it the id of
     * its order.
     */
    void onNotCarriedOut(long request);

    /** Called with the answer to {@link OrderPort#status}. */
    void onStatus(long orderId, boolean isLive, long remaining, long traded);

    /** Called when orders may be sent from now on. The receiver requests the status of orders that were sent before. */
    void onConnected();

    /** Called when the connection was lost. */
    void onDisconnected();
}
