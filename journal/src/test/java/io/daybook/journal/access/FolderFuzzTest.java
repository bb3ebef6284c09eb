package io.daybook.journal.access;

import static io.daybook.journal.access.JournalFixture.DIR;
import static io.daybook.journal.access.JournalFixture.append;
import static io.daybook.journal.access.JournalFixture.open;
import static io.daybook.journal.access.JournalFixture.replay;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalException.Reason;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.format.FrameDescriptor;
import io.daybook.journal.format.SegmentHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whole folders, closed in order and then damaged: bits, sectors, frames with valid checksums, files that are missing,
 * renamed, swapped or older. A start recovers everything acknowledged, or refuses with reason, file and a way out that
 * works; and a reader reports the same.
 */
@Proves(
        value = "closed folders that are spoiled give the state or a refusal whose way out works",
        normal = "400 folders",
        large = "20,000")
@Tag("whole")
final class FolderFuzzTest {
    private static final int CASES = Boolean.getBoolean("daybook.long") ? 20_000 : 400;
    private static final JournalFolder FOLDER = new JournalFolder(DIR);
    private static final Set<Reason> REFUSALS = EnumSet.of(Reason.CORRUPT, Reason.SUSPECT, Reason.GAP, Reason.VERSION);

    private static final class Figures {
        int whole;
        int refused;
        int truncated;
    }

    @Test
    void shouldGiveTheSameOrRefuseWithAWayOutThatWorks() throws IOException {
        final long firstSeed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final Figures figures = new Figures();
        for (long seed = firstSeed; seed < firstSeed + CASES; seed++) {
            try {
                spoil(new Random(seed), figures);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("daybook.seed=" + seed, e);
            }
        }
        final String text = CASES + " folders, " + figures.whole + " whole, " + figures.refused + " refused, "
                + figures.truncated + " of them truncated and opened, first seed " + firstSeed;
        assertTrue(figures.whole > CASES / 20 && figures.truncated > CASES / 10, text);
        System.out.println("folders: " + text);
    }

