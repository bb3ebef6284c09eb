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
import io.daybook.host.storage.SimulatedStorage.Fault;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalException.Reason;
import io.daybook.journal.JournalFingerprint;
import io.daybook.journal.JournalStat;
import io.daybook.journal.folder.Identity;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.format.SegmentHeader;
import io.daybook.journal.recovery.ClosedMark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The file CLOSED records where a journal was closed, until a process opens the journal. */
@Proves(value = "a close and the start after it may be cut at each step", normal = "240 ends")
final class ClosedMarkTest {
    private static final JournalFolder FOLDER = new JournalFolder(DIR);
    private static final Path CLOSED = FOLDER.closed();

    private static SimulatedStorage closedAfter(final int blocks) {
        final SimulatedStorage storage = new SimulatedStorage();
        try (Journal journal = open(storage)) {
            appendForced(journal.writer(), blocks);
        }
        return storage;
    }

    private static List<String> notes(final SimulatedStorage storage) {
        final JournalStat stat = JournalReader.open(storage, DIR).stat();
        assertEquals(List.of(), stat.problems());
        return stat.notes();
    }

    private static JournalException refusal(final SimulatedStorage storage) {
        final JournalException refused =
                assertThrows(JournalException.class, () -> open(storage).close());
        final List<JournalException> problems =
                JournalReader.open(storage, DIR).stat().problems();
        assertEquals(refused.getMessage(), problems.get(0).getMessage());
        assertTrue(storage.exists(CLOSED), "a process that is refused leaves the mark");
        return refused;
    }

    private static void assertOpensAfterTheWayOut(final SimulatedStorage storage, final JournalException refused) {
        final long atSeq = refused.truncateAtSeq();
        assertTrue(atSeq != JournalException.NO_SEQ, refused::toString);
        JournalTruncation.truncate(storage, DIR, atSeq, true);
        assertFalse(storage.exists(CLOSED));
        for (int life = 0; life < 2; life++) {
            try (Journal journal = open(storage)) {
                assertEquals(List.of(), journal.report().notes());
                assertEquals(atSeq - 1 + life * 2L, replay(journal).lastSeq);
                appendForced(journal.writer(), 1);
            }
        }
    }

    @Test
    void shouldLeaveTheMarkAtCloseAndTakeItAtTheNextStart() {
        final SimulatedStorage storage = closedAfter(3);
        assertEquals(List.of(), notes(storage));
        assertTrue(storage.exists(CLOSED), "a reader leaves the mark");
        try (Journal journal = open(storage)) {
            assertFalse(storage.exists(CLOSED));
            assertFalse(storage.crash(new Random(1)).exists(CLOSED), "durably removed before the first command");
            assertEquals(6, journal.recoveredSeq());
        } catch (JournalException e) {
            assertEquals(Reason.IO, e.reason(), "the machine is off");
        }
    }

    @Test
    void shouldLeaveNoMarkWhereNotEverythingIsForced() {
        final SimulatedStorage storage = new SimulatedStorage();
        try (Journal journal = open(storage)) {
            append(journal.writer(), 1, 100);
        }
        assertFalse(storage.exists(CLOSED));
        try (Journal journal = open(storage)) {
            append(journal.writer(), 1, 100);
            storage.failAtCall(1, Fault.EIO);
            assertThrows(JournalException.class, journal.writer()::force);
        }
        assertFalse(storage.exists(CLOSED));
    }

    @Test
    void shouldKeepTheInterruptOfWhoCloses() {
        final SimulatedStorage storage = new SimulatedStorage();
        final Journal journal = open(storage);
        Thread.currentThread().interrupt();
        journal.close();
        assertTrue(Thread.interrupted());
        assertTrue(storage.exists(CLOSED));
    }

    @Test
    void shouldCloseOnAFullDiskWithoutAMark() {
        final SimulatedStorage storage = new SimulatedStorage();
        try (Journal journal = open(storage)) {
            appendForced(journal.writer(), 1);
            storage.capacity(1);
        }
        assertFalse(storage.exists(CLOSED));
        storage.capacity(Long.MAX_VALUE);
        try (Journal journal = open(storage)) {
            assertEquals(2, journal.recoveredSeq());
        }
    }

