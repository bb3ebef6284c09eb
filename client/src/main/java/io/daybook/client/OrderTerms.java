package io.daybook.client;

import io.daybook.wire.OrderNumbers;

/** Terms of an order, to be filled in, sent and filled in again. Used by one thread at a time. */
public final class OrderTerms {
    private final long[] values = new long[Term.values().length];
    private int mask;

    /** Creates an object without terms. */
    public OrderTerms() {}

    /** Removes all terms. */
    public OrderTerms clear() {
        mask = 0;
        return this;
    }

    /**
     * Sets a term.
     *
     * @throws IllegalArgumentException if an exit's order id is not 0: the venue chooses it, see
     *     {@link OrderNumbers#exitId}
     */
    public OrderTerms set(final Term term, final long value) {
        if (term == Term.EXIT_ORDER_ID && value != 0) {
            throw new IllegalArgumentException(
                    "EXIT_ORDER_ID must be 0, because the venue chooses it: EXIT_ORDER_ID=" + value);
        }
        mask |= 1 << term.code();
        values[term.code()] = value;
        return this;
    }

    /** Gives the order an exit, described by {@link Term#EXIT_PRICE} and {@link Term#EXIT_TRIGGER}. */
    public OrderTerms exit() {
        return set(Term.EXIT_ORDER_ID, 0);
    }

    int mask() {
        return mask;
    }

    long[] values() {
        return values;
    }
}
