package io.daybook.engine.matching;

import static io.daybook.engine.matching.OrderSlab.NO_ORDER;

import io.daybook.kernel.money.WideSum;

/**
 * The price levels of one side of one book, each a queue of orders, first in first out. Subclasses decide how a level
 * is found and where it lies; the queues are the same for all.
 *
 * <p>Inside, a price stands as a <em>key</em>: the price itself for asks, its complement for bids. A lower key is a
 * better price on either side, so that both sides take one path. A limit of the other side crosses a level when the
 * level's key is at most the key of the limit.
 *
 * <p>A level is named by an int that means something to the subclass, and holds until the next {@link #open} or
 * {@link #close}. Prices may be anything from 1 to 2^62. The lots of a level are summed up modulo 2^64, so that they
 * come out right again after any overflow in between, and read as saturated: a sum is exact as long as it stays below
 * 2^64, that is for 16 million orders of the largest size at one price.
 */
abstract class PriceLevels {
    /** No level. */
    static final int NO_LEVEL = 0;

    /** The best key of an empty side: worse than any price. */
    static final long NO_KEY = Long.MAX_VALUE;

    /** A limit that every level is within. */
    static final long ANY_KEY = Long.MAX_VALUE - 1;

    private static final long LOTS_CARRY = 1L << 62;

    /** Where the orders lie. */
    protected final OrderSlab slab;

    private final long keyMask;

    /** Key of the best level, or {@link #NO_KEY}; subclasses keep it. */
    protected long bestKey = NO_KEY;

    private long bestMove = Long.MIN_VALUE;

    /** The keys of the prices that the symbol allows for a move, from the best to the worst. */
    protected long firstMove = Long.MIN_VALUE;

    protected long lastMove = ANY_KEY;

    /** The other side of the book, once both are there. */
    private PriceLevels opposite = this;

    /**
     * The lots of all orders of this side are {@code lotsHigh} × 2^62 + {@code lotsLow}, exactly; {@code lotsLow} is
     * never negative.
     */
    private long lotsLow;

    private long lotsHigh;

    PriceLevels(final OrderSlab slab, final boolean asks) {
        this.slab = slab;
        this.keyMask = keyMask(asks);
    }

    private static long keyMask(final boolean asks) {
        return asks ? 0 : -1L;
    }

    /** The price of a key on a side. */
    static long priceOf(final long key, final boolean asks) {
        return key ^ keyMask(asks);
    }

    /** The key of a price on this side. */
    final long keyOf(final long price) {
        return price ^ keyMask;
    }

    /** The price of a key on this side. */
    final long priceOf(final long key) {
        return key ^ keyMask;
    }

    /** Key of the best level, or {@link #NO_KEY}. */
    final long bestKey() {
        return bestKey;
    }

    /** Price of the best level, or {@link OrderBook#NO_PRICE}. */
    final long bestPrice() {
        return bestKey == NO_KEY ? OrderBook.NO_PRICE : priceOf(bestKey);
    }

    /** The best key that any order of this side may be moved to. */
    final long bestMove() {
        return bestMove;
    }

    /** Sets {@link #bestMove()}, and between which prices an order may be moved besides. */
    void limitMoves(final long best, final long minPrice, final long maxPrice) {
        bestMove = best;
        final long ofLowest = keyOf(minPrice);
        final long ofHighest = keyOf(maxPrice);
        firstMove = Math.max(best, Math.min(ofLowest, ofHighest));
        lastMove = Math.max(ofLowest, ofHighest);
    }

    /** The other side of the book. */
    final PriceLevels opposite() {
        return opposite;
    }

    /** Makes two sides each other's {@link #opposite()}. */
    final void face(final PriceLevels other) {
        opposite = other;
        other.opposite = this;
    }

    /** The best level, or {@link #NO_LEVEL}. */
    abstract int best();

    /** The level with the next worse key, or {@link #NO_LEVEL}. */
    abstract int next(int level);

    /** The best level whose key is above a key, or {@link #NO_LEVEL}; there need be no level with that key. */
    abstract int nextAbove(long key);

    /** The level with a key, or {@link #NO_LEVEL}. */
    abstract int find(long key);

    /** The level with a key, made if there is none. */
    abstract int open(long key);

    /** Takes away a level without orders. */
    abstract void close(int level);

    /** How many levels there are. */
    abstract int count();

    abstract long key(int level);

    /** First order of the queue, or {@link OrderSlab#NO_ORDER}. */
    abstract int head(int level);

    /** Last order of the queue, or {@link OrderSlab#NO_ORDER}. */
    abstract int tail(int level);

    abstract void queue(int level, int head, int tail);

    /** Sum of the orders' remaining lots, modulo 2^64. */
    abstract long rawLots(int level);

    /** How many orders are in the queue. */
    abstract int orders(int level);

    /** Adds to both sums; negative numbers take off. */
    abstract void add(int level, long lots, int orders);

    /** Throws with the detail when the index contradicts itself. */
    abstract void validateIndex();

    /** Sum of the orders' remaining lots, saturated. */
    final long lots(final int level) {
        final long lots = rawLots(level);
        return lots < 0 ? Long.MAX_VALUE : lots;
    }

    /** The price of an order. */
    final long priceOfOrder(final int order) {
        return priceOfPlace(slab.place(order));
    }

    /** The price of an order whose record says that its level is there. */
    abstract long priceOfPlace(long place);

    /** Whether orders remember their price, and not the handle of their level in the {@link LevelSlab}. */
    abstract boolean placesArePrices();

