package io.daybook.engine.matching;

/**
 * Price levels that are records of a {@link LevelSlab} under some search tree. The records keep their handles as long
 * as they live, so that an order remembers the handle of its level instead of its price, and leaves it without a
 * search.
 */
abstract class TreeLevels extends PriceLevels {
    /** Where the levels lie. */
    protected final LevelSlab levels;

    TreeLevels(final OrderSlab slab, final LevelSlab levels, final boolean asks) {
        super(slab, asks);
        this.levels = levels;
    }

    @Override
    final long priceOfPlace(final long place) {
        return priceOf(levels.key((int) place));
    }

    @Override
    final boolean placesArePrices() {
        return false;
    }

    @Override
    final boolean canRelocate(final long place, final long key) {
        return key >= firstMove && key <= lastMove && levels.key((int) place) != key;
    }

    /** Searches the tree for the level, as {@link #extract} and {@link #insert} do. */
    @Override
    final void relocate(
            final int order,
            final long[] chunk,
            final int base,
            final long place,
            final long remaining,
            final long key) {
        removeFrom((int) place, order);
        insert(order, chunk, base, key, remaining);
    }

    @Override
    final void insert(final int order, final long[] chunk, final int base, final long key, final long remaining) {
        final int level = open(key);
        OrderSlab.place(chunk, base, level);
        appendTo(level, order);
    }

    @Override
    final void extract(final int order, final long place, final long remaining) {
        removeFrom((int) place, order);
    }

    @Override
    final void shrink(final int order, final long lots) {
        reduceIn((int) slab.place(order), order, lots);
    }

    @Override
    final long key(final int level) {
        return levels.key(level);
    }

    @Override
    final int head(final int level) {
        return levels.head(level);
    }

    @Override
    final int tail(final int level) {
        return levels.tail(level);
    }

    @Override
    final void queue(final int level, final int head, final int tail) {
        levels.queue(level, head, tail);
    }

    @Override
    final long rawLots(final int level) {
        return levels.lots(level);
    }

    @Override
    final int orders(final int level) {
        return levels.orders(level);
    }

    @Override
    final void add(final int level, final long lots, final int orders) {
        levels.add(level, lots, orders);
    }
}
