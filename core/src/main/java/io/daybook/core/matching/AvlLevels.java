package io.daybook.core.matching;

/** Price levels in a balanced tree: simple, and the reference that the other indexes are held against. */
final class AvlLevels extends PriceLevels {
    private final LevelSlab levels;
    private final AvlTree tree;

    AvlLevels(final OrderSlab slab, final LevelSlab levels, final boolean asks) {
        super(slab, asks);
        this.levels = levels;
        this.tree = new AvlTree(levels);
    }

    @Override
    int best() {
        return tree.first();
    }

    @Override
    int next(final int level) {
        return tree.above(levels.key(level));
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
        }
        return level;
    }

    @Override
    void close(final int level) {
        tree.close(level);
        final int best = tree.first();
        bestKey = best == AvlTree.NIL ? NO_KEY : levels.key(best);
    }

    @Override
    int count() {
        return tree.count();
    }

    @Override
    long key(final int level) {
        return levels.key(level);
    }

    @Override
    int head(final int level) {
        return levels.head(level);
    }

    @Override
    int tail(final int level) {
        return levels.tail(level);
    }

    @Override
    void queue(final int level, final int head, final int tail) {
        levels.queue(level, head, tail);
    }

    @Override
    long rawLots(final int level) {
        return levels.lots(level);
    }

    @Override
    int orders(final int level) {
        return levels.orders(level);
    }

    @Override
    void add(final int level, final long lots, final int orders) {
        levels.add(level, lots, orders);
    }

    @Override
    void validateIndex() {
        tree.validate();
    }
}
