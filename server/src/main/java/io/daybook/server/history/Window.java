package io.daybook.server.history;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The last so many of a row, by place: a part of it is found in a few steps and copied at once, however long the row
 * is. Guarded by {@link MarketHistory}.
 *
 * @param <T> immutable
 */
final class Window<T> {
    private static final int FIRST_CAPACITY = 16;

    private final int most;
    private Object[] ring = new Object[FIRST_CAPACITY];
    private int first;
    private int size;

    /** An empty one that keeps the last so many. */
    Window(final int most) {
        this.most = most;
    }

    int size() {
        return size;
    }

    /** Whether the oldest have gone, or the next one will make one go. */
    boolean isFull() {
        return size == most;
    }

    /** Adds one; the oldest goes where there are too many. */
    void add(final T last) {
        if (size == most) {
            first = (first + 1) % ring.length;
            size--;
        } else if (size == ring.length) {
            ring = copy(0, size, Math.min(most, 2 * ring.length));
            first = 0;
        }
        ring[(first + size) % ring.length] = last;
        size++;
    }

    /** Puts another in place of the last. */
    void replaceLast(final T last) {
        ring[(first + size - 1) % ring.length] = last;
    }

    /** The last; null where there is none. */
    @Nullable
    T last() {
        return size == 0 ? null : get(size - 1);
    }

    /** The first place from which on something holds; {@link #size} for none. It must hold for all behind one. */
    int firstWhere(final Predicate<T> holds) {
        int low = 0;
        int high = size;
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

    /** Those from a place until before another, the oldest first. */
    List<T> list(final int from, final int to) {
        final List<T> copies = new ArrayList<>(to - from);
        for (final Object one : copy(from, to, to - from)) {
            copies.add(cast(one));
        }
        return copies;
    }

    /** All of them, the oldest first. */
    List<T> list() {
        return list(0, size);
    }

    private T get(final int place) {
        return cast(ring[(first + place) % ring.length]);
    }

    private Object[] copy(final int from, final int to, final int length) {
        final Object[] copy = new Object[length];
        final int start = (first + from) % ring.length;
        final int count = to - from;
        final int atEnd = Math.min(count, ring.length - start);
        System.arraycopy(ring, start, copy, 0, atEnd);
        System.arraycopy(ring, 0, copy, atEnd, count - atEnd);
        return copy;
    }

    @SuppressWarnings("unchecked") // only such ones come in
    private T cast(final Object one) {
        return (T) one;
    }
}
