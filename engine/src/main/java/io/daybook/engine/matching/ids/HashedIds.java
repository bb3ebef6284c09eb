package io.daybook.engine.matching.ids;

import static io.daybook.engine.matching.slab.OrderSlab.NO_ORDER;

import io.daybook.engine.matching.slab.OrderSlab;
import io.daybook.kernel.slab.HashSecret;
import java.util.Arrays;

/**
 * Order ids of any kind: id → handle. Open addressing with linear probing, in segments chosen by the upper bits of the
 * hash and split one at a time when they fill up (extendible hashing: Fagin, Nievergelt, Pippenger and Strong, 1979),
 * so that growing never copies more than one segment. Removal shifts the followers back and leaves no tombstones.
 *
 * <p>An entry is one long: 32 bits of hash, which give its home slot without a look at the order, and the handle. The
 * full id is compared in the order's record, which the caller needs next anyway. The hash mixes the id without its
 * lowest three bits, and appends these: eight consecutive ids share a cache line, however far they are from others. It
 * mixes by a secret multiplier ({@link HashSecret}), so that clients cannot choose ids whose hashes are equal.
 *
 * <p>The first long of a segment holds its count (lower half) and its depth, the number of hash bits that its entries
 * share.
 */
final class HashedIds {
    private static final int FIRST_SLOTS = 16;
    private static final int FULL_SLOTS = 1024;
    private static final int RUN_BITS = 3;
    private static final int RUN_MASK = (1 << RUN_BITS) - 1;
    private static final int SPARSEST_SEGMENT = 64;
    private static final int DEEPEST = 24;
    private static final long LOW = 0xFFFF_FFFFL;

    /**
     * The only segment at first. It has no entry and counts as full, so that a look-up need not check whether there is
     * a segment.
     */
    private static final long[] EMPTY = newSegment(1, 0);

    private final OrderSlab slab;
    private final long multiplier;
    private long[][] directory = {EMPTY};
    private int depth;
    private int count;

    HashedIds(final OrderSlab slab, final HashSecret secret) {
        this.slab = slab;
        this.multiplier = secret.multiplier();
    }

    /** The number of live ids. */
    int count() {
        return count;
    }

    /** The handle of the live order with an id, or {@link OrderSlab#NO_ORDER}. */
    int get(final long id) {
        final int hash = hash(id);
        final long[] segment = segment(hash);
        final int mask = segment.length - 2;
        int slot = hash & mask;
        while (true) {
            final long entry = segment[1 + slot];
            if (entry == 0) {
                return NO_ORDER;
            }
            if ((int) (entry >>> 32) == hash && slab.id((int) entry) == id) {
                return (int) entry;
            }
            slot = (slot + 1) & mask;
        }
    }

    /** The number of entries that a look-up of an id reads; for tests. */
    int probes(final long id) {
        final int hash = hash(id);
        final long[] segment = segment(hash);
        final int mask = segment.length - 2;
        int slot = hash & mask;
        int probes = 1;
        while (segment[1 + slot] != 0 && slab.id((int) segment[1 + slot]) != id) {
            slot = (slot + 1) & mask;
            probes++;
        }
        return probes;
    }

    /** Adds an id that is not live. */
    void put(final long id, final int handle) {
        final int hash = hash(id);
        long[] segment = segment(hash);
        while (count(segment) >= limit(segment)) {
            makeRoom(hash, segment);
            segment = segment(hash);
        }
        insert(segment, ((long) hash << 32) | handle);
        count++;
    }

    /** Removes a live id. */
    void remove(final long id) {
        final int hash = hash(id);
        final long[] segment = segment(hash);
        final int mask = segment.length - 2;
        int slot = hash & mask;
        while ((int) (segment[1 + slot] >>> 32) != hash || slab.id((int) segment[1 + slot]) != id) {
            slot = (slot + 1) & mask;
        }
        closeGap(segment, mask, slot);
        segment[0]--;
        count--;
    }

