package io.daybook.api;

/**
 * When snapshots are taken without being asked for, and how much history is kept. An automatic snapshot is a
 * {@link PersistSnapshot} like any other, which takes its place in the order of the commands:
 *
 * <pre>{@code
 * SnapshotConfig.every(200_000).keep(3).keepMinutes(24 * 60)
 * }</pre>
 *
 * <p>What is older goes with a new snapshot, once no rule here and no {@linkplain RetentionMarks mark} needs it: the
 * longest history that one of them asks for is kept. Where age, bytes or marks ask for more than {@code keep}, the
 * journal is kept from there on, and of the older snapshots about sixteen, at even distances.
 *
 * @param everyCommands take one when so many commands came since the last; 0 for never
 * @param everyMinutes take one when the last is so old and commands came since; 0 for never, at most 525,600
 * @param keep completed snapshots that are kept at least, with the journal from the oldest of them on; 1 to 1,000
 * @param keepMinutes what happened in so many minutes can be told at least, by the times of commands against the wall
 *     clock; 0 to leave age out of it, at most 52,560,000 (a century)
 * @param keepBytes as much history is kept at least as fits into so many bytes, snapshots and segments together; 0 to
 *     leave size out of it
 * @param retainAll keep every snapshot and the whole journal instead
 */
public record SnapshotConfig(
        long everyCommands, int everyMinutes, int keep, int keepMinutes, long keepBytes, boolean retainAll) {

    /** None without being asked for; three are kept. */
    public static final SnapshotConfig DEFAULT = new SnapshotConfig(0, 0, 3, 0, 0, false);

    /** A year. */
    public static final int MAX_MINUTES = 525_600;

    /** Snapshots that can be kept by number. */
    public static final int MAX_KEEP = 1_000;

    /** A hundred years. */
    public static final int MAX_KEEP_MINUTES = 100 * MAX_MINUTES;

    /** Checks the ranges. */
    public SnapshotConfig {
        if (everyCommands < 0) {
            throw new IllegalArgumentException("everyCommands must not be negative: everyCommands=" + everyCommands);
        }
        if (everyMinutes < 0 || everyMinutes > MAX_MINUTES) {
            throw new IllegalArgumentException(
                    "everyMinutes must be 0 to " + MAX_MINUTES + ": everyMinutes=" + everyMinutes);
        }
        if (keep < 1 || keep > MAX_KEEP) {
            throw new IllegalArgumentException("keep must be 1 to " + MAX_KEEP + ": keep=" + keep);
        }
        if (keepMinutes < 0 || keepMinutes > MAX_KEEP_MINUTES) {
            throw new IllegalArgumentException(
                    "keepMinutes must be 0 to " + MAX_KEEP_MINUTES + ": keepMinutes=" + keepMinutes);
        }
        if (keepBytes < 0) {
            throw new IllegalArgumentException("keepBytes must not be negative: keepBytes=" + keepBytes);
        }
    }

    /** One after so many commands; three are kept. */
    public static SnapshotConfig every(final long commands) {
        return new SnapshotConfig(commands, 0, DEFAULT.keep, 0, 0, false);
    }

    /** One after so many minutes in which commands came; three are kept. */
    public static SnapshotConfig everyMinutes(final int minutes) {
        return new SnapshotConfig(0, minutes, DEFAULT.keep, 0, 0, false);
    }

    /** The same, of which so many are kept at least. */
    public SnapshotConfig keep(final int snapshots) {
        return new SnapshotConfig(everyCommands, everyMinutes, snapshots, keepMinutes, keepBytes, retainAll);
    }

    /** The same, with at least so many minutes of history. */
    public SnapshotConfig keepMinutes(final int minutes) {
        return new SnapshotConfig(everyCommands, everyMinutes, keep, minutes, keepBytes, retainAll);
    }

    /** The same, with at least as much history as fits into so many bytes. */
    public SnapshotConfig keepBytes(final long bytes) {
        return new SnapshotConfig(everyCommands, everyMinutes, keep, keepMinutes, bytes, retainAll);
    }

    /** The same, of which all are kept, and the whole journal. */
    public SnapshotConfig retainingAll() {
        return new SnapshotConfig(everyCommands, everyMinutes, keep, keepMinutes, keepBytes, true);
    }

    /** Whether some are taken without being asked for. */
    public boolean isAutomatic() {
        return everyCommands > 0 || everyMinutes > 0;
    }
}
