package io.daybook.journal.access;

import static io.daybook.journal.access.JournalFixture.DIR;
import static io.daybook.journal.access.JournalFixture.append;
import static io.daybook.journal.access.JournalFixture.open;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.storage.ForwardingFile;
import io.daybook.host.storage.ForwardingStorage;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.JournalException;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.snapshot.SnapshotPartWriter;
import io.daybook.journal.snapshot.SnapshotWriter;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A disk that fails once mostly fails again during closing: the first failure is thrown, the others are suppressed. */
final class FirstFailureTest {
    private static final JournalFolder FOLDER = new JournalFolder(DIR);

    /** Once it is bad, each force, close and delete fails with a message of its own. */
    private static final class BadStorage extends ForwardingStorage {
        private boolean bad;
        private boolean badDeletes;

        BadStorage(final SimulatedStorage storage) {
            super(storage);
        }

        private void refuse(final String what) throws IOException {
            if (bad) {
                throw new IOException("no " + what);
            }
        }

        private StorageFile bad(final StorageFile file) {
            return new ForwardingFile(file) {
                @Override
                public void force(final boolean metadata) throws IOException {
                    refuse("force");
                    super.force(metadata);
                }

                @Override
                public void close() throws IOException {
                    super.close();
                    refuse("close");
                }
            };
        }

        @Override
        public StorageFile create(final Path path) throws IOException {
            return bad(super.create(path));
        }

        @Override
        public StorageFile open(final Path path) throws IOException {
            return path.endsWith(".token") ? super.open(path) : bad(super.open(path));
        }

        @Override
        public void delete(final Path path) throws IOException {
            if (badDeletes && (path.equals(FOLDER.retiring()) || path.toString().endsWith(".jnl"))) {
                throw new IOException("no deletion of " + path);
            }
            super.delete(path);
        }
    }

    private static void assertTells(final String first, final String later, final JournalException e) {
        assertTrue(e.getMessage().contains(first), e::getMessage);
        final Throwable[] beside = suppressed(e);
        assertEquals(1, beside.length, "the later failures of the disk");
        assertTrue(String.valueOf(beside[0].getMessage()).contains(later), () -> String.valueOf(beside[0]));
    }

    /** The suppressed failures of the exception or of its cause. */
    private static Throwable[] suppressed(final Throwable e) {
        return e.getSuppressed().length > 0 || e.getCause() == null ? e.getSuppressed() : suppressed(e.getCause());
    }

    @Test
    void shouldTellWhyAJournalCannotBeContinued() {
        final BadStorage storage = new BadStorage(new SimulatedStorage());
        open(storage).close();
        storage.bad = true;
        assertTells("no force", "no close", assertThrows(JournalException.class, () -> open(storage)));
    }

    @Test
    void shouldTellWhyAPartCannotBeFinished() {
        final BadStorage storage = new BadStorage(new SimulatedStorage());
        try (Journal journal = open(storage)) {
            append(journal.writer(), 3, 100);
            journal.writer().force();
            try (SnapshotWriter snapshot = journal.beginSnapshot(3)) {
                final SnapshotPartWriter part = snapshot.part("risk");
                storage.bad = true;
                assertTells("no force", "no close", assertThrows(JournalException.class, () -> part.finish(0)));
                storage.bad = false;
            }
        }
    }

    @Test
    void shouldTellWhyRetentionStopped() {
        final BadStorage storage = new BadStorage(new SimulatedStorage());
        try (Journal journal = open(storage)) {
            for (int snapshot = 0; snapshot < 4; snapshot++) {
                for (int i = 0; i < 40; i++) {
                    append(journal.writer(), 3, 2000);
                }
                SnapshotTest.snapshot(journal, 100);
            }
            storage.badDeletes = true;
            final JournalException e = assertThrows(JournalException.class, () -> journal.retain(0));
            storage.badDeletes = false;
            assertTells(".jnl", ".retiring", e);
        }
    }
}
