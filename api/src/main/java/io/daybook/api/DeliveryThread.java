package io.daybook.api;

/** The thread that delivers results to listeners and futures. */
public enum DeliveryThread {
    /**
     * A separate thread if the machine has a processor for it, in addition to those for the other threads and a
     * producer; else a shared thread.
     */
    AUTO,
    /** The journal's thread, or the engine's without a journal. */
    SHARED,
    /** A separate thread. */
    OWN
}
