package io.daybook.core.snapshot;

import io.daybook.engine.state.SnapshotContent;
import io.daybook.journal.snapshot.SnapshotPartReader;
import io.daybook.journal.snapshot.SnapshotPartWriter;
import io.daybook.journal.snapshot.SnapshotReader;
import io.daybook.journal.snapshot.SnapshotWriter;

/**
 * Adapts the journal's snapshots to the sinks and sources of the engine's content. The adapters throw the exceptions of
 * the journal.
 */
public final class SnapshotFiles {

    private SnapshotFiles() {}

    static SnapshotContent.Sink sink(final SnapshotWriter snapshot) {
        return name -> {
            final SnapshotPartWriter part = snapshot.part(name);
            return new SnapshotContent.PartSink(part::write, part::finish, part::close);
        };
    }

    public static SnapshotContent.Source source(final SnapshotReader snapshot) {
        return new SnapshotContent.Source(
                snapshot.parts(), snapshot.seq(), snapshot.timeNs(), snapshot::stateHash, name -> {
                    final SnapshotPartReader part = snapshot.open(name);
                    return new SnapshotContent.PartSource(part::read, part::partHash, part::close);
                });
    }
}
