package io.daybook.api;

import java.util.List;

/**
 * Keeps history for consumers that read it later: "keep from seq N on", by name, even if {@link SnapshotConfig} would
 * delete it. A consumer sets its mark before it begins, moves it on as it finishes commands, and can be away as long as
 * it likes: what it needs is kept. This takes disk space, so remove marks that are no longer used.
 *
 * <p>Marks are files of the journal's folder ({@code marks/NAME}), forced before a call returns: they survive restarts.
 * They may be set by the process of the exchange and by others at the same time. Each call waits for the disk; do not
 * make it in a listener. Any thread.
 *
 * <p>Every method throws {@code io.daybook.journal.JournalException} if the disk fails or a mark cannot be read: then
 * nothing is deleted until that mark is set again or removed.
 */
public interface RetentionMarks {

    /**
     * Sets a mark, or moves it. It may be moved back as far as the journal still reaches.
     *
     * @param name of the consumer, 1 to 64 lower-case letters, digits and dashes
     * @param fromSeq the first command that is still needed, ≥ 1: one more than the last that was processed
     * @throws IllegalArgumentException if the name or the seq is invalid
     * @throws IllegalStateException without a journal
     * @throws RuntimeException {@code JournalException} with reason GAP if the journal no longer reaches back so far
     */
    void keepFrom(String name, long fromSeq);

    /**
     * Removes a mark. History that it alone held is deleted after the next snapshot.
     *
     * @return whether it existed
     */
    boolean remove(String name);

    /** All marks, by name, with the cost of each; none without a journal. */
    List<RetentionMark> list();
}
