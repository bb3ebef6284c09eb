package io.daybook.core.snapshot;

import io.daybook.engine.state.SnapshotContent;
import io.daybook.journal.snapshot.SnapshotPartReader;
import io.daybook.journal.snapshot.SnapshotPartWriter;
import io.daybook.journal.snapshot.SnapshotReader;
import io.daybook.journal.snapshot.SnapshotWriter;
import java.util.List;

/**
 * Adapts the journal's snapshots to what the engine's content is written to and read from. They throw the exceptions of
 * the journal.
 */
public final class SnapshotFiles {

    private SnapshotFiles() {}

    static SnapshotContent.Sink sink(final SnapshotWriter snapshot) {
        return name -> {
            final SnapshotPartWriter part = snapshot.part(name);
            return new SnapshotContent.PartSink() {
                @Override
                public void write(final byte[] buffer, final int offset, final int length) {
                    part.write(buffer, offset, length);
                }

                @Override
                public void finish(final long partHash) {
                    part.finish(partHash);
                }

                @Override
                public void close() {
                    part.close();
                }
            };
        };
    }

    public static SnapshotContent.Source source(final SnapshotReader snapshot) {
        return new SnapshotContent.Source() {
            @Override
            public List<String> parts() {
                return snapshot.parts();
            }

            @Override
            public long seq() {
                return snapshot.seq();
            }

            @Override
            public long timeNs() {
                return snapshot.timeNs();
            }

            @Override
            public long stateHash() {
                return snapshot.stateHash();
            }

            @Override
            public SnapshotContent.PartSource open(final String name) {
                return source(snapshot.open(name));
            }
        };
    }

    private static SnapshotContent.PartSource source(final SnapshotPartReader part) {
        return new SnapshotContent.PartSource() {
            @Override
            public int read(final byte[] target, final int offset, final int length) {
                return part.read(target, offset, length);
            }

            @Override
            public long partHash() {
                return part.partHash();
            }

            @Override
            public void close() {
                part.close();
            }
        };
    }
}
