package io.daybook.engine.matching.book;

import static io.daybook.engine.matching.levels.PriceLevels.NO_LEVEL;

import io.daybook.engine.matching.levels.PriceLevels;
import io.daybook.kernel.money.Amounts;

/** Determines whether a whole FOK or FOK_BUDGET order can trade. Changes nothing. */
final class FillLook {
    private final MatchingRules rules;

    FillLook(final MatchingRules rules) {
        this.rules = rules;
    }

    /** Whether a size is available within a limit and a number of levels. */
    boolean canFill(final PriceLevels makers, final long limit, final long size) {
        if (!makers.hasLots(size)) {
            return false;
        }
        long missing = size;
        int looks = rules.maxLook();
        for (int level = makers.best(); level != NO_LEVEL && makers.key(level) <= limit; level = makers.next(level)) {
            missing -= Math.min(missing, makers.lots(level));
            if (missing == 0) {
                return true;
            }
            if (--looks == 0) {
                return false;
            }
        }
        return false;
    }

    /**
     * Whether a size can be bought for at most a budget, or sold to bids for at least a budget, within the permitted
     * number of levels.
     */
    boolean meetsBudget(final PriceLevels makers, final boolean sells, final long budget, final long size) {
        if (!makers.hasLots(size)) {
            return false;
        }
        long missing = size;
        long money = budget; // the amount still to be spent, or still missing
        int looks = rules.maxLook();
        for (int level = makers.best(); level != NO_LEVEL; level = makers.next(level)) {
            final long lots = Math.min(missing, makers.lots(level));
            final long value = Amounts.saturatedProduct(lots, makers.priceOf(makers.key(level)));
            if (value > money && !sells) {
                return false;
            }
            money -= Math.min(value, money);
            missing -= lots;
            if (missing == 0) {
                return !sells || money == 0;
            }
            if (--looks == 0) {
                return false;
            }
        }
        return false;
    }
}
