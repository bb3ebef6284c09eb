package io.daybook.journal.access;

import static io.daybook.journal.access.JournalFixture.DIR;
import static io.daybook.journal.access.JournalFixture.append;
import static io.daybook.journal.access.JournalFixture.appendForced;
import static io.daybook.journal.access.JournalFixture.open;
import static io.daybook.journal.access.JournalFixture.replay;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalException.Reason;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.format.SegmentHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests which blocks of a growing journal are delivered, when, and which are never delivered. */
@Proves(
        value = "a reader from outside is given nothing that a crash takes away",
        normal = "200 runs of 4 lives",
        large = "20,000")
class JournalTailTest {
    private static final JournalFolder FOLDER = new JournalFolder(DIR);
    private static final boolean LONG = Boolean.getBoolean("daybook.long");
    private static final int RUNS = LONG ? 20_000 : 200;

    /** After so many polls the reader reads frames again that a crash may have removed. */
    private static final int LOOKS = 100;

    /** More polls than the reader needs to judge a silent segment twice. */
    private static final int LONG_ENOUGH = 5_000;

    private SimulatedStorage disk = new SimulatedStorage();
    private final JournalFixture.Replayed told = new JournalFixture.Replayed();

    private JournalTail tail() {
        return JournalReader.open(new Current(), DIR).tail(1, null);
    }

    private boolean poll(final JournalTail tail) {
        return tail.poll(0, () -> false, told);
    }

    /** Reads from the disk as it is after the last crash. */
    private final class Current extends io.daybook.host.storage.ForwardingStorage {
        Current() {
            super(disk);
        }

        @Override
        public StorageFile openReadOnly(final Path path) throws IOException {
            return disk.openReadOnly(path);
        }

        @Override
        public List<String> list(final Path directory) throws IOException {
            return disk.list(directory);
        }
    }

    @Test
    void shouldHandOutABlockOnceALaterFrameProvesItsForce() {
        try (Journal journal = open(disk)) {
            final JournalTail tail = tail();
            assertFalse(poll(tail));
            append(journal.writer(), 3, 100);
            assertFalse(poll(tail), "written only");
            journal.writer().force();
            assertFalse(poll(tail), "forced, but nothing on the disk proves it");
            append(journal.writer(), 2, 100);
            assertTrue(poll(tail), "the next block proves it");
            assertEquals(3, told.lastSeq);
            assertFalse(poll(tail));
            journal.writer().force();
            assertFalse(poll(tail));
            journal.writer().syncMark();
            assertTrue(poll(tail), "the mark proves it");
            assertEquals(5, told.lastSeq);
        }
    }

    @Test
    void shouldHandOutWithoutAProofWhatItsCallerKnowsToBeReleased() {
        try (Journal journal = open(disk)) {
            final JournalTail tail = tail();
            append(journal.writer(), 3, 100);
            append(journal.writer(), 2, 100);
            assertFalse(tail.poll(2, () -> false, told), "a block is delivered as a whole");
            assertTrue(tail.poll(3, () -> false, told));
            assertEquals(3, told.lastSeq);
            assertTrue(tail.poll(5, () -> false, told));
            assertEquals(5, told.lastSeq);
        }
    }

    @Test
    void shouldHandOutTheLastBlocksWhereTheWriterClosedBehindItsForce() {
        final JournalTail tail;
        try (Journal journal = open(disk)) {
            tail = tail();
            append(journal.writer(), 3, 100);
            journal.writer().force();
            assertFalse(poll(tail));
        }
        for (int look = 0; look < LOOKS && told.lastSeq == 0; look++) {
            poll(tail);
        }
        assertEquals(3, told.lastSeq);
    }

    @Test
    void shouldEndAPollBeforeTheBlockAtWhichItIsStopped() {
        try (Journal journal = open(disk)) {
            appendForced(journal.writer(), 60);
            journal.writer().syncMark();
        }
        final JournalTail tail = tail();
        assertTrue(tail.poll(0, () -> told.lastSeq == 40, told));
        assertEquals(40, told.lastSeq);
        assertTrue(poll(tail));
        assertEquals(120, told.lastSeq);
    }

    @Test
    void shouldBeginAtTheBlockBehindASnapshotAndGoOnOverRotations() throws IOException {
        try (Journal journal = open(disk)) {
            appendForced(journal.writer(), 100);
            SnapshotTest.snapshot(journal, 3000);
            final var snapshot = JournalReader.open(disk, DIR).snapshots().get(0);
            final JournalTail tail = JournalReader.open(disk, DIR).tail(300, snapshot);
            assertFalse(poll(tail));
            for (int i = 0; i < 200; i++) {
                appendForced(journal.writer(), 1);
                poll(tail);
            }
            journal.writer().syncMark();
            poll(tail);
            assertEquals(206, told.blocks.get(0).firstSeq());
            assertEquals(605, told.lastSeq);
            assertTrue(FOLDER.segments(disk, 206, 605).size() > 2);
        }
    }

