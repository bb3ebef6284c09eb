package io.daybook.sessions.member;

/** What a session may do. */
public enum Right {
    /** Send orders for its accounts. */
    TRADE,
    /** Subscribe to market data. */
    VIEW,
    /** Hear every report of its accounts, whichever door the orders came through; such a session may not trade. */
    DROPCOPY,
    /** Use the kill switch: cancel all orders of an account, suspend it. */
    ADMIN
}
