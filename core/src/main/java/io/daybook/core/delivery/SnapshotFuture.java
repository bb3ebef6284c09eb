package io.daybook.core.delivery;

import io.daybook.api.CommandResult;
import io.daybook.api.SnapshotReport;
import java.util.concurrent.CompletableFuture;

/** The result of a PERSIST_SNAPSHOT whose sender also waits for the snapshot. */
public final class SnapshotFuture extends CompletableFuture<CommandResult> {
    private final CompletableFuture<SnapshotReport> onDisk;

    /** Creates the future of the command; {@code onDisk} completes with the report of the snapshot. */
    public SnapshotFuture(final CompletableFuture<SnapshotReport> onDisk) {
        this.onDisk = onDisk;
    }

    /** Called when the command is carried out and its snapshot is being written. */
    void follow(final CompletableFuture<SnapshotReport> snapshot) {
        final CompletableFuture<SnapshotReport> unused = snapshot.whenComplete((report, failure) -> {
            if (failure == null) {
                onDisk.complete(report);
            } else {
                onDisk.completeExceptionally(failure);
            }
        });
    }

    @Override
    public boolean completeExceptionally(final Throwable failure) {
        onDisk.completeExceptionally(failure);
        return super.completeExceptionally(failure);
    }
}
