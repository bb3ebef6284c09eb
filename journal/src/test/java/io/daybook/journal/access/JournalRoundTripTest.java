package io.daybook.journal.access;

import static io.daybook.journal.access.JournalFixture.FINGERPRINT;
import static io.daybook.journal.access.JournalFixture.SMALL;
import static io.daybook.journal.access.JournalFixture.append;
import static io.daybook.journal.access.JournalFixture.open;
import static io.daybook.journal.access.JournalFixture.replay;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalFingerprint;
import io.daybook.journal.SegmentStat;
import io.daybook.journal.access.JournalFixture.Replayed;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.format.ReadWindow;
import io.daybook.journal.format.SegmentHeader;
import io.daybook.journal.recovery.SegmentScan;
import io.daybook.journal.recovery.Successor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JournalRoundTripTest {

    @Test
    void shouldBeEmptyWhenNew() {
        try (Journal journal = open(new SimulatedStorage())) {
            assertTrue(journal.report().created());
            assertEquals(0, journal.recoveredSeq());
            assertEquals(List.of(), replay(journal).blocks);
        }
    }

    @Test
    void shouldReplayWhatWasWrittenOverManySegmentsAndRestarts() throws Exception {
        final SimulatedStorage storage = new SimulatedStorage();
        final Random random = new Random(7);
        long written = 0;
        for (int life = 0; life < 12; life++) {
            try (Journal journal = open(storage)) {
                assertEquals(written, journal.recoveredSeq());
                assertEquals(written, replay(journal).lastSeq);
                final JournalWriter writer = journal.writer();
                for (int i = 0; i < 40; i++) {
                    append(writer, 1 + random.nextInt(50), 16 + random.nextInt(4000));
                    if (random.nextInt(3) == 0) {
                        writer.force();
                        assertEquals(writer.writtenSeq(), writer.durableSeq());
                        writer.syncMark();
                    }
                }
                writer.force();
                written = writer.writtenSeq();
            }
        }
        assertTrue(new JournalFolder(JournalFixture.DIR).segments(storage).size() > 5);
    }

    @Test
    void shouldReplayFromARealFolderFilledInTheBackground(final @TempDir Path dir) throws Exception {
        final JournalOptions options = JournalOptions.builder()
                .maxBlockBytes(64 << 10)
                .firstSegmentBytes(128 << 10)
                .maxSegmentBytes(1 << 20)
                .build();
        try (Journal journal = Journal.open(dir.resolve("j"), options, FINGERPRINT)) {
            for (int i = 0; i < 100; i++) {
                append(journal.writer(), 1000, 60_000);
                journal.writer().force();
            }
        }
        try (Journal journal = Journal.open(dir.resolve("j"), options, FINGERPRINT)) {
            final Replayed replayed = replay(journal);
            assertEquals(100_000, replayed.lastSeq);
            assertEquals(100, replayed.blocks.size());
        }
        assertTrue(Files.exists(dir.resolve("j/LOCK")));
    }

    @Test
    void shouldCompressWhatCompressesAndKeepTheRestRaw() throws Exception {
        final SimulatedStorage storage = new SimulatedStorage();
        final byte[] zeros = new byte[8000];
        final byte[] pattern = new byte[8000];
        Arrays.fill(pattern, (byte) 7);
        final byte[] noise = new byte[8000];
        new Random(3).nextBytes(noise);
        try (Journal journal = open(storage)) {
            journal.writer().append(1, 1, 0, zeros, 0, 8000);
            journal.writer().append(2, 1, 0, pattern, 0, 8000);
            journal.writer().append(3, 1, 0, noise, 0, 8000);
            journal.writer().append(4, 1, 0, pattern, 0, 1000);
            journal.writer().force();
        }
        final SegmentStat stat = SegmentScan.scan(
                        storage, JournalFixture.segment(1), 1, Successor.NONE, new ReadWindow(), SegmentScan.NO_VISITOR)
                .stat();
        assertEquals(4, stat.dataFrames());
        assertEquals(2, stat.lz4Frames());
        assertEquals(25_000, stat.uncompressedBytes());
        assertTrue(stat.storedBytes() < 9_300, () -> "stored " + stat.storedBytes());
        final List<byte[]> found = new java.util.ArrayList<>();
        try (Journal journal = open(storage)) {
            journal.replay((firstSeq, count, time, codec, semantics, block, offset, length) ->
                    found.add(Arrays.copyOfRange(block, offset, offset + length)));
        }
        assertTrue(Arrays.equals(zeros, found.get(0)));
        assertTrue(Arrays.equals(pattern, found.get(1)));
        assertTrue(Arrays.equals(noise, found.get(2)));
    }

    @Test
    void shouldLeaveOneSyncMarkAfterAForce() {
        try (Journal journal = open(new SimulatedStorage())) {
            final JournalWriter writer = journal.writer();
            assertFalse(writer.syncMark(), "nothing to prove yet");
            append(writer, 1, 100);
            assertFalse(writer.syncMark(), "not forced yet");
            writer.force();
            assertTrue(writer.syncMark());
            assertFalse(writer.syncMark());
            append(writer, 1, 100);
            writer.force();
            assertTrue(writer.syncMark());
        }
    }

    @Test
    void shouldDeliverSnapshotMarksBetweenTheBlocks() {
        final SimulatedStorage storage = new SimulatedStorage();
        try (Journal journal = open(storage)) {
            append(journal.writer(), 10, 100);
            journal.writer().force();
            journal.writer().snapMark(10, 0x1234);
            append(journal.writer(), 10, 100);
            journal.writer().force();
            journal.writer().snapMark(20, 0x1234);
            journal.writer().force();
        }
        try (Journal journal = open(storage)) {
            assertEquals(List.of(10L, 20L), replay(journal).marks);
        }
    }

    @Test
    void shouldNeverRewriteASectorThatWasForced() throws Exception {
        final SimulatedStorage storage = new SimulatedStorage();
        try (Journal journal = open(storage)) {
            append(journal.writer(), 1, 100);
            journal.writer().force();
            final byte[] before = storage.bytes(JournalFixture.segment(1)).clone();
            append(journal.writer(), 1, 100);
            journal.writer().force();
            final byte[] after = storage.bytes(JournalFixture.segment(1));
            final int end = SegmentHeader.LENGTH + 512;
            assertTrue(Arrays.equals(before, 0, end, after, 0, end));
            assertFalse(Arrays.equals(before, after));
        }
    }

    @Test
    void shouldNeverRewriteASectorThatARecoveryForced() throws Exception {
        final SimulatedStorage killed = new SimulatedStorage();
        try (Journal journal = open(killed)) {
            append(journal.writer(), 1, 100); // no force, so no PAD; then the process is killed
        }
        final SimulatedStorage storage = killed.kill();
        try (Journal journal = open(storage)) {
            assertEquals(1, journal.recoveredSeq());
            assertEquals(1, journal.writer().durableSeq(), "recovered commands may be answered from now on");
            final byte[] before = storage.bytes(JournalFixture.segment(1)).clone();
            append(journal.writer(), 1, 100);
            journal.writer().force();
            final byte[] after = storage.bytes(JournalFixture.segment(1));
            final int end = SegmentHeader.LENGTH + 512;
            assertTrue(Arrays.equals(before, 0, end, after, 0, end));
            assertFalse(Arrays.equals(before, after));
        }
    }

    @Test
    void shouldRefuseASeqThatDoesNotFollow() {
        try (Journal journal = open(new SimulatedStorage())) {
            append(journal.writer(), 3, 100);
            assertThrows(IllegalArgumentException.class, () -> journal.writer().append(3, 1, 0, new byte[16], 0, 16));
            assertThrows(IllegalArgumentException.class, () -> journal.writer().append(5, 1, 0, new byte[16], 0, 16));
            append(journal.writer(), 1, 100);
            assertEquals(4, journal.writer().writtenSeq());
        }
    }

    @Test
    void shouldStartANewSegmentForANewCodec() throws Exception {
        final SimulatedStorage storage = new SimulatedStorage();
        try (Journal journal = open(storage)) {
            append(journal.writer(), 3, 100);
            journal.writer().force();
        }
        final JournalFingerprint newer = new JournalFingerprint(1, 2, FINGERPRINT.settings());
        for (int i = 0; i < 2; i++) { // the second time there is nothing to do
            try (Journal journal = Journal.open(storage, JournalFixture.DIR, SMALL, newer)) {
                assertEquals(3, replay(journal).lastSeq);
            }
            assertEquals(List.of(1L, 4L), new JournalFolder(JournalFixture.DIR).segments(storage));
        }
        final JournalFingerprint third = new JournalFingerprint(1, 3, FINGERPRINT.settings());
        try (Journal journal = Journal.open(storage, JournalFixture.DIR, SMALL, third)) {
            append(journal.writer(), 3, 100);
            journal.writer().force();
        }
        assertEquals(List.of(1L, 4L), new JournalFolder(JournalFixture.DIR).segments(storage));
        assertEquals(
                JournalException.Reason.VERSION,
                assertThrows(JournalException.class, () -> Journal.open(storage, JournalFixture.DIR, SMALL, newer))
                        .reason());
        try (Journal journal = Journal.open(storage, JournalFixture.DIR, SMALL, third)) {
            assertEquals(6, replay(journal).lastSeq);
        }
    }

    @Test
    void shouldRefuseOtherSettingsAndShowBoth() {
        final SimulatedStorage storage = new SimulatedStorage();
        open(storage).close();
        final JournalFingerprint other = new JournalFingerprint(1, 1, "margin=off reset=off");
        final JournalException refused =
                assertThrows(JournalException.class, () -> Journal.open(storage, JournalFixture.DIR, SMALL, other));
        assertEquals(JournalException.Reason.MISMATCH, refused.reason());
        assertTrue(refused.getMessage().contains("margin=off")
                && refused.getMessage().contains("margin=on"));
    }

    @Test
    void shouldTakeSettingsOfAnotherTextThatMeanTheSame() throws Exception {
        final SimulatedStorage storage = new SimulatedStorage();
        try (Journal journal = open(storage)) {
            append(journal.writer(), 1, 100);
            journal.writer().force();
        }
        final JournalFingerprint newer = new JournalFingerprint(2, 1, FINGERPRINT.settings() + " later=off");
        for (int i = 0; i < 2; i++) { // the second time the last segment is one that the newer version wrote
            try (Journal journal =
                    Journal.open(storage, JournalFixture.DIR, SMALL, newer, FINGERPRINT.settings()::equals)) {
                append(journal.writer(), 1, 100);
                journal.writer().force();
            }
        }
        assertEquals(3, JournalReader.open(storage, JournalFixture.DIR).stat().lastSeq());
        assertEquals(
                List.of(),
                JournalReader.open(storage, JournalFixture.DIR).stat().problems());
    }

    @Test
    void shouldReplayEachBlockByTheSemanticsOfItsSegment() throws Exception {
        final SimulatedStorage storage = new SimulatedStorage();
        for (int version = 1; version <= 3; version++) {
            try (Journal journal = Journal.open(storage, JournalFixture.DIR, SMALL, semantics(version))) {
                assertEquals(version, journal.writer().semanticsVersion());
                append(journal.writer(), 2, 100);
                journal.writer().force();
            }
        }
        try (Journal journal = Journal.open(storage, JournalFixture.DIR, SMALL, semantics(4))) {
            assertEquals(List.of(1, 2, 3), replay(journal).semantics);
            assertEquals(4, journal.writer().semanticsVersion());
        }
    }

    @Test
    void shouldRefuseANewerSemanticsVersionAndNameIt() {
        final SimulatedStorage storage = new SimulatedStorage();
        Journal.open(storage, JournalFixture.DIR, SMALL, semantics(7)).close();
        final JournalException refused = assertThrows(
                JournalException.class, () -> Journal.open(storage, JournalFixture.DIR, SMALL, semantics(6)));
        assertEquals(JournalException.Reason.VERSION, refused.reason());
        assertTrue(refused.getMessage().contains("semantics version 7"), refused::getMessage);
        assertTrue(refused.getMessage().contains("semantics version 6"), refused::getMessage);
    }

    @Test
    void shouldRefuseVersionsThatFall() throws Exception {
        final SimulatedStorage storage = new SimulatedStorage();
        for (int version = 1; version <= 3; version++) {
            try (Journal journal = Journal.open(storage, JournalFixture.DIR, SMALL, semantics(version))) {
                append(journal.writer(), 1, 100);
                journal.writer().force();
            }
        }
        final Path last = JournalFixture.segment(3);
        final byte[] bytes = storage.bytes(last);
        final SegmentHeader header = SegmentHeader.decode(Arrays.copyOf(bytes, SegmentHeader.LENGTH), last);
        final byte[] older = new SegmentHeader(
                        header.formatVersion(),
                        header.writerVersion(),
                        header.exchangeIdHigh(),
                        header.exchangeIdLow(),
                        header.number(),
                        header.firstSeq(),
                        header.chainBefore(),
                        header.lastSeqBefore(),
                        header.segmentSize(),
                        header.createdNs(),
                        semantics(1),
                        header.frameSeed())
                .encode();
        System.arraycopy(older, 0, bytes, 0, older.length);
        storage.replace(last, bytes);
        final JournalException refused = assertThrows(
                JournalException.class, () -> Journal.open(storage, JournalFixture.DIR, SMALL, semantics(3)));
        assertEquals(JournalException.Reason.VERSION, refused.reason());
        assertEquals(2, refused.lastGoodSeq());
        assertEquals(
                List.of(refused.getMessage()),
                JournalReader.open(storage, JournalFixture.DIR).stat().problems().stream()
                        .map(JournalException::getMessage)
                        .toList());
    }

    private static JournalFingerprint semantics(final int version) {
        return new JournalFingerprint(version, 1, FINGERPRINT.settings());
    }

    @Test
    void shouldRefuseASecondJournalOnTheSameFolder(final @TempDir Path dir) {
        try (Journal journal = Journal.open(dir, SMALL, FINGERPRINT)) {
            assertEquals(0, journal.recoveredSeq());
            final JournalException refused =
                    assertThrows(JournalException.class, () -> Journal.open(dir, SMALL, FINGERPRINT));
            assertEquals(JournalException.Reason.LOCKED, refused.reason());
            assertTrue(
                    refused.getMessage()
                            .contains("pid " + ProcessHandle.current().pid()),
                    refused.getMessage());
        }
        Journal.open(new FileJournalStorage(), dir, SMALL, FINGERPRINT).close();
    }
}
