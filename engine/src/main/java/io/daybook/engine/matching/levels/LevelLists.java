package io.daybook.engine.matching.levels;

import static io.daybook.engine.matching.levels.PriceLevels.NO_LEVEL;

import io.daybook.api.Limits;
import io.daybook.api.OrderBookReport.Level;
import io.daybook.api.Side;
import java.util.ArrayList;
import java.util.List;

/**
 * The levels of a side as lists, for reports and snapshots. Stateless; called by the book's thread between commands.
 */
public final class LevelLists {

    private LevelLists() {}

    /** The levels of a side that are worse than a price, best first. */
    public static List<Level> behind(final PriceLevels levels, final long price, final int depth) {
        final int limit = depth == 0 ? Limits.MAX_BOOK_LEVELS : Math.min(depth, Limits.MAX_BOOK_LEVELS);
        final List<Level> list = new ArrayList<>();
        int level = firstBehind(levels, price);
        while (level != NO_LEVEL && list.size() < limit) {
            list.add(new Level(levels.priceOf(levels.key(level)), levels.lots(level), levels.orders(level)));
            level = levels.next(level);
        }
        return list;
    }

    /** Whether there are levels worse than a price. */
    public static boolean hasBehind(final PriceLevels levels, final long price) {
        return firstBehind(levels, price) != NO_LEVEL;
    }

    private static int firstBehind(final PriceLevels levels, final long price) {
        if (price == PriceLevels.NO_PRICE) {
            return levels.best();
        }
        final long key = levels.keyOf(price);
        return key == Long.MAX_VALUE ? NO_LEVEL : levels.nextAbove(key);
    }

    /** All levels, lowest price first: asks from the best price on, bids up to the best price. */
    public static int[] lowestPriceFirst(final PriceLevels levels, final Side side) {
        final int[] inOrder = new int[levels.count()];
        int at = 0;
        for (int level = levels.best(); level != NO_LEVEL; level = levels.next(level)) {
            inOrder[side == Side.ASK ? at : inOrder.length - 1 - at] = level;
            at++;
        }
        return inOrder;
    }
}
