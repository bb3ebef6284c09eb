package io.daybook.journal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What opening a journal found and did, for the log of the caller.
 *
 * @param created whether the folder was new
 * @param exchangeId of the folder
 * @param snapshotSeq of the snapshot from which to start; 0 if there is none
 * @param lastSeq of the journal
 * @param segments that were scanned
 * @param torn what was taken off its end; null if nothing was
 * @param notes a line each about what an operator should know: bad snapshots passed over, the torn tail
 */
public record RecoveryReport(
        boolean created,
        String exchangeId,
        long snapshotSeq,
        long lastSeq,
        int segments,
        @Nullable TornTail torn,
        List<String> notes) {}
