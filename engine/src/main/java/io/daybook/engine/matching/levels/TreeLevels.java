package io.daybook.engine.matching.levels;

import io.daybook.engine.matching.slab.LevelSlab;
import io.daybook.engine.matching.slab.NodeArena;
import io.daybook.engine.matching.slab.OrderSlab;

/** Price levels in a tree. */
public final class TreeLevels extends PriceLevels {
    private final LevelTree tree;

    private TreeLevels(final OrderSlab slab, final LevelSlab levels, final LevelTree tree, final boolean asks) {
        super(slab, levels, asks);
        this.tree = tree;
    }

    /** Creates levels in a balanced tree: simple, and the reference for the other indexes. */
    public static TreeLevels avl(final OrderSlab slab, final LevelSlab levels, final boolean asks) {
        return new TreeLevels(slab, levels, new AvlTree(levels), asks);
    }

    /** Creates levels in an adaptive radix tree: a few steps for any range of prices. */
    public static TreeLevels radix(
            final OrderSlab slab, final LevelSlab levels, final NodeArena nodes, final boolean asks) {
        return new TreeLevels(slab, levels, new RadixTree(levels, nodes), asks);
    }

    @Override
    public int next(final int level) {
        return tree.above(levels.key(level));
    }

    @Override
    public int nextAbove(final long key) {
        return tree.above(key);
    }

    @Override
    public int find(final long key) {
        return tree.find(key);
    }

    @Override
    int open(final long key) {
        final int level = tree.open(key);
        if (key < bestKey) {
            bestKey = key;
            best = level;
        }
        return level;
    }

    @Override
    void left(final int level, final int mark, final int emptied) {
        if (emptied == 0) {
            return;
        }
        tree.close(level);
        if (level == best) {
            best = tree.first();
            bestKey = best == NO_LEVEL ? NO_KEY : levels.key(best);
        }
    }

    @Override
    public int count() {
        return tree.count();
    }

    @Override
    public void validateIndex() {
        tree.validate();
    }
}
