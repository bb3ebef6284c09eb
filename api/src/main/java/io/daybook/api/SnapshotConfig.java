package io.daybook.api;

/**
 * When snapshots are taken automatically, and how much history is kept. An automatic snapshot is a
 * {@link PersistSnapshot} like any other, which takes its place in the order of the commands:
 *
 * <pre>{@code
 * SnapshotConfig.every(200_000).keep(3).keepMinutes(24 * 60)
 * }</pre>
 *
 * <p>A new snapshot deletes older history that no rule here and no {@linkplain RetentionMarks mark} needs: the longest
 * of their demands is kept. If age, bytes or marks demand more than {@code keep}, the journal is kept from there on,
 * with about sixteen of the older snapshots, at even distances.
 *
 * @param everyCommands the number of commands after which one is taken; 0 for never
 * @param everyMinutes the number of minutes with commands after which one is taken; 0 for never, at most 525,600
 * @param keep the least number of completed snapshots that are kept, with the journal from the oldest of them on; 1 to
 *     1,000
 * @param keepMinutes the least number of minutes whose results stay available, by the times of commands against the
 *     wall clock; 0 for no rule on age, at most 52,560,000 (a century)
 * @param keepBytes the bytes of history that are kept at least, snapshots and segments together; 0 for no rule on size
 * @param retainAll keep every snapshot and the whole journal instead
 */
public record SnapshotConfig(
        long everyCommands, int everyMinutes, int keep, int keepMinutes, long keepBytes, boolean retainAll) {

    /** No automatic snapshots; three are kept. */
    public static final SnapshotConfig DEFAULT = new SnapshotConfig(0, 0, 3, 0, 0, false);

    /** A year. */
    public static final int MAX_MINUTES = 525_600;

    /** The most snapshots that can be kept by number. */
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

    /** A snapshot each time this many commands have come; three are kept. */
    public static SnapshotConfig every(final long commands) {
        return new SnapshotConfig(commands, 0, DEFAULT.keep, 0, 0, false);
    }

    /** A snapshot each time this many minutes have passed, if any command came in them; three are kept. */
    public static SnapshotConfig everyMinutes(final int minutes) {
        return new SnapshotConfig(0, minutes, DEFAULT.keep, 0, 0, false);
    }

    /** This configuration, with at least this many snapshots kept. */
    public SnapshotConfig keep(final int snapshots) {
        return new SnapshotConfig(everyCommands, everyMinutes, snapshots, keepMinutes, keepBytes, retainAll);
    }

    /** This configuration, with at least this many minutes of history. */
    public SnapshotConfig keepMinutes(final int minutes) {
        return new SnapshotConfig(everyCommands, everyMinutes, keep, minutes, keepBytes, retainAll);
    }

    /** This configuration, with at least as much history as fits into this many bytes. */
    public SnapshotConfig keepBytes(final long bytes) {
        return new SnapshotConfig(everyCommands, everyMinutes, keep, keepMinutes, bytes, retainAll);
    }

    /** This configuration, with all snapshots and the whole journal kept. */
    public SnapshotConfig retainingAll() {
        return new SnapshotConfig(everyCommands, everyMinutes, keep, keepMinutes, keepBytes, true);
    }

    /** Whether snapshots are taken automatically. */
    public boolean isAutomatic() {
        return everyCommands > 0 || everyMinutes > 0;
    }
}
