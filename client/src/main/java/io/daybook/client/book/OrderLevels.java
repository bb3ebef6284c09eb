package io.daybook.client.book;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The orders of many books, in the queues of their levels, for reading. Orders and levels have numbers, which are
 * reused after their removal. Walk a book from {@link #best} over {@link #worse}, and a level from {@link #head} over
 * {@link #next}.
 *
 * <p>An order takes 32 bytes here, a level 32 and 16 to 32 more for its place among the prices. Used by one thread.
 */
public final class OrderLevels {
    /** The side of buy orders. */
    public static final int BID = 0;

    /** The side of sell orders. */
    public static final int ASK = 1;

    /** No order: the queue ends, or the reference is unknown. */
    public static final int NO_ORDER = -1;

    /** No level: the side ends. */
    public static final int NO_LEVEL = -1;

    /** The numbers of books are from 0 to less than this. */
    public static final int MAX_BOOKS = 1 << 24;

    private static final int SIDES = 2;

    /** Rows of orders and of levels have four words. */
    private static final int ROW_BITS = 2;

    private final Rows orders = new Rows(ROW_BITS);
    private final Rows levels = new Rows(ROW_BITS);

    /** Whether hashes follow every change; if not, each call of {@link #hash} computes the hash. */
    private final boolean isHashed;

    /** The sides by place: bids and asks of book 0, then of book 1. */
    private @Nullable BookSide[] sides = {};

    private long[] hashes = {};
    private int[] orderCounts = {};
    private int books;

    OrderLevels() {
        this(true);
    }

    OrderLevels(final boolean isHashed) {
        this.isHashed = isHashed;
    }

    Rows orderRows() {
        return orders;
    }

    Rows levelRows() {
        return levels;
    }

    /** One side of a book; null if it never had an order. */
    @Nullable
    BookSide sideOrNull(final int book, final int side) {
        return book < books ? sides[SIDES * book + side] : null;
    }

    /** Refuses values that no order can have. */
    void require(final int book, final int side, final long size) {
        if (book < 0 || book >= MAX_BOOKS) {
            throw new IllegalArgumentException("book must be from 0 to " + (MAX_BOOKS - 1) + ": book=" + book);
        }
        if (side != BID && side != ASK) {
            throw new IllegalArgumentException("side must be BID or ASK: side=" + side);
        }
        if (size < 1) {
            throw new IllegalArgumentException("size must be at least 1: size=" + size);
        }
    }

    /** Adds an order at the tail of its level; its size is at least 1. */
    int append(final int book, final int side, final long price, final long reference, final long size) {
        final int level = levelFor(book, side, price);
        final int order = orders.take();
        final int tail = LevelRow.tail(levels, level);
        OrderRow.set(orders, order, reference, size, tail, level);
        if (tail == NO_ORDER) {
            LevelRow.setEnds(levels, level, order, order);
        } else {
            OrderRow.setNext(orders, tail, order);
            LevelRow.setEnds(levels, level, LevelRow.head(levels, level), order);
        }
        LevelRow.add(levels, level, size, 1);
        orderCounts[book]++;
        if (isHashed) {
            hashes[book] += BookHash.of(reference, price, size, side);
        }
        return order;
    }

    /** Reduces an order by less than its size; it keeps its place. */
    void reduce(final int order, final long size) {
        final int level = level(order);
        final long before = size(order);
        if (isHashed) {
            hashes[book(level)] += hash(order, level, before - size) - hash(order, level, before);
        }
        OrderRow.setSize(orders, order, before - size);
        LevelRow.add(levels, level, -size, 0);
    }

    /** Removes an order. */
    void remove(final int order) {
        final int level = level(order);
        final int book = book(level);
        final long size = size(order);
        if (isHashed) {
            hashes[book] -= hash(order, level, size);
        }
        orderCounts[book]--;
        LevelRow.add(levels, level, -size, -1);
        final int previous = OrderRow.previous(orders, order);
        final int next = next(order);
        if (previous == NO_ORDER && next == NO_ORDER) {
            side(level).remove(price(level));
            levels.give(level);
        } else {
            unlink(level, previous, next);
        }
        orders.give(order);
    }

    /** Removes all orders of all books. */
    void clear() {
        orders.clear();
        levels.clear();
        Arrays.fill(sides, null);
        Arrays.fill(hashes, 0);
        Arrays.fill(orderCounts, 0);
    }

    /** The reference of an order in the feed. */
    public long reference(final int order) {
        return OrderRow.reference(orders, order);
    }

    /** The open size of an order. */
    public long size(final int order) {
        return OrderRow.size(orders, order);
    }

    /** The level of an order. */
    public int level(final int order) {
        return OrderRow.level(orders, order);
    }

    /** The next order of the level, {@link #NO_ORDER} at the tail. */
    public int next(final int order) {
        return OrderRow.next(orders, order);
    }

    /** The first order of a level. */
    public int head(final int level) {
        return LevelRow.head(levels, level);
    }

    /** The price of a level. */
    public long price(final int level) {
        return LevelRow.price(levels, level);
    }

    /** The total size of the orders of a level. */
    public long levelSize(final int level) {
        return LevelRow.size(levels, level);
    }

    /** The number of orders of a level. */
    public int levelOrders(final int level) {
        return LevelRow.orders(levels, level);
    }

    /** The book of a level. */
    public int book(final int level) {
        return LevelRow.place(levels, level) / SIDES;
    }

    /** The side of a level. */
    public int sideOf(final int level) {
        return LevelRow.place(levels, level) % SIDES;
    }

    /** The best level of a side, {@link #NO_LEVEL} if it is empty. */
    public int best(final int book, final int side) {
        final BookSide found = sideOrNull(book, side);
        return found == null ? NO_LEVEL : found.best();
    }

    /** The level of a price, {@link #NO_LEVEL} if no order has it. */
    public int levelAt(final int book, final int side, final long price) {
        final BookSide found = sideOrNull(book, side);
        return found == null ? NO_LEVEL : found.find(price);
    }

    /** The next level away from the best, {@link #NO_LEVEL} at the end. */
    public int worse(final int level) {
        return side(level).worse(price(level));
    }

    /** The number of levels of a side. */
    public int levels(final int book, final int side) {
        final BookSide found = sideOrNull(book, side);
        return found == null ? 0 : found.levels();
    }

    /** The number of orders of a book on both sides. */
    public int orders(final int book) {
        return book < books ? orderCounts[book] : 0;
    }

    /** The number of orders of all books. */
    public int orders() {
        return orders.live();
    }

    /** The sum of {@link BookHash} over the orders of a book. */
    public long hash(final int book) {
        return isHashed ? book < books ? hashes[book] : 0 : sum(book, BID) + sum(book, ASK);
    }

    private long sum(final int book, final int side) {
        long sum = 0;
        for (int level = best(book, side); level != NO_LEVEL; level = worse(level)) {
            for (int order = head(level); order != NO_ORDER; order = next(order)) {
                sum += hash(order, level, size(order));
            }
        }
        return sum;
    }

    /** One more than the highest number of a book that ever had an order. */
    public int books() {
        return books;
    }

    /** The size of all tables in bytes, without the headers of their arrays. */
    public long memoryBytes() {
        long bytes = orders.memoryBytes() + levels.memoryBytes();
        for (final BookSide side : sides) {
            bytes += side == null ? 0 : side.memoryBytes();
        }
        return bytes + (long) hashes.length * (Long.BYTES + Integer.BYTES + SIDES * Long.BYTES);
    }

    private long hash(final int order, final int level, final long size) {
        return BookHash.of(reference(order), price(level), size, sideOf(level));
    }

    private void unlink(final int level, final int previous, final int next) {
        if (previous == NO_ORDER) {
            LevelRow.setEnds(levels, level, next, LevelRow.tail(levels, level));
        } else {
            OrderRow.setNext(orders, previous, next);
        }
        if (next == NO_ORDER) {
            LevelRow.setEnds(levels, level, LevelRow.head(levels, level), previous);
        } else {
            OrderRow.setPrevious(orders, next, previous);
        }
    }

    private int levelFor(final int book, final int side, final long price) {
        final BookSide prices = openSide(book, side);
        final int found = prices.find(price);
        if (found != NO_LEVEL) {
            return found;
        }
        final int level = levels.take();
        LevelRow.set(levels, level, price, SIDES * book + side);
        prices.insert(price, level);
        return level;
    }

    private BookSide openSide(final int book, final int side) {
        if (book >= books) {
            open(book);
        }
        final int place = SIDES * book + side;
        BookSide found = sides[place];
        if (found == null) {
            found = new BookSide(side);
            sides[place] = found;
        }
        return found;
    }

    private void open(final int book) {
        if (book >= hashes.length) {
            final int capacity = Math.max(book + 1, Math.min(2 * hashes.length, MAX_BOOKS));
            sides = Arrays.copyOf(sides, SIDES * capacity);
            hashes = Arrays.copyOf(hashes, capacity);
            orderCounts = Arrays.copyOf(orderCounts, capacity);
        }
        books = book + 1;
    }

    private BookSide side(final int level) {
        final BookSide side = sides[LevelRow.place(levels, level)];
        if (side == null) {
            throw new IllegalStateException("no level has this number: level=" + level);
        }
        return side;
    }
}
