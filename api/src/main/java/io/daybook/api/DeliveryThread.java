package io.daybook.api;

/** Which thread delivers results to listeners and futures. */
public enum DeliveryThread {
    /** One of its own where the machine has a processor for it beside the other threads and a producer; else a shared one. */
    AUTO,
    /** The journal's, or the engine's where there is no journal. */
    SHARED,
    /** One of its own. */
    OWN
}
