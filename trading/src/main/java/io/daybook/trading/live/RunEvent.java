package io.daybook.trading.live;

/**
 * The lines of a record of a run: {@code event,ns,value}, in the order of their times, which differ. A time is that of
 * the trader's thread, in ns since the epoch as the trader counts them.
 */
public enum RunEvent {
    /** A setting, as {@code name=value}; before all others. */
    SETTING,
    /** A book became fresh. The value is its symbol. */
    FRESH,
    /** The books of a channel became stale. The value is its number. */
    STALE,
    /** Orders may be sent from now on. */
    CONNECTED,
    /** The thread looked at the clock, and a timer was due or requests were sent. */
    TURN,
    /** A group of the feed with a fresh book was applied. The value is its seq. */
    GROUP,
    /** The next answer, fill or loss of lots of the session was received. */
    ANSWER,
    /** A request left. The value is its number; several can have one time. */
    SENT,
    /** All orders are to be cancelled, and the strategy is called no more. */
    RETIRE,
    /** An event that a simulation does not have: a lost connection of the session, or fills of an earlier run. */
    OTHER
}
