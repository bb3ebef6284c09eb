package io.daybook.perf.workload;

/** The orders that take liquidity. */
public enum Takers {
    /** IOC, and on pairs one in 32 FOK_BUDGET. */
    WITH_BUDGETS,

    /** IOC only: orders that would be FOK_BUDGET are IOC of the same size. For comparisons with the peer. */
    IOC_ONLY,

    /** IOC that take a random part of the other side, up to all of it. */
    SWEEPS
}
