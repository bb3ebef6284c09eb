package io.daybook.engine.matching.levels;

import io.daybook.engine.matching.slab.LevelSlab;
import io.daybook.engine.matching.slab.OrderSlab;

/** Price levels in a balanced tree: simple, and the reference that the other indexes are held against. */
public final class AvlLevels extends PriceLevels {
    private final AvlTree tree;

    public AvlLevels(final OrderSlab slab, final LevelSlab levels, final boolean asks) {
        super(slab, levels, asks);
        this.tree = new AvlTree(levels);
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
    void left(final int level, final int emptied) {
        if (emptied == 0) {
            return;
        }
        tree.close(level);
        best = tree.first();
        bestKey = best == AvlTree.NIL ? NO_KEY : levels.key(best);
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
