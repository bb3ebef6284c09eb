package io.daybook.engine.matching.book;

import io.daybook.api.OrderTerms;

/** The terms of one live order; valid until the next command. */
public interface OrderTermsView {
    /** Whether it waits for its trigger, in no level. */
    boolean isDormant();

    /** Lots that its level shows; 0 for an order that is hidden, or does not rest. */
    long shown();

    /** Whether its trades feed an exit: on a future it holds twice. */
    boolean feedsExit();

    /**
     * The terms that the order has now; the mode of self-trade prevention wherever it comes from, unless it is none,
     * and the exit as it is now.
     */
    OrderTerms terms();
}
