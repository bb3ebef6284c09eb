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
import static org.junit.jupiter.api.Assertions.fail;

import io.daybook.host.Proves;
import io.daybook.host.storage.ForwardingStorage;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.host.storage.SimulatedStorage.Call;
import io.daybook.host.storage.SimulatedStorage.Fault;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.FrameType;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalException.Reason;
import io.daybook.journal.JournalStat;
import io.daybook.journal.SegmentStat;
import io.daybook.journal.TailVerdict;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.format.FrameDescriptor;
import io.daybook.journal.format.SegmentHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * One segment ends and the next begins: recovery finishes a rotation that a crash interrupted, and refuses a journal if
 * a segment is missing.
 */
@Proves(value = "a rotation may be cut at each step, its recovery too", normal = "156 cuts")
final class JournalRotationTest {
    private static final JournalFolder FOLDER = new JournalFolder(DIR);
    private static final int SECTOR = FrameDescriptor.SECTOR_LENGTH;

    /** A journal of three segments whose process was killed. */
    private static SimulatedStorage threeSegments() throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        final Journal journal = open(storage);
        while (FOLDER.segments(storage).size() < 3) {
            appendForced(journal.writer(), 1);
        }
        return storage.kill();
    }

    /** A journal of three segments whose third one has only its name and header. */
    private static SimulatedStorage emptyThird() throws IOException {
        final SimulatedStorage storage = threeSegments();
        final Path last = JournalFixture.lastSegment(storage);
        final byte[] bytes = storage.bytes(last).clone();
        Arrays.fill(bytes, SegmentHeader.LENGTH, bytes.length, (byte) 0);
        storage.replace(last, bytes);
        return storage;
    }

    private static Path segment(final SimulatedStorage storage, final int index) throws IOException {
        return FOLDER.segment(FOLDER.segments(storage).get(index));
    }

    private static int endOf(final byte[] bytes) {
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] == 0) {
            end--;
        }
        return (end + SECTOR - 1) / SECTOR * SECTOR;
    }

    /** Removes the SEAL from the end of a segment. */
    private static void unseal(final SimulatedStorage storage, final Path path) throws IOException {
        final byte[] bytes = storage.bytes(path).clone();
        final int end = endOf(bytes);
        assertEquals(FrameType.SEAL.code(), FrameDescriptor.type(bytes, end - SECTOR));
        Arrays.fill(bytes, end - SECTOR, end, (byte) 0);
        storage.replace(path, bytes);
    }

    private static JournalException refusal(final SimulatedStorage storage) {
        final JournalException refused =
                assertThrows(JournalException.class, () -> open(storage).close());
        final List<String> problems = JournalReader.open(storage, DIR).stat().problems().stream()
                .map(JournalException::getMessage)
                .toList();
        assertTrue(problems.contains(refused.getMessage()), () -> refused + " " + problems);
        return refused;
    }

    /** Follows the way out of a refusal, then opens and continues the journal twice. */
    private static void assertOpensAfterTheWayOut(final SimulatedStorage storage, final JournalException refused)
            throws IOException {
        final long atSeq = refused.truncateAtSeq();
        assertTrue(atSeq != JournalException.NO_SEQ, refused::toString);
        assertEquals(
                atSeq - 1, JournalTruncation.truncate(storage, DIR, atSeq, true).lastSeq());
        final JournalStat stat = JournalReader.open(storage, DIR).stat();
        assertEquals(List.of(), stat.problems());
        assertFalse(stat.segments().get(stat.segments().size() - 1).sealed(), "a sealed end lacks a segment");
        for (int life = 0; life < 2; life++) {
            final Journal journal = open(storage);
            assertEquals(atSeq - 1 + life * 40, journal.recoveredSeq());
            assertEquals(atSeq - 1 + life * 40, replay(journal).lastSeq);
            appendForced(journal.writer(), 20);
            journal.close();
        }
    }

    @Test
    void shouldNameTheSuccessorBeforeItSealsAndSealBeforeItWritesMore() throws IOException {
        final SimulatedStorage disk = new SimulatedStorage();
        final List<String> done = new ArrayList<>();
        final ForwardingStorage storage = new ForwardingStorage(disk) {
            @Override
            public StorageFile create(final Path path) throws IOException {
                return JournalFixture.recording(super.create(path), done);
            }

            @Override
            public void rename(final Path from, final Path to) throws IOException {
                done.add("rename");
                super.rename(from, to);
            }

            @Override
            public void forceDirectory(final Path directory) throws IOException {
                done.add("force names");
                super.forceDirectory(directory);
            }
        };
        try (Journal journal = open(storage)) {
            append(journal.writer(), 1, 100);
            final int segments = FOLDER.segments(disk).size();
            while (FOLDER.segments(disk).size() == segments) {
                done.clear();
                append(journal.writer(), 1, 3000);
            }
        }
        final int rotation = done.lastIndexOf("write PAD");
        assertEquals(
                List.of(
                        "write PAD",
                        "force",
                        "write header",
                        "force",
                        "rename",
                        "force names",
                        "write SEAL",
                        "force",
                        "write DATA"),
                done.subList(rotation, rotation + 9));
    }

    @Test
    void shouldFinishARotationThatACrashCut() throws IOException {
        final SimulatedStorage storage = emptyThird();
        final byte[] sealed = storage.bytes(segment(storage, 1)).clone();
        unseal(storage, segment(storage, 1));
        final long lastSeq = FOLDER.segments(storage).get(2) - 1;

        final JournalStat seen = JournalReader.open(storage, DIR).stat();
        assertEquals(List.of(), seen.problems());
        assertEquals(TailVerdict.UNSEALED, seen.segments().get(1).verdict());
        assertEquals(lastSeq, seen.lastSeq());
        assertEquals(lastSeq, JournalReader.open(storage, DIR).replay(1, new JournalFixture.Replayed()));

        try (Journal journal = open(storage)) {
            assertEquals(lastSeq, journal.recoveredSeq());
            assertEquals(lastSeq, replay(journal).lastSeq);
            assertTrue(Arrays.equals(sealed, storage.bytes(segment(storage, 1))), "exactly the SEAL that was missing");
            append(journal.writer(), 3, 300);
            journal.writer().force();
        }
        try (Journal journal = open(storage.crash(new Random(1)))) {
            assertEquals(lastSeq + 3, replay(journal).lastSeq);
        }
    }

    @Test
    void shouldRefuseAMissingSealBeforeASuccessorThatIsInUse() throws IOException {
        final SimulatedStorage storage = threeSegments();
        unseal(storage, segment(storage, 1));
        final JournalException refused = refusal(storage);
        assertEquals(Reason.CORRUPT, refused.reason());
        assertOpensAfterTheWayOut(storage, refused);
    }

    @Test
    void shouldRefuseAMissingSealWhereTheSuccessorIsNotTheOneThatItNames() throws IOException {
        final SimulatedStorage more = emptyThird();
        unseal(more, segment(more, 1));
        final Path second = segment(more, 1);
        final byte[] bytes = more.bytes(second).clone();
        final int end = endOf(bytes);
        // The last forced sector is lost as well, so the SEAL would belong at another place.
        Arrays.fill(bytes, end - SECTOR, end, (byte) 0);
        more.replace(second, bytes);
        final JournalException refused = refusal(more);
        assertEquals(Reason.CORRUPT, refused.reason(), refused::toString);
        assertOpensAfterTheWayOut(more, refused);

        final SimulatedStorage other = emptyThird();
        unseal(other, segment(other, 1));
        final Path last = JournalFixture.lastSegment(other);
        final SegmentHeader header = SegmentHeader.decode(Arrays.copyOf(other.bytes(last), SegmentHeader.LENGTH), last);
        for (SegmentHeader wrong : List.of(
                JournalFixture.header(header, SegmentHeader.FORMAT_VERSION, header.chainBefore() + 1),
                JournalFixture.header(header, 1, header.chainBefore()))) {
            final byte[] changed = other.bytes(last).clone();
            System.arraycopy(wrong.encode(), 0, changed, 0, SegmentHeader.LENGTH);
            final SimulatedStorage copy = other.copy();
            copy.replace(last, changed);
            assertEquals(Reason.CORRUPT, refusal(copy).reason());
        }
    }

    @Test
    void shouldRefuseASealedEndAsAGap() throws IOException {
        final SimulatedStorage storage = threeSegments();
        final long lostFrom = FOLDER.segments(storage).get(2);
        storage.delete(JournalFixture.lastSegment(storage));
        final JournalException refused = refusal(storage);
        assertEquals(Reason.GAP, refused.reason());
        assertEquals(lostFrom - 1, refused.lastGoodSeq());
        assertEquals("segment 3 at seq " + lostFrom, refused.expected());
        assertThrows(JournalException.class, () -> JournalReader.open(storage, DIR)
                .replay(1, new JournalFixture.Replayed()));
        assertOpensAfterTheWayOut(storage, refused);
    }

    @Test
    void shouldChangeNothingWhereATruncationHasNoRoomForTheSuccessor() throws IOException {
        final SimulatedStorage storage = threeSegments();
        final long lostFrom = FOLDER.segments(storage).get(2);
        storage.delete(JournalFixture.lastSegment(storage));
        storage.capacity(1);
        final List<Path> before = storage.files();
        final JournalException refused =
                assertThrows(JournalException.class, () -> JournalTruncation.truncate(storage, DIR, lostFrom, true));
        assertEquals(Reason.NO_SPACE, refused.reason());
        assertEquals(before, storage.files());
        storage.capacity(Long.MAX_VALUE);
        assertOpensAfterTheWayOut(storage, refusal(storage));
    }

    /** Version 1 leaves a sealed last segment if a crash interrupts its rotation. */
    @Test
    void shouldNoteASealedEndOfVersionOneAndGoOn() throws IOException {
        final SimulatedStorage storage = threeSegments();
        final long lastSeq = FOLDER.segments(storage).get(2) - 1;
        storage.delete(JournalFixture.lastSegment(storage));
        Version1.rewrite(storage);
        final JournalStat stat = JournalReader.open(storage, DIR).stat();
        assertEquals(List.of(), stat.problems());
        assertEquals(1, stat.notes().size());
        assertTrue(stat.notes().get(0).contains("sealed at seq " + lastSeq), stat.notes()::toString);
        try (Journal journal = open(storage)) {
            assertEquals(lastSeq, replay(journal).lastSeq);
            assertEquals(stat.notes(), journal.report().notes());
            appendForced(journal.writer(), 2);
        }
        final List<SegmentStat> segments =
                JournalReader.open(storage, DIR).stat().segments();
        assertEquals(
                List.of(1, 1, 2),
                segments.stream().map(SegmentStat::formatVersion).toList());
        try (Journal journal = open(storage)) {
            assertEquals(lastSeq + 4, replay(journal).lastSeq);
        }
    }

    @Test
    void shouldSealASegmentOfVersionOneAndGoOnInANewOne() throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        final Journal journal = open(storage);
        appendForced(journal.writer(), 3);
        final SimulatedStorage killed = storage.kill();
        Version1.rewrite(killed);
        final JournalFolder folder = FOLDER;
        for (int k = 1; k < 20; k++) {
            final SimulatedStorage disk = killed.copy();
            disk.failAtCall(k, Fault.EIO);
            try {
                open(disk).close();
            } catch (JournalException e) {
                assertTrue(disk.faultHit(), e::toString);
            }
            final SimulatedStorage after = k % 2 == 0 ? disk.crash(new Random(k)) : disk.kill();
            try (Journal again = open(after)) {
                assertEquals(6, replay(again).lastSeq, "call " + k);
                appendForced(again.writer(), 1);
            }
            assertEquals(List.of(1L, 7L), folder.segments(after));
            final List<SegmentStat> segments =
                    JournalReader.open(after, DIR).stat().segments();
            assertEquals(
                    List.of(1, 2),
                    segments.stream().map(SegmentStat::formatVersion).toList());
            assertTrue(segments.get(0).sealed());
            try (Journal again = open(after)) {
                assertEquals(8, replay(again).lastSeq, "call " + k);
            }
        }
    }

    /** The disk or the machine fails at each step of a rotation, and then at each step of the recovery from that. */
    @Test
    void shouldLoseNothingWhateverStepOfARotationFails() throws IOException {
        final SimulatedStorage before = new SimulatedStorage();
        final Journal first = open(before);
        while (first.writer().roomBytes() > 5000) {
            append(first.writer(), 1, 2000);
        }
        first.writer().force();
        final long forced = first.writer().durableSeq();
        final SimulatedStorage full = before.kill();
        int unsealed = 0;
        int cases = 0;
        for (int k = 1; k <= 40; k++) {
            for (int dice = 0; dice < 12; dice++) {
                final Random random = new Random(k * 100L + dice);
                final SimulatedStorage disk = full.copy();
                try {
                    final Journal journal = open(disk);
                    disk.failAtCall(k, Fault.EIO);
                    append(journal.writer(), 1, 6000);
                    journal.writer().force();
                } catch (JournalException e) {
                    assertTrue(disk.faultHit(), e::toString);
                    SimulatedStorage next = random.nextInt(3) == 0 ? disk.kill() : disk.crash(random);
                    final JournalStat stat = JournalReader.open(next, DIR).stat();
                    unsealed += stat.segments().get(0).verdict() == TailVerdict.UNSEALED ? 1 : 0;
                    next = failRecovery(next, 1 + random.nextInt(12), random);
                    assertHolds(next, forced, "call " + k + ", dice " + dice);
                    cases++;
                }
            }
        }
        final String figures = cases + " rotations cut, " + unsealed + " before the SEAL";
        assertTrue(cases > 100 && unsealed > 5, figures);
        System.out.println("rotation: " + figures);
    }

    private static SimulatedStorage failRecovery(final SimulatedStorage storage, final int k, final Random random) {
        storage.failAtCall(k, Fault.EIO);
        try {
            append(open(storage).writer(), 1, 700);
        } catch (JournalException e) {
            assertTrue(storage.faultHit(), e::toString);
        }
        return random.nextInt(3) == 0 ? storage.kill() : storage.crash(random);
    }

    private static void assertHolds(final SimulatedStorage storage, final long forced, final String what) {
        try {
            final long recovered;
            try (Journal journal = open(storage)) {
                recovered = replay(journal).lastSeq;
                assertTrue(recovered >= forced && recovered <= forced + 2, what);
                append(journal.writer(), 1, 700);
                journal.writer().force();
            }
            try (Journal journal = open(storage.crash(new Random(forced)))) {
                assertEquals(recovered + 1, replay(journal).lastSeq, what);
            }
        } catch (JournalException e) {
            fail(what, e);
        }
    }

    /** The force of the SEAL fails: the next process reads the SEAL, but it is not on the disk. */
    @Test
    void shouldWriteTheSealAgainThatAFailedForceLeftInMemoryOnly() throws IOException {
        int failed = 0;
        for (int dice = 0; dice < 40; dice++) {
            final SimulatedStorage storage = new SimulatedStorage();
            final Journal journal = open(storage);
            while (journal.writer().roomBytes() > 5000) {
                append(journal.writer(), 1, 2000 + dice);
            }
            journal.writer().force();
            final long forced = journal.writer().durableSeq();
            // Forced are the zeros of the next segment, its header, and then the SEAL.
            storage.failAtCall(3, Fault.EIO, Call.FORCE);
            assertThrows(JournalException.class, () -> append(journal.writer(), 1, 6000));
            failed += storage.isFailedForceOf(segment(storage, 0)) ? 1 : 0;
            assertHolds(storage.kill(), forced, "dice " + dice);
        }
        final int cases = failed;
        assertTrue(cases > 20, () -> "only " + cases + " failed forces of a SEAL");
    }

    /**
     * A snapshot is at the last command before a rotation, so that only the SEAL of the segment before the empty one is
     * needed.
     */
    @Test
    void shouldFinishARotationInFrontOfWhichEverythingIsInASnapshot() throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        final Journal journal = open(storage);
        while (journal.writer().roomBytes() > 5000) {
            append(journal.writer(), 1, 2000);
        }
        final long seq = SnapshotTest.snapshot(journal, 300);
        // No PAD is needed: the zeros of the next segment are written, its header, and then the SEAL.
        storage.failAtCall(3, Fault.EIO, Call.WRITE);
        assertThrows(JournalException.class, () -> append(journal.writer(), 1, 6000));
        final SimulatedStorage after = storage.kill();
        assertEquals(
                TailVerdict.UNSEALED,
                JournalReader.open(after, DIR).stat().segments().get(0).verdict());
        try (Journal again = open(after)) {
            assertEquals(seq, again.recoveredSeq());
            appendForced(again.writer(), 1);
        }
        final JournalStat stat = JournalReader.open(after, DIR).stat();
        assertEquals(List.of(), stat.problems());
        assertTrue(stat.segments().get(0).sealed());
    }
}
