package io.daybook.client.book;

import java.util.Arrays;

/**
 * Finds the row of an order by its reference, or by the owner's number for it: open addressing, eight bytes per entry,
 * with a fill limit that the owner chooses. The upper half of an entry is the hash, so that neighbours are
 * distinguished and moved without reading their rows; the lower half is the slot and one. The hash mixes the reference
 * without its lowest three bits, and appends these: eight consecutive references share a cache line, and most
 * references arrive consecutively.
 *
 * <p>The hash begins with a secret multiplier, so that a sender of references cannot choose ones that collide.
 */
final class ReferenceIndex {
    private static final long G = 0x9E37_79B9_7F4A_7C15L;
    private static final int MAX_BITS = 30;
    private static final long EMPTY = 0;

    /** The value if there was no search since the last change. */
    private static final int NOWHERE = -1;

    /** The lower half of an entry. */
    private static final long SLOT = 0xFFFF_FFFFL;

    /** The index of the key in a row's words. */
    private static final int KEY = 0;

    /** References that differ only in this many low bits are neighbours. */
    private static final int ROW_BITS = 3;

    private static final int ROW_MASK = (1 << ROW_BITS) - 1;

    private final Rows keys;
    private final long multiplier;
    private final int mostEighths;
    private long[] entries;
    private int shift;
    private int size;

    /** The reference of the last search; most changes follow a search for the same reference. */
    private long sought;

    /** The entry of the last search, without a slot. */
    private long soughtEntry;

    /** The place where the last search ended. */
    private int soughtAt = NOWHERE;

    /**
     * Creates an index of rows.
     *
     * @param keys the rows, whose first words are the references
     * @param multiplier odd, the secret part of the hash
     * @param firstBits the logarithm of the initial number of entries, from 3
     * @param mostEighths the fill limit, in eighths
     */
    ReferenceIndex(final Rows keys, final long multiplier, final int firstBits, final int mostEighths) {
        this.keys = keys;
        this.multiplier = multiplier;
        this.mostEighths = mostEighths;
        this.entries = new long[1 << firstBits];
        this.shift = Integer.SIZE - firstBits;
    }

    /** The slot of a reference, or {@link OrderLevels#NO_ORDER}. */
    int find(final long reference) {
        final int at = seek(reference);
        return (int) entries[at] - 1;
    }

    /**
     * Loads the entry where the search for a reference begins and mostly ends. No branch depends on the result, so the
     * misses of many calls overlap.
     */
    long touch(final long reference) {
        final int at = home(entry(reference, -1), shift);
        return entries[at] + entries[at + ROW_MASK & entries.length - 1];
    }

    /** Returns a guess of a reference's slot, without reading its row; it may be wrong, or none. */
    int guess(final long reference) {
        final long wanted = entry(reference, -1);
        final int mask = entries.length - 1;
        int at = home(wanted, shift);
        long entry = entries[at];
        while (entry != EMPTY && entry >>> Integer.SIZE != wanted >>> Integer.SIZE) {
            at = at + 1 & mask;
            entry = entries[at];
        }
        return (int) entry - 1;
    }

    /** Adds a reference that is not in the index. */
    void add(final long reference, final int slot) {
        if (size >= entries.length / 8 * mostEighths) {
            grow();
        }
        if (sought == reference && soughtAt != NOWHERE) {
            entries[soughtAt] = soughtEntry | slot + 1 & SLOT;
        } else {
            put(entries, shift, entry(reference, slot));
        }
        soughtAt = NOWHERE;
        size++;
    }

    /** Removes a reference that is in the index. Later entries of its run move up, so that no gap cuts them off. */
    void remove(final long reference) {
        final int mask = entries.length - 1;
        int gap = sought == reference && soughtAt != NOWHERE ? soughtAt : seek(reference);
        int at = gap;
        while (true) {
            at = at + 1 & mask;
            final long entry = entries[at];
            if (entry == EMPTY) {
                break;
            }
            final int home = home(entry, shift);
            if ((at - home & mask) >= (at - gap & mask)) {
                entries[gap] = entry;
                gap = at;
            }
        }
        entries[gap] = EMPTY;
        soughtAt = NOWHERE;
        size--;
    }

    void clear() {
        Arrays.fill(entries, EMPTY);
        soughtAt = NOWHERE;
        size = 0;
    }

    long memoryBytes() {
        return (long) entries.length * Long.BYTES;
    }

    /** The entry of a reference, or the empty one where it would be added. */
    private int seek(final long reference) {
        final long wanted = entry(reference, -1);
        final int mask = entries.length - 1;
        int at = home(wanted, shift);
        long entry = entries[at];
        while (entry != EMPTY
                && (entry >>> Integer.SIZE != wanted >>> Integer.SIZE || keys.get((int) entry - 1, KEY) != reference)) {
            at = at + 1 & mask;
            entry = entries[at];
        }
        sought = reference;
        soughtEntry = wanted;
        soughtAt = at;
        return at;
    }

    private void grow() {
        final int bits = Integer.SIZE - shift + 1;
        if (bits > MAX_BITS) {
            throw new IllegalStateException("no more than " + size + " orders fit into one index of references");
        }
        final long[] larger = new long[1 << bits];
        for (final long entry : entries) {
            if (entry != EMPTY) {
                put(larger, Integer.SIZE - bits, entry);
            }
        }
        entries = larger;
        shift = Integer.SIZE - bits;
        soughtAt = NOWHERE;
    }

    private static void put(final long[] entries, final int shift, final long entry) {
        final int mask = entries.length - 1;
        int at = home(entry, shift);
        while (entries[at] != EMPTY) {
            at = at + 1 & mask;
        }
        entries[at] = entry;
    }

    private long entry(final long reference, final int slot) {
        final long product = (reference >>> ROW_BITS) * multiplier;
        final long mixed = (product ^ product >>> Integer.SIZE) * G >>> Integer.SIZE + ROW_BITS;
        final long hash = mixed << ROW_BITS | reference & ROW_MASK;
        return hash << Integer.SIZE | slot + 1 & SLOT;
    }

    private static int home(final long entry, final int shift) {
        final int hash = (int) (entry >>> Integer.SIZE);
        return hash >>> shift & ~ROW_MASK | hash & ROW_MASK;
    }
}
