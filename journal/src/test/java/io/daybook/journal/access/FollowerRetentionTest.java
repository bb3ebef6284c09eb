package io.daybook.journal.access;

import static io.daybook.journal.access.JournalFixture.DIR;
import static io.daybook.journal.access.JournalFixture.append;
import static io.daybook.journal.access.JournalFixture.open;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.storage.ForwardingStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.JournalException;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.follower.FollowerPlace;
import io.daybook.journal.retention.HeldMark;
import io.daybook.journal.snapshot.SnapshotPartWriter;
import io.daybook.journal.snapshot.SnapshotWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Retention keeps, for a follower that is away, the newest snapshot from which it can start and everything after it.
 */
final class FollowerRetentionTest {
    private static final String AWAY = "away";

    private final SimulatedStorage storage = new SimulatedStorage();
    private final JournalFolder folder = new JournalFolder(DIR);

    /** Writes several segments, then a snapshot with these parts. */
    private static long snapshot(final Journal journal, final String... parts) {
        final JournalWriter writer = journal.writer();
        for (int i = 0; i < 40; i++) {
            append(writer, 3, 2000);
        }
        final long chain = writer.chainAtWrittenSeq();
        writer.force();
        final long seq = writer.writtenSeq();
        try (SnapshotWriter snapshot = journal.beginSnapshot(seq)) {
            for (String part : parts) {
                try (SnapshotPartWriter out = snapshot.part(part)) {
                    out.write(new byte[] {1}, 0, 1);
                    out.finish(0);
                }
            }
            snapshot.commit(seq, 1, chain);
        }
        writer.snapMark(seq, 1);
        writer.force();
        return seq;
    }

    private static void fourSnapshotsWithout(final Journal journal) {
        for (int i = 0; i < 4; i++) {
            snapshot(journal, "risk");
        }
    }

    private static HeldMark held(final Journal journal) {
        return journal.followerHolds().lastHeld().get(0);
    }

    private void assertKeptFrom(final long seq) throws IOException {
        final List<Long> snapshots = folder.snapshotSeqs(storage);
        assertEquals(seq, snapshots.get(0), snapshots::toString);
        final long first = folder.segments(storage).get(0);
        assertTrue(1 < first && first <= seq + 1, () -> "first segment " + first + ", snapshot " + seq);
    }

    @Test
    void shouldKeepTheSnapshotBeforeTheRegistrationWhereThereIsNoPart() throws IOException {
        final List<Long> seqs = new ArrayList<>();
        try (Journal journal = open(storage)) {
            seqs.add(snapshot(journal, "risk"));
            seqs.add(snapshot(journal, "risk"));
            append(journal.writer(), 3, 2000);
            journal.writer().force();
            journal.registerFollower(AWAY, seqs.get(1) + 1);
            fourSnapshotsWithout(journal);
            journal.retain(0);
        }
        assertKeptFrom(seqs.get(1));
    }

    @Test
    void shouldKeepTheWholeJournalWhereItRegisteredBeforeTheFirstSnapshot() throws IOException {
        try (Journal journal = open(storage)) {
            journal.registerFollower(AWAY, 0);
            fourSnapshotsWithout(journal);
            journal.retain(0);
        }
        assertEquals(1, folder.segments(storage).get(0));
    }

    @Test
    void shouldKeepTheNewestSnapshotWithItsPart() throws IOException {
        final long withPart;
        try (Journal journal = open(storage)) {
            journal.registerFollower(AWAY, 0);
            snapshot(journal, "risk", FollowerPlace.partOf(AWAY));
            withPart = snapshot(journal, "risk", FollowerPlace.partOf(AWAY));
            fourSnapshotsWithout(journal);
            journal.retain(0);
        }
        assertKeptFrom(withPart);
    }

