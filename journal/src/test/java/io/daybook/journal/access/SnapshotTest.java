package io.daybook.journal.access;

import static io.daybook.journal.access.JournalFixture.DIR;
import static io.daybook.journal.access.JournalFixture.FINGERPRINT;
import static io.daybook.journal.access.JournalFixture.SMALL;
import static io.daybook.journal.access.JournalFixture.append;
import static io.daybook.journal.access.JournalFixture.open;
import static io.daybook.journal.access.JournalFixture.replay;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.ForwardingFile;
import io.daybook.host.storage.ForwardingStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.host.storage.SimulatedStorage.Fault;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalException.Reason;
import io.daybook.journal.JournalFingerprint;
import io.daybook.journal.SnapshotStat;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.format.SegmentHeader;
import io.daybook.journal.snapshot.SnapshotManifest;
import io.daybook.journal.snapshot.SnapshotPartReader;
import io.daybook.journal.snapshot.SnapshotPartWriter;
import io.daybook.journal.snapshot.SnapshotReader;
import io.daybook.journal.snapshot.SnapshotWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Proves(value = "a damaged snapshot makes the older one count", normal = "1,170 bits", large = "every bit")
final class SnapshotTest {
    private static final boolean LONG = Boolean.getBoolean("daybook.long");

    private static byte[] content(final int part, final int length) {
        final byte[] content = new byte[length];
        final Random random = new Random(part);
        for (int i = 0; i < length; i++) {
            content[i] = (byte) (part == 2 ? random.nextInt() : random.nextInt(4)); // part 2 doesn't compress
        }
        return content;
    }

    /** Appends a few commands, writes a snapshot at the last one, and marks it in the journal. */
    static long snapshot(final Journal journal, final int length) {
        final JournalWriter writer = journal.writer();
        append(writer, 5, 700);
        final long chain = writer.chainAtWrittenSeq();
        writer.force();
        final long seq = writer.writtenSeq();
        try (SnapshotWriter snapshot = journal.beginSnapshot(seq)) {
            for (int part = 1; part <= 2; part++) {
                try (SnapshotPartWriter out = snapshot.part("part-" + part)) {
                    final byte[] content = content(part, length);
                    for (int at = 0; at < length; at += 1000) {
                        out.write(content, at, Math.min(1000, length - at));
                    }
                    out.finish(part * 100L);
                }
            }
            snapshot.commit(seq * 10, 0xABCD, chain);
        }
        writer.snapMark(seq, 0xABCD);
        writer.force();
        return seq;
    }

    private static void assertContent(final SnapshotReader snapshot, final int length) {
        assertEquals(List.of("part-1", "part-2"), snapshot.parts());
        for (int part = 1; part <= 2; part++) {
            try (SnapshotPartReader in = snapshot.open("part-" + part)) {
                final byte[] content = new byte[length + 1];
                assertEquals(length, in.read(content, 0, length + 1));
                assertArrayEquals(content(part, length), Arrays.copyOf(content, length));
                assertEquals(part * 100L, in.partHash());
            }
        }
    }

    @Test
    void shouldStartFromTheNewestSnapshot() {
        final SimulatedStorage storage = new SimulatedStorage();
        final long seq;
        try (Journal journal = open(storage)) {
            assertNull(journal.snapshot());
            append(journal.writer(), 5, 700);
            snapshot(journal, 3000);
            seq = snapshot(journal, 5_000);
            append(journal.writer(), 4, 700);
            journal.writer().force();
        }
        try (Journal journal = open(storage)) {
            final SnapshotReader snapshot = journal.snapshot();
            assertNotNull(snapshot);
            assertEquals(seq, snapshot.seq());
            assertEquals(seq * 10, snapshot.timeNs());
            assertEquals(0xABCD, snapshot.stateHash());
            assertContent(snapshot, 5_000);
            final var replayed = replay(journal);
            assertEquals(seq + 1, replayed.blocks.get(0).firstSeq());
            assertEquals(seq + 4, replayed.lastSeq);
        }
    }

    @Test
    void shouldSayWhereItIsWrittenThatASnapshotHasAnotherPast() {
        final SimulatedStorage storage = new SimulatedStorage();
        try (Journal journal = open(storage)) {
            append(journal.writer(), 5, 700);
            journal.writer().force();
            try (SnapshotWriter snapshot = journal.beginSnapshot(5)) {
                snapshot.commit(50, 0xABCD, ~journal.writer().chainAtWrittenSeq());
            }
        }
        final JournalException refused = assertThrows(JournalException.class, () -> open(storage));
        assertEquals(Reason.CORRUPT, refused.reason());
        final Path manifest = new JournalFolder(DIR).snapshot(5).resolve("MANIFEST");
        assertEquals(manifest.toString(), refused.file());
        assertEquals(48, refused.offset(), "the offset of the chain value");
    }

