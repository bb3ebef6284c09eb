package io.daybook.api;

/** Which thread delivers results to listeners and futures. */
public enum DeliveryThread {
    /**
     * A thread of its own where the machine has a processor left beside the other threads and a producer; else a shared
     * one.
     */
    AUTO,
    /** The journal's thread, or the engine's where there is no journal. */
    SHARED,
    /** A thread of its own. */
    OWN
}
