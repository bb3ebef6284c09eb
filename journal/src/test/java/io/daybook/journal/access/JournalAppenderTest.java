package io.daybook.journal.access;

import static io.daybook.journal.access.JournalFixture.DIR;
import static io.daybook.journal.access.JournalFixture.FINGERPRINT;
import static io.daybook.journal.access.JournalFixture.SMALL;
import static io.daybook.journal.access.JournalFixture.block;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalStat;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.format.SegmentHeader;
import io.daybook.journal.snapshot.SnapshotPartWriter;
import io.daybook.journal.snapshot.SnapshotWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

@Proves(
        value = "an export that is cut and continued writes the bytes of one run",
        normal = "200 disks",
        large = "20,000")
final class JournalAppenderTest {
    private static final UUID ID = new UUID(47, 11);
    private static final long CREATED_NS = 1_000;
    private static final int BLOCKS = 300;
    private static final int RUNS =
            Boolean.getBoolean("daybook.long") ? 20_000 : Boolean.getBoolean("daybook.quick") ? 20 : 200;

    private final SimulatedStorage storage = new SimulatedStorage();

    private static JournalOrigin origin(final long firstSeq) {
        return new JournalOrigin(ID, CREATED_NS, firstSeq, number -> {
            final byte[] seed = new byte[JournalOrigin.SEED_LENGTH];
            Arrays.fill(seed, (byte) number);
            return seed;
        });
    }

    private static JournalAppender open(final SimulatedStorage storage) {
        return JournalAppender.open(storage, DIR, SMALL, FINGERPRINT, origin(1));
    }

    /** Appends the next block, whose bytes depend only on its seq. */
    private static void appendNext(final JournalAppender appender) {
        final long firstSeq = appender.lastSeq() + 1;
        final int number = (int) (firstSeq / JournalAppender.BLOCK_COMMANDS);
        final byte[] block = block(firstSeq, JournalAppender.BLOCK_COMMANDS, 20 + number * 97 % 3_000);
        if (number % 3 == 0) {
            Arrays.fill(block, 16, block.length, (byte) number); // compressible, and sometimes zeros
        }
        appender.append(firstSeq, JournalAppender.BLOCK_COMMANDS, firstSeq * 1000, block, 0, block.length);
    }

    private static byte[] bytes(final SimulatedStorage storage, final long firstSeq) throws IOException {
        try (StorageFile file = storage.openReadOnly(new JournalFolder(DIR).segment(firstSeq))) {
            final byte[] bytes = new byte[(int) file.length()];
            file.readFully(ByteBuffer.wrap(bytes), 0);
            return bytes;
        }
    }

    private static void assertSameSegments(
            final SimulatedStorage expected, final SimulatedStorage actual, final String message) throws IOException {
        final List<Long> segments = new JournalFolder(DIR).segments(expected);
        assertEquals(segments, new JournalFolder(DIR).segments(actual), message);
        for (final long firstSeq : segments) {
            assertArrayEquals(bytes(expected, firstSeq), bytes(actual, firstSeq), message + ", segment " + firstSeq);
        }
    }

    private static SimulatedStorage writtenAtOnce() {
        final SimulatedStorage storage = new SimulatedStorage();
        try (JournalAppender appender = open(storage)) {
            for (int i = 0; i < BLOCKS; i++) {
                appendNext(appender);
            }
        }
        return storage;
    }

    @Test
    void shouldWriteTheSameBytesInAnyNumberOfRunsAndAfterAnyCrash() throws IOException {
        final SimulatedStorage expected = writtenAtOnce();
        assertTrue(new JournalFolder(DIR).segments(expected).size() > 2, "the run must include a rotation");
        final long firstSeed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        int crashes = 0;
        for (long seed = firstSeed; seed < firstSeed + RUNS; seed++) {
            crashes += writeInRuns(expected, new Random(seed), "daybook.seed=" + seed);
        }
        assertTrue(crashes > RUNS, "the disk must have failed: crashes=" + crashes);
    }

