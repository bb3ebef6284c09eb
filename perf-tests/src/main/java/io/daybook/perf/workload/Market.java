package io.daybook.perf.workload;

/** What a symbol trades. */
public enum Market {
    /** A pair of currencies. */
    PAIR,

    /** A future with zero margin. */
    FUTURES
}
