package io.daybook.engine.matching.levels;

import io.daybook.engine.matching.levels.LadderNode.Pool;
import io.daybook.engine.matching.slab.LevelSlab;
import io.daybook.engine.matching.slab.OrderSlab;

/**
 * Price levels in pages of 64 prices, found by the digits of the price to base 64. A page is made when the first level
 * opens in it and given back when the last one closes; so are the nodes above the pages, each with a bit for each
 * child, by which the next level is found in a few steps. Nothing moves when the market does, and a lonely price costs
 * a page and at most as many nodes as its price has digits more than the others.
 *
 * <p>A level that closes leaves its record in its page, which gives all of them back when it goes: if levels open and
 * close all the time, only bits change, without a branch.
 *
 * <p>The root is as high as the prices are apart: it covers the keys from {@code origin} on, and begins with its first
 * levels in its middle. A side with few levels has no root but a short list: most symbols of a large venue are quiet.
 */
public final class LadderLevels extends PriceLevels {
    /** A side with no more levels keeps them in a list, by key. */
    static final int FEW = 8;

    private static final int DIGIT = 6;
    private static final int DIGIT_MASK = LadderNode.WIDTH - 1;
    private static final long MIDDLE = LadderNode.WIDTH / 2;

    /** The digit of a root that covers all keys there are, of which it has less than 64. */
    private static final int HIGHEST = 60;

    private final Pool pool;
    private final int[] few = new int[FEW];
    /** The number of levels in the list of few. */
    private int count;

    /** {@link LadderNode#EMPTY} while there are few levels. */
    private LadderNode root = LadderNode.EMPTY;

    /** The lowest bit of the digit that the root branches on; 0 without a root. */
    private int shift;

    private long origin;

    public LadderLevels(final OrderSlab slab, final LevelSlab levels, final Pool pool, final boolean asks) {
        super(slab, levels, asks);
        this.pool = pool;
    }

    @Override
    public int next(final int level) {
        return nextAbove(levels.key(level));
    }

    @Override
    public int nextAbove(final long key) {
        if (shift == 0) {
            final int at = fewAbove(key);
            return at < count ? few[at] : NO_LEVEL;
        }
        final long from = key < origin ? 0 : key + 1 - origin;
        return covers(from) ? lowestFrom(from) : NO_LEVEL;
    }

    @Override
    public int find(final long key) {
        if (shift == 0) {
            final int at = fewAbove(key) - 1;
            return at >= 0 && levels.key(few[at]) == key ? few[at] : NO_LEVEL;
        }
        final long at = key - origin;
        if (!covers(at)) {
            return NO_LEVEL;
        }
        final LadderNode page = node(at, 0);
        return (page.used >>> at & 1) == 0 ? NO_LEVEL : page.levels[(int) at & DIGIT_MASK];
    }

    @Override
    int open(final long key) {
        final long at = key - origin;
        if (covers(at)) {
            final LadderNode page = node(at, 0);
            final int level = page.levels[(int) at & DIGIT_MASK];
            if (level != NO_LEVEL) {
                page.used |= 1L << at;
                opened(level, key);
                return level;
            }
        }
        final int level = make(key);
        opened(level, key);
        return level;
    }

    private void opened(final int level, final long key) {
        if (key < bestKey) {
            bestKey = key;
            best = level;
        }
    }

    @Override
    void left(final int level, final int emptied) {
        if (shift == 0) {
            leaveFew(level, emptied);
            return;
        }
        final int where = levels.where(level);
        final LadderNode page = pool.pageOf(where);
        final long used = page.used & ~((long) emptied << where);
        page.used = used;
        if (used == 0 || (level == best && emptied != 0)) {
            leaveBestOrPage(level, used);
        }
    }

    private void leaveBestOrPage(final int level, final long used) {
        final long key = levels.key(level);
        if (used == 0) {
            giveBack(key - origin);
        }
        if (level == best) {
            findBest(key);
        }
    }

    /** The best level, which had a key, has gone. */
    private void findBest(final long key) {
        best = nextAbove(key);
        bestKey = best == NO_LEVEL ? NO_KEY : levels.key(best);
    }

    @Override
    public int count() {
        return shift == 0 ? count : count(root, shift);
    }

    private static int count(final LadderNode node, final int ofShift) {
        int count = 0;
        for (long bits = ofShift == 0 ? 0 : node.used; bits != 0; bits &= bits - 1) {
            count += count(node.children[Long.numberOfTrailingZeros(bits)], ofShift - DIGIT);
        }
        return ofShift == 0 ? Long.bitCount(node.used) : count;
    }

    /** Whether the root has a place for this distance from the origin. */
    private boolean covers(final long at) {
        return at >>> shift >>> DIGIT == 0;
    }

    /** The page of a key, or a node on the way there, which branches on a digit. */
    private LadderNode node(final long at, final int ofShift) {
        LadderNode node = root;
        while (node.shift > ofShift) {
            node = node.children[(int) (at >>> node.shift) & DIGIT_MASK];
        }
        return node;
    }

    /** The lowest level that is at least this far from the origin. */
    private int lowestFrom(final long at) {
        long below = -1; // the digit itself counts on the page, but leads to what was searched above it
        for (int s = 0; s <= shift; s += DIGIT) {
            final LadderNode node = node(at, s);
            final long bits = node.used & below << (at >>> s);
            if (bits != 0) {
                return lowest(node, bits);
            }
            below = -2;
        }
        return NO_LEVEL;
    }

