package io.daybook.server.history;

import io.daybook.kernel.slab.RecordRing;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The last records of a row, by place. They are numbers in an array, because most are never queried. Whatever the
 * length of the row, a query finds its part in a few steps and copies it at once; objects are made from the copy.
 * Guarded by {@link MarketHistory}, except copies.
 *
 * @param <T> the object of a record
 */
abstract class Row<T> {
    private final int stride;
    private final RecordRing ring;

    /** Makes an empty row that keeps the last {@code most} records, each of {@code stride} longs. */
    Row(final int stride, final int most) {
        this.stride = stride;
        this.ring = new RecordRing(stride, most);
    }

    /** Reads the record that starts at an index of an array. */
    abstract T read(long[] array, int base);

    /** The ring, for adding records. */
    final RecordRing ring() {
        return ring;
    }

    final int size() {
        return ring.size();
    }

    /** Returns whether the oldest records were dropped, or the next record will drop one. */
    final boolean isFull() {
        return ring.isFull();
    }

    /** The last record; null if there is none. */
    final @Nullable T last() {
        return size() == 0 ? null : get(size() - 1);
    }

    /**
     * The first place for which a condition holds; {@link #size} for none. The condition must hold for all later
     * places.
     */
    final int firstWhere(final Predicate<T> holds) {
        int low = 0;
        int high = size();
        while (low < high) {
            final int middle = (low + high) >>> 1;
            if (holds.test(get(middle))) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** The records from a place until before another, the oldest first; a copy, which gets no later records. */
    final List<T> list(final int from, final int to) {
        return new Copied(ring.copy(from, to));
    }

    /** All records, the oldest first. */
    final List<T> list() {
        return list(0, size());
    }

    private T get(final int place) {
        return read(ring.array(), ring.base(place));
    }

    private final class Copied extends AbstractList<T> implements RandomAccess {
        private final long[] array;

        private Copied(final long[] array) {
            this.array = array;
        }

        @Override
        public T get(final int place) {
            return read(array, Math.multiplyExact(place, stride));
        }

        @Override
        public int size() {
            return array.length / stride;
        }
    }
}
