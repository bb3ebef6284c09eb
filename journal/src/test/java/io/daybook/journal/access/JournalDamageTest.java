package io.daybook.journal.access;

import static io.daybook.journal.access.JournalFixture.DIR;
import static io.daybook.journal.access.JournalFixture.append;
import static io.daybook.journal.access.JournalFixture.open;
import static io.daybook.journal.access.JournalFixture.replay;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.daybook.host.Proves;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.journal.FrameType;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalException.Reason;
import io.daybook.journal.TornTail;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.format.SegmentHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** If the bytes on the disk are not the written ones, nothing acknowledged is dropped, and nothing is skipped. */
@Proves(
        value = "damage is refused with file and offset: zeros, cuts and flipped bits anywhere",
        normal = "4,456 zeros, 2,048 cuts, 53,881 bits",
        large = "every offset of 64 KiB, 2,285,568 bits")
@Tag("whole")
final class JournalDamageTest {
    private static final boolean LONG = Boolean.getBoolean("daybook.long");

    /** How far from the end the zeros may begin at each offset; with {@code daybook.long} they may do so everywhere. */
    private static final int EVERY_OFFSET = 1 << 10;

    /**
     * After the first frame, one byte in so many has a bit flipped; with {@code daybook.long}, every bit of each byte
     * is flipped in turn.
     */
    private static final int BYTES_A_FLIP = 16;

    private static final JournalOptions ONE_SEGMENT = JournalOptions.builder()
            .maxBlockBytes(8 << 10)
            .firstSegmentBytes(128 << 10)
            .maxSegmentBytes(128 << 10)
            .fillAhead(false)
            .build();

    private static final JournalOptions TWICE_AS_LONG = JournalOptions.builder()
            .maxBlockBytes(8 << 10)
            .firstSegmentBytes(288 << 10)
            .maxSegmentBytes(288 << 10)
            .fillAhead(false)
            .build();

    /** A journal of small frames, all forced and marked, of a process that was killed, so that CLOSED is missing. */
    private static SimulatedStorage journal(
            final JournalOptions options, final int frames, final int maxLength, final boolean mark) {
        final SimulatedStorage storage = new SimulatedStorage();
        write(Journal.open(storage, DIR, options, JournalFixture.FINGERPRINT), frames, maxLength, mark);
        return storage.kill();
    }

    private static void write(final Journal journal, final int frames, final int maxLength, final boolean mark) {
        final Random random = new Random(11);
        for (int i = 0; i < frames; i++) {
            append(journal.writer(), 1 + random.nextInt(9), 16 + random.nextInt(maxLength));
            if (i % 7 == 6) {
                journal.writer().force();
            }
        }
        journal.writer().force();
        if (mark) {
            journal.writer().syncMark();
        }
    }

    private static JournalException refusal(final SimulatedStorage storage) {
        return assertThrows(
                JournalException.class, () -> Journal.open(storage, DIR, ONE_SEGMENT, JournalFixture.FINGERPRINT)
                        .close());
    }

    private static SimulatedStorage with(final SimulatedStorage storage, final Path path, final byte[] bytes) {
        final SimulatedStorage copy = storage.copy();
        copy.replace(path, bytes);
        return copy;
    }

    @Test
    void shouldRecoverTheLongestWholePrefixWhenTheTailIsZeroedFromAnywhere() throws IOException {
        final SimulatedStorage storage = journal(ONE_SEGMENT, 260, 400, true);
        final Path path = JournalFixture.segment(1);
        final byte[] whole = storage.bytes(path);
        final TreeMap<Long, Long> lastSeqByEnd = new TreeMap<>();
        final JournalReader reader = JournalReader.open(storage, DIR);
        reader.frames(1, Long.MAX_VALUE, frame -> {
            lastSeqByEnd.put(frame.position() + frame.length(), frame.firstSeq() + frame.count() - 1);
        });
        assertTrue(lastSeqByEnd.size() >= 200);
        final int end = (int) (long) lastSeqByEnd.lastKey();
        final int from = Math.max(SegmentHeader.LENGTH, end - (64 << 10));
        int suspects = 0;
        int recovered = 0;
        for (int at = from; at < end; at++) {
            if (!LONG && at < end - EVERY_OFFSET && Math.floorMod(at + 1, 512) > 2) {
                continue; // farther from the end only the edges of sectors are tried
            }
            if (recoversPrefix(storage, path, whole, at, lastSeqByEnd)) {
                recovered++;
            } else {
                suspects++;
            }
        }
        System.out.println("zeros from " + (recovered + suspects) + " offsets: " + recovered + " recovered, " + suspects
                + " refused as SUSPECT");
    }

