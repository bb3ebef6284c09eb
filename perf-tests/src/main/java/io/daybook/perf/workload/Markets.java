package io.daybook.perf.workload;

/** The markets of a workload. */
public enum Markets {
    /** Pairs only. */
    PAIRS,

    /** Futures only. */
    FUTURES,

    /** Half pairs, half futures, in turn. */
    BOTH;

    /** The market of the symbol with this index (from 0) among those that share its currencies. */
    Market of(final int index) {
        return switch (this) {
            case PAIRS -> Market.PAIR;
            case FUTURES -> Market.FUTURES;
            case BOTH -> index % 2 == 0 ? Market.PAIR : Market.FUTURES;
        };
    }
}
