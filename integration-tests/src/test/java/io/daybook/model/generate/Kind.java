package io.daybook.model.generate;

import java.util.List;

/** The subject of a generated scenario. */
public enum Kind {
    /** Pairs only, few users, little money. */
    SPOT,
    /** Futures only: positions that open, close, turn over and lose. */
    FUTURES,
    /** Pairs and futures that share currencies. */
    MIXED,
    /** Pairs and futures, with values out of range, at the limits of 64 bits, and lines that are not commands. */
    HOSTILE,
    /** Pairs with odd rates, tick values and lot sizes, and tiny amounts. */
    FEES,
    /** Rich users and deep books, with many levels and ids far apart. */
    DEEP,
    /** Pairs with stops, trailing stops, orders with two faces and brackets, which trigger each other. */
    STOPS,
    /** Futures with stops, trailing stops, orders with two faces and brackets. */
    FUTURES_STOPS,
    /** Pairs with icebergs, hidden orders, self-trade prevention, replacements, mass cancels, expiry. */
    COMPLEX,
    /** Pairs and futures, with all terms at once, and wrong ones. */
    ORDERS;

    /** Whether the product has the terms of orders and their commands, which came with semantics 3. */
    public static final boolean PRODUCT_HAS_ORDERS = true;

    private static final List<Kind> PLAIN = List.of(SPOT, FUTURES, MIXED, HOSTILE, FEES, DEEP);

    /** The kinds of the scenarios that the product is compared on. */
    public static List<Kind> ofProduct() {
        return PRODUCT_HAS_ORDERS ? List.of(values()) : PLAIN;
    }

    boolean hasPairs() {
        return this != FUTURES && this != FUTURES_STOPS;
    }

    boolean hasFutures() {
        return this == FUTURES || this == MIXED || this == HOSTILE || this == FUTURES_STOPS || this == ORDERS;
    }

    /** Whether orders have terms; if they have, every line has a timestamp. */
    boolean hasTerms() {
        return !PLAIN.contains(this);
    }
}
