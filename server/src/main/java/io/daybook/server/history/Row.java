package io.daybook.server.history;

import io.daybook.kernel.slab.RecordRing;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The last records of a row, by place, as numbers side by side, because most are never shown. A part is found in a few
 * steps and copied at once, for any length of the row; objects are made from the copy. Guarded by
 * {@link MarketHistory}, except copies.
 *
 * @param <T> the object of a record
 */
abstract class Row<T> {
    private final int stride;
    private final RecordRing ring;

    /** Makes an empty row that keeps some last records, each of {@code stride} longs. */
    Row(final int stride, final int most) {
        this.stride = stride;
        this.ring = new RecordRing(stride, most);
    }

    /** Reads a place of an array. */
    abstract T read(long[] array, int base);

    /** The ring, to add to. */
    final RecordRing ring() {
        return ring;
    }

    final int size() {
        return ring.size();
    }

    /** Whether the oldest were dropped, or the next record will drop one. */
    final boolean isFull() {
        return ring.isFull();
    }

    /** The last one; null if there is none. */
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

    /** The records from a place until before another, the oldest first; a copy, without later ones. */
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
