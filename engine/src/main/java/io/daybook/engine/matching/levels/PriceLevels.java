package io.daybook.engine.matching.levels;

import static io.daybook.engine.matching.slab.OrderSlab.NO_ORDER;

import io.daybook.engine.matching.slab.LevelLinks;
import io.daybook.engine.matching.slab.LevelSlab;
import io.daybook.engine.matching.slab.OrderSlab;
import io.daybook.kernel.money.WideSum;

/**
 * The price levels of one side of one book, each a queue of orders, first in first out. A level is a record of a
 * {@link LevelSlab}, and each order stores the handle of its level, so that it leaves without a search. Subclasses
 * decide how the level of a price is found.
 *
 * <p>Inside, a price is a <em>key</em>: the price itself for asks, its complement for bids. A lower key is a better
 * price on either side, so that both sides share one path. A limit of the other side crosses a level when the level's
 * key is at most the key of the limit.
 *
 * <p>A level keeps its handle as long as it has orders. The lots of a level are summed up modulo 2^64, so that they are
 * right again after any overflow in between, and are read as saturated: a sum is exact as long as it stays below 2^64,
 * that is for 16 million orders of the largest size at one price.
 */
public abstract class PriceLevels {
    /** No level. */
    public static final int NO_LEVEL = 0;

    /** The number that means that there is no price: no bid, no ask or no trade yet. */
    public static final long NO_PRICE = 0;

    /** The best key of an empty side: worse than any price. */
    public static final long NO_KEY = Long.MAX_VALUE;

    /** A limit that the key of no level exceeds. */
    public static final long ANY_KEY = Long.MAX_VALUE - 1;

    private static final long LOTS_CARRY = 1L << 62;

    /** The slab of the levels. */
    protected final LevelSlab levels;

    /** The slab of the orders. */
    protected final OrderSlab slab;

    private final LevelLinks links;
    private final long keyMask;

    /** Key of the best level, or {@link #NO_KEY}; subclasses update it. */
    protected long bestKey = NO_KEY;

    /** The best level, or {@link #NO_LEVEL}; subclasses update it. */
    protected int best = NO_LEVEL;

    private long bestMove = Long.MIN_VALUE;

    /**
     * The best key that an order may be moved to; {@code lastMove} is the worst. The symbol's range of prices limits
     * both, and {@link #bestMove} also limits the best.
     */
    private long firstMove = Long.MIN_VALUE;

    private long lastMove = ANY_KEY;

    /** The other side of the book, once both sides exist. */
    private PriceLevels opposite = this;

    /**
     * The lots of all orders of this side are {@code lotsHigh} × 2^62 + {@code lotsLow}, exactly; {@code lotsLow} is
     * never negative.
     */
    private long lotsLow;

    private long lotsHigh;

    PriceLevels(final OrderSlab slab, final LevelSlab levels, final boolean asks) {
        this.slab = slab;
        this.links = slab.levelLinks();
        this.levels = levels;
        this.keyMask = keyMask(asks);
    }

    private static long keyMask(final boolean asks) {
        return asks ? 0 : -1L;
    }

    /** The price of a key on a side. */
    public static long priceOf(final long key, final boolean asks) {
        return key ^ keyMask(asks);
    }

    /** The key of a price on this side. */
    public final long keyOf(final long price) {
        return price ^ keyMask;
    }

    /** The price of a key on this side. */
    public final long priceOf(final long key) {
        return key ^ keyMask;
    }

    /** Key of the best level, or {@link #NO_KEY}. */
    public final long bestKey() {
        return bestKey;
    }

    /** Price of the best level, or {@link #NO_PRICE}. */
    public final long bestPrice() {
        return bestKey == NO_KEY ? NO_PRICE : priceOf(bestKey);
    }

    /** The best key that any order of this side may be moved to. */
    public final long bestMove() {
        return bestMove;
    }

    /** Sets {@link #bestMove()}, and the prices between which an order may be moved. */
    public final void limitMoves(final long best, final long minPrice, final long maxPrice) {
        bestMove = best;
        final long ofLowest = keyOf(minPrice);
        final long ofHighest = keyOf(maxPrice);
        firstMove = Math.max(best, Math.min(ofLowest, ofHighest));
        lastMove = Math.max(ofLowest, ofHighest);
    }

    /** The other side of the book. */
    public final PriceLevels opposite() {
        return opposite;
    }

    /** Makes two sides each other's {@link #opposite()}. */
    public final void face(final PriceLevels other) {
        opposite = other;
        other.opposite = this;
    }

    /** The best level, or {@link #NO_LEVEL}. */
    public final int best() {
        return best;
    }

    /** The level with the next worse key, or {@link #NO_LEVEL}. */
    public abstract int next(int level);

    /** The best level whose key is above a key, or {@link #NO_LEVEL}; there need be no level with that key. */
    public abstract int nextAbove(long key);

    /** The level with a key, or {@link #NO_LEVEL}. */
    public abstract int find(long key);

    /** The level with a key, made if there is none. */
    abstract int open(long key);

    /** The number of levels. */
    public abstract int count();

    public final long key(final int level) {
        return levels.key(level);
    }

    /** First order of the queue, or {@link OrderSlab#NO_ORDER}. */
    public final int head(final int level) {
        return links.next(-level);
    }

    /** Last order of the queue, or {@link OrderSlab#NO_ORDER}. */
    public final int tail(final int level) {
        return links.previous(-level);
    }

    /** Sum of the orders' remaining lots, modulo 2^64. */
    public final long rawLots(final int level) {
        return levels.lots(level);
    }

