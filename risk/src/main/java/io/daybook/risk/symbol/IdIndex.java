package io.daybook.risk.symbol;

import java.util.Arrays;
import org.eclipse.collections.impl.map.mutable.primitive.IntIntHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Dense indexes by id, for objects with an id ≥ 1 that are never removed. Ids below {@value #DIRECT_IDS}, nearly all,
 * are looked up in an array. The map for larger ids is created with the first of them, because its library comes in
 * signed jars, and checking their signatures takes a fifth of a start or more. Used by one thread.
 */
public final class IdIndex {

    /** The index of an unknown id. */
    public static final int UNKNOWN = -1;

    private static final int FIRST_CAPACITY = 16;
    private static final int DIRECT_IDS = 1 << 16;

    /** Index + 1 by id, 0 for an unknown id; the array grows with the largest id below the limit. */
    private int[] direct = new int[FIRST_CAPACITY];

    private @Nullable IntIntHashMap others;

    /** The index of an id, any int, or {@link #UNKNOWN}. */
    public int indexOf(final int id) {
        if (id >= 0 && id < direct.length) {
            return direct[id] - 1;
        }
        return id < DIRECT_IDS || others == null ? UNKNOWN : others.getIfAbsent(id, UNKNOWN);
    }

    /** Adds a new id ≥ 1 with its index ≥ 0. */
    public void add(final int id, final int index) {
        if (id < DIRECT_IDS) {
            if (id >= direct.length) {
                direct = Arrays.copyOf(direct, Integer.highestOneBit(id) * 2);
            }
            direct[id] = index + 1;
            return;
        }
        if (others == null) {
            others = new IntIntHashMap();
        }
        others.put(id, index);
    }
}
