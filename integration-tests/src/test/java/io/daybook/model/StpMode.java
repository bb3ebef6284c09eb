package io.daybook.model;

/** The mode of self-trade prevention: what happens when an order meets another of the same owner. */
public enum StpMode {
    NONE,
    CANCEL_TAKER,
    CANCEL_MAKER,
    CANCEL_BOTH,
    DECREMENT
}
