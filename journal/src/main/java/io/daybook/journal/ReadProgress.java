package io.daybook.journal;

/** Hears how far the reading of a folder is. Called by the thread that reads. */
@FunctionalInterface
public interface ReadProgress {
    /**
     * More was read, or a file is done.
     *
     * @param pass another instance for each
     * @param doneBytes of its {@code totalBytes}; never falls within a pass
     */
    void onRead(ReadPass pass, long doneBytes);
}
