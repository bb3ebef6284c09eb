package io.daybook.api;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * What an exchange recovered when it started.
 *
 * @param created whether the journal folder was new (or there is no journal)
 * @param lastSeq the last command of the journal; 0 for none
 * @param snapshotSeq the last command in the snapshot from which recovery started; 0 for none
 * @param replayed commands that were carried out again
 * @param segments journal files that were read
 * @param notes lines for the operator: a torn tail that was removed, a snapshot that could not be used
 * @param elapsedNs how long the recovery took, in ns
 */
public record RecoverySummary(
        boolean created,
        long lastSeq,
        long snapshotSeq,
        long replayed,
        int segments,
        List<String> notes,
        long elapsedNs) {

    /** The summary of an exchange without a journal. */
    public static final RecoverySummary NONE = new RecoverySummary(true, 0, 0, 0, 0, List.of(), 0);

    /** Copies the list. */
    public RecoverySummary {
        notes = List.copyOf(notes);
    }

    /** One line for logs, such as {@code restored to seq 306 in 0.4 s (snapshot 300, 6 commands replayed)}. */
    public String line() {
        return String.format(
                Locale.ROOT,
                "restored to seq %,d in %.1f s (%s, %,d %s replayed)",
                lastSeq,
                (double) elapsedNs / TimeUnit.SECONDS.toNanos(1),
                snapshotSeq == 0 ? "no snapshot" : String.format(Locale.ROOT, "snapshot %,d", snapshotSeq),
                replayed,
                replayed == 1 ? "command" : "commands");
    }
}
