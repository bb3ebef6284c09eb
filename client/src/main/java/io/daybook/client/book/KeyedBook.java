package io.daybook.client.book;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The orders of many books as the publisher of a feed keeps them. An order is found by its book and by the publisher's
 * number, which is unique in the book; the feed names it by its reference. This class matches nothing. Each book has a
 * hash that follows every change, as in a {@link FeedBook}.
 *
 * <p>An order takes at most 62 bytes, its level not counted: 32 for its row, 8 for its number and 10.7 to 21.4 for its
 * entry in the index. Used by one thread.
 */
public final class KeyedBook {
    private static final int FIRST_BITS = 4;
    private static final int MOST_EIGHTHS = 6;
    private static final int KEY = 0;

    private final OrderLevels levels = new OrderLevels();

    /** The numbers of the orders, by their rows. */
    private final Rows keys = new Rows(0);

    /** The index of each book; null if the book never had an order. */
    private @Nullable ReferenceIndex[] indexes = {};

    /** Creates an empty set of books; the first order of a book creates it. */
    public KeyedBook() {}

    /** The books, for reading. */
    public OrderLevels levels() {
        return levels;
    }

    /** The order of a book with a number, {@link OrderLevels#NO_ORDER} if there is none. */
    public int find(final int book, final long key) {
        final ReferenceIndex index = book < indexes.length ? indexes[book] : null;
        return index == null ? OrderLevels.NO_ORDER : index.find(key);
    }

    /** The publisher's number of an order. */
    public long key(final int order) {
        return keys.get(order, KEY);
    }

    /**
     * Adds an order at the tail of its level.
     *
     * @param book from 0 to less than {@link OrderLevels#MAX_BOOKS}; memory grows with the largest
     * @param side {@link OrderLevels#BID} or {@link OrderLevels#ASK}
     * @param size at least 1
     * @return the order
     * @throws IllegalArgumentException if the book, side or size is invalid, or the number is known
     */
    public int add(
            final int book, final int side, final long price, final long key, final long reference, final long size) {
        levels.require(book, side, size);
        final ReferenceIndex index = open(book);
        if (index.find(key) != OrderLevels.NO_ORDER) {
            throw new IllegalArgumentException("another order has this number: book=" + book + " key=" + key);
        }
        final int order = levels.append(book, side, price, reference, size);
        keys.ensure(order);
        keys.set(order, KEY, key);
        index.add(key, order);
        return order;
    }

    /**
     * Reduces the size of an order, which keeps its place; an order with nothing left is removed.
     *
     * @throws IllegalArgumentException if the order has less
     */
    public void reduce(final int order, final long size) {
        final long there = levels.size(order);
        if (size < 1 || size > there) {
            throw new IllegalArgumentException("size must be 1 to the order's lots, " + there + ": size=" + size);
        }
        if (size == there) {
            remove(order);
        } else {
            levels.reduce(order, size);
        }
    }

    /** Moves an order to the tail of a level of the same side and book; its number and its row stay. */
    public void move(final int order, final long price, final long reference, final long size) {
        final int level = levels.level(order);
        final int book = levels.book(level);
        final int side = levels.sideOf(level);
        levels.require(book, side, size);
        levels.remove(order);
        if (levels.append(book, side, price, reference, size) != order) {
            throw new IllegalStateException("a row that was given back must be the next to be taken: row=" + order);
        }
    }

    /**
     * Gives an order another number.
     *
     * @throws IllegalArgumentException if that number is known
     */
    public void rename(final int order, final long key) {
        final ReferenceIndex index = open(levels.book(levels.level(order)));
        if (index.find(key) != OrderLevels.NO_ORDER) {
            throw new IllegalArgumentException("another order has this number: key=" + key);
        }
        index.remove(key(order));
        keys.set(order, KEY, key);
        index.add(key, order);
    }

    private void remove(final int order) {
        open(levels.book(levels.level(order))).remove(key(order));
        levels.remove(order);
    }

    /** Removes all orders of all books. */
    public void clear() {
        levels.clear();
        Arrays.fill(indexes, null);
    }

    /** The size of all tables in bytes, without the headers of their arrays. */
    public long memoryBytes() {
        long bytes = levels.memoryBytes() + keys.memoryBytes();
        for (final ReferenceIndex index : indexes) {
            bytes += index == null ? 0 : index.memoryBytes();
        }
        return bytes;
    }

    private ReferenceIndex open(final int book) {
        if (book >= indexes.length) {
            indexes = Arrays.copyOf(indexes, Math.max(book + 1, Math.min(2 * indexes.length, OrderLevels.MAX_BOOKS)));
        }
        ReferenceIndex index = indexes[book];
        if (index == null) {
            index = new ReferenceIndex(keys, FeedBook.SECRET, FIRST_BITS, MOST_EIGHTHS);
            indexes[book] = index;
        }
        return index;
    }
}
