package io.daybook.journal.retention;

import io.daybook.host.storage.JournalStorage;
import io.daybook.journal.JournalException;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.snapshot.SnapshotReader;
import io.daybook.journal.snapshot.SnapshotStore;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Deletes what {@link RetentionPlan} no longer needs. It checks in full every snapshot that it relies on: the newest
 * ones each time, older ones once. Used by the thread that writes snapshots.
 */
@SuppressWarnings("exports") // Only the journal itself creates one.
public final class Retention {
    private final JournalStorage storage;
    private final JournalFolder folder;
    private final RetentionRules rules;
    private final KeepMarks marks;

    private final Set<Long> checked = new HashSet<>();

    public Retention(
            final JournalStorage storage,
            final JournalFolder folder,
            final RetentionRules rules,
            final KeepMarks marks) {
        this.storage = storage;
        this.folder = folder;
        this.rules = rules;
        this.marks = marks;
    }

    /**
     * Deletes the snapshots and segments that are no longer needed.
     *
     * @param nowNs the wall clock
     * @param followers the snapshots from which the followers continue, which only the owner of the folder changes; 0
     *     for the start of the journal
     * @param snapshots a store that was created for this run, because a store checks each snapshot only once
     * @return a line for each thing deleted
     */
    @SuppressWarnings("try") // ended, not used
    public List<String> run(final long nowNs, final Set<Long> followers, final SnapshotStore snapshots)
            throws IOException {
        List<KeepMark> known = marks.list();
        final boolean isUnclaimed = known.isEmpty() && followers.isEmpty();
        final FolderContents contents = survey(snapshots, isUnclaimed);
        RetentionPlan plan = RetentionPlan.of(rules, contents, followers, known, nowNs);
        if (plan.isEmpty()) {
            return List.of();
        }
        final List<String> deleted = new ArrayList<>();
        try (Closeable retiring = marks::endRetiring) {
            marks.beginRetiring(plan.fromSeq());
            for (List<KeepMark> now = marks.list(); !now.equals(known); now = marks.list()) {
                known = now;
                final FolderContents again = isUnclaimed && known.isEmpty() ? contents : survey(snapshots, false);
                plan = RetentionPlan.of(rules, again, followers, known, nowNs);
                marks.beginRetiring(plan.fromSeq());
            }
            snapshots.deleteSnapshots(plan.snapshots(), deleted);
            deleteSegments(plan.segments(), deleted);
        }
        checked.removeAll(plan.snapshots());
        return deleted;
    }

    /** Lists the folder, and reads only the snapshots that a rule or a mark may need. */
    private FolderContents survey(final SnapshotStore snapshots, final boolean isNothingMarked) throws IOException {
        final boolean isCountEnough = isNothingMarked && rules.keepAgeNs() == 0 && rules.keepBytes() == 0;
        final List<Long> seqs = folder.snapshotSeqs(storage);
        final Set<Long> relied = new HashSet<>();
        int good = 0;
        for (int i = seqs.size() - 1; i >= 0 && good < rules.keepSnapshots(); i--) {
            if (isGood(snapshots, seqs.get(i))) {
                relied.add(seqs.get(i));
                good++;
            }
        }
        final long oldestCounted = relied.stream().mapToLong(seq -> seq).min().orElse(Long.MAX_VALUE);
        return FolderContents.of(storage, folder, seq -> {
            final boolean isOlder = seq < oldestCounted;
            return relied.contains(seq) || isOlder && !isCountEnough && isGoodForOnce(snapshots, seq)
                    ? manifestOf(snapshots, seq)
                    : null;
        });
    }

    private boolean isGoodForOnce(final SnapshotStore snapshots, final long seq) throws IOException {
        if (!checked.contains(seq) && !isGood(snapshots, seq)) {
            return false;
        }
        checked.add(seq);
        return true;
    }

    private boolean isGood(final SnapshotStore snapshots, final long seq) throws IOException {
        try {
            snapshots.verified(seq);
            return true;
        } catch (JournalException e) {
            SnapshotStore.refuseUnlessBad(e); // a bad snapshot stays for the operator until all kept ones are newer
            return false;
        }
    }

    private @Nullable SnapshotReader manifestOf(final SnapshotStore snapshots, final long seq) throws IOException {
        try {
            return snapshots.read(seq);
        } catch (JournalException e) {
            SnapshotStore.refuseUnlessBad(e);
            return null;
        }
    }

    private void deleteSegments(final List<Long> firstSeqs, final List<String> deleted) throws IOException {
        for (long firstSeq : firstSeqs) {
            storage.delete(folder.segment(firstSeq));
            storage.forceDirectory(folder.journal());
            deleted.add("deleted segment " + folder.segment(firstSeq).getFileName());
        }
    }
}
