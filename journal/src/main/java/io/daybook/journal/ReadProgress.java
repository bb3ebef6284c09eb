package io.daybook.journal;

/** Hears how far the reading of a folder is. Called by the thread that reads. */
@FunctionalInterface
public interface ReadProgress {
    /**
     * A pass begins, before anything of it is read; more was read; or a file is done.
     *
     * @param pass another instance for each
     * @param doneBytes of its {@code totalBytes}; 0 when it begins, and more with each call of the pass
     */
    void onRead(ReadPass pass, long doneBytes);
}
