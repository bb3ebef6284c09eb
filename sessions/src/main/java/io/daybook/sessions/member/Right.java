package io.daybook.sessions.member;

/** A right of a session. */
public enum Right {
    /** Send orders for its accounts. */
    TRADE,
    /** Subscribe to market data. */
    VIEW,
    /** Get every report of its accounts, from orders of all doors; such a session may not trade. */
    DROPCOPY,
    /** Use the kill switch: cancel all orders of an account, or suspend it. */
    ADMIN
}
