package io.daybook.client.book;

import org.jspecify.annotations.Nullable;

/**
 * Brings the data of the next changes of a book into the processor's cache. A change waits for one cache miss after the
 * other: the index, the order, its level, its neighbours. If some dozen changes are announced first, all their misses
 * of one kind overlap. This class changes nothing, and a wrong announcement costs only time.
 *
 * <p>Call {@link #order} or {@link #arrival} for each change to come, at most {@link #CAPACITY} in all, then
 * {@link #fetch}, then make the changes. Used by one thread.
 */
public final class BookAhead {
    /** The number of changes that may be announced before {@link #fetch}. */
    public static final int CAPACITY = 64;

    private static final long[] NO_LEAF = {};

    private final OrderLevels levels;
    private final Rows orderRows;
    private final Rows levelRows;
    private final ReferenceIndex index;

    /** The references of orders that are about to change. */
    private final long[] references = new long[CAPACITY];

    /** The references of new orders. */
    private final long[] newReferences = new long[CAPACITY];

    private int referenceCount;
    private int arrivalCount;

    /** The orders that were found. */
    private final int[] orders = new int[CAPACITY];

    /** The level of each of these orders. */
    private final int[] orderLevels = new int[CAPACITY];

    /** First the sides of new orders, then the sides where an order is the last of its level. */
    private final @Nullable BookSide[] sides = new BookSide[2 * CAPACITY];

    private final long[][] leaves = new long[2 * CAPACITY][];
    private final long[] prices = new long[CAPACITY];
    private final int[] arrivalLevels = new int[CAPACITY];

    /** Never read: the writes keep the compiler from removing the loads. */
    @SuppressWarnings("UnusedVariable")
    private long touched;

    /** Creates a prefetcher for a set of books. */
    public BookAhead(final FeedBook book) {
        levels = book.levels();
        orderRows = levels.orderRows();
        levelRows = levels.levelRows();
        index = book.index();
    }

    /** Announces a change of the order with this reference. */
    public void order(final long reference) {
        references[referenceCount++] = reference;
    }

    /** Announces a new order. */
    public void arrival(final int book, final int side, final long price, final long reference) {
        sides[arrivalCount] = levels.sideOrNull(book, side);
        prices[arrivalCount] = price;
        newReferences[arrivalCount++] = reference;
        touched += levels.orders(book);
    }

    /** Fetches the data of all announcements since the last call. */
    public void fetch() {
        long sum = touchIndex();
        final int orderCount = findOrders();
        sum += touchLeaves(0, arrivalCount);
        for (int i = 0; i < orderCount; i++) {
            orderLevels[i] = OrderRow.level(orderRows, orders[i]);
        }
        for (int i = 0; i < arrivalCount; i++) {
            final BookSide side = sides[i];
            arrivalLevels[i] = side == null ? OrderLevels.NO_LEVEL : side.peek(prices[i]);
        }
        for (int i = 0; i < orderCount; i++) {
            sum += neighbours(orders[i]) + LevelRow.price(levelRows, orderLevels[i]);
        }
        for (int i = 0; i < arrivalCount; i++) {
            final int level = arrivalLevels[i];
            if (level != OrderLevels.NO_LEVEL) {
                sum += OrderRow.size(orderRows, LevelRow.tail(levelRows, level));
            }
        }
        touched += sum + touchLeaves(arrivalCount, findSidesOfLast(orderCount));
        referenceCount = 0;
        arrivalCount = 0;
    }

    private long touchIndex() {
        long sum = 0;
        for (int i = 0; i < referenceCount; i++) {
            sum += index.touch(references[i]);
        }
        for (int i = 0; i < arrivalCount; i++) {
            sum += index.touch(newReferences[i]);
        }
        return sum;
    }

    /** Puts the orders of {@link #references} into {@link #orders}; returns their number. */
    private int findOrders() {
        int count = 0;
        for (int i = 0; i < referenceCount; i++) {
            final int order = index.guess(references[i]);
            if (order != OrderLevels.NO_ORDER) {
                orders[count++] = order;
            }
        }
        return count;
    }

    /**
     * Loads the leaves in which searches will begin, first all leaves and then their entries, so that the misses of one
     * step overlap.
     */
    private long touchLeaves(final int from, final int to) {
        for (int i = from; i < to; i++) {
            final BookSide side = sides[i];
            leaves[i] = side == null ? NO_LEAF : side.bestLeaf();
        }
        long sum = 0;
        for (int i = from; i < to; i++) {
            final BookSide side = sides[i];
            sum += side == null ? 0 : side.touch(leaves[i]);
        }
        return sum;
    }

    /** Loads row 0 for a missing neighbour: that costs less than a branch that is mispredicted half of the time. */
    private long neighbours(final int order) {
        final int previous = Math.max(0, OrderRow.previous(orderRows, order));
        final int next = Math.max(0, OrderRow.next(orderRows, order));
        return OrderRow.size(orderRows, previous) + OrderRow.size(orderRows, next);
    }

    /**
     * Appends the sides of levels with one order to the sides of new orders: such a level may be removed, which
     * searches for its price. Returns the number of sides in all.
     */
    private int findSidesOfLast(final int orderCount) {
        int count = arrivalCount;
        for (int i = 0; i < orderCount; i++) {
            final int level = orderLevels[i];
            if (LevelRow.orders(levelRows, level) == 1) {
                sides[count++] = levels.sideOrNull(levels.book(level), levels.sideOf(level));
            }
        }
        return count;
    }
}
