package io.daybook.engine.matching.terms;

/**
 * Receives the time at which a book next needs a TICK: for orders that end, or for acts that a command left over.
 * Called by the thread of the book, at the end of a command by which this has changed.
 */
@FunctionalInterface
public interface DueListener {
    /** The due time of work that a TICK can continue at once. */
    long AT_ONCE = 0;

    /** The time of nothing. */
    long NEVER = Long.MAX_VALUE;

    /**
     * A book has another due time.
     *
     * @param symbolIndex of the book, from 0 in the order in which symbols were added
     * @param symbol of the book
     * @param dueNs ns since the epoch, {@link #AT_ONCE} or {@link #NEVER}
     */
    void onDue(int symbolIndex, int symbol, long dueNs);
}
