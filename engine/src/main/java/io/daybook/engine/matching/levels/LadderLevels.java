package io.daybook.engine.matching.levels;

import io.daybook.engine.matching.slab.LevelSlab;
import io.daybook.engine.matching.slab.OrderSlab;

/**
 * Price levels in pages of 64 prices, found by the digits of the price to base 64. A page is made when the first level
 * opens in it and given back when the last one closes; so are the nodes above the pages, which have a bit for each
 * child and lead to the next level in a few steps. Nothing moves when the market moves, and an isolated price costs a
 * page, the missing nodes on the way to it, and new roots if it is out of the root's range. For most orders the page is
 * found without a descent from the root, because it is near the page of the order before.
 *
 * <p>A level that closes leaves its record in its page; the page frees all its records when it is given back. So while
 * levels open and close all the time, only bits change, without a branch.
 *
 * <p>The height of the root depends on how far apart the prices are: it covers the keys from {@code origin} on, and its
 * first levels are in its middle. A side with few levels has a short list instead of a root, because most symbols of a
 * large venue are quiet.
 */
public final class LadderLevels extends PriceLevels {
    /** A side with at most this many levels keeps them in a list. */
    static final int FEW = 8;

    private static final int DIGIT = LadderNode.DIGIT;
    private static final int DIGIT_MASK = LadderNode.WIDTH - 1;

    /** The number of keys that a lowest node covers. */
    private static final long NEAR = LadderNode.WIDTH << DIGIT;

    private static final long MIDDLE = LadderNode.WIDTH / 2;

    /** The lowest bit of the digit of a root that covers all possible keys; this digit has fewer than 64 values. */
    private static final int HIGHEST = 60;

    private final LadderPages pages;
    private final int[] few = new int[FEW];

    /** The number of levels in the list of few. */
    private int count;

    /** The root, or {@link LadderNode#EMPTY} while the levels are in the list of few. */
    private LadderNode root = LadderNode.EMPTY;

    /** The lowest bit of the digit that the root branches on; 0 without a root. */
    private int shift;

    private long origin;

    /** The lowest node that was used last, or {@link LadderNode#EMPTY}; most orders are near the order before. */
    private LadderNode near = LadderNode.EMPTY;

    /** The first key of {@link #near}. */
    private long nearOrigin;

    public LadderLevels(final OrderSlab slab, final LevelSlab levels, final LadderPages pages, final boolean asks) {
        super(slab, levels, asks);
        this.pages = pages;
    }

    @Override
    public int next(final int level) {
        return nextAbove(levels.key(level));
    }

    @Override
    public int nextAbove(final long key) {
        if (shift == 0) {
            return fewAbove(key);
        }
        final long from = key < origin ? 0 : key + 1 - origin;
        return covers(from) ? lowestFrom(from) : NO_LEVEL;
    }

    @Override
    public int find(final long key) {
        if (shift == 0) {
            final int at = fewAt(key);
            return at < count ? few[at] : NO_LEVEL;
        }
        final long at = key - origin;
        if (!covers(at)) {
            return NO_LEVEL;
        }
        final int cell = cell(at);
        return pages.isUsed(cell) ? pages.level(cell) : NO_LEVEL;
    }

    @Override
    int open(final long key) {
        final long at = key - nearOrigin;
        int level = NO_LEVEL;
        if (at >>> DIGIT >>> DIGIT == 0) {
            final int cell = LadderPages.cell(near.pages[(int) at >>> DIGIT], at);
            level = pages.level(cell);
            if (level != NO_LEVEL) {
                pages.use(cell);
            }
        }
        if (level == NO_LEVEL) {
            level = openAfar(key, NO_LEVEL);
        }
        if (key < bestKey) {
            bestKey = key;
            best = level;
        }
        return level;
    }

    /**
     * While the levels are in the list of few, {@code cell} is an index in that list. Read as a cell, it belongs to
     * {@link LadderPages#NO_PAGE}, which has no used prices, so {@link #closeBestOrPage} is called.
     */
    @Override
    void left(final int level, final int cell, final int emptied) {
        final long used = pages.left(cell, emptied);
        if (used == 0 || (level == best && emptied != 0)) {
            closeBestOrPage(level, cell, emptied, used);
        }
    }

    @Override
    public int count() {
        return shift == 0 ? count : count(root);
    }

    private int count(final LadderNode node) {
        int sum = 0;
        for (long bits = node.used; bits != 0; bits &= bits - 1) {
            final int digit = Long.numberOfTrailingZeros(bits);
            sum += node.isLowest() ? Long.bitCount(pages.used(node.pages[digit])) : count(node.children[digit]);
        }
        return sum;
    }

