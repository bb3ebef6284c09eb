package io.daybook.api;

/** Where an exchange is in its life. */
public enum ExchangeState {
    /** Accepts commands. */
    RUNNING,
    /** Accepts nothing more; finishes what it has. */
    CLOSING,
    /** Closed in order: every result was delivered. */
    CLOSED,
    /** Stopped by an invariant or an environment fault: unanswered commands have an unknown outcome. */
    FAILED
}
