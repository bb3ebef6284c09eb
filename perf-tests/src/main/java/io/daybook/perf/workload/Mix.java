package io.daybook.perf.workload;

/** The two mixes of commands on live orders. They differ in one draw, and so in how fast books drain. */
public enum Mix {
    /**
     * Nearly all moves: GTC 8.8%, IOC 2.7, FOK_BUDGET 0.1, cancel 5.8, move 82.6, no reductions. As in the peer's
     * documentation.
     */
    MARGIN,

    /**
     * With reductions: GTC 12.6%, IOC 1.8, FOK_BUDGET 0.06, cancel 7.2, move 71.1, reduce 7.2. As in the peer's current
     * generator.
     */
    PEER
}