    /** Whether the root covers the key at this distance from the origin. */
    private boolean covers(final long at) {
        return at >>> shift >>> DIGIT == 0;
    }

    /** The cell of a key in its page; one of {@link LadderPages#NO_PAGE} if it has no page. */
    private int cell(final long at) {
        return LadderPages.cell(node(at, DIGIT).pages[digit(at, DIGIT)], at);
    }

    private static int digit(final long at, final int ofShift) {
        return (int) (at >>> ofShift) & DIGIT_MASK;
    }

    /** The node on the way to a key that branches on a digit, or {@link LadderNode#EMPTY}. */
    private LadderNode node(final long at, final int ofShift) {
        LadderNode node = root;
        while (node.shift > ofShift) {
            node = node.children[digit(at, node.shift)];
        }
        return node;
    }

    /** The lowest level that is at least this far from the origin. */
    private int lowestFrom(final long at) {
        final int page = cell(at) >>> DIGIT;
        final long near = pages.used(page) & -1L << at;
        if (near != 0) {
            return lowestOf(page, near);
        }
        for (int s = DIGIT; s <= shift; s += DIGIT) {
            final LadderNode node = node(at, s);
            final long bits = node.used & -2L << (at >>> s);
            if (bits != 0) {
                return lowest(node, bits);
            }
        }
        return NO_LEVEL;
    }

    private int lowest(final LadderNode top, final long bitsOfTop) {
        LadderNode node = top;
        long bits = bitsOfTop;
        while (!node.isLowest()) {
            node = node.children[Long.numberOfTrailingZeros(bits)];
            bits = node.used;
        }
        final int page = node.pages[Long.numberOfTrailingZeros(bits)];
        return lowestOf(page, pages.used(page));
    }

    private int lowestOf(final int page, final long bits) {
        return pages.level(LadderPages.cell(page, Long.numberOfTrailingZeros(bits)));
    }

    // ---- making and freeing pages --------------------------------------------------------------------------------

    /**
     * Finds or makes a level that is not in {@link #near}: in the list of few, or in its page, which it makes with the
     * nodes above it if they are missing. It is one method, too long for C2 to inline, so that the path of most orders
     * stays short.
     *
     * @param listed the level with this key that moves from the list of few into its page; else {@link #NO_LEVEL}
     */
    private int openAfar(final long key, final int listed) {
        if (shift == 0) {
            final int at = fewAt(key);
            if (at < count) {
                return few[at];
            }
            if (count < FEW) {
                few[count] = levels.allocate(key, count);
                return few[count++];
            }
            shift = DIGIT;
            root = pages.takeNode(shift);
            origin = (bestKey & -LadderNode.WIDTH) - (MIDDLE << shift);
            while (count > 0) {
                final int level = few[--count];
                openAfar(levels.key(level), level);
            }
        }
        while (!covers(key - origin)) {
            shift += DIGIT;
            final long digit = shift < HIGHEST ? MIDDLE : origin - Long.MIN_VALUE >>> HIGHEST;
            final LadderNode top = pages.takeNode(shift);
            top.children[(int) digit] = root;
            top.used = 1L << digit;
            root = top;
            origin -= digit << shift;
        }
        final long at = key - origin;
        LadderNode node = root;
        for (int s = shift; s > DIGIT; s -= DIGIT) {
            final int digit = digit(at, s);
            LadderNode child = node.children[digit];
            if (child == LadderNode.EMPTY) {
                child = pages.takeNode(s - DIGIT);
                node.children[digit] = child;
                node.used |= 1L << digit;
            }
            node = child;
        }
        near = node;
        nearOrigin = key - (at & NEAR - 1);
        final int digit = digit(at, DIGIT);
        int page = node.pages[digit];
        if (page == LadderPages.NO_PAGE) {
            page = pages.take();
            node.pages[digit] = page;
            node.used |= 1L << digit;
        }
        final int cell = LadderPages.cell(page, at);
        int level = pages.level(cell);
        if (level == NO_LEVEL) {
            if (listed == NO_LEVEL) {
                level = levels.allocate(key, cell);
            } else {
                level = listed;
                levels.mark(level, cell);
            }
            pages.make(cell, level);
        }
        pages.use(cell);
        return level;
    }

