package io.daybook.engine.matching.book;

import io.daybook.kernel.state.StateRecordType;
import io.daybook.kernel.state.StateWriter;

/**
 * The interface of a book to the part that keeps its orders with terms. The book's thread calls it between commands,
 * except {@link #count} and {@link #isQuiet}, which decide the path of the next command.
 */
public interface BookTerms {
    /** The number of live orders with terms, exits included. */
    int count();

    /** The number of exits without lots; no report counts these exits. */
    int emptyExits();

    /** Whether all orders with terms wait for triggers, and none of them needs work before the next trade. */
    boolean isQuiet();

    /** Shows the resting orders of the book, as {@link OrderBook#forEachOrder} does. */
    void forEachResting(OrderVisitor visitor);

    /** Shows one live order of the book, and then its terms. */
    void visit(int order, OrderVisitor visitor);

    /** Writes the ORDER records of the book. */
    void writeOrders(StateWriter writer);

    /** Writes the records of a kind that a book has only if some of its orders have terms. */
    void write(StateRecordType type, StateWriter writer);

    /**
     * Checks the invariants of orders with terms.
     *
     * @return how many orders are in no visible level
     */
    long validate();
}
