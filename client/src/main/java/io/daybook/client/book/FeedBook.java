package io.daybook.client.book;

import java.security.SecureRandom;

/**
 * The orders of many books by reference: what a subscriber of a feed and the reader of an ITCH file keep. It matches
 * nothing and believes nobody: each change says whether it could be made, and one that could not changes nothing. Each
 * book has a hash, which follows every change where it is not told otherwise.
 *
 * <p>An order takes at most 58 bytes, its level not counted: 32 for its row and 12.8 to 25.6 for its entry in the
 * index. Used by one thread.
 */
public final class FeedBook {
    /** What this process hashes references with; no outcome depends on it. */
    static final long SECRET = new SecureRandom().nextLong() | 1;

    private static final int FIRST_BITS = 10;
    private static final int MOST_EIGHTHS = 5;

    private final OrderLevels levels;
    private final ReferenceIndex index;

    /** No books yet; a book is there as soon as it has an order. */
    public FeedBook() {
        this(true);
    }

    private FeedBook(final boolean isHashed) {
        levels = new OrderLevels(isHashed);
        index = new ReferenceIndex(levels.orderRows(), SECRET, FIRST_BITS, MOST_EIGHTHS);
    }

    /** No books yet; their hashes follow no change: whoever asks for one waits for a walk over its book. */
    public static FeedBook withoutHashes() {
        return new FeedBook(false);
    }

    /** The books, to be read. */
    public OrderLevels levels() {
        return levels;
    }

    ReferenceIndex index() {
        return index;
    }

    /** The order with a reference, {@link OrderLevels#NO_ORDER} where there is none. */
    public int find(final long reference) {
        return index.find(reference);
    }

    /**
     * An order comes, at the tail of its level.
     *
     * @param book from 0 to less than {@link OrderLevels#MAX_BOOKS}; memory grows with the largest
     * @param side {@link OrderLevels#BID} or {@link OrderLevels#ASK}
     * @param size at least 1
     * @return false where the reference is known
     * @throws IllegalArgumentException where book, side or size are none
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
     * Takes size off an order, which keeps its place; with nothing left it goes.
     *
     * @param order what {@link #find} has found
     * @param size at least 0
     * @return false where there is less: the order stays as it is
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
     * An order goes.
     *
     * @param order what {@link #find} has found
     */
    public void remove(final int order) {
        index.remove(levels.reference(order));
        levels.remove(order);
    }

    /**
     * An order goes, and comes at the tail of a level of the same side and book.
     *
     * @param order what {@link #find} has found
     * @param reference its new one; may be its old one
     * @param size at least 1
     * @return false where another order has the new reference
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

    /** All orders of all books go. */
    public void clear() {
        levels.clear();
        index.clear();
    }

    /** The bytes of all tables, without the headers of their arrays. */
    public long memoryBytes() {
        return levels.memoryBytes() + index.memoryBytes();
    }

    private void append(final int book, final int side, final long price, final long reference, final long size) {
        index.add(reference, levels.append(book, side, price, reference, size));
    }
}
