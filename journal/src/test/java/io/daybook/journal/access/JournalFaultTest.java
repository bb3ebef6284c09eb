package io.daybook.journal.access;

import static io.daybook.journal.access.JournalFixture.append;
import static io.daybook.journal.access.JournalFixture.open;
import static io.daybook.journal.access.JournalFixture.replay;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.daybook.host.Proves;
import io.daybook.host.storage.ForwardingFile;
import io.daybook.host.storage.ForwardingStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.host.storage.SimulatedStorage.Call;
import io.daybook.host.storage.SimulatedStorage.Fault;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalException.Reason;
import io.daybook.journal.SegmentStat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The disk fails at its k-th call: nothing is acknowledged after it, and a restart recovers everything before it. */
@Proves(
        value = "the disk may fail at every call: nothing acknowledged is missing",
        normal = "640 faults",
        large = "1,926 faults")
@Tag("whole")
final class JournalFaultTest {
    private static final boolean LONG = Boolean.getBoolean("daybook.long");

    /** Only every third call fails, a different third for each fault. */
    private static final int STEP = LONG ? 1 : 3;

    @Test
    void shouldLoseNothingAcknowledgedWhateverCallFails() {
        int cases = 0;
        for (Fault fault : Fault.values()) {
            boolean reached = true;
            for (int k = 1 + fault.ordinal() % STEP; reached; k += STEP) {
                reached = runUntilFault(fault, k, false) && runUntilFault(fault, k, true);
                cases += reached ? 2 : 0;
            }
        }
        final int done = cases;
        assertTrue(done > 1_800 / STEP, () -> "only " + done + " cases");
        System.out.println("disk faults, journal: " + cases + ", each followed by a restart");
    }

    /** Runs about 300 calls, of which the k-th fails, then ends the process or the power; returns whether it failed. */
    private static boolean runUntilFault(final Fault fault, final int k, final boolean power) {
        final SimulatedStorage storage = new SimulatedStorage();
        long acknowledged = 0;
        long written = 0;
        storage.failAtCall(k, fault);
        try (Journal journal = open(storage)) {
            final JournalWriter writer = journal.writer();
            try {
                final Random random = new Random(3);
                for (int i = 0; i < 120; i++) {
                    written = writer.writtenSeq() + 3;
                    append(writer, 3, 16 + random.nextInt(2500));
                    acknowledged = writer.durableSeq();
                    if (i % 3 == 2) {
                        writer.force();
                        acknowledged = writer.durableSeq();
                        writer.syncMark();
                    }
                }
            } catch (JournalException first) {
                assertTrue(storage.faultHit());
                assertSame(first, assertThrows(JournalException.class, writer::force), "the writer stays dead");
                assertSame(first, assertThrows(JournalException.class, () -> append(writer, 1, 20)));
                assertEquals(fault == Fault.EIO ? Reason.IO : Reason.NO_SPACE, first.reason(), first::toString);
            }
        } catch (JournalException e) {
            assertTrue(storage.faultHit(), e::toString); // opening has failed
        }
        final boolean hit = storage.faultHit();
        final SimulatedStorage after = power ? storage.crash(new Random(k)) : storage.kill();
        final long promised = acknowledged;
        final long told = written;
        try (Journal journal = open(after)) {
            final long recovered = journal.recoveredSeq();
            assertTrue(
                    recovered >= promised && recovered <= told,
                    () -> fault + " at call " + k + ": acknowledged " + promised + ", recovered " + recovered
                            + ", written " + told);
            assertEquals(recovered, replay(journal).lastSeq);
        }
        // The journal has answered commands, so they must be on the disk, whatever the failed call left only in memory.
        assertHasWhatTheLastLifeForced(after, new Random(-k), fault + " at call " + k);
        return hit;
    }

    /** Opens the journal, adds a block and forces it, then cuts the power. */
    private static void assertHasWhatTheLastLifeForced(
            final SimulatedStorage storage, final Random random, final String what) {
        final long recovered;
        try (Journal journal = open(storage)) {
            recovered = journal.recoveredSeq();
            append(journal.writer(), 1, 700);
            journal.writer().force();
        }
        final SimulatedStorage after = storage.crash(random);
        try (Journal journal = open(after)) {
            assertEquals(recovered + 1, journal.recoveredSeq(), what);
            assertEquals(recovered + 1, replay(journal).lastSeq, what);
        } catch (JournalException e) {
            fail(what, e);
        }
    }

