package io.daybook.journal.retention;

/**
 * How much history is kept; the rule that keeps the most wins.
 *
 * @param keepSnapshots how many good snapshots are kept, with the journal from the oldest of them on; ≥ 1
 * @param keepAgeNs the least age, by the wall clock, of the oldest snapshot kept; 0 for no rule on age
 * @param keepBytes older snapshots and segments are kept while all of them together fit in this many bytes; 0 for no
 *     rule on size
 * @param retainAll whether no segment and no snapshot is ever deleted
 */
public record RetentionRules(int keepSnapshots, long keepAgeNs, long keepBytes, boolean retainAll) {

    public RetentionRules {
        if (keepSnapshots < 1) {
            throw new IllegalArgumentException("keepSnapshots must be at least 1: keepSnapshots=" + keepSnapshots);
        }
        if (keepAgeNs < 0 || keepBytes < 0) {
            throw new IllegalArgumentException("keepAgeNs and keepBytes must not be negative: keepAgeNs=" + keepAgeNs
                    + ", keepBytes=" + keepBytes);
        }
    }
}
