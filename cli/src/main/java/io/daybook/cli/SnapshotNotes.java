package io.daybook.cli;

import io.daybook.api.ExchangeListener;
import io.daybook.api.SnapshotFailedException;

/** Says on standard error when a snapshot did not reach the disk: nothing else would. */
final class SnapshotNotes implements ExchangeListener {
    private final Console console;

    SnapshotNotes(final Console console) {
        this.console = console;
    }

    @Override
    public void onSnapshotFailed(final SnapshotFailedException failure) {
        console.err().println("daybook: note: " + failure.getMessage());
    }
}
