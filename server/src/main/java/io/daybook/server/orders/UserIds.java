package io.daybook.server.orders;

import java.util.Arrays;

/** The uids of all users, for lists. The follower's thread adds; any thread reads. */
public final class UserIds {
    private static final int FIRST_SIZE = 64;

    /** Ids in order of arrival. */
    private long[] ids = new long[FIRST_SIZE];

    private int count;

    /** The ids that existed at the last query, ascending. */
    private long[] sorted = new long[0];

    synchronized void add(final long uid) {
        if (count == ids.length) {
            ids = Arrays.copyOf(ids, 2 * count);
        }
        ids[count++] = uid;
    }

    synchronized void clear() {
        count = 0;
        sorted = new long[0];
    }

    /** At most {@code most} uids above {@code uid}, ascending. */
    public long[] above(final long uid, final int most) {
        final long[] all = sorted();
        final int found = Arrays.binarySearch(all, uid);
        final int from = found < 0 ? -found - 1 : found + 1;
        return Arrays.copyOfRange(all, from, Math.min(all.length, from + most));
    }

    /** Sorts a copy, so that the follower's thread does not wait for it. */
    private long[] sorted() {
        final long[] copy;
        synchronized (this) {
            if (sorted.length == count) {
                return sorted;
            }
            copy = Arrays.copyOf(ids, count);
        }
        Arrays.sort(copy);
        synchronized (this) {
            if (copy.length == count) {
                sorted = copy;
            }
        }
        return copy;
    }
}
