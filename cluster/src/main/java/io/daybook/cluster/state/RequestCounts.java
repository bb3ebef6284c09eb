package io.daybook.cluster.state;

import java.util.Map;
import java.util.TreeMap;

/** The numbers of requests that were not carried out since a node started. Not replicated. Used by one thread. */
public final class RequestCounts {
    long duplicates;
    long gaps;
    long refused;

    private final long[] byReason = new long[Refusal.COUNT + 1];

    RequestCounts() {}

    void refuse(final Refusal why) {
        refused++;
        byReason[why.code()]++;
    }

    /** The numbers of refusals by the code of the reason; only codes that occurred. */
    public Map<Integer, Long> refusedBy() {
        if (refused == 0) {
            return Map.of();
        }
        final Map<Integer, Long> counts = new TreeMap<>();
        for (int code = 1; code < byReason.length; code++) {
            if (byReason[code] > 0) {
                counts.put(code, byReason[code]);
            }
        }
        return counts;
    }

    /** Messages that had been carried out before. */
    public long duplicates() {
        return duplicates;
    }

    /** Messages before which others were missing. */
    public long gaps() {
        return gaps;
    }

    /** Messages that changed nothing because they were refused. */
    public long refused() {
        return refused;
    }
}