    /** Throws when an entry cannot be found, or the counts are wrong. */
    void validate() {
        int counted = 0;
        int at = 0;
        while (at < directory.length) {
            final long[] segment = directory[at];
            final int before = counted;
            for (int slot = 1; slot < segment.length; slot++) {
                final int handle = (int) segment[slot];
                if (segment[slot] != 0) {
                    counted++;
                    if (get(slab.id(handle)) != handle) {
                        throw new IllegalStateException("live id must be found: id=" + slab.id(handle));
                    }
                }
            }
            if (counted - before != count(segment)) {
                throw new IllegalStateException("the count of a segment must be right: index=" + at);
            }
            at += 1 << (depth - depth(segment));
        }
        if (counted != count) {
            throw new IllegalStateException("the count of ids must be right: count=" + count + " counted=" + counted);
        }
    }

    private static void closeGap(final long[] segment, final int mask, final int emptied) {
        int gap = emptied;
        int slot = gap;
        while (true) {
            slot = (slot + 1) & mask;
            final long entry = segment[1 + slot];
            if (entry == 0) {
                break;
            }
            final int home = (int) (entry >>> 32) & mask;
            if (((slot - home) & mask) >= ((slot - gap) & mask)) {
                segment[1 + gap] = entry;
                gap = slot;
            }
        }
        segment[1 + gap] = 0;
    }

    private static void insert(final long[] segment, final long entry) {
        final int mask = segment.length - 2;
        int slot = (int) (entry >>> 32) & mask;
        while (segment[1 + slot] != 0) {
            slot = (slot + 1) & mask;
        }
        segment[1 + slot] = entry;
        segment[0]++;
    }

    /**
     * Makes room in a segment: a small one doubles, a large one splits, unless ids with similar hashes would make the
     * directory outgrow its contents.
     */
    private void makeRoom(final int hash, final long[] segment) {
        final int slots = segment.length - 1;
        final int segmentDepth = depth(segment);
        final boolean splits = slots >= FULL_SLOTS
                && segmentDepth < DEEPEST
                && (segmentDepth < depth || (long) directory.length * SPARSEST_SEGMENT <= count);
        if (!splits) {
            final long[] larger = newSegment(Math.max(FIRST_SLOTS, slots * 2), segmentDepth);
            move(segment, larger, larger, 0);
            replace(hash, segmentDepth, larger, larger);
            return;
        }
        if (segmentDepth == depth) {
            doubleDirectory();
        }
        final long[] lower = newSegment(slots, segmentDepth + 1);
        final long[] upper = newSegment(slots, segmentDepth + 1);
        move(segment, lower, upper, 1L << (31 - segmentDepth));
        replace(hash, segmentDepth, lower, upper);
    }

    private static void move(final long[] from, final long[] lower, final long[] upper, final long hashBit) {
        for (int slot = 1; slot < from.length; slot++) {
            final long entry = from[slot];
            if (entry != 0) {
                insert(((entry >>> 32) & hashBit) == 0 ? lower : upper, entry);
            }
        }
    }

    private void replace(final int hash, final int segmentDepth, final long[] lower, final long[] upper) {
        final int span = 1 << (depth - segmentDepth);
        final int from = index(hash) & -span;
        final int middle = lower == upper ? from + span : from + span / 2;
        Arrays.fill(directory, from, middle, lower);
        Arrays.fill(directory, middle, from + span, upper);
    }

    private void doubleDirectory() {
        final long[][] doubled = new long[directory.length * 2][];
        for (int i = 0; i < doubled.length; i++) {
            doubled[i] = directory[i >> 1];
        }
        directory = doubled;
        depth++;
    }

    private long[] segment(final int hash) {
        return directory[index(hash)];
    }

    private int index(final int hash) {
        return (int) ((hash & LOW) >>> (32 - depth));
    }

    private static long[] newSegment(final int slots, final int segmentDepth) {
        final long[] segment = new long[1 + slots];
        segment[0] = (long) segmentDepth << 32;
        return segment;
    }

    private static int count(final long[] segment) {
        return (int) segment[0];
    }

    private static int depth(final long[] segment) {
        return (int) (segment[0] >>> 32);
    }

    private static int limit(final long[] segment) {
        return (segment.length - 1) / 4 * 3;
    }

    private int hash(final long id) {
        final long product = (id >>> RUN_BITS) * multiplier;
        final int mixed = (int) (product >>> 32);
        return ((mixed ^ (mixed >>> 16)) << RUN_BITS) | ((int) id & RUN_MASK);
    }
}
