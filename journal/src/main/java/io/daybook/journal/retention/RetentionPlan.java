package io.daybook.journal.retention;

import io.daybook.journal.retention.FolderContents.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Decides, without touching files, which files of a folder are no longer needed. Each rule and each mark names the
 * oldest snapshot that it needs, and the oldest of these decides:
 *
 * <pre>
 *   keepSnapshots   the oldest of the newest keepSnapshots ones
 *   keepAgeNs       the newest one that is at least so old, so that every younger command can be computed
 *   keepBytes       the oldest one from which on snapshots and journal take at most keepBytes
 *   a mark          the newest one before its seq
 *   a follower      the newest one from which it can continue if only the oldest of the newest is good
 * </pre>
 *
 * Segments are kept from that snapshot on. Snapshots are kept if they are among the newest, if a rule, mark or follower
 * names them, or if they lie at even distances between these, so that the oldest kept snapshot can advance to them.
 *
 * @param fromSeq seq of the snapshot from which everything can be computed; 0 for the start of the journal
 * @param snapshots the snapshots to be deleted, ascending
 * @param segments the segments to be deleted, ascending; a prefix of the existing ones
 */
record RetentionPlan(long fromSeq, List<Long> snapshots, List<Long> segments) {
    private static final RetentionPlan NOTHING = new RetentionPlan(0, List.of(), List.of());

    /**
     * About how many snapshots are kept, at most, at even distances between the oldest kept one and the newest ones.
     */
    private static final int STEPS = 16;

    private static final long START = 0;

    /**
     * Makes the plan.
     *
     * @param followers the snapshots from which followers continue; 0 for the start of the journal
     * @param nowNs the wall clock, which the times of snapshots are compared with
     */
    static RetentionPlan of(
            final RetentionRules rules,
            final FolderContents contents,
            final Set<Long> followers,
            final List<KeepMark> marks,
            final long nowNs) {
        final List<Snapshot> sound = contents.soundSnapshots();
        if (rules.retainAll() || sound.size() < rules.keepSnapshots()) {
            return NOTHING;
        }
        final long counted = sound.get(sound.size() - rules.keepSnapshots()).seq();
        final TreeSet<Long> bases = new TreeSet<>();
        bases.add(counted);
        if (rules.keepAgeNs() > 0) {
            bases.add(Math.min(counted, baseOfAge(sound, nowNs - rules.keepAgeNs())));
        }
        if (rules.keepBytes() > 0) {
            bases.add(Math.min(counted, baseOfBytes(contents, rules.keepBytes(), counted)));
        }
        for (long follower : followers) {
            bases.add(Math.min(counted, follower));
        }
        for (KeepMark mark : marks) {
            bases.add(Math.min(counted, contents.baseOf(mark)));
        }
        return new RetentionPlan(
                bases.first(),
                superfluousSnapshots(contents, bases, counted),
                coveredSegments(contents, bases.first()));
    }

    /** Returns whether nothing is to be deleted. */
    boolean isEmpty() {
        return snapshots.isEmpty() && segments.isEmpty();
    }

    private static long baseOfAge(final List<Snapshot> sound, final long timeNs) {
        long base = START;
        for (Snapshot snapshot : sound) {
            if (snapshot.timeNs() <= timeNs) {
                base = snapshot.seq();
            }
        }
        return base;
    }

    private static long baseOfBytes(final FolderContents contents, final long bytes, final long otherwise) {
        final boolean isWhole =
                !contents.segments().isEmpty() && contents.segments().get(0).firstSeq() == 1;
        if (isWhole && contents.bytesFrom(START) <= bytes) {
            return START;
        }
        for (Snapshot snapshot : contents.snapshots()) {
            if (snapshot.sound() && contents.bytesFrom(snapshot.seq()) <= bytes) {
                return snapshot.seq();
            }
        }
        return otherwise;
    }

    private static List<Long> superfluousSnapshots(
            final FolderContents contents, final TreeSet<Long> bases, final long counted) {
        final long first = bases.first();
        final long step = (counted - first) / STEPS;
        final List<Snapshot> snapshots = contents.snapshots();
        final List<Long> superfluous = new ArrayList<>();
        long kept = first;
        for (int i = 0; i < snapshots.size() && snapshots.get(i).seq() < counted; i++) {
            final long seq = snapshots.get(i).seq();
            if (seq < first) {
                superfluous.add(seq);
            } else if (bases.contains(seq)) {
                kept = seq;
            } else if (snapshots.get(i).sound()) { // a bad snapshot stays for the operator to see
                if (snapshots.get(i + 1).seq() - kept <= step) {
                    superfluous.add(seq);
                } else {
                    kept = seq;
                }
            }
        }
        return superfluous;
    }

    private static List<Long> coveredSegments(final FolderContents contents, final long seq) {
        final List<Long> covered = new ArrayList<>();
        for (int i = 0; i < contents.segments().size() && contents.isCovered(i, seq); i++) {
            covered.add(contents.segments().get(i).firstSeq());
        }
        return covered;
    }
}
