package io.daybook.trading;

/** The rules by which the gate refuses an order. */
public enum RiskRule {
    /** The order is too large. */
    SIZE(0, "maxSize"),
    /** The position would be too large if this order and all open orders of its side traded. */
    POSITION(1, "maxPosition"),
    /** The loss limit was reached: all orders were cancelled, and nothing is sent any more. */
    LOSS(2, "maxLoss"),
    /** The profit is too far below its highest value. Orders that only reduce a position pass. */
    DRAWDOWN(3, "maxDrawdown"),
    /** Too many orders a second. */
    RATE(4, "ordersPerSecond"),
    /** The sum of the values of today's trades, all open orders and this order is too large. */
    NOTIONAL(5, "maxNotional"),
    /** The book is stale: it may not match the venue's. */
    STALE_BOOK(6, ""),
    /** The price is too far from the fair price, or there is no fair price. */
    DISTANCE(7, "maxDistance");

    private final int code;
    private final String limit;

    RiskRule(final int code, final String limit) {
        this.code = code;
        this.limit = limit;
    }

    /** The number of the rule, from 0. */
    int code() {
        return code;
    }

    /** The name of the rule's limit, as a parameter and in {@link RiskLimits}; empty for the rule that has no limit. */
    public String limit() {
        return limit;
    }
}