    /** A follower that did not advance has its part only in the newest snapshot, which may be damaged. */
    @Test
    void shouldKeepWhatItNeedsWithoutTheNewestSnapshots() throws IOException {
        final List<Long> with = new ArrayList<>();
        try (Journal journal = open(storage)) {
            journal.registerFollower(AWAY, 0);
            fourSnapshotsWithout(journal);
            for (int i = 0; i < 2; i++) {
                with.add(snapshot(journal, "risk", FollowerPlace.partOf(AWAY)));
                journal.retain(0);
                assertEquals(1, folder.segments(storage).get(0));
                assertEquals(1, held(journal).mark().fromSeq());
                assertTrue(held(journal).bytes() > 0, () -> held(journal).toString());
            }
            with.add(snapshot(journal, "risk", FollowerPlace.partOf(AWAY)));
            journal.retain(0);
            assertEquals(0, held(journal).bytes(), "nothing in addition to what is kept anyway");
        }
        assertKeptFrom(with.get(0));
    }

    @Test
    void shouldKeepTheSnapshotBeforeTheMarkOfOneWithAStore() throws IOException {
        final long before;
        try (Journal journal = open(storage)) {
            journal.registerFollower(AWAY, 0);
            snapshot(journal, "risk");
            before = snapshot(journal, "risk");
            fourSnapshotsWithout(journal);
            journal.retain(0, Map.of(AWAY, before + 1), () -> {});
        }
        assertKeptFrom(before);
    }

    /** Snapshots may be large, so a run of retention reads each snapshot that it relies on only once. */
    @Test
    void shouldReadNoSnapshotTwice() throws IOException {
        final List<Path> read = new ArrayList<>();
        final JournalStorage counting = new ForwardingStorage(storage) {
            @Override
            public StorageFile openReadOnly(final Path path) throws IOException {
                if (path.endsWith("risk")) {
                    read.add(path);
                }
                return super.openReadOnly(path);
            }
        };
        try (Journal journal = open(counting)) {
            journal.registerFollower(AWAY, 0);
            snapshot(journal, "risk", FollowerPlace.partOf(AWAY));
            fourSnapshotsWithout(journal);
            read.clear();
            journal.retain(0);
        }
        assertTrue(read.size() >= 3, read::toString);
        assertEquals(read.stream().distinct().toList(), read);
    }

    /**
     * A process dies between the rename and the force of a registration. The next process finds the follower registered
     * and does not register it again, so it forces the name: a loss of power must not remove the registration once the
     * follower has received commands.
     */
    @Test
    void shouldKnowAFollowerForGoodWhoseRegistrationWasNotForced() throws IOException {
        for (int seed = 0; seed < 50; seed++) {
            final SimulatedStorage disk = new SimulatedStorage();
            final Journal first = open(disk);
            disk.failAtCall(1, SimulatedStorage.Fault.EIO, SimulatedStorage.Call.FORCE_DIRECTORY);
            assertThrows(JournalException.class, () -> first.registerFollower(AWAY, 0));
            final SimulatedStorage killed = disk.kill();
            final Journal second = open(killed);
            append(second.writer(), 3, 2000);
            second.writer().force();
            final SimulatedStorage cut = killed.crash(new Random(seed));
            assertEquals(1, JournalFollowers.list(cut, DIR).size(), "seed " + seed);
        }
    }

    @Test
    void shouldKeepForEachOfSeveralAndForNoneThatIsForgotten() throws IOException {
        final long first;
        final long second;
        try (Journal journal = open(storage)) {
            journal.registerFollower(AWAY, 0);
            journal.registerFollower("other", 0);
            first = snapshot(journal, "risk", FollowerPlace.partOf(AWAY));
            second = snapshot(journal, "risk", FollowerPlace.partOf("other"));
            fourSnapshotsWithout(journal);
            journal.retain(0);
            assertTrue(folder.snapshotSeqs(storage).containsAll(List.of(first, second)));
        }
        assertKeptFrom(first);
        JournalFollowers.forget(storage, DIR, AWAY);
        try (Journal journal = open(storage)) {
            journal.retain(0);
        }
        assertKeptFrom(second);
    }
}
