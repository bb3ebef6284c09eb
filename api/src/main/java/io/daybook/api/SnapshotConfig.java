package io.daybook.api;

/**
 * When snapshots are taken without being asked for, and how many are kept. An automatic snapshot is a {@link PersistSnapshot} like
 * any other, which takes its place in the order of the commands.
 *
 * @param everyCommands take one when so many commands came since the last; 0 for never
 * @param everyMinutes take one when the last is so old and commands came since; 0 for never, at most 525,600
 * @param keep completed snapshots that are kept, with the journal from the oldest of them on; 1 to 1,000
 * @param retainAll keep every snapshot and the whole journal instead
 */
public record SnapshotConfig(long everyCommands, int everyMinutes, int keep, boolean retainAll) {

    /** None without being asked for; three are kept. */
    public static final SnapshotConfig DEFAULT = new SnapshotConfig(0, 0, 3, false);

    /** A year. */
    public static final int MAX_MINUTES = 525_600;

    /** Snapshots that can be kept by number. */
    public static final int MAX_KEEP = 1_000;

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
    }

    /** One after so many commands; three are kept. */
    public static SnapshotConfig every(final long commands) {
        return new SnapshotConfig(commands, 0, DEFAULT.keep, false);
    }

    /** One after so many minutes in which commands came; three are kept. */
    public static SnapshotConfig everyMinutes(final int minutes) {
        return new SnapshotConfig(0, minutes, DEFAULT.keep, false);
    }

    /** The same, of which so many are kept. */
    public SnapshotConfig keep(final int snapshots) {
        return new SnapshotConfig(everyCommands, everyMinutes, snapshots, retainAll);
    }

    /** The same, of which all are kept, and the whole journal. */
    public SnapshotConfig retainingAll() {
        return new SnapshotConfig(everyCommands, everyMinutes, keep, true);
    }

    /** Whether some are taken without being asked for. */
    public boolean isAutomatic() {
        return everyCommands > 0 || everyMinutes > 0;
    }
}
