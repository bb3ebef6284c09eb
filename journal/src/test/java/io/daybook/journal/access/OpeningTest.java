package io.daybook.journal.access;

import static io.daybook.journal.access.JournalFixture.DIR;
import static io.daybook.journal.access.JournalFixture.FINGERPRINT;
import static io.daybook.journal.access.JournalFixture.SMALL;
import static io.daybook.journal.access.JournalFixture.append;
import static io.daybook.journal.access.JournalFixture.open;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.SimulatedClock;
import io.daybook.host.storage.ForwardingFile;
import io.daybook.host.storage.ForwardingStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalException.Reason;
import io.daybook.journal.JournalFingerprint;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.follower.FollowerMark;
import io.daybook.journal.follower.FollowerPlace;
import io.daybook.journal.retention.KeepMark;
import io.daybook.journal.snapshot.SnapshotWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Tests which folders opening refuses, and that a refusal leaves nothing open. */
final class OpeningTest {
    private static final JournalFolder FOLDER = new JournalFolder(DIR);

    /** A journal with a snapshot, a mark and a follower, whose process was killed. */
    private static SimulatedStorage used() {
        final SimulatedStorage storage = new SimulatedStorage();
        final Journal journal = open(storage);
        journal.registerFollower("feed", 0);
        SnapshotTest.snapshot(journal, 300);
        append(journal.writer(), 3, 700);
        journal.writer().force();
        journal.marks().set(new KeepMark("warehouse", 2));
        return storage.kill();
    }

    /** A run of a simulator can be repeated to the last byte, with its checksums and the effects of failed forces. */
    @Test
    void shouldWriteTheSameBytesFromTheSameSeed() throws IOException {
        final SimulatedStorage first = fromSeed(7);
        final SimulatedStorage again = fromSeed(7);
        assertEquals(first.files(), again.files());
        for (final Path file : first.files()) {
            assertArrayEquals(first.bytes(file), again.bytes(file), file::toString);
        }
        final UUID id = UUID.fromString(JournalReader.open(first, DIR).exchangeId());
        assertEquals(List.of(4, 2), List.of(id.version(), id.variant()), id::toString);
    }

    private static SimulatedStorage fromSeed(final long seed) {
        final SimulatedStorage storage = new SimulatedStorage();
        final JournalOptions options = JournalOptions.builder()
                .maxBlockBytes(8 << 10)
                .firstSegmentBytes(32 << 10)
                .fillAhead(false)
                .clock(new SimulatedClock(1_780_000_000_000L))
                .random(new Random(seed))
                .build();
        try (Journal journal = Journal.open(storage, DIR, options, FINGERPRINT)) {
            append(journal.writer(), 3, 700);
        }
        return storage;
    }

    /** Refuses one of the calls that a disk can refuse, and counts the open files. */
    private static final class FailingStorage extends ForwardingStorage {
        private final long failing;
        private long calls;
        private int openFiles;
        private boolean failed;

        FailingStorage(final JournalStorage storage, final long failing) {
            super(storage);
            this.failing = failing;
        }

        private void call() throws IOException {
            calls++;
            if (calls == failing) {
                failed = true;
                throw new IOException("Input/output error (simulated)");
            }
        }

        private StorageFile counted(final StorageFile file) {
            openFiles++;
            return new ForwardingFile(file) {
                private boolean closed;

                @Override
                public void force(final boolean metadata) throws IOException {
                    call();
                    super.force(metadata);
                }

                @Override
                public void close() throws IOException {
                    openFiles -= closed ? 0 : 1;
                    closed = true;
                    super.close();
                    call();
                }
            };
        }

        @Override
        public StorageFile create(final Path path) throws IOException {
            call();
            return counted(super.create(path));
        }

        @Override
        public StorageFile open(final Path path) throws IOException {
            call();
            return counted(super.open(path));
        }

        @Override
        public StorageFile openReadOnly(final Path path) throws IOException {
            call();
            return counted(super.openReadOnly(path));
        }

        @Override
        public List<String> list(final Path directory) throws IOException {
            call();
            return super.list(directory);
        }

        @Override
        public void rename(final Path from, final Path to) throws IOException {
            call();
            super.rename(from, to);
        }

        @Override
        public void delete(final Path path) throws IOException {
            call();
            super.delete(path);
        }

        @Override
        public void forceDirectory(final Path directory) throws IOException {
            call();
            super.forceDirectory(directory);
        }
    }

