package io.daybook.cli.exchange;

import io.daybook.api.ExchangeListener;
import io.daybook.api.SnapshotFailedException;
import io.daybook.cli.console.ProgressLine;

/**
 * Reports on standard error a snapshot that did not reach the disk, because no other output shows it. Used by any
 * thread.
 */
public final class SnapshotNotes implements ExchangeListener {
    private ProgressLine line;

    /** Writes notes on separate lines, above a progress line. */
    public SnapshotNotes(final ProgressLine line) {
        this.line = line;
    }

    /** Switches to another line. After the return, no note uses the earlier line any more. */
    public synchronized void through(final ProgressLine next) {
        line = next;
    }

    @Override
    public synchronized void onSnapshotFailed(final SnapshotFailedException failure) {
        line.note("daybook: note: " + failure.getMessage());
    }
}