    private static int lowest(final LadderNode top, final long bitsOfTop) {
        LadderNode node = top;
        long bits = bitsOfTop;
        while (node.shift > 0) {
            node = node.children[Long.numberOfTrailingZeros(bits)];
            bits = node.used;
        }
        return node.levels[Long.numberOfTrailingZeros(bits)];
    }

    // ---- pages that come and go ----------------------------------------------------------------------------------

    /**
     * Makes a level if the page has none yet, or does not exist: in the list of few, or in its page, with the missing
     * nodes above it. One method, which is too long for C2 to inline, so that the way of most orders stays short.
     */
    private int make(final long key) {
        int listed = 0;
        if (shift == 0) {
            final int at = fewAbove(key);
            if (at > 0 && levels.key(few[at - 1]) == key) {
                return few[at - 1];
            }
            if (count < FEW) {
                final int level = levels.allocate(key);
                System.arraycopy(few, at, few, at + 1, count - at);
                few[at] = level;
                count++;
                return level;
            }
            shift = DIGIT;
            root = pool.takeOther(shift);
            origin = (bestKey & -LadderNode.WIDTH) - (MIDDLE << shift);
            listed = count;
            count = 0;
        }
        final int made = levels.allocate(key);
        int level = made;
        while (true) {
            final long ofLevel = levels.key(level);
            while (!covers(ofLevel - origin)) {
                shift += DIGIT;
                final long digit = shift < HIGHEST ? MIDDLE : origin - Long.MIN_VALUE >>> HIGHEST;
                final LadderNode top = pool.takeOther(shift);
                top.children[(int) digit] = root;
                top.used = 1L << digit;
                root = top;
                origin -= digit << shift;
            }
            final long at = ofLevel - origin;
            LadderNode node = root;
            for (int s = shift; s > 0; s -= DIGIT) {
                final int digit = (int) (at >>> s) & DIGIT_MASK;
                LadderNode child = node.children[digit];
                if (child == LadderNode.EMPTY) {
                    child = s == DIGIT ? pool.takePage() : pool.takeOther(s - DIGIT);
                    node.children[digit] = child;
                    node.used |= 1L << digit;
                }
                node = child;
            }
            final int digit = (int) at & DIGIT_MASK;
            levels.where(level, node.where(digit));
            node.levels[digit] = level;
            node.used |= 1L << digit;
            node.made |= 1L << digit;
            if (listed == 0) {
                return made;
            }
            level = few[--listed];
        }
    }

    /** Gives back a page that is empty now, and what is empty above it; the root is as low again as it can be. */
    private void giveBack(final long at) {
        LadderNode node = node(at, 0);
        for (; node.made != 0; node.made &= node.made - 1) {
            final int digit = Long.numberOfTrailingZeros(node.made);
            levels.free(node.levels[digit]);
            node.levels[digit] = NO_LEVEL;
        }
        for (int s = DIGIT; s <= shift && node.used == 0; s += DIGIT) {
            pool.give(node);
            node = node(at, s);
            final int digit = (int) (at >>> s) & DIGIT_MASK;
            node.children[digit] = LadderNode.EMPTY;
            node.used &= ~(1L << digit);
        }
        while (shift > DIGIT && Long.bitCount(root.used) == 1) {
            final LadderNode top = root;
            final int digit = Long.numberOfTrailingZeros(top.used);
            root = top.children[digit];
            top.children[digit] = LadderNode.EMPTY;
            top.used = 0;
            pool.give(top);
            origin += (long) digit << shift;
            shift -= DIGIT;
        }
        if (root.used == 0) {
            pool.give(root);
            root = LadderNode.EMPTY;
            shift = 0;
        }
    }

    // ---- few levels ----------------------------------------------------------------------------------------------

    /** The index of the first of the few levels whose key is above a key. */
    private int fewAbove(final long key) {
        int at = 0;
        while (at < count && levels.key(few[at]) <= key) {
            at++;
        }
        return at;
    }

    private void leaveFew(final int level, final int emptied) {
        if (emptied != 0) {
            final long key = levels.key(level);
            final int at = fewAbove(key);
            System.arraycopy(few, at, few, at - 1, count - at);
            count--;
            levels.free(level);
            if (level == best) {
                findBest(key);
            }
        }
    }

    // ---- what must hold ------------------------------------------------------------------------------------------

    @Override
    public void validateIndex() {
        if (shift != 0) {
            validate(root, origin, shift);
        }
    }

    private void validate(final LadderNode node, final long from, final int ofShift) {
        for (int digit = 0; digit < LadderNode.WIDTH; digit++) {
            final boolean isUsed = (node.used >>> digit & 1) != 0;
            final long key = from + ((long) digit << ofShift);
            final boolean isThere = ofShift == 0
                    ? node.levels[digit] != NO_LEVEL && levels.orders(node.levels[digit]) > 0
                    : node.children[digit] != LadderNode.EMPTY && node.children[digit].used != 0;
            if (isUsed != isThere) {
                throw new IllegalStateException("a bit must match its child: key=" + key + " shift=" + ofShift
                        + " isUsed=" + isUsed + " isThere=" + isThere);
            }
            final boolean isMade = ofShift == 0 && (node.made >>> digit & 1) != 0;
            if (ofShift == 0 && isMade != (node.levels[digit] != NO_LEVEL && levels.key(node.levels[digit]) == key)) {
                throw new IllegalStateException("a page must know the levels that it made: key=" + key);
            }
            if (ofShift > 0 && isUsed) {
                validate(node.children[digit], key, ofShift - DIGIT);
            }
        }
    }
}
