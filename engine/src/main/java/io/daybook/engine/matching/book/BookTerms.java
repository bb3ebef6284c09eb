package io.daybook.engine.matching.book;

import io.daybook.kernel.state.StateRecordType;
import io.daybook.kernel.state.StateWriter;

/**
 * The interface of a book to the part that keeps its orders with terms. The book's thread calls it between commands,
 * but for {@link #count} and {@link #isQuiet}, which choose the way of the next command.
 */
public interface BookTerms {
    /** Orders with terms that live in the book, exits too. */
    int count();

    /** Exits without lots, which no report counts. */
    int emptyExits();

    /** Whether all orders with terms wait for triggers, and nothing is to be done with them before the next trade. */
    boolean isQuiet();

    /** Shows the resting orders of the book, as {@link OrderBook#forEachOrder} does. */
    void forEachResting(OrderVisitor visitor);

    /** Shows one live order of the book, and then its terms. */
    void visit(int order, OrderVisitor visitor);

    /** Writes the ORDER records of the book. */
    void writeOrders(StateWriter writer);

    /** Writes the records of a kind that only books with such orders have. */
    void write(StateRecordType type, StateWriter writer);

    /**
     * Checks everything that has to hold.
     *
     * @return how many orders are in no visible level
     */
    long validate();
}
