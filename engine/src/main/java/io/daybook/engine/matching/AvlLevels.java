package io.daybook.engine.matching;

/** Price levels in a balanced tree: simple, and the reference that the other indexes are held against. */
final class AvlLevels extends PriceLevels {
    private final AvlTree tree;

    AvlLevels(final OrderSlab slab, final LevelSlab levels, final boolean asks) {
        super(slab, levels, asks);
        this.tree = new AvlTree(levels);
    }

    @Override
    int next(final int level) {
        return tree.above(levels.key(level));
    }

    @Override
    int nextAbove(final long key) {
        return tree.above(key);
    }

    @Override
    int find(final long key) {
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
    int count() {
        return tree.count();
    }

    @Override
    void validateIndex() {
        tree.validate();
    }
}
