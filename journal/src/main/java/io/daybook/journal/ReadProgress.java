package io.daybook.journal;

/** Reports how far the reading of a folder is. Called by the thread that reads. */
@FunctionalInterface
public interface ReadProgress {
    /**
     * Called when a pass begins (before anything is read), after each read, and when a file is done.
     *
     * @param pass a new instance for each pass
     * @param doneBytes bytes read of the pass's {@code totalBytes}; 0 at the beginning, then increasing
     */
    void onRead(ReadPass pass, long doneBytes);
}