    /**
     * Returns whether a journal with a zeroed tail opens, with exactly the commands that it must hold; otherwise it
     * must be refused as SUSPECT.
     */
    private static boolean recoversPrefix(
            final SimulatedStorage storage,
            final Path path,
            final byte[] whole,
            final int at,
            final TreeMap<Long, Long> lastSeqByEnd) {
        final byte[] bytes = whole.clone();
        Arrays.fill(bytes, at, bytes.length, (byte) 0);
        final boolean sectorAligned = at % 512 == 0;
        try (Journal journal = Journal.open(with(storage, path, bytes), DIR, ONE_SEGMENT, JournalFixture.FINGERPRINT)) {
            final var prefix = lastSeqByEnd.floorEntry((long) at);
            final long expected = prefix == null ? 0 : prefix.getValue();
            assertEquals(expected, journal.recoveredSeq(), () -> "zeroed from " + at);
            assertEquals(expected, replay(journal).lastSeq);
            return true;
        } catch (JournalException e) {
            assertEquals(Reason.SUSPECT, e.reason(), () -> "zeroed from " + at + ": " + e);
            assertTrue(!sectorAligned, () -> "zeroed from " + at + ": " + e);
            return false;
        }
    }

    /** A journal that was closed in order is refused if it lacks commands, wherever the zeros begin. */
    @Test
    void shouldMissWhatIsZeroedOfAJournalThatWasClosed() throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        try (Journal journal = Journal.open(storage, DIR, ONE_SEGMENT, JournalFixture.FINGERPRINT)) {
            write(journal, 120, 400, true);
        }
        final Path path = JournalFixture.segment(1);
        final byte[] whole = storage.bytes(path);
        final List<FrameStat> frames = new ArrayList<>();
        JournalReader.open(storage, DIR).frames(1, Long.MAX_VALUE, frames::add);
        FrameStat lastData = frames.get(0);
        for (FrameStat frame : frames) {
            lastData = frame.type() == FrameType.DATA ? frame : lastData;
        }
        int missed = 0;
        for (FrameStat frame : frames) {
            final byte[] bytes = whole.clone();
            Arrays.fill(bytes, (int) frame.position(), bytes.length, (byte) 0);
            final SimulatedStorage damaged = with(storage, path, bytes);
            if (frame.position() > lastData.position()) { // marks and padding hold no command
                Journal.open(damaged, DIR, ONE_SEGMENT, JournalFixture.FINGERPRINT)
                        .close();
                continue;
            }
            final JournalException e = refusal(damaged);
            assertEquals(Reason.GAP, e.reason(), e::toString);
            assertEquals(frame.firstSeq() - 1, e.lastGoodSeq());
            assertEquals(
                    "seq " + (lastData.firstSeq() + lastData.count() - 1) + ", as in /data/journal/CLOSED",
                    e.expected());
            assertNamesFileAndOffset(e, path);
            final List<String> problems = JournalReader.open(damaged, DIR).stat().problems().stream()
                    .map(JournalException::getMessage)
                    .toList();
            assertEquals(List.of(e.getMessage()), problems);
            if (frame.firstSeq() > 1) { // otherwise the whole journal would be given up
                JournalTruncation.truncate(damaged, DIR, frame.firstSeq(), true);
                Journal.open(damaged, DIR, ONE_SEGMENT, JournalFixture.FINGERPRINT)
                        .close();
            }
            missed++;
        }
        assertTrue(missed > 110);
    }

    @Test
    void shouldRefuseASegmentThatIsCutShort() throws IOException {
        final SimulatedStorage storage = journal(ONE_SEGMENT, 200, 400, true);
        final Path path = JournalFixture.segment(1);
        final byte[] whole = storage.bytes(path);
        int cases = 0;
        for (int length = 0; length < whole.length; length += 64) {
            final JournalException e = refusal(with(storage, path, Arrays.copyOf(whole, length)));
            final int cut = length;
            assertEquals(Reason.SUSPECT, e.reason(), () -> "cut at " + cut + ": " + e);
            assertNamesFileAndOffset(e, path);
            assertEquals("restore the file from a backup", e.wayOut());
            assertEquals(length, e.offset());
            cases++;
        }
        System.out.println("cut short: " + cases + " lengths refused");
    }

    @Test
    void shouldRefuseEveryFlippedBitOfWhatWasAcknowledged() throws IOException {
        final SimulatedStorage storage =
                LONG ? journal(TWICE_AS_LONG, 390, 1_150, false) : journal(ONE_SEGMENT, 90, 1_150, false);
        final Path path = JournalFixture.segment(1);
        final byte[] whole = storage.bytes(path);
        final long[] end = {0};
        JournalReader.open(storage, DIR).frames(1, Long.MAX_VALUE, frame -> end[0] = frame.position() + frame.length());
        assertTrue(end[0] >= (LONG ? 256 : 64) << 10, () -> "only " + end[0] + " bytes");
        final int everyBit = SegmentHeader.LENGTH + 600;
        final Random random = new Random(5);
        int flips = 0;
        for (int i = 0; i < end[0]; i++) {
            final int anyBit = random.nextInt(BYTES_A_FLIP) == 0 ? 1 << random.nextInt(8) : 0;
            final int bits = LONG || i < everyBit ? 0xFF : anyBit;
            for (int bit = 0; bit < 8; bit++) {
                if ((bits & 1 << bit) != 0) {
                    flips++;
                    assertFlipRefused(storage, path, whole, i, bit);
                }
            }
        }
        System.out.println("bit flips: " + flips + " refused in " + end[0] + " bytes");
    }

    private static void assertFlipRefused(
            final SimulatedStorage storage, final Path path, final byte[] whole, final int index, final int bit)
            throws IOException {
        final JournalOptions options = LONG ? TWICE_AS_LONG : ONE_SEGMENT;
        whole[index] ^= (byte) (1 << bit);
        try {
            // Recovery refuses before it writes anything, so the storage need not be copied unless it does not refuse.
            Journal.open(storage, DIR, options, JournalFixture.FINGERPRINT).close();
            fail("bit " + bit + " of byte " + index + " was flipped, and no check found it");
        } catch (JournalException e) {
            assertTrue(
                    e.reason() == Reason.CORRUPT || e.reason() == Reason.SUSPECT,
                    () -> "byte " + index + " bit " + bit + ": " + e);
            assertNamesFileAndOffset(e, path);
            assertTrue(e.offset() <= index, e::toString);
        } finally {
            whole[index] ^= (byte) (1 << bit);
        }
    }

    private static void assertNamesFileAndOffset(final JournalException e, final Path path) {
        assertTrue(String.valueOf(e.file()).contains(path.toString()), e::toString);
        assertTrue(e.offset() >= 0, e::toString);
        assertNotNull(e.wayOut(), e::toString);
        assertTrue(e.getMessage().contains("offset=" + e.offset()), e::toString);
    }

    @Test
    void shouldCallDamageCorruptWhenALaterFrameProvesThatItWasForced() throws IOException {
        final SimulatedStorage storage = journal(ONE_SEGMENT, 50, 400, true);
        final Path path = JournalFixture.segment(1);
        final byte[] whole = storage.bytes(path).clone();
        // Whole sectors are lost in the middle, which would be a torn write without the frames after them.
        Arrays.fill(whole, 8192, 9216, (byte) 0);
        final JournalException e = refusal(with(storage, path, whole));
        assertEquals(Reason.CORRUPT, e.reason(), e::toString);
        assertTrue(e.lastGoodSeq() > 0);
    }

    @Test
    void shouldRefuseDamageInASegmentThatIsNotTheLast() throws IOException {
        final SimulatedStorage storage = journal(JournalFixture.SMALL, 200, 900, true);
        final List<Long> segments = new JournalFolder(DIR).segments(storage);
        assertTrue(segments.size() >= 3);
        final Path first = JournalFixture.segment(1);
        final byte[] zeroed = storage.bytes(first).clone();
        Arrays.fill(zeroed, zeroed.length / 2 & -512, zeroed.length, (byte) 0);
        assertEquals(Reason.CORRUPT, refusal(with(storage, first, zeroed)).reason());
    }

    @Test
    void shouldRefuseAMissingSegmentWithBothNames() throws IOException {
        final SimulatedStorage storage = journal(JournalFixture.SMALL, 200, 900, true);
        final List<Long> segments = new JournalFolder(DIR).segments(storage);
        final SimulatedStorage middleGone = storage.copy();
        middleGone.delete(JournalFixture.segment(segments.get(1)));
        final JournalException gap = refusal(middleGone);
        assertEquals(Reason.GAP, gap.reason());
        assertTrue(gap.getMessage().contains(JournalFixture.segment(1).toString()), gap::toString);
        assertTrue(
                gap.getMessage()
                        .contains(JournalFixture.segment(segments.get(2)).toString()),
                gap::toString);

        final SimulatedStorage firstGone = storage.copy();
        firstGone.delete(JournalFixture.segment(1));
        assertEquals(Reason.GAP, refusal(firstGone).reason());

        final SimulatedStorage identityGone = storage.copy();
        identityGone.delete(new JournalFolder(DIR).identity());
        assertEquals(Reason.CORRUPT, refusal(identityGone).reason());
    }

    @Test
    void shouldRefuseASegmentOfAnotherExchange() throws IOException {
        final SimulatedStorage ours = journal(JournalFixture.SMALL, 20, 200, true);
        final SimulatedStorage theirs = journal(JournalFixture.SMALL, 20, 200, true);
        final Path first = JournalFixture.segment(1);
        assertEquals(
                Reason.CORRUPT, refusal(with(ours, first, theirs.bytes(first))).reason());
    }

    @Test
    void shouldRefuseAFlippedBitOfIdentity() throws IOException {
        final SimulatedStorage storage = journal(ONE_SEGMENT, 10, 200, true);
        final Path path = new JournalFolder(DIR).identity();
        final byte[] bytes = storage.bytes(path);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] ^= 4;
            assertEquals(Reason.CORRUPT, refusal(storage).reason());
            bytes[i] ^= 4;
        }
    }

    @Test
    void shouldKeepTheTornTailAside() throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        try (Journal journal = open(storage)) {
            append(journal.writer(), 5, 100);
            journal.writer().force();
            append(journal.writer(), 5, 4000);
        }
        final Path path = JournalFixture.segment(1);
        final byte[] bytes = storage.bytes(path);
        Arrays.fill(bytes, 5632, 6144, (byte) 0); // one sector of the second frame's body was not written
        final byte[] before = bytes.clone();
        try (Journal journal = open(storage)) {
            assertEquals(5, journal.recoveredSeq());
            final TornTail torn = journal.report().torn();
            assertNotNull(torn);
            final byte[] kept = storage.bytes(Path.of(torn.keptIn()));
            assertEquals(torn.bytes(), kept.length);
            assertTrue(Arrays.equals(
                    before, (int) torn.offset(), (int) (torn.offset() + torn.bytes()), kept, 0, kept.length));
            append(journal.writer(), 5, 200);
            journal.writer().force();
        }
        try (Journal journal = open(storage)) {
            assertEquals(10, replay(journal).lastSeq);
        }
    }

    @Test
    void shouldOpenAgainAfterTheTruncationThatTheRefusalNames() throws IOException {
        final Random random = new Random(17);
        final SimulatedStorage storage = journal(JournalFixture.SMALL, 200, 900, true);
        final List<Path> segments = new ArrayList<>();
        for (long seq : new JournalFolder(DIR).segments(storage)) {
            segments.add(JournalFixture.segment(seq));
        }
        int cases = 0;
        for (int i = 0; i < (LONG ? 20_000 : 300); i++) {
            final Path path = segments.get(random.nextInt(segments.size()));
            final byte[] bytes = storage.bytes(path).clone();
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            final SimulatedStorage damaged = with(storage, path, bytes);
            try {
                open(damaged).close();
            } catch (JournalException e) {
                if (e.offset() == 0 && path.equals(segments.get(0))) {
                    assertEquals("restore the file from a backup", e.wayOut(), "there is nothing to keep");
                    assertThrows(
                            IllegalArgumentException.class, () -> JournalTruncation.truncate(damaged, DIR, 1, true));
                } else {
                    final long seq = e.truncateAtSeq();
                    assertTrue(seq != JournalException.NO_SEQ, e::toString);
                    assertThrows(
                            IllegalArgumentException.class, () -> JournalTruncation.truncate(damaged, DIR, seq, false));
                    final JournalTruncation.Report report = JournalTruncation.truncate(damaged, DIR, seq, true);
                    assertEquals(seq - 1, report.lastSeq());
                    try (Journal journal = open(damaged)) {
                        assertEquals(seq - 1, journal.recoveredSeq());
                        append(journal.writer(), 3, 300);
                        journal.writer().force();
                    }
                    try (Journal journal = open(damaged)) {
                        assertEquals(seq + 2, replay(journal).lastSeq);
                    }
                    cases++;
                }
            }
        }
        final int done = cases;
        assertTrue(done > 50, () -> "only " + done + " cases");
        System.out.println("truncations: " + cases + " damaged journals opened again, as their refusal said");
    }

    @Test
    void shouldRefuseATruncationInsideAFrame() {
        final SimulatedStorage storage = new SimulatedStorage();
        try (Journal journal = open(storage)) {
            append(journal.writer(), 5, 100);
            append(journal.writer(), 5, 100);
            journal.writer().force();
        }
        assertThrows(IllegalArgumentException.class, () -> JournalTruncation.truncate(storage, DIR, 3, true));
        assertThrows(IllegalArgumentException.class, () -> JournalTruncation.truncate(storage, DIR, 12, true));
        assertEquals(5, JournalTruncation.truncate(storage, DIR, 6, true).lastSeq());
        try (Journal journal = open(storage)) {
            assertEquals(5, replay(journal).lastSeq);
        }
    }
}
