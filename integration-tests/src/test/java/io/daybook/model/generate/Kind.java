package io.daybook.model.generate;

/** What a generated scenario is about. */
public enum Kind {
    /** Pairs only, few users, little money. */
    SPOT,
    /** Futures only: positions that open, close, turn over and lose. */
    FUTURES,
    /** Pairs and futures that share currencies. */
    MIXED,
    /** As mixed, with values out of range, at the limits of 64 bits, and lines that are no commands. */
    HOSTILE,
    /** Pairs with odd rates, tick values and lot sizes, and tiny amounts. */
    FEES,
    /** Rich users and deep books, with many levels and ids far apart. */
    DEEP;

    boolean hasPairs() {
        return this != FUTURES;
    }

    boolean hasFutures() {
        return this == FUTURES || this == MIXED || this == HOSTILE;
    }
}
