package io.daybook.cluster.status;

import io.daybook.cluster.state.Refusal;
import java.util.Map;
import java.util.TreeMap;

/**
 * The counts and measurements of a node since its process started; −1 means unknown.
 *
 * @param commitPosition the position up to which a majority has the log, as this node knows
 * @param elections the number of terms of leadership that began
 * @param gaps the number of messages before which others were missing
 * @param refusedBy the numbers of refused messages by the code of their {@link Refusal}; only codes that occurred
 * @param connectionsClosed the number of connections closed because they took their replies too slowly
 * @param checkedSeq the last seq at which the chains of all three nodes were equal
 * @param snapshotAtMs when the newest snapshot was taken, ms since the epoch
 * @param snapshotPauseUs how long that snapshot took; nothing was carried out meanwhile
 * @param longestPauseUs the longest time between two polls of the log
 * @param logBytes the bytes that log and snapshots take on disk
 * @param backupPosition the position up to which the slowest backup has the log
 * @param semantics the semantics version of commands; 0 before there are settings
 * @param knownSemantics the newest semantics version of this program
 * @param releasedSeq the last command whose results were released, because another node had reported that it carried it
 *     out; −1 for a release that does not report
 * @param releasedPosition the position after the message of that command; −1 if {@code releasedSeq} is −1
 * @param waitingMs how long results have waited for such a report
 * @param heldBytes how many bytes of results wait for such a report
 */
public record NodeMetrics(
        long commitPosition,
        long elections,
        long gaps,
        Map<Integer, Long> refusedBy,
        long connectionsClosed,
        long checkedSeq,
        long snapshotAtMs,
        long snapshotPauseUs,
        long longestPauseUs,
        long logBytes,
        long backupPosition,
        int semantics,
        int knownSemantics,
        long releasedSeq,
        long releasedPosition,
        long waitingMs,
        long heldBytes) {
    /** The metrics before anything was measured. */
    public static final NodeMetrics NONE =
            new NodeMetrics(-1, 0, 0, Map.of(), 0, 0, -1, -1, 0, -1, -1, 0, 0, 0, 0, 0, 0);

    private static final String REFUSED = "refused.";
    /** The key that every status of a reporting node has: a node without it counts as one that does not report. */
    static final String RELEASED = "releasedSeq";

    /** Copies the map. */
    public NodeMetrics {
        refusedBy = Map.copyOf(refusedBy);
    }

    /** The values by name, in a fixed order; without {@link #RELEASED}. */
    Map<String, Long> toLines() {
        final Map<String, Long> lines = new TreeMap<>();
        lines.put("commitPosition", commitPosition);
        lines.put("elections", elections);
        lines.put("gaps", gaps);
        refusedBy.forEach((code, count) -> lines.put(REFUSED + code, count));
        lines.put("connectionsClosed", connectionsClosed);
        lines.put("checkedSeq", checkedSeq);
        lines.put("snapshotAtMs", snapshotAtMs);
        lines.put("snapshotPauseUs", snapshotPauseUs);
        lines.put("longestPauseUs", longestPauseUs);
        lines.put("logBytes", logBytes);
        lines.put("backupPosition", backupPosition);
        lines.put("semantics", (long) semantics);
        lines.put("knownSemantics", (long) knownSemantics);
        lines.put("releasedPosition", releasedPosition);
        lines.put("waitingMs", waitingMs);
        lines.put("heldBytes", heldBytes);
        return lines;
    }

    /**
     * Parses the result of {@link #toLines}.
     *
     * @throws NumberFormatException if a value is not a number
     * @throws ArithmeticException if a value is too large
     */
    static NodeMetrics of(final Map<String, String> lines) {
        final Map<Integer, Long> refusedBy = new TreeMap<>();
        lines.forEach((key, value) -> {
            if (key.startsWith(REFUSED)) {
                refusedBy.put(Integer.parseInt(key.substring(REFUSED.length())), Long.parseLong(value));
            }
        });
        return new NodeMetrics(
                number(lines, "commitPosition", -1),
                number(lines, "elections", 0),
                number(lines, "gaps", 0),
                refusedBy,
                number(lines, "connectionsClosed", 0),
                number(lines, "checkedSeq", 0),
                number(lines, "snapshotAtMs", -1),
                number(lines, "snapshotPauseUs", -1),
                number(lines, "longestPauseUs", 0),
                number(lines, "logBytes", -1),
                number(lines, "backupPosition", -1),
                Math.toIntExact(number(lines, "semantics", 0)),
                Math.toIntExact(number(lines, "knownSemantics", 0)),
                number(lines, RELEASED, -1),
                number(lines, "releasedPosition", -1),
                number(lines, "waitingMs", 0),
                number(lines, "heldBytes", 0));
    }

    private static long number(final Map<String, String> lines, final String key, final long otherwise) {
        final String value = lines.get(key);
        return value == null ? otherwise : Long.parseLong(value);
    }
}
