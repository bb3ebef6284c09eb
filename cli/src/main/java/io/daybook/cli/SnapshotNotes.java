package io.daybook.cli;

import io.daybook.api.ExchangeListener;
import io.daybook.api.SnapshotFailedException;

/** Says on standard error when a snapshot did not reach the disk: nothing else would. Any thread. */
final class SnapshotNotes implements ExchangeListener {
    private ProgressLine line;

    /** Notes that are told apart from what a line says. */
    SnapshotNotes(final ProgressLine line) {
        this.line = line;
    }

    /** From now on another line is in use. Once this returns, no note is under way that knows the one before. */
    synchronized void through(final ProgressLine next) {
        line = next;
    }

    @Override
    public synchronized void onSnapshotFailed(final SnapshotFailedException failure) {
        line.note("daybook: note: " + failure.getMessage());
    }
}
