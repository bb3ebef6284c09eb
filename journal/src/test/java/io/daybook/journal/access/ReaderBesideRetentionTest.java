package io.daybook.journal.access;

import static io.daybook.journal.access.JournalFixture.DIR;
import static io.daybook.journal.access.JournalFixture.FINGERPRINT;
import static io.daybook.journal.access.JournalFixture.append;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.storage.ForwardingStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalException.Reason;
import io.daybook.journal.JournalStat;
import io.daybook.journal.folder.JournalFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Owners retire segments while readers read them; the cases were found with real folders. */
final class ReaderBesideRetentionTest {
    private static final JournalFolder FOLDER = new JournalFolder(DIR);

    private static final JournalOptions KEEP_ONE = JournalOptions.builder()
            .maxBlockBytes(8 << 10)
            .firstSegmentBytes(32 << 10)
            .maxSegmentBytes(32 << 10)
            .random(new Random(19))
            .fillAhead(false)
            .keepSnapshots(1)
            .build();

    private final SimulatedStorage storage = new SimulatedStorage();

    private static void write(final Journal journal) {
        for (int i = 0; i < 40; i++) {
            append(journal.writer(), 3, 2000);
        }
        SnapshotTest.snapshot(journal, 400);
    }

    @Test
    void shouldLookAgainWhereTheLastSegmentIsRetiredBeforeItIsRead() throws IOException {
        try (Journal journal = Journal.open(storage, DIR, KEEP_ONE, FINGERPRINT)) {
            write(journal);
            final List<Long> listed = FOLDER.segments(storage);
            final Path last = FOLDER.segment(listed.get(listed.size() - 1));
            final JournalStorage overtaken = new ForwardingStorage(storage) {
                private boolean isOvertaken;

                @Override
                public StorageFile openReadOnly(final Path path) throws IOException {
                    if (path.equals(last) && !isOvertaken) {
                        isOvertaken = true;
                        write(journal);
                        journal.retain(0);
                        assertTrue(!storage.exists(last));
                    }
                    return super.openReadOnly(path);
                }
            };
            final JournalStat stat = JournalReader.open(overtaken, DIR).stat();
            assertEquals(List.of(), stat.problems());
            assertEquals(journal.writer().durableSeq(), stat.lastSeq());
        }
    }

    @Test
    void shouldSayThatSegmentsAreGoneWhereAllThatWereAskedForAre() {
        try (Journal journal = Journal.open(storage, DIR, KEEP_ONE, FINGERPRINT)) {
            write(journal);
            final JournalReader reader = JournalReader.open(storage, DIR);
            final JournalStat before = reader.stat();
            write(journal);
            journal.retain(0);
            final JournalException e =
                    assertThrows(JournalException.class, () -> reader.replay(before, 1, new JournalFixture.Replayed()));
            assertEquals(Reason.GAP, e.reason(), e::toString);
            assertTrue(e.wayOut().startsWith("try again if an exchange runs in this folder"), e::wayOut);
        }
    }
}
