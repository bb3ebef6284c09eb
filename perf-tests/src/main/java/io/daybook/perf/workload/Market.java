package io.daybook.perf.workload;

/** The kind of a symbol's market. */
public enum Market {
    /** A pair of currencies. */
    PAIR,

    /** A future with zero margin. */
    FUTURES
}