    @Test
    void shouldReadNoSegmentBeforeTheSnapshot() throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        final JournalFolder folder = new JournalFolder(DIR);
        final long seq;
        try (Journal journal = open(storage)) {
            for (int i = 0; i < 60; i++) {
                append(journal.writer(), 2, 2000);
                journal.writer().force();
            }
            seq = snapshot(journal, 3000);
        }
        final long unneeded = folder.segments(storage).get(0);
        assertTrue(folder.segments(storage, seq, seq).get(0) > unneeded);
        try (StorageFile file = storage.open(folder.segment(unneeded))) {
            file.writeFully(ByteBuffer.allocate(SegmentHeader.LENGTH), 0);
        }
        try (Journal journal = open(storage)) {
            assertEquals(List.of(), replay(journal).blocks);
            assertEquals(seq, journal.recoveredSeq());
        }
    }

    @Test
    void shouldWriteAndReadManyBlocksInRealFiles(final @TempDir Path dir) {
        final JournalStorage storage = new FileJournalStorage();
        try (Journal journal = Journal.open(storage, dir, SMALL, FINGERPRINT)) {
            snapshot(journal, 3_500_000);
        }
        try (Journal journal = Journal.open(storage, dir, SMALL, FINGERPRINT)) {
            final SnapshotReader snapshot = journal.snapshot();
            assertNotNull(snapshot);
            assertContent(snapshot, 3_500_000);
            assertEquals(7_000_000, snapshot.contentBytes());
            assertTrue(snapshot.sizeBytes() < 5_500_000);
        }
        final List<SnapshotStat> stats = JournalReader.open(dir).snapshots();
        assertEquals(1, stats.size());
        assertNull(stats.get(0).problem());
    }

    /** Throws at its second call. */
    private static Runnable givenUp() {
        final AtomicInteger asked = new AtomicInteger();
        return () -> {
            if (asked.incrementAndGet() == 2) {
                throw new CancellationException("the exchange has stopped");
            }
        };
    }

    @Test
    void shouldLeaveNothingOfASnapshotThatIsGivenUpWhileItIsReadBack() throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        final JournalFolder folder = new JournalFolder(DIR);
        try (Journal journal = open(storage)) {
            final long older = snapshot(journal, 3_000);
            append(journal.writer(), 5, 700);
            journal.writer().force();
            try (SnapshotWriter snapshot = journal.beginSnapshot(older + 5)) {
                try (SnapshotPartWriter out = snapshot.part("part-1")) {
                    out.write(content(1, 3_000), 0, 3_000);
                    out.finish(1);
                }
                assertThrows(
                        CancellationException.class,
                        () -> snapshot.commit(1, 1, journal.writer().chainAtWrittenSeq(), givenUp()));
            }
            assertEquals(
                    List.of(String.valueOf(folder.snapshot(older).getFileName())), storage.list(folder.snapshots()));
        }
    }

    @Test
    void shouldDeleteNothingWhereRetentionIsGivenUp() throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        final JournalFolder folder = new JournalFolder(DIR);
        try (Journal journal = open(storage)) {
            for (int i = 0; i < 5; i++) {
                snapshot(journal, 3_000);
            }
            final List<Long> before = folder.snapshotSeqs(storage);
            assertThrows(CancellationException.class, () -> journal.retain(0, Map.of(), givenUp()));
            assertEquals(before, folder.snapshotSeqs(storage));
            assertFalse(storage.exists(folder.retiring()));
            journal.retain(0);
            assertTrue(folder.snapshotSeqs(storage).size() < before.size());
        }
    }

    @Test
    void shouldNotCommitBeforeTheJournalIsForced() {
        final SimulatedStorage storage = new SimulatedStorage();
        try (Journal journal = open(storage)) {
            append(journal.writer(), 5, 700);
            try (SnapshotWriter snapshot = journal.beginSnapshot(5)) {
                assertThrows(IllegalStateException.class, () -> snapshot.commit(0, 0, 0));
                snapshot.part("open");
                journal.writer().force();
                assertThrows(IllegalStateException.class, () -> snapshot.commit(0, 0, 0));
                assertThrows(IllegalArgumentException.class, () -> snapshot.part("open"));
                assertThrows(IllegalArgumentException.class, () -> snapshot.part("../evil"));
            }
            assertEquals(List.of(), JournalReader.open(storage, DIR).snapshots());
        }
    }

    @Test
    void shouldUseTheOlderSnapshotWhateverBitOfTheNewerIsFlipped() throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        final long older;
        final long newer;
        try (Journal journal = open(storage)) {
            older = snapshot(journal, 400);
            newer = snapshot(journal, 400);
        }
        int flips = 0;
        final Random random = new Random(9);
        for (Path path : storage.files()) {
            if (path.startsWith(new JournalFolder(DIR).snapshot(newer))) {
                final byte[] bytes = storage.bytes(path);
                for (int i = 0; i < bytes.length; i++) {
                    final int only = random.nextInt(8);
                    for (int bit = 0; bit < 8; bit++) {
                        if (LONG || bit == only) {
                            bytes[i] ^= (byte) (1 << bit);
                            assertPassedOver(storage, older, path);
                            bytes[i] ^= (byte) (1 << bit);
                            flips++;
                        }
                    }
                }
                assertPassedOver(cut(storage, path), older, path);
            }
        }
        System.out.println("snapshot: " + flips + " flipped bits passed over");
        assertTrue(flips > 500);
    }

    private static SimulatedStorage cut(final SimulatedStorage storage, final Path path) throws IOException {
        final SimulatedStorage copy = storage.copy();
        copy.replace(path, Arrays.copyOf(storage.bytes(path), storage.bytes(path).length - 1));
        return copy;
    }

    private static void assertPassedOver(final SimulatedStorage storage, final long older, final Path path) {
        try (Journal journal = open(storage)) {
            assertEquals(older, journal.report().snapshotSeq());
            assertEquals(1, journal.report().notes().size());
            assertTrue(journal.report().notes().get(0).contains(path.toString()));
            assertTrue(journal.report().notes().get(0).contains("offset="));
        }
    }

    @Test
    void shouldReplayEverythingWhenNoSnapshotIsGood() throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        final long seq;
        try (Journal journal = open(storage)) {
            seq = snapshot(journal, 400);
        }
        storage.bytes(new JournalFolder(DIR).snapshot(seq).resolve("part-1"))[70] ^= 1;
        try (Journal journal = open(storage)) {
            assertNull(journal.snapshot());
            assertEquals(1, journal.report().notes().size());
            final var replayed = replay(journal);
            assertEquals(seq, replayed.lastSeq);
            assertEquals(List.of(seq), replayed.marks);
        }
    }

    @Test
    void shouldRefuseAJournalThatEndsBeforeASnapshotUntilItIsTruncated() throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        final long seq;
        try (Journal journal = open(storage)) {
            append(journal.writer(), 5, 100);
            journal.writer().force();
            seq = snapshot(journal, 400);
        }
        storage.delete(new JournalFolder(DIR).closed()); // as if the process had been killed
        final byte[] bytes = storage.bytes(JournalFixture.segment(1));
        Arrays.fill(bytes, SegmentHeader.LENGTH + 512, bytes.length, (byte) 0);
        final JournalException e = assertThrows(JournalException.class, () -> open(storage));
        assertEquals(Reason.CORRUPT, e.reason());
        assertEquals(5, e.lastGoodSeq());
        assertEquals(List.of(e.getMessage()), problems(storage));
        JournalTruncation.truncate(storage, DIR, 6, true);
        try (Journal journal = open(storage)) {
            assertNull(journal.snapshot());
            assertEquals(5, replay(journal).lastSeq);
            assertFalse(storage.exists(new JournalFolder(DIR).snapshot(seq)));
        }
    }

    @Test
    void shouldRefuseASnapshotOfAnotherJournalsPast() throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        final long seq;
        try (Journal journal = open(storage)) {
            final JournalWriter writer = journal.writer();
            append(writer, 5, 700);
            writer.force();
            seq = writer.writtenSeq();
            try (SnapshotWriter snapshot = journal.beginSnapshot(seq)) {
                snapshot.commit(1, 1, 12345);
            }
            // The block that ends with the snapshot's seq is in a segment that will be scanned.
            append(writer, 5, 700);
            writer.force();
        }
        final JournalException e = assertThrows(JournalException.class, () -> open(storage));
        assertEquals(Reason.CORRUPT, e.reason());
        assertEquals(List.of(e.getMessage()), problems(storage));
        assertEquals(List.of(), JournalReader.open(storage, DIR).stat().problems(), "each file is sound");
    }

    private static List<String> problems(final SimulatedStorage storage) {
        final JournalReader reader = JournalReader.open(storage, DIR);
        return reader.stat(reader.snapshots()).problems().stream()
                .map(JournalException::getMessage)
                .toList();
    }

    /** A storage that retires a snapshot or a segment as soon as a reader opens one of its files. */
    private static JournalStorage retiringWhenRead(final SimulatedStorage storage, final Path doomed) {
        return new ForwardingStorage(storage) {
            @Override
            public StorageFile openReadOnly(final Path path) throws IOException {
                if (path.startsWith(doomed)) {
                    for (Path file : storage.files()) {
                        if (file.startsWith(doomed)) {
                            storage.delete(file);
                        }
                    }
                    storage.delete(doomed);
                }
                return super.openReadOnly(path);
            }
        };
    }

    @Test
    void shouldLeaveOutASnapshotThatIsRetiredWhileItIsRead() throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        final JournalFolder folder = new JournalFolder(DIR);
        final long older;
        final long newer;
        try (Journal journal = open(storage)) {
            older = snapshot(journal, 400);
            newer = snapshot(journal, 400);
        }
        final List<SnapshotStat> left = JournalReader.open(
                        retiringWhenRead(storage.copy(), folder.snapshot(older)), DIR)
                .snapshots();
        assertEquals(List.of(newer), left.stream().map(SnapshotStat::seq).toList());
        final List<String> notes = new ArrayList<>();
        final SnapshotReader newest = JournalReader.open(retiringWhenRead(storage.copy(), folder.snapshot(newer)), DIR)
                .newestSnapshot(Long.MAX_VALUE, notes);
        assertNotNull(newest);
        assertEquals(older, newest.seq());
        assertEquals(List.of(), notes);

        final SnapshotReader gone = JournalReader.open(storage, DIR).newestSnapshot(older, notes);
        assertNotNull(gone);
        for (String part : gone.parts()) {
            storage.delete(folder.snapshot(older).resolve(part));
            assertEquals(
                    Reason.GAP,
                    assertThrows(JournalException.class, () -> gone.open(part)).reason());
        }
    }

    @Test
    void shouldKeepTheNewestSnapshotsAndTheSegmentsTheyNeed() throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        final JournalFolder folder = new JournalFolder(DIR);
        long oldestKept = 0;
        try (Journal journal = open(storage)) {
            for (int i = 0; i < 6; i++) {
                for (int j = 0; j < 40; j++) {
                    append(journal.writer(), 3, 2000);
                }
                final long seq = snapshot(journal, 400);
                if (i == 1) {
                    assertEquals(List.of(), journal.retain(0), "three good snapshots must stay, and there are two");
                }
                oldestKept = i == 3 ? seq : oldestKept;
            }
            // A bad snapshot among the newest ones does not count.
            assertTrue(folder.segments(storage).get(0) == 1);
            final List<String> deleted = journal.retain(0);
            assertTrue(deleted.get(0).startsWith("deleted snapshot"), deleted::toString);
            assertEquals(3, folder.snapshotSeqs(storage).size());
            assertEquals(oldestKept, folder.snapshotSeqs(storage).get(0));
            assertTrue(folder.segments(storage).get(0) > 1);
            assertTrue(folder.segments(storage).get(0) <= oldestKept + 1);
            assertEquals(List.of(), journal.retain(0));
        }
        open(storage).close();
        // If the two newest snapshots are damaged, the oldest kept one and its segments are still enough.
        for (int i = 1; i < 3; i++) {
            storage.bytes(folder.snapshot(folder.snapshotSeqs(storage).get(i)).resolve("MANIFEST"))[20] ^= 1;
        }
        try (Journal journal = open(storage)) {
            assertEquals(oldestKept, journal.report().snapshotSeq());
            assertEquals(oldestKept + 2 * 125, replay(journal).lastSeq);
        }
    }

    /** Writes five snapshots with segments between them, and lets retention keep three. */
    private static void writeAndRetain(final SimulatedStorage storage) {
        try (Journal journal = open(storage)) {
            for (int i = 0; i < 5; i++) {
                for (int j = 0; j < 40; j++) {
                    append(journal.writer(), 3, 2000);
                }
                snapshot(journal, 400);
            }
            journal.retain(0);
        }
    }

    @Test
    void shouldSayOnceWhyNeitherSnapshotNorJournalIsEnough() throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        final JournalFolder folder = new JournalFolder(DIR);
        writeAndRetain(storage);
        for (long seq : folder.snapshotSeqs(storage)) {
            storage.bytes(folder.snapshot(seq).resolve("MANIFEST"))[20] ^= 1;
        }
        final JournalException e = assertThrows(JournalException.class, () -> open(storage));
        assertEquals(Reason.GAP, e.reason());
        assertEquals(0, e.getMessage().lastIndexOf("GAP: "), e::getMessage);
        assertEquals("a segment with seq 1", e.expected());
        assertEquals("none before seq " + folder.segments(storage).get(0), e.found());
        assertEquals("restore the missing segments, or a later snapshot, from a backup", e.wayOut());
        assertTrue(e.getMessage().endsWith("Way out: " + e.wayOut()), e::getMessage);
        for (long seq : folder.snapshotSeqs(storage)) {
            assertTrue(e.getMessage().contains("snapshot " + seq + " is passed over: CORRUPT: "), e::getMessage);
        }
    }

    @Test
    void shouldNameTheSettingsInWhichASnapshotDiffers() throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        final Path directory;
        try (Journal journal = open(storage)) {
            directory = new JournalFolder(DIR).snapshot(snapshot(journal, 400));
        }
        final SnapshotManifest own = SnapshotManifest.read(storage, directory);
        final SnapshotManifest other = new SnapshotManifest(
                own.exchangeIdHigh(),
                own.exchangeIdLow(),
                own.seq(),
                own.timeNs(),
                own.chainAtSeq(),
                own.stateHash(),
                new JournalFingerprint(1, 1, "margin=off reset=off"),
                own.parts());
        storage.replace(directory.resolve(SnapshotManifest.FILE_NAME), other.encode());
        final JournalException problem =
                JournalReader.open(storage, DIR).snapshots().get(0).problem();
        assertNotNull(problem);
        assertTrue(String.valueOf(problem.expected()).endsWith(" with margin=on reset=off"), problem::toString);
        assertTrue(String.valueOf(problem.found()).endsWith(" with margin=off reset=off"), problem::toString);
        assertEquals(SnapshotManifest.WAY_OUT, problem.wayOut());
    }

    @Test
    void shouldCloseEveryPartAndRemoveTheFolderWhenOneCannotBeClosed() throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        final List<Path> closed = new ArrayList<>();
        final JournalStorage failing = new ForwardingStorage(storage) {
            @Override
            public StorageFile create(final Path path) throws IOException {
                final StorageFile file = super.create(path);
                return !path.toString().contains("part-")
                        ? file
                        : new ForwardingFile(file) {
                            @Override
                            public void close() throws IOException {
                                super.close();
                                closed.add(path);
                                throw new IOException("Input/output error");
                            }
                        };
            }
        };
        try (Journal journal = open(failing)) {
            append(journal.writer(), 5, 700);
            journal.writer().force();
            final SnapshotWriter snapshot = journal.beginSnapshot(5);
            snapshot.part("part-1");
            snapshot.part("part-2");
            final JournalException e = assertThrows(JournalException.class, snapshot::close);
            assertEquals(Reason.IO, e.reason());
            assertEquals(1, e.getSuppressed().length);
        }
        assertEquals(2, closed.size());
        assertEquals(List.of(), storage.list(new JournalFolder(DIR).snapshots()));
    }

    @Test
    void shouldNotTruncateWhereNothingToStartFromWouldBeLeft() throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        final JournalFolder folder = new JournalFolder(DIR);
        writeAndRetain(storage);
        final long firstSeq = folder.segments(storage).get(0);
        final long oldest = folder.snapshotSeqs(storage).get(0);
        assertTrue(firstSeq > 1 && firstSeq < oldest - 3, () -> firstSeq + " " + oldest);
        final List<Path> before = storage.files();
        final IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class, () -> JournalTruncation.truncate(storage, DIR, firstSeq + 3, true));
        assertTrue(e.getMessage().contains("the segments begin with seq " + firstSeq), e::getMessage);
        assertTrue(e.getMessage().contains("from a backup"), e::getMessage);
        assertEquals(before, storage.files(), "nothing was changed");

        final byte[] manifest = storage.bytes(folder.snapshot(oldest).resolve("MANIFEST"));
        manifest[20] ^= 1;
        final IllegalArgumentException bad = assertThrows(
                IllegalArgumentException.class, () -> JournalTruncation.truncate(storage, DIR, oldest + 1, true));
        assertTrue(bad.getMessage().contains("snapshot " + oldest + " is passed over"), bad::getMessage);
        manifest[20] ^= 1;
        assertEquals(
                oldest,
                JournalTruncation.truncate(storage, DIR, oldest + 1, true).lastSeq());
        try (Journal journal = open(storage)) {
            assertEquals(oldest, journal.recoveredSeq());
            assertEquals(oldest, journal.report().snapshotSeq());
        }
    }

    @Test
    void shouldNameNoTruncationThatWouldLeaveNothingToStartFrom() throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        final JournalFolder folder = new JournalFolder(DIR);
        final JournalOptions options = JournalOptions.builder()
                .maxBlockBytes(8 << 10)
                .firstSegmentBytes(32 << 10)
                .maxSegmentBytes(128 << 10)
                .fillAhead(false)
                .keepSnapshots(1)
                .build();
        try (Journal journal = Journal.open(storage, DIR, options, FINGERPRINT)) {
            for (int i = 0; i < 5; i++) {
                for (int j = 0; j < 40; j++) {
                    append(journal.writer(), 3, 2000);
                }
                snapshot(journal, 400);
            }
            journal.retain(0);
        }
        final long firstSeq = folder.segments(storage).get(0);
        assertTrue(firstSeq > 1);
        storage.bytes(folder.segment(firstSeq))[SegmentHeader.LENGTH + 2100 + 100] ^= 1; // in the second frame
        final JournalException e = assertThrows(JournalException.class, () -> open(storage));
        assertEquals(Reason.CORRUPT, e.reason());
        assertEquals(firstSeq + 2, e.lastGoodSeq());
        assertEquals("restore the file from a backup; a truncation would leave nothing to start from", e.wayOut());
        assertEquals(List.of(e.getMessage()), problems(storage));
        assertThrows(
                IllegalArgumentException.class, () -> JournalTruncation.truncate(storage, DIR, firstSeq + 3, true));
    }

    @Test
    void shouldLetANewSemanticsVersionStartFromASnapshotAtTheEnd() throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        final JournalFingerprint next = new JournalFingerprint(2, 1, FINGERPRINT.settings());
        final long seq;
        try (Journal journal = open(storage)) {
            append(journal.writer(), 5, 700);
            seq = snapshot(journal, 400);
        }
        try (Journal journal = Journal.open(storage, DIR, SMALL, next)) {
            assertEquals(List.of(), replay(journal).blocks);
            append(journal.writer(), 5, 700);
            journal.writer().force();
        }
        assertEquals(List.of(1L, seq + 1), new JournalFolder(DIR).segments(storage));
        try (Journal journal = Journal.open(storage, DIR, SMALL, next)) {
            assertEquals(seq + 5, replay(journal).lastSeq);
        }
        assertEquals(
                Reason.VERSION,
                assertThrows(JournalException.class, () -> open(storage)).reason());
    }

    @Test
    void shouldTouchNoOlderSnapshotWhateverCallFails() throws IOException {
        int cases = 0;
        for (Fault fault : Fault.values()) {
            boolean hit = true;
            for (int k = 1; hit; k++) {
                hit = failSnapshot(fault, k);
                cases += hit ? 1 : 0;
            }
        }
        System.out.println("snapshot: " + cases + " faults");
        assertTrue(cases > 40);
    }

    private static boolean failSnapshot(final Fault fault, final int k) throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        long older = 0;
        long newer = 0;
        long lastSeq = 0;
        try (Journal journal = open(storage)) {
            older = snapshot(journal, 3000);
            append(journal.writer(), 5, 700);
            journal.writer().force();
            lastSeq = journal.writer().durableSeq();
            storage.failAtCall(k, fault);
            newer = snapshot(journal, 3000);
            lastSeq = journal.writer().durableSeq();
        } catch (JournalException e) {
            assertTrue(storage.faultHit(), e::toString);
        }
        final SimulatedStorage after = storage.crash(new Random(k));
        final long promised = lastSeq;
        final long from = newer == 0 ? older : newer;
        try (Journal journal = open(after)) {
            assertTrue(journal.recoveredSeq() >= promised);
            assertTrue(journal.report().snapshotSeq() >= from, () -> fault + " at " + k + ": " + journal.report());
            assertEquals(
                    List.of(),
                    journal.report().notes().stream()
                            .filter(note -> note.startsWith("snapshot"))
                            .toList());
        }
        return storage.faultHit();
    }
}