    @Test
    void shouldMissTheLastSegmentHoweverItWent() throws IOException {
        final SimulatedStorage storage = closedAfter(60);
        final Path last = JournalFixture.lastSegment(storage);
        final long firstLost =
                FOLDER.segments(storage).get(FOLDER.segments(storage).size() - 1);
        assertTrue(firstLost > 1);

        final SimulatedStorage deleted = storage.copy();
        deleted.delete(last);
        final JournalException missing = refusal(deleted);
        assertEquals(Reason.GAP, missing.reason());
        assertOpensAfterTheWayOut(deleted, missing);

        final SimulatedStorage zeroed = storage.copy();
        final byte[] bytes = storage.bytes(last).clone();
        Arrays.fill(bytes, SegmentHeader.LENGTH, bytes.length, (byte) 0);
        zeroed.replace(last, bytes);
        final JournalException empty = refusal(zeroed);
        assertEquals(Reason.GAP, empty.reason());
        assertEquals(firstLost - 1, empty.lastGoodSeq());
        assertTrue(empty.getMessage().contains(CLOSED.toString()), empty::toString);
        assertOpensAfterTheWayOut(zeroed, empty);
    }

    @Test
    void shouldNoteAMarkThatDoesNotCheck() throws IOException {
        final SimulatedStorage storage = closedAfter(3);
        final byte[] mark = storage.bytes(CLOSED).clone();
        for (int i = 0; i < mark.length; i++) {
            final byte[] flipped = mark.clone();
            flipped[i] ^= (byte) (1 << i % 8);
            assertNoted(storage, flipped, "is damaged");
            assertNoted(storage, Arrays.copyOf(mark, i), "is damaged");
        }
        assertNoted(storage, Arrays.copyOf(mark, mark.length + 1), "is damaged");
        assertNoted(storage, new ClosedMark(1, 2, 6, 3).encode(), "belongs to another exchange");
    }

    private static void assertNoted(final SimulatedStorage storage, final byte[] mark, final String why) {
        final SimulatedStorage copy = storage.copy();
        copy.replace(CLOSED, mark);
        final List<String> notes = notes(copy);
        assertEquals(1, notes.size());
        assertTrue(notes.get(0).contains(why), notes::toString);
        try (Journal journal = open(copy)) {
            assertEquals(notes, journal.report().notes());
            assertEquals(6, replay(journal).lastSeq);
        }
        assertEquals(List.of(), notes(copy), "the next close leaves a good mark");
    }

    @Test
    void shouldSayNothingWhereThereIsNoMark() {
        final SimulatedStorage storage = closedAfter(3);
        storage.failAtCall(Long.MAX_VALUE / 2, Fault.EIO);
        try (Journal journal = open(storage)) {
            assertEquals(List.of(), journal.report().notes());
            appendForced(journal.writer(), 1);
            assertEquals(List.of(), notes(storage));
        }
    }

    @Test
    void shouldNoteAnOldMark() throws IOException {
        for (int blocks : new int[] {0, 3, 40}) {
            final SimulatedStorage storage = closedAfter(blocks);
            final byte[] old = storage.bytes(CLOSED).clone();
            try (Journal journal = open(storage)) {
                appendForced(journal.writer(), 20);
            }
            storage.replace(CLOSED, old);
            final List<String> notes = notes(storage);
            assertEquals(1, notes.size());
            assertTrue(notes.get(0).contains("records seq " + blocks * 2), notes::toString);
            try (Journal journal = open(storage)) {
                assertEquals(notes, journal.report().notes());
                assertEquals(blocks * 2L + 40, replay(journal).lastSeq);
            }
        }
    }

    @Test
    void shouldRefuseAJournalThatIsNotTheOneThatWasClosed() throws IOException {
        final SimulatedStorage storage = closedAfter(40);
        final Identity identity = JournalReader.open(storage, DIR).identity();
        for (long seq : new long[] {80, 79, 41, 1, 0}) {
            final SimulatedStorage copy = storage.copy();
            copy.replace(
                    CLOSED, new ClosedMark(identity.exchangeIdHigh(), identity.exchangeIdLow(), seq, 4711).encode());
            final JournalException other = refusal(copy);
            assertEquals(Reason.CORRUPT, other.reason(), other::toString);
            assertEquals("chain 1267 at seq " + seq + ", as in " + CLOSED, other.expected());
            assertOpensAfterTheWayOut(copy, other);
        }
    }

