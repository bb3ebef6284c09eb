package io.daybook.api;

import java.util.List;

/**
 * Keeps history for consumers that read it later: "keep from seq N on", by name, whatever {@link SnapshotConfig} would
 * let go. A consumer sets its mark before it begins, moves it on when it has done its work up to there, and can be away
 * as long as it likes: what it still needs is there. The disk pays for it, so a mark that nobody moves any more is to
 * be removed.
 *
 * <p>Marks are files of the journal's folder ({@code marks/NAME}), forced before a call returns: they survive restarts.
 * They may be set by the process of the exchange and by others at the same time. Each call waits for the disk; do not
 * make it in a listener. Any thread.
 *
 * <p>Every method throws {@code io.daybook.journal.JournalException} when the disk fails, and where a mark cannot be
 * read: then nothing is deleted until it is set again or removed.
 */
public interface RetentionMarks {

    /**
     * Sets a mark, or moves it. It may be moved back as far as the journal still reaches.
     *
     * @param name of 1 to 64 lower-case letters, digits and dashes; who needs it
     * @param fromSeq the first command that is still needed, ≥ 1: the last one that was worked off, and one
     * @throws IllegalArgumentException if the name or the seq is none
     * @throws IllegalStateException without a journal
     * @throws RuntimeException {@code JournalException} with reason GAP where the journal no longer reaches back so far
     */
    void keepFrom(String name, long fromSeq);

    /**
     * Removes a mark. What it alone held is deleted after the next snapshot.
     *
     * @return whether it was there
     */
    boolean remove(String name);

    /** All marks, by name, with what each costs; none without a journal. */
    List<RetentionMark> list();
}
