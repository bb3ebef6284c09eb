package io.daybook.server.history;

import io.daybook.kernel.slab.RecordRing;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The last so many of a row, by place, as numbers side by side: most are never shown. A part of it is found in a few
 * steps and copied at once, however long the row is; what is shown is made of the copy. Guarded by
 * {@link MarketHistory}, but for copies.
 *
 * @param <T> what is shown
 */
abstract class Row<T> {
    private final int stride;
    private final RecordRing ring;

    /** An empty one that keeps the last so many, each of so many longs. */
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

    /** Whether the oldest have gone, or the next one will make one go. */
    final boolean isFull() {
        return ring.isFull();
    }

    /** The last; null where there is none. */
    final @Nullable T last() {
        return size() == 0 ? null : get(size() - 1);
    }

    /** The first place from which on something holds; {@link #size} for none. It must hold for all behind one. */
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

    /** Those from a place until before another, the oldest first; later ones are not seen in it. */
    final List<T> list(final int from, final int to) {
        return new Copied(ring.copy(from, to));
    }

    /** All of them, the oldest first. */
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