    /** Puts an order at the tail of the level with a key. */
    final void append(final int order, final long key) {
        append(order, slab.chunk(order), slab.base(order), key, slab.remaining(order));
    }

    /**
     * {@link #append(int, long)} of an order whose lots are known.
     *
     * @param chunk with its record, at {@code base}
     */
    final void append(final int order, final long[] chunk, final int base, final long key, final long remaining) {
        changeLots(remaining);
        insert(order, chunk, base, key, remaining);
    }

    /** Takes an order out of its level, and the level away if that was its last. */
    final void remove(final int order) {
        remove(order, slab.place(order), slab.remaining(order));
    }

    /** {@link #remove(int)} of an order whose record is known to say this. */
    final void remove(final int order, final long place, final long remaining) {
        changeLots(-remaining);
        extract(order, place, remaining);
    }

    /** Takes lots off an order that keeps some, and off its level; its place in the queue stays. */
    final void reduce(final int order, final long lots) {
        changeLots(-lots);
        shrink(order, lots);
    }

    /**
     * Whether an order may be moved to another key, and {@link #relocate} can do it.
     *
     * @param place what its record says
     */
    abstract boolean canRelocate(long place, long key);

    /**
     * Takes an order out of its level and puts it at the tail of that of another key, and tells its record; only where
     * {@link #canRelocate}.
     *
     * @param chunk with its record, at {@code base}
     * @param place what its record says
     * @param remaining what its record says
     */
    abstract void relocate(int order, long[] chunk, int base, long place, long remaining, long key);

    /** {@link #append(int, long[], int, long, long)} in the level. */
    abstract void insert(int order, long[] chunk, int base, long key, long remaining);

    /** {@link #remove(int, long, long)} from the level. */
    abstract void extract(int order, long place, long remaining);

    /** {@link #reduce} in the level. */
    abstract void shrink(int order, long lots);

    /**
     * Whether the orders of this side have so many lots together: what a size cannot find here, no order of that size
     * has to look for.
     */
    final boolean hasLots(final long size) {
        return lotsHigh != 0 || lotsLow >= size;
    }

    /** Takes the lots of this side off a sum. */
    final void subtractLots(final WideSum sum) {
        sum.addProduct(-lotsHigh, LOTS_CARRY).subtract(lotsLow);
    }

    private void changeLots(final long lots) {
        lotsLow += lots;
        if (lotsLow < 0) {
            carryLots(lots);
        }
    }

    /** After 2^63 lots more, or 2^62 less, than the last time. */
    private void carryLots(final long lots) {
        lotsLow += lots > 0 ? -LOTS_CARRY : LOTS_CARRY;
        lotsHigh += lots > 0 ? 1 : -1;
    }

    /** Puts an order at the tail of a level. */
    protected final void appendTo(final int level, final int order) {
        final int tail = tail(level);
        slab.previous(order, tail);
        slab.next(order, NO_ORDER);
        if (tail == NO_ORDER) {
            queue(level, order, order);
        } else {
            slab.next(tail, order);
            queue(level, head(level), order);
        }
        add(level, slab.remaining(order), 1);
    }

    /** Takes an order out of its level, and the level away if that was its last. */
    protected final void removeFrom(final int level, final int order) {
        final int previous = slab.previous(order);
        final int next = slab.next(order);
        if (previous == NO_ORDER && next == NO_ORDER) {
            closeSpent(level, slab.remaining(order), 1);
            return;
        }
        if (previous == NO_ORDER) {
            slab.previous(next, NO_ORDER);
            queue(level, next, tail(level));
        } else if (next == NO_ORDER) {
            slab.next(previous, NO_ORDER);
            queue(level, head(level), previous);
        } else {
            slab.next(previous, next);
            slab.previous(next, previous);
        }
        add(level, -slab.remaining(order), -1);
        requireOrders(level);
    }

    /** Takes lots off an order and its level. */
    protected final void reduceIn(final int level, final int order, final long lots) {
        final long left = slab.remaining(order) - lots;
        if (left <= 0) {
            throw new IllegalStateException(
                    "a reduced order must keep some: orderId=" + slab.id(order) + " left=" + left);
        }
        slab.remaining(order, left);
        add(level, -lots, 0);
    }

    /**
     * After a trade with the best level: its queue now starts at an order, and lots and completed orders before it are
     * gone.
     */
    final void advance(final int level, final int head, final long lots, final int completed) {
        changeLots(-lots);
        consume(level, head, lots, completed);
    }

    /** {@link #advance} in the level. */
    void consume(final int level, final int head, final long lots, final int completed) {
        if (head == NO_ORDER) {
            closeSpent(level, lots, completed);
            return;
        }
        if (completed > 0) {
            slab.previous(head, NO_ORDER);
            queue(level, head, tail(level));
        }
        add(level, -lots, -completed);
        requireOrders(level);
    }

    /** Takes a level away whose last orders, with these lots, are gone. */
    private void closeSpent(final int level, final long lots, final int orders) {
        if (rawLots(level) != lots || orders(level) != orders) {
            throw broken(level);
        }
        close(level);
    }

    private void requireOrders(final int level) {
        if (orders(level) <= 0) {
            throw broken(level);
        }
    }

    /** The error where the sums of a level are not those of its orders. */
    protected final IllegalStateException broken(final int level) {
        return new IllegalStateException("a level must have the lots and orders of its queue: price="
                + priceOf(key(level)) + " lots=" + rawLots(level) + " orders=" + orders(level));
    }
}
