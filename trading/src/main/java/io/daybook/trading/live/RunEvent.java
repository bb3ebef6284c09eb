package io.daybook.trading.live;

/**
 * The lines of a record of a run: {@code event,ns,value}, in the order of their times. Each event that the trader
 * receives has a time of its own, in ns since the epoch by the clock of the trader's thread.
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
    /** The thread read the clock, and a timer was due or requests were sent. */
    TURN,
    /** A group of the feed with a fresh book was applied. The value is its seq. */
    GROUP,
    /** The session's next answer, fill or removal of lots was received. */
    ANSWER,
    /** A request was sent. The value is its number; several can have one time. */
    SENT,
    /** All orders are to be cancelled, and the strategy is called no more. */
    RETIRE,
    /** An event that a simulation does not have: a lost connection of the session, or fills of an earlier run. */
    OTHER
}
