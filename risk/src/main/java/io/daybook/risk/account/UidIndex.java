package io.daybook.risk.account;

import io.daybook.kernel.slab.HashSecret;
import io.daybook.kernel.slab.LongIndex;
import java.util.Arrays;

/**
 * Maps uids to entries of {@link Users}: index + 1 for a user who may trade, its negative for a user who is suspended
 * or has settings, 0 for an unknown uid. Most venues number users without large gaps, and for them an array in pages is
 * the best map, because it needs no unpredictable branch. The array holds uids up to four times the count of users, so
 * that it costs at most 16 bytes per user, apart from its first pages; a hash table holds the other uids. Used by one
 * thread.
 */
final class UidIndex {
    private static final int PAGE_SHIFT = 12;
    private static final int PAGE_UIDS = 1 << PAGE_SHIFT;
    private static final int PAGE_MASK = PAGE_UIDS - 1;
    private static final int MOST_ENTRIES_PER_USER = 4;
    private static final int[] NO_USERS = new int[PAGE_UIDS];

    private final LongIndex others;
    private int[][] pages = {};

    UidIndex(final HashSecret secret) {
        others = new LongIndex(secret);
    }

    /** The entry of a uid ≥ 1; 0 for none. */
    int get(final long uid) {
        final long page = uid >>> PAGE_SHIFT;
        if (page < pages.length) {
            final int entry = pages[(int) page][(int) uid & PAGE_MASK];
            if (entry != 0) {
                return entry;
            }
        }
        if (others.size() == 0) {
            return 0; // in most venues the table is empty, so an unknown uid is not hashed
        }
        final int found = others.get(uid);
        return found == LongIndex.MISSING ? 0 : fromHashed(found);
    }

    /**
     * Sets the entry of a uid; a uid that is in the hash table stays there.
     *
     * @param users how many users there are
     */
    void put(final long uid, final int entry, final int users) {
        final boolean isHashed = others.get(uid) != LongIndex.MISSING;
        if (isHashed) {
            others.remove(uid);
        }
        if (isHashed || uid >= MOST_ENTRIES_PER_USER * ((long) users + PAGE_UIDS)) {
            others.put(uid, toHashed(entry));
            return;
        }
        final int page = (int) (uid >>> PAGE_SHIFT);
        if (page >= pages.length) {
            final int known = pages.length;
            pages = Arrays.copyOf(pages, Math.max(page + 1, known * 2));
            Arrays.fill(pages, known, pages.length, NO_USERS);
        }
        if (pages[page] == NO_USERS) {
            pages[page] = new int[PAGE_UIDS];
        }
        pages[page][(int) uid & PAGE_MASK] = entry;
    }

    /** Moves the sign to the lowest bit, because the table takes no negative numbers. */
    private static int toHashed(final int entry) {
        return Math.abs(entry) << 1 | entry >>> (Integer.SIZE - 1);
    }

    private static int fromHashed(final int value) {
        return (value & 1) == 0 ? value >>> 1 : -(value >>> 1);
    }
}