    @Test
    void shouldCompareTheChainWhereTheLastCommandIsInASnapshotOnly() throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        final JournalOptions keepOne = JournalOptions.builder()
                .maxBlockBytes(8 << 10)
                .firstSegmentBytes(32 << 10)
                .maxSegmentBytes(32 << 10)
                .keepSnapshots(1)
                .fillAhead(false)
                .build();
        final long seq;
        try (Journal journal = Journal.open(storage, DIR, keepOne, JournalFixture.FINGERPRINT)) {
            while (journal.writer().roomBytes() > 2500) {
                append(journal.writer(), 1, 1000);
            }
            seq = SnapshotTest.snapshot(journal, 300);
        }
        // Another codec begins a segment of its own, before which nothing is needed.
        final JournalFingerprint newer = new JournalFingerprint(1, 2, JournalFixture.FINGERPRINT.settings());
        try (Journal journal = Journal.open(storage, DIR, keepOne, newer)) {
            assertEquals(1, journal.retain(0).size());
        }
        assertEquals(List.of(seq + 1), FOLDER.segments(storage));
        final JournalReader reader = JournalReader.open(storage, DIR);
        assertEquals(List.of(), reader.stat(reader.snapshots()).notes());
        assertTrue(reader.stat().notes().get(0).contains("cannot be compared"), "without the snapshots");
        try (Journal journal = Journal.open(storage, DIR, keepOne, newer)) {
            assertEquals(List.of(), journal.report().notes());
        }
        final Identity identity = reader.identity();
        storage.replace(
                CLOSED, new ClosedMark(identity.exchangeIdHigh(), identity.exchangeIdLow(), seq, 4711).encode());
        assertEquals(1, reader.stat(reader.snapshots()).problems().size());
        assertEquals(
                Reason.CORRUPT,
                assertThrows(JournalException.class, () -> Journal.open(storage, DIR, keepOne, newer))
                        .reason());
    }

    @Test
    void shouldRemoveTheMarkBeforeSegmentsAreRetired() throws IOException {
        final SimulatedStorage storage = closedAfter(60);
        storage.failAtCall(2, Fault.EIO, SimulatedStorage.Call.RENAME);
        final long atSeq = 3;
        assertThrows(JournalException.class, () -> JournalTruncation.truncate(storage, DIR, atSeq, true));
        final SimulatedStorage after = storage.crash(new Random(2));
        assertFalse(after.exists(CLOSED));
        assertEquals(2, JournalTruncation.truncate(after, DIR, atSeq, true).lastSeq());
        try (Journal journal = open(after)) {
            assertEquals(2, replay(journal).lastSeq);
        }
    }

    @Test
    void shouldRefuseAFolderWithoutIdentityThatWasClosed() throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        open(storage).close();
        storage.delete(FOLDER.identity());
        assertEquals(
                Reason.CORRUPT,
                assertThrows(JournalException.class, () -> open(storage)).reason());
    }

    /**
     * The disk or the machine fails at each step of a close and of the next start: nothing is refused, and nothing is
     * missing.
     */
    @Test
    void shouldOpenWhateverStepOfACloseFails() {
        int cases = 0;
        for (int k = 1; k <= 12; k++) {
            for (int dice = 0; dice < 20; dice++) {
                final Random random = new Random(k * 100L + dice);
                final SimulatedStorage storage = new SimulatedStorage();
                final Journal journal = open(storage);
                appendForced(journal.writer(), 3);
                storage.failAtCall(k, Fault.values()[dice % 3]);
                closeAndStart(journal, storage);
                SimulatedStorage next = random.nextInt(3) == 0 ? storage.kill() : storage.crash(random);
                assertEquals(List.of(), notes(next));
                next.failAtCall(1 + random.nextInt(12), Fault.EIO);
                closeAndStart(null, next);
                next = random.nextInt(3) == 0 ? next.kill() : next.crash(random);
                try (Journal again = open(next)) {
                    final List<String> notes = again.report().notes();
                    assertTrue(notes.stream().allMatch(note -> note.startsWith("TORN")), notes::toString);
                    assertTrue(replay(again).lastSeq >= 6);
                }
                cases++;
            }
        }
        System.out.println("close: " + cases + " ends cut");
    }

    private static void closeAndStart(final Journal journal, final SimulatedStorage storage) {
        try {
            if (journal != null) {
                journal.close();
            }
            final Journal again = open(storage);
            appendForced(again.writer(), 1);
            again.close();
        } catch (JournalException e) {
            assertTrue(storage.faultHit(), e::toString);
        }
    }
}
