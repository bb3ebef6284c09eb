package io.daybook.risk.symbol;

import io.daybook.api.FeeType;
import io.daybook.api.Limits;
import io.daybook.api.SymbolSpec;

/** What makes a specification valid. */
public final class SpecRules {
    private SpecRules() {}

    /** Whether all fields are in range and fit each other. */
    public static boolean isValid(final SymbolSpec spec) {
        return spec.symbol() >= 1
                && spec.baseCurrency() >= 1
                && spec.quoteCurrency() >= 1
                && spec.lotSize() >= 1
                && spec.tickValue() >= 1
                && areFeesValid(spec)
                && arePricesValid(spec)
                && (spec.isFutures() ? isFuturesValid(spec) : isPairValid(spec));
    }

    private static boolean areFeesValid(final SymbolSpec spec) {
        return spec.makerFee() >= 0
                && spec.makerFee() <= spec.takerFee()
                && (spec.feeType() == FeeType.PER_LOT || spec.takerFee() <= Limits.FEE_SCALE);
    }

    private static boolean arePricesValid(final SymbolSpec spec) {
        return spec.minPrice() >= 1 && spec.minPrice() <= spec.maxPrice() && spec.maxPrice() <= Limits.MAX_PRICE;
    }

    private static boolean isPairValid(final SymbolSpec spec) {
        return spec.baseCurrency() != spec.quoteCurrency() && spec.marginBuy() == 0 && spec.marginSell() == 0;
    }

    private static boolean isFuturesValid(final SymbolSpec spec) {
        return spec.feeType() == FeeType.PER_LOT && spec.marginBuy() >= 0 && spec.marginSell() >= 0;
    }
}