    /**
     * A force fails, and its sectors are marked clean: the next process reads them all, but the disk has only some.
     * Once that process has answered commands, the power is cut. The runs include segments whose SEAL was being forced.
     */
    @Test
    void shouldWriteAgainWhatAForceThatFailedLeftInMemoryOnly() throws Exception {
        int failedForces = 0;
        int seals = 0;
        final long firstSeed = Long.getLong("daybook.seed", 0);
        for (long seed = firstSeed; seed < firstSeed + (LONG ? 2_000 : 500); seed++) {
            final Random random = new Random(seed);
            final SimulatedStorage storage = new SimulatedStorage();
            try (Journal journal = open(storage)) {
                appendAnything(journal.writer(), random.nextInt(4), random);
                journal.writer().force();
                storage.failAtCall(1 + random.nextInt(5), Fault.EIO, Call.FORCE);
                appendAnything(journal.writer(), 1 + random.nextInt(12), random); // from 7 on it rotates
                journal.writer().force();
            } catch (JournalException e) {
                assertEquals(Reason.IO, e.reason());
                assertTrue(storage.faultHit());
                final boolean ofTheLast = storage.isFailedForceOf(JournalFixture.lastSegment(storage));
                final boolean ofASeal = isFailedForceOfASeal(storage);
                failedForces += ofTheLast || ofASeal ? 1 : 0; // other forces are of a segment that has no name yet
                seals += ofASeal ? 1 : 0;
            }
            assertHasWhatTheLastLifeForced(storage.kill(), random, "daybook.seed=" + seed);
        }
        final String cases = failedForces + " failed forces, " + seals + " of a SEAL";
        assertTrue(failedForces > (LONG ? 300 : 75) && seals > (LONG ? 50 : 12), cases);
        System.out.println("pages marked clean: " + cases);
    }

    private static void appendAnything(final JournalWriter writer, final int blocks, final Random random) {
        for (int i = 0; i < blocks; i++) {
            append(writer, 1, 16 + random.nextInt(5000));
            if (random.nextInt(8) == 0) {
                writer.force();
            }
        }
    }

    private static boolean isFailedForceOfASeal(final SimulatedStorage storage) {
        final List<SegmentStat> segments =
                JournalReader.open(storage, JournalFixture.DIR).stat().segments();
        return segments.size() > 1
                && segments.get(segments.size() - 2).sealed()
                && storage.isFailedForceOf(
                        JournalFixture.segment(segments.get(segments.size() - 2).firstSeq()));
    }

    /** The force of a truncation fails; the removed bytes must not come back after frames that are written later. */
    @Test
    void shouldZeroAgainWhatATruncationThatFailedRemoved() {
        whenTheForceOfATruncationFails(
                (storage, random, what) -> assertHasWhatTheLastLifeForced(storage.kill(), random, what));
    }

    @Test
    void shouldZeroAgainWhatTwoTruncationsRemovedOfWhichTheFirstFailed() {
        whenTheForceOfATruncationFails((storage, random, what) -> {
            final SimulatedStorage next = storage.kill();
            assertEquals(
                    2,
                    JournalTruncation.truncate(next, JournalFixture.DIR, 3, true)
                            .lastSeq());
            assertHasWhatTheLastLifeForced(random.nextBoolean() ? next : next.crash(random), random, what);
        });
    }

    @Test
    void shouldForceATruncationThatFailedWhenItIsTriedAgain() {
        whenTheForceOfATruncationFails((storage, random, what) -> {
            final SimulatedStorage next = storage.kill();
            JournalTruncation.truncate(next, JournalFixture.DIR, 5, true);
            try (Journal journal = open(next.crash(random))) {
                assertEquals(4, journal.recoveredSeq(), what);
            } catch (JournalException e) {
                fail(what, e);
            }
        });
    }

    @Test
    void shouldForceWhatATruncationKeeps() {
        final long firstSeed = Long.getLong("daybook.seed", 0);
        for (long seed = firstSeed; seed < firstSeed + (LONG ? 300 : 100); seed++) {
            final Random random = new Random(seed);
            final SimulatedStorage storage = new SimulatedStorage();
            try (Journal journal = open(storage)) {
                for (int i = 0; i < 8; i++) {
                    append(journal.writer(), 1, 16 + random.nextInt(2500));
                }
                storage.failAtCall(1, Fault.EIO, Call.FORCE);
                assertThrows(JournalException.class, journal.writer()::force);
            }
            final SimulatedStorage next = storage.kill();
            final int atSeq = 2 + random.nextInt(8); // at 9 there is nothing to remove
            JournalTruncation.truncate(next, JournalFixture.DIR, atSeq, true);
            try (Journal journal = open(next.crash(random))) {
                assertEquals(atSeq - 1, journal.recoveredSeq(), "daybook.seed=" + seed);
            } catch (JournalException e) {
                fail("daybook.seed=" + seed, e);
            }
        }
    }

