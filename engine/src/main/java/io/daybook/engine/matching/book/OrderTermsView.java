package io.daybook.engine.matching.book;

import io.daybook.api.OrderTerms;

/** The terms of one live order; valid until the next command. */
public interface OrderTermsView {
    /** Whether the order waits for its trigger, in no level. */
    boolean isDormant();

    /** Lots that its level shows; 0 for an order that is hidden, or does not rest. */
    long shown();

    /** Whether the trades of the order feed an exit; such an order on a future holds twice. */
    boolean feedsExit();

    /**
     * The terms that the order has now. They include the mode of self-trade prevention, from the order or from its
     * owner, if there is one, and the exit as it is now.
     */
    OrderTerms terms();
}
