package io.daybook.client.book;

import org.jspecify.annotations.Nullable;

/**
 * Brings what the next changes of a book will touch into the processor's cache. A change waits for one miss after the
 * other: the index, the order, its level, its neighbours. Here some dozen changes are announced, and then all their
 * misses of one kind happen together. Nothing is changed, and what was announced wrongly costs time only.
 *
 * <p>Call {@link #order} or {@link #arrival} for each change to come, at most {@link #CAPACITY} in all, then
 * {@link #fetch}, then make the changes. Used by one thread.
 */
public final class BookAhead {
    /** How many changes may be announced before {@link #fetch}. */
    public static final int CAPACITY = 64;

    private static final long[] NO_LEAF = {};

    private final OrderLevels levels;
    private final Rows orderRows;
    private final Rows levelRows;
    private final ReferenceIndex index;

    private final int[] orders = new int[CAPACITY];
    private final int[] orderLevels = new int[CAPACITY];
    private final @Nullable BookSide[] sides = new BookSide[CAPACITY];
    private final long[][] leaves = new long[CAPACITY][];
    private final long[] prices = new long[CAPACITY];
    private final int[] arrivalLevels = new int[CAPACITY];
    private int orderCount;
    private int arrivalCount;

    /** Written only, which keeps the compiler from leaving the loads out. */
    @SuppressWarnings("UnusedVariable")
    private long touched;

    /** Looks ahead in a book. */
    public BookAhead(final FeedBook book) {
        levels = book.levels();
        orderRows = levels.orderRows();
        levelRows = levels.levelRows();
        index = book.index();
    }

    /** A change will be about the order with this reference. */
    public void order(final long reference) {
        final int order = index.guess(reference);
        if (order != OrderLevels.NO_ORDER) {
            orders[orderCount++] = order;
        }
    }

    /** An order will come. */
    public void arrival(final int book, final int side, final long price, final long reference) {
        touched += index.guess(reference);
        final BookSide found = levels.sideOrNull(book, side);
        if (found != null) {
            sides[arrivalCount] = found;
            prices[arrivalCount++] = price;
        }
    }

    /** Fetches what was announced since the last time. */
    public void fetch() {
        for (int i = 0; i < orderCount; i++) {
            orderLevels[i] = OrderRow.level(orderRows, orders[i]);
        }
        long sum = touchLeaves();
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
        for (int i = 0; i < orderCount; i++) {
            sum += placeOfLast(orderLevels[i]);
        }
        touched += sum;
        orderCount = 0;
        arrivalCount = 0;
    }

    /** Step by step, because a search guesses its way while its misses are under way, and starts anew when they end. */
    private long touchLeaves() {
        for (int i = 0; i < arrivalCount; i++) {
            final BookSide side = sides[i];
            leaves[i] = side == null ? NO_LEAF : side.bestLeaf();
        }
        long sum = 0;
        for (int i = 0; i < arrivalCount; i++) {
            final BookSide side = sides[i];
            sum += side == null ? 0 : side.touch(leaves[i]);
        }
        return sum;
    }

    private long neighbours(final int order) {
        final int previous = OrderRow.previous(orderRows, order);
        final int next = OrderRow.next(orderRows, order);
        return (previous == OrderLevels.NO_ORDER ? 0 : OrderRow.size(orderRows, previous))
                + (next == OrderLevels.NO_ORDER ? 0 : OrderRow.size(orderRows, next));
    }

    /** A level with one order may go, and then its place among the prices is looked up. */
    private long placeOfLast(final int level) {
        if (LevelRow.orders(levelRows, level) != 1) {
            return 0;
        }
        final BookSide side = levels.sideOrNull(levels.book(level), levels.sideOf(level));
        return side == null ? 0 : side.peek(LevelRow.price(levelRows, level));
    }
}