    @Test
    void shouldStartBesideAKeptTailThatCannotBeOpened() throws Exception {
        final SimulatedStorage storage = new SimulatedStorage();
        try (Journal journal = open(storage)) {
            JournalFixture.appendForced(journal.writer(), 3);
        }
        JournalTruncation.truncate(storage, JournalFixture.DIR, 5, true);
        final JournalStorage refusing = new ForwardingStorage(storage) {
            @Override
            public StorageFile openReadOnly(final Path path) throws IOException {
                if (path.toString().contains(".tail-")) {
                    throw new AccessDeniedException(path.toString());
                }
                return super.openReadOnly(path);
            }
        };
        assertTrue(storage.files().stream().anyMatch(path -> path.toString().contains(".tail-")));
        try (Journal journal = open(refusing)) {
            assertEquals(4, journal.recoveredSeq());
        }
    }

    /** The steps after a truncation at seq 5 whose force failed. */
    private interface Sequel {
        void run(SimulatedStorage storage, Random random, String what);
    }

    private static void whenTheForceOfATruncationFails(final Sequel sequel) {
        final long firstSeed = Long.getLong("daybook.seed", 0);
        for (long seed = firstSeed; seed < firstSeed + (LONG ? 300 : 100); seed++) {
            final Random random = new Random(seed);
            final SimulatedStorage storage = new SimulatedStorage();
            try (Journal journal = open(storage)) {
                for (int i = 0; i < 8; i++) {
                    append(journal.writer(), 1, 16 + random.nextInt(2500));
                    journal.writer().force();
                }
            }
            storage.failAtCall(2, Fault.EIO, Call.FORCE); // the first is that of the copy
            final JournalException failed = assertThrows(
                    JournalException.class, () -> JournalTruncation.truncate(storage, JournalFixture.DIR, 5, true));
            assertEquals(Reason.IO, failed.reason());
            sequel.run(storage, random, "daybook.seed=" + seed);
        }
    }

    /**
     * Pages that are marked clean may also be dropped; then the scan has seen frames that the disk no longer returns.
     */
    @Test
    void shouldWriteNothingAgainThatIsNotWhatWasScanned() throws Exception {
        final SimulatedStorage storage = new SimulatedStorage();
        try (Journal journal = open(storage)) {
            JournalFixture.appendForced(journal.writer(), 3);
            assertTrue(journal.writer().syncMark());
        }
        final Path segment = JournalFixture.lastSegment(storage);
        final byte[] before = storage.bytes(segment).clone();
        final JournalException refused = assertThrows(JournalException.class, () -> open(new Evicting(storage)));
        assertEquals(Reason.IO, refused.reason());
        assertTrue(refused.getMessage().contains("cannot be read now"), refused::getMessage);
        assertArrayEquals(before, storage.bytes(segment));
        try (Journal journal = open(storage)) {
            assertEquals(6, journal.recoveredSeq());
        }
    }

    /** A disk whose files lose their last non-zero sector as soon as they are open for writing. */
    private static final class Evicting extends ForwardingStorage {
        private final SimulatedStorage storage;

        Evicting(final SimulatedStorage storage) {
            super(storage);
            this.storage = storage;
        }

        @Override
        public StorageFile open(final Path path) throws IOException {
            final byte[] bytes = storage.bytes(path);
            int end = bytes.length;
            while (bytes[end - 1] == 0) {
                end--;
            }
            final int lost = (end - 1) / SimulatedStorage.SECTOR * SimulatedStorage.SECTOR;
            return new ForwardingFile(super.open(path)) {
                @Override
                public int read(final ByteBuffer target, final long position) throws IOException {
                    final int start = target.position();
                    final int count = super.read(target, position);
                    for (int i = 0; i < count; i++) {
                        final long at = position + i;
                        if (at >= lost && at < lost + SimulatedStorage.SECTOR) {
                            target.put(start + i, (byte) 0);
                        }
                    }
                    return count;
                }
            };
        }
    }

