package io.daybook.journal.retention;

import io.daybook.journal.JournalException;
import io.daybook.journal.folder.Identity;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.snapshot.SnapshotReader;
import io.daybook.journal.snapshot.SnapshotStore;
import io.daybook.journal.storage.JournalStorage;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Deletes what nobody needs any more, as {@link RetentionPlan} decides. It checks every snapshot that it relies on in
 * full: the newest ones each time, older ones once. Used by the thread that writes snapshots.
 */
@SuppressWarnings("exports") // Only the journal itself makes one.
public final class Retention {
    private final JournalStorage storage;
    private final JournalFolder folder;
    private final RetentionRules rules;
    private final KeepMarks marks;
    private final Identity identity;

    /** What it has verified, it believes; so each run has its own. */
    private SnapshotStore snapshots;

    private final Set<Long> checked = new HashSet<>();

    public Retention(
            JournalStorage storage, JournalFolder folder, Identity identity, RetentionRules rules, KeepMarks marks) {
        this.storage = storage;
        this.folder = folder;
        this.rules = rules;
        this.marks = marks;
        this.identity = identity;
        this.snapshots = new SnapshotStore(storage, folder, identity);
    }

    /**
     * Deletes.
     *
     * @param nowNs by the wall clock
     * @param followers what the followers of the folder need, which only the owner of the folder changes
     * @return a line for each thing deleted
     */
    @SuppressWarnings("try") // ended, not used
    public List<String> run(long nowNs, List<KeepMark> followers) throws IOException {
        snapshots = new SnapshotStore(storage, folder, identity);
        List<KeepMark> known = withMarks(followers);
        final FolderContents contents = look(known.isEmpty());
        RetentionPlan plan = RetentionPlan.of(rules, contents, known, nowNs);
        if (plan.isEmpty()) {
            return List.of();
        }
        final List<String> deleted = new ArrayList<>();
        try (Closeable retiring = marks::endRetiring) {
            marks.beginRetiring(plan.fromSeq());
            for (List<KeepMark> now = withMarks(followers); !now.equals(known); now = withMarks(followers)) {
                known = now;
                plan = RetentionPlan.of(rules, known.isEmpty() ? contents : look(false), known, nowNs);
                marks.beginRetiring(plan.fromSeq());
            }
            snapshots.deleteSnapshots(plan.snapshots(), deleted);
            deleteSegments(plan.segments(), deleted);
        }
        checked.removeAll(plan.snapshots());
        return deleted;
    }

    private List<KeepMark> withMarks(List<KeepMark> followers) throws IOException {
        final List<KeepMark> all = new ArrayList<>(followers);
        all.addAll(marks.list());
        return all;
    }

    /** Only what a rule or a mark might need is read. */
    private FolderContents look(boolean isNothingMarked) throws IOException {
        final boolean isCountEnough = isNothingMarked && rules.keepAgeNs() == 0 && rules.keepBytes() == 0;
        final List<Long> seqs = folder.snapshotSeqs(storage);
        final Set<Long> relied = new HashSet<>();
        int good = 0;
        for (int i = seqs.size() - 1; i >= 0 && good < rules.keepSnapshots(); i--) {
            if (isGood(seqs.get(i))) {
                relied.add(seqs.get(i));
                good++;
            }
        }
        final long oldestCounted = relied.stream().mapToLong(seq -> seq).min().orElse(Long.MAX_VALUE);
        return FolderContents.of(storage, folder, seq -> {
            final boolean isOlder = seq < oldestCounted;
            return relied.contains(seq) || isOlder && !isCountEnough && isGoodForOnce(seq) ? manifestOf(seq) : null;
        });
    }

    private boolean isGoodForOnce(long seq) throws IOException {
        if (!checked.contains(seq) && !isGood(seq)) {
            return false;
        }
        checked.add(seq);
        return true;
    }

    private boolean isGood(long seq) throws IOException {
        try {
            snapshots.verified(seq);
            return true;
        } catch (JournalException e) {
            SnapshotStore.refuseUnlessBad(e); // kept for the operator to see until it is older than all that are kept
            return false;
        }
    }

    private @Nullable SnapshotReader manifestOf(long seq) throws IOException {
        try {
            return snapshots.read(seq);
        } catch (JournalException e) {
            SnapshotStore.refuseUnlessBad(e);
            return null;
        }
    }

    private void deleteSegments(List<Long> firstSeqs, List<String> deleted) throws IOException {
        for (long firstSeq : firstSeqs) {
            storage.delete(folder.segment(firstSeq));
            storage.forceDirectory(folder.journal());
            deleted.add("deleted segment " + folder.segment(firstSeq).getFileName());
        }
    }
}
