package io.daybook.api;

/** How a thread of the exchange idles. */
public enum IdleStrategy {
    /** Spins: the lowest latency, a whole core each. */
    BUSY_SPIN,
    /** Spins, then yields: for as many cores as threads. */
    YIELD,
    /** Spins, yields, then parks for longer and longer: the default. */
    BACK_OFF,
    /** Parks at once: the least CPU, the highest latency. */
    BLOCK
}
