package io.daybook.engine.matching.terms;

/**
 * Receives the time at which a book next needs a TICK: for orders that expire, or for acts that a command left over.
 * Called by the thread of the book, at the end of a command that changed this time.
 */
@FunctionalInterface
public interface DueListener {
    /** The due time of work that a TICK can continue at once. */
    long AT_ONCE = 0;

    /** The due time of a book that needs no TICK. */
    long NEVER = Long.MAX_VALUE;

    /**
     * Receives the new due time of a book.
     *
     * @param symbolIndex dense index of the symbol, from 0 in the order in which symbols were added
     * @param symbol the symbol of the book
     * @param dueNs ns since the epoch, {@link #AT_ONCE} or {@link #NEVER}
     */
    void onDue(int symbolIndex, int symbol, long dueNs);
}
