package io.daybook.sessions.member;

/** Which ends of a connection cancel the live orders of its session, once the grace has passed. */
public enum CancelOnDisconnect {
    /** No cancel: orders rest until they are cancelled. */
    NONE,
    /** The loss of a connection, but not a logout. */
    DISCONNECT,
    /** A logout, but not the loss of a connection. */
    LOGOUT,
    /** Every end; the default. */
    BOTH;

    /** Returns whether orders are cancelled after a logout. */
    public boolean afterLogout() {
        return this == LOGOUT || this == BOTH;
    }

    /** Returns whether orders are cancelled after a connection ended without a logout. */
    public boolean afterLoss() {
        return this == DISCONNECT || this == BOTH;
    }
}
