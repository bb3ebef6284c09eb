package io.daybook.client.book;

import java.security.SecureRandom;

/**
 * The orders of many books by reference: the state of a subscriber of a feed and of a reader of an ITCH file. It
 * matches nothing and trusts no input: each change returns whether it was possible, and an impossible one changes
 * nothing. Each book has a hash, which follows every change, except in {@link #withoutHashes}.
 *
 * <p>An order takes at most 58 bytes, its level not counted: 32 for its row and 12.8 to 25.6 for its entry in the
 * index. Used by one thread.
 */
public final class FeedBook {
    /** The secret of this process for hashing references; no outcome depends on it. */
    static final long SECRET = new SecureRandom().nextLong() | 1;

    private static final int FIRST_BITS = 10;
    private static final int MOST_EIGHTHS = 5;

    private final OrderLevels levels;
    private final ReferenceIndex index;

    /** Creates an empty set of books; the first order of a book creates it. */
    public FeedBook() {
        this(true);
    }

    private FeedBook(final boolean isHashed) {
        levels = new OrderLevels(isHashed);
        index = new ReferenceIndex(levels.orderRows(), SECRET, FIRST_BITS, MOST_EIGHTHS);
    }

    /** Creates an empty set of books whose hashes do not follow changes: each call for a hash walks over its book. */
    public static FeedBook withoutHashes() {
        return new FeedBook(false);
    }

    /** The books, for reading. */
    public OrderLevels levels() {
        return levels;
    }

    ReferenceIndex index() {
        return index;
    }

    /** The order with a reference, {@link OrderLevels#NO_ORDER} if there is none. */
    public int find(final long reference) {
        return index.find(reference);
    }

    /**
     * Adds an order at the tail of its level.
     *
     * @param book from 0 to less than {@link OrderLevels#MAX_BOOKS}; memory grows with the largest
     * @param side {@link OrderLevels#BID} or {@link OrderLevels#ASK}
     * @param size at least 1
     * @return false if the reference is known
     * @throws IllegalArgumentException if the book, side or size is invalid
     */
    public boolean add(final int book, final int side, final long price, final long reference, final long size) {
        levels.require(book, side, size);
        if (index.find(reference) != OrderLevels.NO_ORDER) {
            return false;
        }
        append(book, side, price, reference, size);
        return true;
    }

    /**
     * Reduces the size of an order, which keeps its place; an order with nothing left is removed.
     *
     * @param order a result of {@link #find}
     * @param size at least 0
     * @return false, without a change, if the order has less
     */
    public boolean reduce(final int order, final long size) {
        final long there = levels.size(order);
        if (size < 0 || size > there) {
            return false;
        }
        if (size == there) {
            remove(order);
        } else {
            levels.reduce(order, size);
        }
        return true;
    }

    /**
     * Removes an order.
     *
     * @param order a result of {@link #find}
     */
    public void remove(final int order) {
        index.remove(levels.reference(order));
        levels.remove(order);
    }

    /**
     * Moves an order to the tail of a level of the same side and book.
     *
     * @param order a result of {@link #find}
     * @param reference the new reference; may be the old one
     * @param size at least 1
     * @return false if another order has the new reference
     */
    public boolean replace(final int order, final long price, final long reference, final long size) {
        final int level = levels.level(order);
        final int book = levels.book(level);
        final int side = levels.sideOf(level);
        levels.require(book, side, size);
        final int known = index.find(reference);
        if (known != OrderLevels.NO_ORDER && known != order) {
            return false;
        }
        remove(order);
        append(book, side, price, reference, size);
        return true;
    }

    /** Removes all orders of all books. */
    public void clear() {
        levels.clear();
        index.clear();
    }

    /** The size of all tables in bytes, without the headers of their arrays. */
    public long memoryBytes() {
        return levels.memoryBytes() + index.memoryBytes();
    }

    private void append(final int book, final int side, final long price, final long reference, final long size) {
        index.add(reference, levels.append(book, side, price, reference, size));
    }
}