    private static void spoil(final Random random, final Figures figures) throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        final SimulatedStorage older;
        try (Journal journal = open(storage)) {
            write(journal, random, 1 + random.nextInt(60));
        }
        older = storage.copy();
        final long acknowledged;
        try (Journal journal = open(storage)) {
            write(journal, random, 1 + random.nextInt(60));
            acknowledged = journal.writer().durableSeq();
        }
        if (random.nextInt(4) == 0) {
            Version1.rewrite(storage);
            storage.delete(FOLDER.closed()); // version 1 had no CLOSED, and the chain differs
            for (Path path : List.copyOf(storage.files())) {
                if (path.startsWith(FOLDER.snapshots())) {
                    storage.delete(path);
                }
            }
            FOLDER.snapshotSeqs(storage).forEach(seq -> delete(storage, FOLDER.snapshot(seq)));
        }
        for (int i = 1 + random.nextInt(2); i > 0; i--) {
            damage(storage, older, random);
        }
        judge(storage, acknowledged, figures);
    }

    private static void write(final Journal journal, final Random random, final int blocks) {
        for (int i = 0; i < blocks; i++) {
            append(journal.writer(), 1 + random.nextInt(5), 16 + random.nextInt(3000));
            if (random.nextInt(3) == 0) {
                journal.writer().force();
                journal.writer().syncMark();
            }
        }
        if (random.nextInt(3) == 0) {
            SnapshotTest.snapshot(journal, 200);
        }
        journal.writer().force();
    }

    private static void delete(final SimulatedStorage storage, final Path path) {
        try {
            storage.delete(path);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void damage(final SimulatedStorage storage, final SimulatedStorage older, final Random random)
            throws IOException {
        final List<Long> segments = FOLDER.segments(storage);
        if (segments.isEmpty()) {
            return;
        }
        final Path path = FOLDER.segment(segments.get(random.nextInt(segments.size())));
        final Path other = FOLDER.segment(segments.get(random.nextInt(segments.size())));
        final byte[] bytes = storage.bytes(path).clone();
        if (bytes.length < SegmentHeader.LENGTH) {
            return; // the file was cut by earlier damage
        }
        switch (random.nextInt(9)) {
            case 0 -> bytes[random.nextInt(usedOf(bytes))] ^= (byte) (1 << random.nextInt(8));
            case 1 -> {
                final int from = random.nextInt(bytes.length) & -512;
                Arrays.fill(bytes, from, Math.min(bytes.length, from + 512 * (1 + random.nextInt(16))), (byte) 0);
            }
            case 2 -> mend(bytes, random);
            case 3 -> Arrays.fill(bytes, frame(bytes, random), bytes.length, (byte) 0);
            case 4 -> Arrays.fill(bytes, SegmentHeader.LENGTH, bytes.length, (byte) 0);
            default -> {
                damageFiles(storage, older, path, other, random);
                return;
            }
        }
        storage.replace(path, bytes);
    }

    private static void damageFiles(
            final SimulatedStorage storage,
            final SimulatedStorage older,
            final Path path,
            final Path other,
            final Random random)
            throws IOException {
        switch (random.nextInt(6)) {
            case 0, 1 -> storage.delete(JournalFixture.lastSegment(storage));
            case 2 -> storage.delete(path);
            case 3 -> {
                final byte[] one = storage.bytes(path).clone();
                storage.replace(path, storage.bytes(other));
                storage.replace(other, one);
            }
            case 4 ->
                storage.replace(path, Arrays.copyOf(storage.bytes(path), random.nextInt(usedOf(storage.bytes(path)))));
            default -> {
                if (older.exists(path)) {
                    storage.replace(path, older.bytes(path)); // as if a backup were copied over the file
                }
            }
        }
    }

    private static int usedOf(final byte[] bytes) {
        int end = bytes.length;
        while (end > 1 && bytes[end - 1] == 0) {
            end--;
        }
        return end;
    }

    /** The offset of one of the frames. */
    private static int frame(final byte[] bytes, final Random random) {
        int at = SegmentHeader.LENGTH;
        while (at + 4096 < bytes.length
                && FrameDescriptor.magic(bytes, at) == FrameDescriptor.MAGIC
                && FrameDescriptor.frameLength(bytes, at) >= FrameDescriptor.HEADER_LENGTH
                && random.nextInt(12) > 0) {
            at += FrameDescriptor.frameLength(bytes, at);
        }
        return Math.min(at, bytes.length);
    }

    /** Changes the header of a frame, and corrects its checksum. */
    private static void mend(final byte[] bytes, final Random random) {
        final int at = frame(bytes, random);
        if (at + FrameDescriptor.HEADER_LENGTH > bytes.length) {
            return;
        }
        final SegmentHeader header;
        try {
            header = SegmentHeader.decode(Arrays.copyOf(bytes, SegmentHeader.LENGTH), "a segment");
        } catch (JournalException damagedBefore) {
            return;
        }
        bytes[at + FrameDescriptor.FRAME_LENGTH_OFFSET + random.nextInt(56)] ^= (byte) (1 << random.nextInt(8));
        FrameDescriptor.putInt(
                bytes,
                at + FrameDescriptor.HEADER_CRC_OFFSET,
                FrameDescriptor.computeHeaderCrc(new CRC32C(), header.headerSeed(), bytes, at));
    }

    private static void judge(final SimulatedStorage storage, final long acknowledged, final Figures figures) {
        final boolean closed = storage.exists(FOLDER.closed());
        final JournalReader reader = JournalReader.open(storage, DIR);
        final List<JournalException> problems = reader.stat(reader.snapshots()).problems();
        try (Journal journal = open(storage)) {
            final long lastSeq =
                    Math.max(replay(journal).lastSeq, journal.report().snapshotSeq());
            assertEquals(journal.recoveredSeq(), lastSeq);
            // A journal that was not closed may end after any frame.
            assertTrue(
                    closed ? lastSeq == acknowledged : lastSeq <= acknowledged,
                    () -> "recovered " + lastSeq + " of " + acknowledged + ", notes "
                            + journal.report().notes());
            figures.whole++;
        } catch (JournalException refused) {
            figures.refused++;
            assertTrue(REFUSALS.contains(refused.reason()), refused::toString);
            assertTrue(refused.file() != null && !refused.wayOut().isEmpty(), refused::toString);
            // These problems do not include segments that begin after every sound snapshot; the command adds that one.
            final boolean lacksItsBeginning = refused.getMessage().contains("the first seq needed");
            assertTrue(lacksItsBeginning || !problems.isEmpty(), () -> "verify finds no problem: " + refused);
            followTheWayOut(storage, refused, figures);
        }
    }

    /**
     * Truncates as the refusals propose. Each cut gives up more, so in the end a refusal names no cut, or the journal
     * opens.
     */
    private static void followTheWayOut(
            final SimulatedStorage storage, final JournalException first, final Figures figures) {
        JournalException refused = first;
        for (int i = 0; refused != null; i++) {
            assertTrue(i < 4, refused::toString);
            final long atSeq = refused.truncateAtSeq();
            if (atSeq == JournalException.NO_SEQ) {
                return; // only a backup helps
            }
            try {
                assertEquals(
                        atSeq - 1,
                        JournalTruncation.truncate(storage, DIR, atSeq, true).lastSeq());
            } catch (IllegalArgumentException e) {
                throw new AssertionError(refused.toString(), e);
            }
            try (Journal journal = open(storage)) {
                assertEquals(atSeq - 1, journal.recoveredSeq(), refused::toString);
                append(journal.writer(), 1, 300);
                journal.writer().force();
                refused = null;
                figures.truncated++;
            } catch (JournalException next) {
                refused = next;
            }
        }
    }
}