    /**
     * Whatever a crash leaves, and whenever it comes, every delivered block exists afterwards, and delivery continues.
     */
    @Test
    void shouldHandOutNothingThatACrashTakesAndGoOnBehindIt() throws IOException {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final Random random = new Random(seed);
        for (int run = 0; run < RUNS; run++) {
            disk = new SimulatedStorage();
            told.blocks.clear();
            told.marks.clear();
            told.lastSeq = 0;
            JournalTail tail = null;
            for (int life = 0; life < 4; life++) {
                final Journal journal = open(disk);
                replay(journal);
                tail = tail == null ? tail() : tail;
                write(journal, tail, random);
                final long before = told.lastSeq;
                disk = random.nextInt(3) == 0 ? disk.kill() : disk.crash(random);
                if (random.nextBoolean()) {
                    poll(tail); // while no writer runs
                }
                try (Journal next = open(disk)) {
                    final JournalFixture.Replayed there = replay(next);
                    assertTrue(there.lastSeq >= told.lastSeq, () -> "delivered " + before + ", seed=" + seed);
                    assertEquals(told.blocks, there.blocks.subList(0, told.blocks.size()), () -> "seed=" + seed);
                }
            }
            try (Journal last = open(disk)) {
                final JournalFixture.Replayed there = replay(last);
                append(last.writer(), 1, 16); // proves that the earlier blocks were forced
                for (int look = 0; look < 2 * LOOKS && told.lastSeq < there.lastSeq; look++) {
                    poll(tail);
                }
                assertEquals(there.blocks, told.blocks, () -> "seed=" + seed);
            }
        }
    }

    private void write(final Journal journal, final JournalTail tail, final Random random) {
        for (int step = random.nextInt(40); step > 0; step--) {
            switch (random.nextInt(6)) {
                case 0 -> journal.writer().force();
                case 1 -> journal.writer().syncMark();
                case 2 -> poll(tail);
                default -> append(journal.writer(), 1 + random.nextInt(3), 16 + random.nextInt(4000));
            }
        }
    }

    @Test
    void shouldTakeATornEndForNotYetHoweverOftenItLooks() throws IOException {
        final Journal journal = open(disk);
        appendForced(journal.writer(), 3);
        append(journal.writer(), 2, 3000);
        disk = disk.kill();
        final Path segment = JournalFixture.segment(1);
        final byte[] bytes = disk.bytes(segment).clone();
        int end = bytes.length;
        while (bytes[end - 1] == 0) {
            end--;
        }
        final int lost = end / SimulatedStorage.SECTOR * SimulatedStorage.SECTOR - SimulatedStorage.SECTOR;
        Arrays.fill(bytes, lost, lost + SimulatedStorage.SECTOR, (byte) 0);
        disk.replace(segment, bytes);
        final JournalTail tail = tail();
        for (int i = 0; i < LONG_ENOUGH; i++) {
            poll(tail);
        }
        assertEquals(4, told.lastSeq, "the third block has no proof, the fourth is torn");
        try (Journal again = open(disk)) {
            assertEquals(6, again.recoveredSeq());
            append(again.writer(), 1, 50);
            assertTrue(poll(tail));
            assertEquals(6, told.lastSeq);
        }
    }

    @Test
    void shouldRefuseDamageThatNoCrashExplains() throws IOException {
        try (Journal journal = open(disk)) {
            appendForced(journal.writer(), 5);
        }
        final Path segment = JournalFixture.segment(1);
        final byte[] bytes = disk.bytes(segment).clone();
        bytes[SegmentHeader.LENGTH + 100] ^= 1;
        disk.replace(segment, bytes);
        final JournalTail tail = tail();
        assertFalse(poll(tail));
        assertEquals(Reason.CORRUPT, refusal(tail).reason());
    }

    @Test
    void shouldSayThatItsSegmentWasRetired() {
        try (Journal journal = open(disk)) {
            appendForced(journal.writer(), 10);
            final JournalTail tail = tail();
            poll(tail);
            appendForced(journal.writer(), 100);
            for (int i = 0; i < 4; i++) {
                SnapshotTest.snapshot(journal, 3000);
                appendForced(journal.writer(), 1);
            }
            journal.retain(0);
            assertEquals(Reason.GAP, refusal(tail).reason());
        }
    }

    @Test
    void shouldRefuseAJournalThatWasCutBeforeWhatItHandedOut() {
        try (Journal journal = open(disk)) {
            appendForced(journal.writer(), 5);
            journal.writer().syncMark();
        }
        final JournalTail tail = tail();
        assertTrue(poll(tail));
        assertEquals(10, told.lastSeq);
        JournalTruncation.truncate(disk, DIR, 7, true);
        try (Journal journal = open(disk)) {
            append(journal.writer(), 2, 5000);
            append(journal.writer(), 2, 5000);
            journal.writer().force();
            final JournalException cut = refusal(tail);
            assertEquals(Reason.CORRUPT, cut.reason());
            assertEquals(10, cut.lastGoodSeq());
        }
    }

    private JournalException refusal(final JournalTail tail) {
        return assertThrows(JournalException.class, () -> {
            for (int i = 0; i < LONG_ENOUGH; i++) {
                poll(tail);
            }
        });
    }

    @Test
    void shouldRefuseToBeginWhereTheJournalNoLongerReaches() {
        try (Journal journal = open(disk)) {
            appendForced(journal.writer(), 110);
            for (int i = 0; i < 4; i++) {
                SnapshotTest.snapshot(journal, 3000);
                appendForced(journal.writer(), 1);
            }
            journal.retain(0);
            final JournalException gap = assertThrows(JournalException.class, this::tail);
            assertEquals(Reason.GAP, gap.reason());
        }
    }
}
