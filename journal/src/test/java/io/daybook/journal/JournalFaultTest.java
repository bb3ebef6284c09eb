package io.daybook.journal;

import static io.daybook.journal.JournalFixture.append;
import static io.daybook.journal.JournalFixture.open;
import static io.daybook.journal.JournalFixture.replay;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.daybook.journal.JournalException.Reason;
import io.daybook.journal.storage.SimulatedStorage;
import io.daybook.journal.storage.SimulatedStorage.Call;
import io.daybook.journal.storage.SimulatedStorage.Fault;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The disk fails at its k-th call: nothing is acknowledged after it, and a restart has all that was before. */
final class JournalFaultTest {

    @Test
    void shouldLoseNothingAcknowledgedWhateverCallFails() {
        int cases = 0;
        for (Fault fault : Fault.values()) {
            boolean reached = true;
            for (int k = 1; reached; k++) {
                reached = runUntilFault(fault, k, false) && runUntilFault(fault, k, true);
                cases += reached ? 2 : 0;
            }
        }
        final int done = cases;
        assertTrue(done > 1_800, () -> "only " + done + " cases");
        System.out.println("disk faults, journal: " + cases + ", each followed by a restart");
    }

    /** Runs 300 calls or so with the k-th failing, and lets the process or the power go; whether it was reached. */
    private static boolean runUntilFault(Fault fault, int k, boolean power) {
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
                assertSame(first, assertThrows(JournalException.class, writer::force), "dead is dead");
                assertSame(first, assertThrows(JournalException.class, () -> append(writer, 1, 20)));
                assertEquals(fault == Fault.EIO ? Reason.IO : Reason.NO_SPACE, first.reason(), first::toString);
            }
        } catch (JournalException e) {
            assertTrue(storage.faultHit(), e::toString); // while it was being opened
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
        // It was answered from, so it must be on the disk by now, whatever the failed call left in memory only.
        assertHasWhatTheLastLifeForced(after, new Random(-k), fault + " at call " + k);
        return hit;
    }

    /** Opens the journal, adds a block and forces it; then the power goes. */
    private static void assertHasWhatTheLastLifeForced(SimulatedStorage storage, Random random, String what) {
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
     * A force fails, and its pages are taken for clean: the next process reads them all, and the disk has some. Once it has
     * answered from them, the power goes.
     */
    @Test
    void shouldWriteAgainWhatAForceThatFailedLeftInMemoryOnly() {
        final long firstSeed = Long.getLong("daybook.seed", 0);
        for (long seed = firstSeed; seed < firstSeed + 1_000; seed++) {
            final Random random = new Random(seed);
            final SimulatedStorage storage = new SimulatedStorage();
            try (Journal journal = open(storage)) {
                final JournalWriter writer = journal.writer();
                for (int i = random.nextInt(4); i > 0; i--) {
                    append(writer, 1, 16 + random.nextInt(5000));
                    writer.force();
                }
                storage.failAtCall(1, Fault.EIO, Call.FORCE);
                for (int i = random.nextInt(6); i > 0; i--) {
                    append(writer, 1, 16 + random.nextInt(5000)); // may rotate, and force by that
                }
                writer.force();
            } catch (JournalException e) {
                assertEquals(Reason.IO, e.reason());
            }
            assertHasWhatTheLastLifeForced(storage.kill(), random, "daybook.seed=" + seed);
        }
    }

    /** The force behind a truncation fails; what it removed must not come back behind what is written later. */
    @Test
    void shouldZeroAgainWhatATruncationThatFailedRemoved() {
        final long firstSeed = Long.getLong("daybook.seed", 0);
        for (long seed = firstSeed; seed < firstSeed + 300; seed++) {
            final Random random = new Random(seed);
            final SimulatedStorage storage = new SimulatedStorage();
            try (Journal journal = open(storage)) {
                for (int i = 0; i < 4; i++) {
                    append(journal.writer(), 1, 16 + random.nextInt(3000));
                    journal.writer().force();
                }
            }
            storage.failAtCall(2, Fault.EIO, Call.FORCE); // the first is that of the copy
            final JournalException failed = assertThrows(
                    JournalException.class, () -> JournalTruncation.truncate(storage, JournalFixture.DIR, 2, true));
            assertEquals(Reason.IO, failed.reason());
            assertHasWhatTheLastLifeForced(storage.kill(), random, "daybook.seed=" + seed);
        }
    }

    /**
     * A process is killed between the zeros of a repair and their force, the next one before its own force; then the power
     * goes. What either wrote must not lie beside what the first one meant to remove.
     */
    @Test
    void shouldForceTheZerosOfARepairThatWasCutOffBeforeAnythingElseIsWritten() {
        int repairsCutOff = 0;
        final long firstSeed = Long.getLong("daybook.seed", 0);
        for (long seed = firstSeed; seed < firstSeed + 3_000; seed++) {
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
        assertTrue(cases > 200, () -> "only " + cases + " repairs");
    }

    private static void assertOpens(SimulatedStorage storage, long seed) {
        try (Journal journal = open(storage)) {
            assertEquals(replay(journal).lastSeq, journal.recoveredSeq());
        } catch (JournalException e) {
            fail("daybook.seed=" + seed, e);
        }
    }

    private static boolean isCutOff(SimulatedStorage storage) {
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
                Thread.onSpinWait();
            }
            assertTrue(writer.roomBytes() > 20 << 10 && writer.roomBytes() < 32 << 10);
            append(writer, 1, 4000);
            writer.force();
            storage.capacity(Long.MAX_VALUE);
            while (writer.isShortOfSpace()) {
                Thread.onSpinWait(); // it tries again by itself
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
            assertEquals(20, acknowledged, "it should not have had room");
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