    /**
     * A process is killed between writing the zeros of a repair and forcing them, the next process before its own
     * force; then the power is cut. Bytes of either process must not be next to bytes that the first one meant to
     * remove.
     */
    @Test
    void shouldForceTheZerosOfARepairThatWasCutOffBeforeAnythingElseIsWritten() {
        int repairsCutOff = 0;
        final long firstSeed = Long.getLong("daybook.seed", 0);
        for (long seed = firstSeed; seed < firstSeed + (LONG ? 3_000 : 750); seed++) {
            final Random random = new Random(seed);
            final SimulatedStorage first = new SimulatedStorage();
            try (Journal journal = open(first)) {
                append(journal.writer(), 1, 100 + random.nextInt(400));
                append(journal.writer(), 1, 8000);
            }
            final SimulatedStorage torn = first.crash(random);
            torn.failAtCall(2, Fault.EIO, Call.FORCE); // the first is that of the copy
            if (isCutOff(torn)) {
                repairsCutOff++;
                final SimulatedStorage next = torn.kill();
                next.failAtCall(1 + random.nextInt(3), Fault.EIO, Call.FORCE);
                isCutOff(next);
                assertOpens(next.crash(random), seed);
            }
        }
        final int cases = repairsCutOff;
        assertTrue(cases > (LONG ? 200 : 50), () -> "only " + cases + " repairs");
    }

    private static void assertOpens(final SimulatedStorage storage, final long seed) {
        try (Journal journal = open(storage)) {
            assertEquals(replay(journal).lastSeq, journal.recoveredSeq());
        } catch (JournalException e) {
            fail("daybook.seed=" + seed, e);
        }
    }

    private static boolean isCutOff(final SimulatedStorage storage) {
        try (Journal journal = open(storage)) {
            return false;
        } catch (JournalException e) {
            assertTrue(storage.faultHit(), e::toString);
            return true;
        }
    }

    @Test
    void shouldSayThatSpaceIsShortWhileTheSegmentStillHasRoom() throws Exception {
        final SimulatedStorage storage = new SimulatedStorage();
        final JournalOptions options = JournalOptions.builder()
                .maxBlockBytes(8 << 10)
                .firstSegmentBytes(32 << 10)
                .maxSegmentBytes(32 << 10)
                .build(); // with the thread that fills ahead
        storage.capacity(50 << 10); // room for one segment, not for two
        try (Journal journal = Journal.open(storage, JournalFixture.DIR, options, JournalFixture.FINGERPRINT)) {
            final JournalWriter writer = journal.writer();
            while (!writer.isShortOfSpace()) {
                LockSupport.parkNanos(1_000_000);
            }
            assertTrue(writer.roomBytes() > 20 << 10 && writer.roomBytes() < 32 << 10);
            append(writer, 1, 4000);
            writer.force();
            storage.capacity(Long.MAX_VALUE);
            while (writer.isShortOfSpace()) {
                LockSupport.parkNanos(1_000_000); // the preparer tries again by itself
            }
            for (int i = 0; i < 20; i++) {
                append(writer, 1, 4000);
            }
            writer.force();
            assertEquals(21, writer.durableSeq());
        }
    }

    @Test
    void shouldRefuseToRotateWhenThereIsNoRoom() {
        final SimulatedStorage storage = new SimulatedStorage();
        storage.capacity(60 << 10);
        long acknowledged = 0;
        try (Journal journal = open(storage)) {
            for (int i = 0; i < 20; i++) {
                append(journal.writer(), 1, 4000);
                journal.writer().force();
                acknowledged = journal.writer().durableSeq();
            }
            assertEquals(20, acknowledged, "all is acknowledged if the disk is not full");
        } catch (JournalException e) {
            assertEquals(Reason.NO_SPACE, e.reason());
        }
        assertTrue(acknowledged >= 5 && acknowledged < 20);
        storage.capacity(Long.MAX_VALUE);
        try (Journal journal = open(storage)) {
            assertEquals(acknowledged, journal.recoveredSeq());
        }
    }

    @Test
    void shouldNeverTryAForceTwice() {
        final SimulatedStorage storage = new SimulatedStorage();
        try (Journal journal = open(storage)) {
            append(journal.writer(), 1, 100);
            storage.failAtCall(1, Fault.EIO, Call.FORCE);
            assertThrows(JournalException.class, () -> journal.writer().force());
            final long forces = storage.calls(Call.FORCE);
            assertThrows(JournalException.class, () -> journal.writer().force());
            assertEquals(forces, storage.calls(Call.FORCE));
            assertEquals(0, journal.writer().durableSeq());
        }
    }
}