    private static int writeInRuns(final SimulatedStorage expected, final Random random, final String message)
            throws IOException {
        SimulatedStorage storage = new SimulatedStorage();
        final long end = (long) BLOCKS * JournalAppender.BLOCK_COMMANDS;
        int crashes = 0;
        while (true) {
            final boolean fails = crashes < 20 && random.nextInt(3) > 0;
            if (fails) {
                storage.failAtCall(1 + random.nextInt(200), SimulatedStorage.Fault.EIO);
            }
            boolean isClosed = false;
            long written = 0;
            try (JournalAppender appender = open(storage)) {
                final long blocks = 1 + random.nextInt(BLOCKS);
                for (long i = 0; i < blocks && appender.lastSeq() < end; i++) {
                    appendNext(appender);
                }
                written = appender.lastSeq();
                isClosed = random.nextInt(3) > 0;
            } catch (JournalException e) {
                assertTrue(storage.faultHit(), () -> message + ": " + e);
                isClosed = false;
            }
            if (isClosed && written == end && !storage.faultHit()) {
                break;
            }
            crashes++;
            storage = random.nextBoolean() ? storage.kill() : storage.crash(random);
        }
        assertSameSegments(expected, storage, message);
        return crashes;
    }

    @Test
    void shouldBeAJournalLikeAnyOther() throws IOException {
        try (JournalAppender appender = open(storage)) {
            for (int i = 0; i < 70; i++) {
                appendNext(appender);
            }
            final byte[] rest = block(appender.lastSeq() + 1, 17, 900);
            appender.append(appender.lastSeq() + 1, 17, (appender.lastSeq() + 1) * 1000, rest, 0, rest.length);
            appender.force();
        }
        final long end = 70L * JournalAppender.BLOCK_COMMANDS + 17;
        final JournalReader reader = JournalReader.open(storage, DIR);
        final JournalStat stat = reader.stat();
        assertEquals(List.of(), stat.problems());
        assertEquals(end, stat.lastSeq());
        assertEquals(ID.toString(), stat.exchangeId());
        final SegmentHeader header = SegmentHeader.decode(Arrays.copyOf(bytes(storage, 1), SegmentHeader.LENGTH), "");
        assertEquals(CREATED_NS, header.createdNs());
        // An exchange can continue the folder.
        try (Journal journal = Journal.open(storage, DIR, SMALL, FINGERPRINT)) {
            assertEquals(end, journal.recoveredSeq());
            JournalFixture.append(journal.writer(), 1, 100);
            journal.writer().force();
        }
        try (Journal journal = Journal.open(storage, DIR, SMALL, FINGERPRINT)) {
            assertEquals(end + 1, journal.recoveredSeq());
        }
    }

    @Test
    void shouldRefuseGapsAndOverlaps() {
        try (JournalAppender appender = open(storage)) {
            appendNext(appender);
            for (final long wrong : new long[] {1, 4_096, 4_098, 1 << 20}) {
                final JournalException refusal =
                        assertThrows(JournalException.class, () -> appender.append(wrong, 1, 0, new byte[10], 0, 10));
                assertEquals(JournalException.Reason.GAP, refusal.reason());
                assertTrue(refusal.getMessage().contains("seq 4097"), refusal::getMessage);
            }
            assertThrows(IllegalArgumentException.class, () -> appender.append(4_097, 4_097, 0, new byte[10], 0, 10));
            appendNext(appender);
            assertEquals(8_192, appender.lastSeq());
        }
    }

    @Test
    void shouldRefuseTheFolderOfAnotherExchange() {
        Journal.open(storage, DIR, SMALL, FINGERPRINT).close();
        final JournalException refusal = assertThrows(JournalException.class, () -> open(storage));
        assertEquals(JournalException.Reason.MISMATCH, refusal.reason());
        assertTrue(refusal.getMessage().contains(ID.toString()), refusal::getMessage);
    }

    @Test
    void shouldBeginBehindASnapshot() {
        try (JournalAppender appender = JournalAppender.open(storage, DIR, SMALL, FINGERPRINT, origin(5_001))) {
            assertTrue(appender.isNew());
            assertEquals(5_000, appender.lastSeq());
            final SnapshotWriter snapshot = appender.beginSnapshot();
            final SnapshotPartWriter part = snapshot.part("state");
            part.write(new byte[700], 0, 700);
            part.finish(0);
            snapshot.commit(7, 42, appender.chain());
        }
        try (JournalAppender appender = JournalAppender.open(storage, DIR, SMALL, FINGERPRINT, origin(1))) {
            assertEquals(5_000, appender.lastSeq());
            final byte[] block = block(5_001, 3_192, 500);
            appender.append(5_001, 3_192, 5_001_000, block, 0, block.length);
        }
        try (Journal journal = Journal.open(storage, DIR, SMALL, FINGERPRINT)) {
            assertEquals(8_192, journal.recoveredSeq());
            assertEquals(5_000, journal.report().snapshotSeq());
            assertEquals(List.of(), journal.report().notes());
            assertEquals(8_192, JournalFixture.replay(journal).lastSeq);
        }
    }
}
