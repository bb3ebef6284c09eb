package io.daybook.api;

/** The state of an exchange. */
public enum ExchangeState {
    /** Accepts commands. */
    RUNNING,
    /** Accepts nothing more; finishes accepted commands. */
    CLOSING,
    /** Closed in order: every result was delivered. */
    CLOSED,
    /** Stopped by an invariant or an environment fault: unanswered commands have an unknown outcome. */
    FAILED
}
