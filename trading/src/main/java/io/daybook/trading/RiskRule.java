package io.daybook.trading;

/** Why the gate refuses an order. */
public enum RiskRule {
    /** The order is too large. */
    SIZE(0),
    /** The position would be too large if all open orders of the side traded, and this one. */
    POSITION(1),
    /** The loss limit was reached: all orders were cancelled, and nothing is sent any more. */
    LOSS(2),
    /** The profit is too far below its highest value. Orders that only reduce a position pass. */
    DRAWDOWN(3),
    /** Too many orders a second. */
    RATE(4),
    /** The value of today's trades, all open orders, and this one is too large. */
    NOTIONAL(5),
    /** The book is not known to be the venue's. */
    STALE_BOOK(6),
    /** The price is too far from the fair price, or there is no fair price. */
    DISTANCE(7);

    private final int code;

    RiskRule(final int code) {
        this.code = code;
    }

    /** Its number, from 0. */
    int code() {
        return code;
    }
}
