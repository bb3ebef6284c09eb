package io.daybook.gateway.fix.marketdata;

import io.daybook.api.OrderBookReport.Level;
import io.daybook.api.Side;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A subscriber's copy of a book: its best levels, up to a number per side. Each change of the book becomes the changes
 * of the copy, including levels that enter or leave its range.
 *
 * <p>Between two calls the copy equals the front of the book, level for level. A change therefore affects only prices
 * within the copy, and missing or excess levels are at its end. Used by one thread.
 */
final class Depth {
    private final int limit;
    private final Levels known = new Levels();

    /**
     * Creates an empty copy.
     *
     * @param limit the most levels per side, ≥ 1
     */
    Depth(final int limit) {
        this.limit = limit;
    }

    /** Copies the book as it is; returns the levels to be shown to the subscriber. */
    Levels restart(final Levels book) {
        known.takeBest(book, limit);
        return known;
    }

    /**
     * Applies a command's change of the book.
     *
     * @param side the side of the book
     * @param book that side as it is now
     * @param touched the prices of that side that may have changed
     * @param entries gets, for each level that differs from the copy, the old and the new level; null for none
     */
    void update(
            final Side side,
            final NavigableMap<Long, Level> book,
            final Iterable<Long> touched,
            final BiConsumer<@Nullable Level, @Nullable Level> entries) {
        final NavigableMap<Long, Level> own = known.of(side);
        final Map<Long, @Nullable Level> before = new LinkedHashMap<>();
        for (final Long price : touched) {
            final Level now = book.get(price);
            if (own.containsKey(price)) {
                set(own, before, price, now);
            }
        }
        for (final Long price : touched) {
            final Level now = book.get(price);
            if (now != null && !own.isEmpty() && own.comparator().compare(price, own.lastKey()) < 0) {
                set(own, before, price, now);
            }
        }
        while (own.size() > limit) {
            set(own, before, own.lastKey(), null);
        }
        Map.Entry<Long, Level> next = own.isEmpty() ? book.firstEntry() : book.higherEntry(own.lastKey());
        while (own.size() < limit && next != null) {
            set(own, before, next.getKey(), next.getValue());
            next = book.higherEntry(next.getKey());
        }
        before.forEach((price, was) -> {
            final Level is = own.get(price);
            if (was == null ? is != null : !was.equals(is)) {
                entries.accept(was, is);
            }
        });
    }

    private static void set(
            final NavigableMap<Long, Level> own,
            final Map<Long, @Nullable Level> before,
            final Long price,
            final @Nullable Level now) {
        final Level was = now == null ? own.remove(price) : own.put(price, now);
        if (!before.containsKey(price)) {
            before.put(price, was);
        }
    }
}
