package io.daybook.api;

/** How a thread of the exchange idles. */
public enum IdleStrategy {
    /** Spins: the lowest latency; each thread takes a whole core. */
    BUSY_SPIN,
    /** Spins, then yields: for machines with as many cores as threads. */
    YIELD,
    /** Spins, yields, then parks for longer and longer: the default. */
    BACK_OFF,
    /** Parks at once: the least CPU, the highest latency. */
    BLOCK
}
