package io.daybook.journal.access;

import static io.daybook.journal.access.JournalFixture.append;
import static io.daybook.journal.access.JournalFixture.open;
import static io.daybook.journal.access.JournalFixture.replay;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.daybook.host.Proves;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.journal.JournalException;
import io.daybook.journal.RecoveryReport;
import io.daybook.journal.snapshot.SnapshotPartWriter;
import io.daybook.journal.snapshot.SnapshotWriter;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * The crash model: sectors that were not forced survive in any combination, and names that were not forced may survive
 * or not. Everything acknowledged must be recovered, nothing may be recovered that was not written, a completed
 * snapshot must exist, and no crash may look like damage.
 */
@Proves(
        value = "acknowledged ⊆ recovered ⊆ written after any crash of the machine",
        normal = "20,000 states",
        large = "2,000,000")
final class JournalCrashTest {
    private static final int STATES =
            Boolean.getBoolean("daybook.long") ? 2_000_000 : Boolean.getBoolean("daybook.quick") ? 500 : 20_000;
    private static final int CRASHES_PER_LIFE = 8;

    /** What was written to one disk, and what the disk must have kept. */
    private static final class Promise {
        long acknowledged;
        long written;
        long snapshot;
    }

    @Test
    void shouldRecoverAllThatWasAcknowledgedAfterAnyCrash() {
        final long firstSeed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final int torn = LongStream.range(firstSeed, firstSeed + STATES / CRASHES_PER_LIFE)
                .parallel()
                .mapToInt(JournalCrashTest::tornTailsOfOneDisk)
                .sum();
        assertTrue(torn > STATES / 20, () -> torn + " torn tails in " + STATES + " states: the model tears too few");
        System.out.println(
                "JournalCrashTest: " + STATES + " crash states, " + torn + " torn tails, first seed " + firstSeed);
    }

    private static int tornTailsOfOneDisk(final long seed) {
        final Random random = new Random(seed);
        final Promise promise = new Promise();
        SimulatedStorage storage = new SimulatedStorage();
        int torn = 0;
        try {
            for (int life = 0; life < CRASHES_PER_LIFE; life++) {
                torn += live(storage, promise, random);
                storage = random.nextInt(6) == 0 ? storage.kill() : storage.crash(random);
            }
        } catch (JournalException | AssertionError e) {
            fail("daybook.seed=" + seed + ": " + e, e);
        }
        return torn;
    }

    /** Opens the journal, compares it with the promise, and continues to write until the power is cut. */
    private static int live(final SimulatedStorage storage, final Promise promise, final Random random) {
        final int callsToLive = 1 + random.nextInt(random.nextInt(4) == 0 ? 12 : 60);
        if (random.nextInt(3) == 0) {
            // The end may also come in the middle of opening, or of a rotation.
            storage.failAtCall(callsToLive, SimulatedStorage.Fault.EIO);
        }
        try {
            final Journal journal = open(storage);
            final long recovered = journal.recoveredSeq();
            assertTrue(
                    recovered >= promise.acknowledged,
                    () -> "acknowledged " + promise.acknowledged + ", recovered " + recovered);
            assertTrue(recovered <= promise.written, () -> "written " + promise.written + ", recovered " + recovered);
            final RecoveryReport report = journal.report();
            assertTrue(report.snapshotSeq() >= promise.snapshot, () -> "snapshot " + promise.snapshot + ": " + report);
            assertTrue(report.notes().stream().noneMatch(note -> note.startsWith("snapshot")), report::toString);
            assertEquals(recovered, Math.max(replay(journal).lastSeq, report.snapshotSeq()));
            promise.snapshot = report.snapshotSeq();
            promise.acknowledged = recovered; // from now on the recovered commands are answered
            promise.written = recovered;
            write(journal, promise, random, callsToLive);
            if (random.nextInt(4) == 0) {
                journal.writer().force();
                promise.acknowledged = journal.writer().durableSeq();
                journal.close(); // an orderly close, followed by the loss of power
            }
            return journal.report().torn() == null ? 0 : 1;
        } catch (JournalException e) {
            if (e.reason() != JournalException.Reason.IO || !storage.faultHit()) {
                throw e;
            }
            return 0; // the power is cut
        }
    }

    private static void write(final Journal journal, final Promise promise, final Random random, final int steps) {
        final JournalWriter writer = journal.writer();
        for (int i = 0; i < steps; i++) {
            final int what = random.nextInt(10);
            if (what < 6) {
                final int count = 1 + random.nextInt(20);
                promise.written = writer.writtenSeq() + count;
                append(writer, count, 16 + random.nextInt(random.nextInt(3) == 0 ? 8000 : 900));
                promise.acknowledged = Math.max(promise.acknowledged, writer.durableSeq());
            } else if (what < 8) {
                writer.force();
                promise.acknowledged = writer.durableSeq();
            } else if (what < 9) {
                writer.syncMark();
            } else if (random.nextInt(6) == 0) {
                snapshot(journal, promise);
                if (random.nextBoolean()) {
                    journal.retain(0);
                }
            }
        }
    }

    private static void snapshot(final Journal journal, final Promise promise) {
        final JournalWriter writer = journal.writer();
        promise.written = writer.writtenSeq() + 1;
        append(writer, 1, 50);
        final long seq = writer.writtenSeq();
        final long chain = writer.chainAtWrittenSeq();
        writer.force();
        promise.acknowledged = writer.durableSeq();
        final SnapshotWriter snapshot = journal.beginSnapshot(seq);
        final SnapshotPartWriter part = snapshot.part("state");
        part.write(new byte[700], 0, 700);
        part.finish(0);
        snapshot.commit(seq, 42, chain);
        promise.snapshot = seq;
        writer.snapMark(seq, 42);
    }
}