    /**
     * Handles a level that was the best and has closed, was the last of its page, or is in the list of few. Gives back
     * a page that is empty now and the empty nodes above it, and lowers the root as far as possible. It is one method
     * for the same reason as {@link #openAfar}.
     */
    private void closeBestOrPage(final int level, final int cell, final int emptied, final long used) {
        if (shift == 0) {
            if (emptied == 0) {
                return;
            }
            final int last = few[--count];
            few[cell] = last;
            levels.mark(last, cell);
            levels.free(level);
        } else if (used == 0) {
            final long at = levels.key(level) - origin;
            LadderNode node = node(at, DIGIT);
            final int ofPage = digit(at, DIGIT);
            final int page = cell >>> DIGIT;
            while (pages.made(page) != 0) {
                levels.free(pages.unmake(LadderPages.cell(page, Long.numberOfTrailingZeros(pages.made(page)))));
            }
            pages.give(page);
            node.pages[ofPage] = LadderPages.NO_PAGE;
            node.used &= ~(1L << ofPage);
            for (int s = 2 * DIGIT; s <= shift && node.used == 0; s += DIGIT) {
                pages.give(node);
                near = LadderNode.EMPTY;
                node = node(at, s);
                final int digit = digit(at, s);
                node.children[digit] = LadderNode.EMPTY;
                node.used &= ~(1L << digit);
            }
            while (shift > DIGIT && Long.bitCount(root.used) == 1) {
                final LadderNode top = root;
                final int digit = Long.numberOfTrailingZeros(top.used);
                root = top.children[digit];
                top.children[digit] = LadderNode.EMPTY;
                top.used = 0;
                pages.give(top);
                origin += (long) digit << shift;
                shift -= DIGIT;
            }
            if (root.used == 0) {
                pages.give(root);
                near = LadderNode.EMPTY;
                root = LadderNode.EMPTY;
                shift = 0;
            }
        }
        if (level == best) {
            if (used != 0) {
                best = lowestOf(cell >>> DIGIT, used);
            } else if (shift == 0) {
                best = fewAbove(bestKey);
            } else {
                best = lowest(root, root.used);
            }
            bestKey = best == NO_LEVEL ? NO_KEY : levels.key(best);
        }
    }

    // ---- few levels ----------------------------------------------------------------------------------------------

    /** The index of a key in the list of few, which is not sorted; the length of the list if no level has this key. */
    private int fewAt(final long key) {
        int at = 0;
        while (at < count && levels.key(few[at]) != key) {
            at++;
        }
        return at;
    }

    /** The lowest of the few levels whose key is above a key, or {@link #NO_LEVEL}. */
    private int fewAbove(final long key) {
        int found = NO_LEVEL;
        long lowest = NO_KEY;
        for (int at = 0; at < count; at++) {
            final long ofLevel = levels.key(few[at]);
            if (ofLevel > key && ofLevel < lowest) {
                found = few[at];
                lowest = ofLevel;
            }
        }
        return found;
    }

    // ---- checks --------------------------------------------------------------------------------------------------

    @Override
    public void validateIndex() {
        if (shift != 0) {
            validate(root, origin);
        }
        if (near != LadderNode.EMPTY && (!covers(nearOrigin - origin) || node(nearOrigin - origin, DIGIT) != near)) {
            throw new IllegalStateException("the node used last must belong to this side: key=" + nearOrigin);
        }
    }

    private void validate(final LadderNode node, final long from) {
        for (int digit = 0; digit < LadderNode.WIDTH; digit++) {
            final boolean isUsed = (node.used >>> digit & 1) != 0;
            final long key = from + ((long) digit << node.shift);
            final boolean isThere = node.isLowest()
                    ? pages.used(node.pages[digit]) != 0
                    : node.children[digit] != LadderNode.EMPTY && node.children[digit].used != 0;
            if (isUsed != isThere) {
                throw new IllegalStateException("a bit must be set exactly if its child has levels: key=" + key
                        + " shift=" + node.shift + " isUsed=" + isUsed + " isThere=" + isThere);
            }
            if (isUsed && node.isLowest()) {
                validatePage(node.pages[digit], key);
            } else if (isUsed) {
                validate(node.children[digit], key);
            }
        }
    }

    private void validatePage(final int page, final long from) {
        for (int digit = 0; digit < LadderNode.WIDTH; digit++) {
            final int level = pages.level(LadderPages.cell(page, digit));
            final boolean isThere = level != NO_LEVEL && levels.orders(level) > 0;
            final boolean isMade = (pages.made(page) >>> digit & 1) != 0;
            if (pages.isUsed(LadderPages.cell(page, digit)) != isThere) {
                throw new IllegalStateException(
                        "a bit must be set exactly if its level has orders: key=" + (from + digit));
            }
            if (isMade != (level != NO_LEVEL && levels.key(level) == from + digit)) {
                throw new IllegalStateException(
                        "the bit in 'made' must be set exactly if the price has a level record: key=" + (from + digit));
            }
        }
    }
}
