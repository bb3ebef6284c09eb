package io.daybook.journal.retention;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.journal.retention.FolderContents.Segment;
import io.daybook.journal.retention.FolderContents.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class RetentionPlanTest {
    private static final List<KeepMark> NO_MARKS = List.of();

    private static RetentionRules keep(final int snapshots) {
        return new RetentionRules(snapshots, 0, 0, false);
    }

    private static RetentionRules keepAge(final long ns) {
        return new RetentionRules(1, ns, 0, false);
    }

    private static RetentionRules keepBytes(final long bytes) {
        return new RetentionRules(1, 0, bytes, false);
    }

    /**
     * Sound snapshots of 10 bytes at these seqs, each with its seq as its time in ns; a segment of 100 bytes for each
     * hundred commands.
     */
    private static FolderContents contents(final long... seqs) {
        final List<Snapshot> snapshots = new ArrayList<>();
        for (long seq : seqs) {
            snapshots.add(new Snapshot(seq, seq, 10, true));
        }
        final List<Segment> segments = new ArrayList<>();
        for (long first = 1; first <= seqs[seqs.length - 1] + 1; first += 100) {
            segments.add(new Segment(first, 100));
        }
        return new FolderContents(snapshots, segments);
    }

    private static RetentionPlan plan(
            final RetentionRules rules, final FolderContents contents, final List<KeepMark> marks, final long nowNs) {
        return RetentionPlan.of(rules, contents, Set.of(), marks, nowNs);
    }

    @Test
    void shouldKeepTheNewestSnapshotsAndTheJournalFromTheOldestOfThemOn() {
        final RetentionPlan plan = plan(keep(2), contents(100, 250, 300, 400), NO_MARKS, 0);
        assertEquals(300, plan.fromSeq());
        assertEquals(List.of(100L, 250L), plan.snapshots());
        assertEquals(List.of(1L, 101L, 201L), plan.segments());
    }

    @Test
    void shouldDeleteNothingBeforeThereAreEnoughSnapshots() {
        assertTrue(plan(keep(3), contents(100, 200), NO_MARKS, 0).isEmpty());
        assertTrue(plan(new RetentionRules(1, 0, 0, true), contents(100, 200), NO_MARKS, 0)
                .isEmpty());
    }

    @Test
    void shouldKeepWhatIsYoungEnough() {
        // Everything younger than 120 can be computed from the snapshot at 250, the newest one that is old enough.
        final RetentionPlan plan = plan(keepAge(120), contents(100, 250, 300, 400), NO_MARKS, 400);
        assertEquals(250, plan.fromSeq());
        assertEquals(List.of(100L), plan.snapshots());
        assertEquals(List.of(1L, 101L), plan.segments());
        assertTrue(plan(keepAge(1000), contents(100, 250, 300, 400), NO_MARKS, 400)
                .segments()
                .isEmpty());
    }

    @Test
    void shouldKeepAsMuchAsFitsIntoTheBytes() {
        final FolderContents contents = contents(100, 200, 300, 400);
        assertEquals(540, contents.bytesFrom(0)); // five segments and four snapshots
        assertEquals(0, plan(keepBytes(540), contents, NO_MARKS, 0).fromSeq());
        assertEquals(100, plan(keepBytes(539), contents, NO_MARKS, 0).fromSeq());
        assertEquals(200, plan(keepBytes(400), contents, NO_MARKS, 0).fromSeq());
        assertEquals(
                List.of(1L, 101L), plan(keepBytes(400), contents, NO_MARKS, 0).segments());
        assertEquals(400, plan(keepBytes(1), contents, NO_MARKS, 0).fromSeq(), "the count holds nevertheless");
    }

    @Test
    void shouldKeepTheSnapshotBeforeAMark() {
        final FolderContents contents = contents(100, 200, 300, 400);
        assertEquals(
                100, plan(keep(1), contents, List.of(new KeepMark("a", 101)), 0).fromSeq());
        assertEquals(
                0, plan(keep(1), contents, List.of(new KeepMark("a", 100)), 0).fromSeq());
        assertEquals(
                200,
                plan(keep(1), contents, List.of(new KeepMark("a", 300), new KeepMark("b", 301)), 0)
                        .fromSeq());
        assertEquals(
                400,
                plan(keep(1), contents, List.of(new KeepMark("a", 4711)), 0).fromSeq());
    }

    @Test
    void shouldKeepTheSnapshotFromWhichAFollowerGoesOn() {
        final FolderContents contents = contents(100, 200, 300, 400);
        final RetentionPlan plan = RetentionPlan.of(keep(1), contents, Set.of(200L), NO_MARKS, 0);
        assertEquals(200, plan.fromSeq());
        assertEquals(List.of(100L), plan.snapshots());
        assertEquals(List.of(1L, 101L), plan.segments());
        assertTrue(RetentionPlan.of(keep(1), contents, Set.of(0L, 300L), NO_MARKS, 0)
                .segments()
                .isEmpty());
    }

    @Test
    void shouldRelyOnSoundSnapshotsOnly() {
        final FolderContents plain = contents(100, 200, 300, 400);
        final List<Snapshot> snapshots = new ArrayList<>(plain.snapshots());
        snapshots.set(2, new Snapshot(300, 0, 0, false));
        final FolderContents contents = new FolderContents(snapshots, plain.segments());
        assertEquals(200, plan(keep(2), contents, NO_MARKS, 0).fromSeq());
        assertEquals(List.of(100L), plan(keep(2), contents, NO_MARKS, 0).snapshots(), "the bad snapshot stays");
        assertEquals(
                200, plan(keep(1), contents, List.of(new KeepMark("a", 350)), 0).fromSeq());
    }

    @Test
    void shouldSayWhatAMarkCosts() {
        final FolderContents contents = contents(100, 200, 300, 400);
        assertEquals(
                10 + 300, contents.held(HeldMark.MARK, new KeepMark("a", 150)).bytes());
        assertEquals(400, contents.held(HeldMark.MARK, new KeepMark("a", 1)).bytes());
        assertEquals(0, contents.held(HeldMark.MARK, new KeepMark("a", 401)).bytes());
    }

    /** Takes many snapshots, and after each deletes what the plan names. */
    @Test
    void shouldMoveOnInStepsWithFewSnapshotsBetween() {
        final TreeSet<Long> seqs = new TreeSet<>();
        long fromSeq = 0;
        for (int i = 1; i <= 2000; i++) {
            seqs.add(i * 100L);
            final FolderContents contents =
                    contents(seqs.stream().mapToLong(seq -> seq).toArray());
            final RetentionPlan plan = plan(new RetentionRules(3, 50_000, 0, false), contents, NO_MARKS, i * 100L);
            assertTrue(plan.fromSeq() >= fromSeq, () -> "the oldest kept seq never goes back: " + plan);
            assertTrue(plan.fromSeq() <= Math.max(0, i * 100L - 50_000), () -> "young commands are kept: " + plan);
            fromSeq = plan.fromSeq();
            seqs.removeAll(plan.snapshots());
            assertTrue(seqs.size() <= 3 + 2 * 16 + 2, () -> "few snapshots: " + seqs.size());
        }
        assertTrue(fromSeq >= 200_000 - 50_000 * 9 / 8, "little more than the young commands is kept: " + fromSeq);
    }

    /**
     * Whatever the folder and the rules, the owner of a mark can get the commands that it needs, and no counted
     * snapshot is deleted.
     */
    @Test
    void shouldNeverDeleteWhatARuleOrAMarkNeeds() {
        for (int seed = 0; seed < 2000; seed++) {
            final Random random = new Random(seed);
            final TreeSet<Long> seqs = new TreeSet<>();
            for (int i = 0; i < 1 + random.nextInt(40); i++) {
                seqs.add(1L + random.nextInt(5000));
            }
            final FolderContents contents =
                    contents(seqs.stream().mapToLong(seq -> seq).toArray());
            final List<KeepMark> marks = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                marks.add(new KeepMark("m" + i, 1L + random.nextInt(5000)));
            }
            final RetentionRules rules = new RetentionRules(
                    1 + random.nextInt(4),
                    random.nextInt(3) == 0 ? random.nextInt(5000) : 0,
                    random.nextInt(3) == 0 ? random.nextInt(5000) : 0,
                    false);
            final RetentionPlan plan = plan(rules, contents, marks, 5000);
            final String about = "seed=" + seed + " " + plan;

            final TreeSet<Long> left = new TreeSet<>(seqs);
            left.removeAll(plan.snapshots());
            assertTrue(left.size() >= Math.min(seqs.size(), rules.keepSnapshots()), about);
            assertTrue(plan.fromSeq() == 0 || left.contains(plan.fromSeq()), about);
            final List<Segment> segments = contents.segments();
            final long firstLeft = segments.get(plan.segments().size()).firstSeq();
            assertTrue(firstLeft <= plan.fromSeq() + 1, about);
            for (KeepMark mark : marks) {
                final Long base = left.lower(mark.fromSeq());
                assertTrue(firstLeft == 1 || base != null && firstLeft <= base + 1, about + " " + mark);
                assertTrue(
                        base == null || base.equals(seqs.lower(mark.fromSeq())),
                        about + " the newest one before " + mark);
            }
        }
    }
}