    /** The number of orders in the queue. */
    public final int orders(final int level) {
        return levels.orders(level);
    }

    /** Throws with the detail if the index contradicts itself. */
    public abstract void validateIndex();

    /** Sum of the orders' remaining lots, saturated. */
    public final long lots(final int level) {
        final long lots = rawLots(level);
        return lots < 0 ? Long.MAX_VALUE : lots;
    }

    /** The price of an order. */
    public final long priceOfOrder(final int order) {
        return priceOfPlace(slab.place(order));
    }

    /** The price of an order, by the place in its record, which is the handle of its level. */
    public final long priceOfPlace(final long place) {
        return priceOf(levels.key((int) place));
    }

    /** Puts an order at the tail of the level with a key. */
    public final void append(final int order, final long key) {
        append(order, slab.chunk(order), slab.base(order), key, slab.remaining(order));
    }

    /**
     * Does {@link #append(int, long)} for an order whose lots are known.
     *
     * @param chunk the array that has its record, at {@code base}
     */
    public final void append(
            final int order, final long[] chunk, final int base, final long key, final long remaining) {
        changeLots(remaining);
        join(order, chunk, base, key, remaining);
    }

    private void join(final int order, final long[] chunk, final int base, final long key, final long remaining) {
        final int level = open(key);
        OrderSlab.place(chunk, base, level);
        links.append(order, -level);
        levels.add(level, remaining, 1);
    }

    /** Takes an order out of its level, and removes the level if that was its last order. */
    public final void remove(final int order) {
        remove(order, slab.place(order), slab.remaining(order));
    }

    /** Does {@link #remove(int)} for an order whose record has these values. */
    public final void remove(final int order, final long place, final long remaining) {
        changeLots(-remaining);
        leave((int) place, remaining, links.takeOut(order));
    }

    /**
     * Counts off an order that has left the queue of a level.
     *
     * @param others 0 if the order was alone there
     */
    private void leave(final int level, final long remaining, final int others) {
        final long counted = levels.countOff(level, remaining, others);
        if (counted < 0) {
            throw broken(level);
        }
        left(level, LevelSlab.markOf(counted), LevelSlab.emptied(counted));
    }

    /**
     * Updates the index after a level has lost orders.
     *
     * @param mark the mark of the level
     * @param emptied 1 if the level has no orders left and is removed; else 0
     */
    abstract void left(int level, int mark, int emptied);

    /** Takes lots off an order that keeps some, and off its level; the order keeps its queue position. */
    public final void reduce(final int order, final long lots) {
        final long left = slab.remaining(order) - lots;
        if (left <= 0) {
            throw new IllegalStateException(
                    "a reduced order must keep lots: orderId=" + slab.id(order) + " left=" + left);
        }
        changeLots(-lots);
        slab.remaining(order, left);
        levels.add((int) slab.place(order), -lots, 0);
    }

    /** Whether an order may be moved to a key, and {@link #relocate} can do it. */
    public final boolean canRelocate(final long key) {
        return key >= firstMove && key <= lastMove;
    }

    /**
     * Takes an order out of its level and puts it at the tail of the level of another key, and updates its record; only
     * if {@link #canRelocate}. An order that is in that level already keeps its queue position.
     *
     * @param chunk the array that has its record, at {@code base}
     * @param place the place in its record
     * @param remaining the remaining lots in its record
     */
    public final void relocate(
            final int order,
            final long[] chunk,
            final int base,
            final long place,
            final long remaining,
            final long key) {
        final int level = open(key);
        if (level == (int) place) {
            return;
        }
        OrderSlab.place(chunk, base, level);
        levels.add(level, remaining, 1);
        leave((int) place, remaining, links.move(order, -level));
    }

    /**
     * Whether the orders of this side have at least this many lots together. If they do not, an order of that size need
     * not search the levels.
     */
    public final boolean hasLots(final long size) {
        return lotsHigh != 0 || lotsLow >= size;
    }

    /** Takes the lots of this side off a sum. */
    public final void subtractLots(final WideSum sum) {
        sum.addProduct(-lotsHigh, LOTS_CARRY).subtract(lotsLow);
    }

    private void changeLots(final long lots) {
        lotsLow += lots;
        if (lotsLow < 0) {
            carryLots(lots);
        }
    }

    /**
     * Carries from the lower part of the sum to the upper part after lots were added, or back after lots were removed.
     */
    private void carryLots(final long lots) {
        lotsLow += lots > 0 ? -LOTS_CARRY : LOTS_CARRY;
        lotsHigh += lots > 0 ? 1 : -1;
    }

    /**
     * Updates the best level after a trade: its queue now starts at {@code head}, and the lots and completed orders
     * before that are gone.
     */
    public final void advance(final int level, final int head, final long lots, final int completed) {
        changeLots(-lots);
        final boolean isSpent = head == NO_ORDER;
        links.join(-level, isSpent ? -level : head);
        final long counted = levels.add(level, -lots, -completed);
        final int ordersLeft = LevelSlab.ordersOf(counted);
        if (isSpent ? (ordersLeft | rawLots(level)) != 0 : ordersLeft <= 0) {
            throw broken(level);
        }
        left(level, LevelSlab.markOf(counted), isSpent ? 1 : 0);
    }

    /** The error for a level whose sums are not those of its orders. */
    private IllegalStateException broken(final int level) {
        return new IllegalStateException("a level must have the lots and orders of its queue: price="
                + priceOf(key(level)) + " lots=" + rawLots(level) + " orders=" + orders(level));
    }
}
