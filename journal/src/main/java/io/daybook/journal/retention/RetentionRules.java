package io.daybook.journal.retention;

/**
 * How much history is kept; the rule that asks for most counts.
 *
 * @param keepSnapshots how many good snapshots, with the journal from the oldest of them on; ≥ 1
 * @param keepAgeNs how old, by the wall clock, the oldest one kept is at least; 0 to leave age out of it
 * @param keepBytes how many bytes snapshots and segments may take for more of them to be kept; 0 to leave size out of
 *     it
 * @param retainAll never delete a segment or a snapshot
 */
public record RetentionRules(int keepSnapshots, long keepAgeNs, long keepBytes, boolean retainAll) {

    /** Checks the ranges. */
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
