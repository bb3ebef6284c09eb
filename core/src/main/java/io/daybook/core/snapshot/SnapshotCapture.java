package io.daybook.core.snapshot;

import io.daybook.api.FollowerPart;
import io.daybook.api.SnapshotReport;
import io.daybook.engine.EngineStateCopy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A captured state that is being written to the disk.
 *
 * @param seq of the command at which it was captured
 * @param timeNs that command's time, ns since the epoch
 * @param state at that command
 * @param startNs when capturing began, monotonic, in ns
 * @param pauseNs how long it took
 * @param parts the parts of the followers, in their order, as they arrive; null for none
 * @param completion completes at the end of the snapshot, for all that requested it
 */
record SnapshotCapture(
        long seq,
        long timeNs,
        EngineStateCopy state,
        long startNs,
        long pauseNs,
        List<CompletableFuture<@Nullable FollowerPart>> parts,
        CompletableFuture<SnapshotReport> completion) {}