    @Test
    void shouldLeaveNothingOpenWhateverCallFails() {
        shouldLeaveNothingOpen(OpeningTest::used, FINGERPRINT);
    }

    /** A segment of the newer version replaces the segment without a command. */
    @Test
    void shouldLeaveNothingOpenWhateverCallFailsWhereAnEmptySegmentIsReplaced() {
        shouldLeaveNothingOpen(
                () -> {
                    final SimulatedStorage disk = new SimulatedStorage();
                    open(disk).registerFollower("feed", 0);
                    return disk.kill();
                },
                new JournalFingerprint(2, 1, FINGERPRINT.settings()));
    }

    private static void shouldLeaveNothingOpen(
            final Supplier<SimulatedStorage> before, final JournalFingerprint fingerprint) {
        int refused = 0;
        boolean reached = true;
        for (long k = 1; reached; k++) {
            final SimulatedStorage disk = before.get();
            final FailingStorage storage = new FailingStorage(disk, k);
            final long call = k;
            try {
                Journal.open(storage, DIR, SMALL, fingerprint).close();
            } catch (JournalException e) {
                assertEquals(Reason.IO, e.reason(), e::toString);
                refused++;
            }
            assertEquals(0, storage.openFiles, () -> "files left open by a failure of call " + call);
            reached = storage.failed;
            Journal.open(disk, DIR, SMALL, fingerprint).close();
        }
        final int cases = refused;
        assertTrue(cases > 20, () -> "refused " + cases);
    }

    @Test
    void shouldOpenWithANoteWhereAMarkCannotBeOpened() {
        final SimulatedStorage disk = used();
        final JournalStorage storage = new ForwardingStorage(disk) {
            @Override
            public StorageFile openReadOnly(final Path path) throws IOException {
                if (path.equals(FOLDER.mark("warehouse"))) {
                    throw new IOException("Permission denied: " + path);
                }
                return super.openReadOnly(path);
            }
        };
        try (Journal journal = open(storage)) {
            final String notes = String.join("\n", journal.report().notes());
            assertTrue(notes.contains("Permission denied: " + FOLDER.mark("warehouse")), notes);
        }
    }

    /** Appends blocks of a given length up to seq 10, writes a snapshot there, then appends up to seq 20. */
    private static void snapshotWithPartAt10(final Journal journal, final String follower, final int length) {
        append(journal.writer(), 10 - (int) journal.writer().writtenSeq(), length);
        snapshot(journal, follower);
        append(journal.writer(), 10, length);
        journal.writer().force();
    }

    private static void snapshot(final Journal journal, final String follower) {
        journal.writer().force();
        final long seq = journal.writer().writtenSeq();
        try (SnapshotWriter snapshot = journal.beginSnapshot(seq)) {
            snapshot.part(FollowerPlace.partOf(follower)).finish(0);
            snapshot.commit(seq, 1, journal.writer().chainAtWrittenSeq());
        }
    }

    @Test
    void shouldRefuseASnapshotOfAnotherPastFromWhichAFollowerWouldGoOn() throws IOException {
        final SimulatedStorage ours = new SimulatedStorage();
        try (Journal journal = open(ours)) {
            journal.registerFollower("first", 0);
            journal.registerFollower("second", 0);
            append(journal.writer(), 5, 100);
            snapshot(journal, "first");
        }
        final SimulatedStorage theirs = ours.copy();
        try (Journal journal = open(ours)) {
            append(journal.writer(), 5, 300);
            append(journal.writer(), 10, 300);
            journal.writer().force();
        }
        try (Journal journal = open(theirs)) {
            snapshotWithPartAt10(journal, "second", 400);
        }
        ours.createDirectories(FOLDER.snapshot(10));
        for (Path path : theirs.files()) {
            if (path.startsWith(FOLDER.snapshot(10))) {
                ours.replace(path, theirs.bytes(path));
            }
        }
        final List<FollowerMark> followers = List.of(new FollowerMark("first", 0), new FollowerMark("second", 0));
        final JournalException refused = assertThrows(
                JournalException.class, () -> Journal.open(ours, DIR, SMALL, FINGERPRINT, text -> true, followers)
                        .close());
        assertEquals(Reason.CORRUPT, refused.reason(), refused::toString);
        assertEquals(FOLDER.snapshot(10).resolve("MANIFEST").toString(), refused.file());
    }
}
