package io.daybook.journal.access;

import static io.daybook.journal.access.JournalFixture.DIR;
import static io.daybook.journal.access.JournalFixture.appendForced;
import static io.daybook.journal.access.JournalFixture.open;
import static io.daybook.journal.access.JournalFixture.replay;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.storage.SimulatedStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.JournalStat;
import io.daybook.journal.ReadPass;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.snapshot.SnapshotReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MeteredStorageTest {
    private static final JournalFolder FOLDER = new JournalFolder(DIR);

    private final SimulatedStorage storage = new SimulatedStorage();
    private final List<ReadPass> passes = new ArrayList<>();
    private long doneBytes;
    private final MeteredStorage metered = new MeteredStorage(storage, DIR, this::onRead);

    private void onRead(final ReadPass pass, final long done) {
        if (passes.isEmpty() || !passes.get(passes.size() - 1).equals(pass)) {
            assertAllRead();
            passes.add(pass);
            assertEquals(0, done, "a pass is reported before it is read");
        } else {
            assertTrue(done > doneBytes, () -> done + " after " + doneBytes);
        }
        doneBytes = done;
    }

    private void assertAllRead() {
        if (!passes.isEmpty()) {
            assertEquals(passes.get(passes.size() - 1).totalBytes(), doneBytes);
        }
    }

    private void write() {
        try (Journal journal = open(storage)) {
            appendForced(journal.writer(), 60);
            assertEquals(125, SnapshotTest.snapshot(journal, 3000));
            appendForced(journal.writer(), 60);
        }
    }

    private long lengthOfSegments(final long fromSeq) throws IOException {
        return lengthOfSegments(fromSeq, Long.MAX_VALUE);
    }

    private long lengthOfSegments(final long fromSeq, final long toSeq) throws IOException {
        long length = 0;
        for (final long firstSeq : FOLDER.segments(storage, fromSeq, toSeq)) {
            try (StorageFile file = storage.openReadOnly(FOLDER.segment(firstSeq))) {
                length += file.length();
            }
        }
        return length;
    }

    @Test
    void shouldCountWhatARecoveryReads() throws IOException {
        write();
        final long behind = lengthOfSegments(126);
        assertTrue(behind < lengthOfSegments(1));
        try (Journal journal = open(metered)) {
            final SnapshotReader snapshot = journal.snapshot();
            assertNotNull(snapshot);
            replay(journal);
            metered.stop();
            final long told = doneBytes;
            JournalReader.open(metered, DIR).stat();
            assertEquals(told, doneBytes);
            assertEquals(
                    List.of(
                            new ReadPass(125, 1, snapshot.sizeBytes()),
                            new ReadPass(0, 1, behind),
                            new ReadPass(0, 2, behind)),
                    passes);
        }
        assertAllRead();
    }

    @Test
    void shouldCountWhatAToolReads() throws IOException {
        write();
        final JournalReader reader = JournalReader.open(metered, DIR);
        final JournalStat stat = reader.stat();
        reader.snapshots();
        reader.replay(stat, 130, new JournalFixture.Replayed());
        assertAllRead();
        assertEquals(
                List.of(
                        new ReadPass(0, 1, stat.sizeBytes()),
                        new ReadPass(125, 1, reader.snapshots().get(0).sizeBytes()),
                        new ReadPass(0, 2, lengthOfSegments(130))),
                passes.subList(0, 3));
    }

    @Test
    void shouldCountNoFurtherThanAToolReads() throws IOException {
        write();
        final JournalReader reader = JournalReader.open(metered, DIR);
        final JournalStat stat = reader.stat();
        metered.upTo(60);
        reader.replay(stat, 50, 60, new JournalFixture.Replayed());
        assertAllRead();
        final long length = lengthOfSegments(50, 60);
        assertEquals(List.of(new ReadPass(0, 1, stat.sizeBytes()), new ReadPass(0, 2, length)), passes);
        assertTrue(length < lengthOfSegments(50));
    }
}
