package io.daybook.journal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The findings and repairs of opening a journal, for the caller's log.
 *
 * @param created whether the folder was new
 * @param exchangeId the exchange's id in the folder
 * @param snapshotSeq seq of the snapshot from which to start; 0 if there is none
 * @param lastSeq the last seq of the journal
 * @param segments the number of segments that were scanned
 * @param torn the torn tail that was removed; null if there was none
 * @param notes a line for each thing that an operator should read: bad snapshots that were passed over, the torn tail
 */
public record RecoveryReport(
        boolean created,
        String exchangeId,
        long snapshotSeq,
        long lastSeq,
        int segments,
        @Nullable TornTail torn,
        List<String> notes) {}
