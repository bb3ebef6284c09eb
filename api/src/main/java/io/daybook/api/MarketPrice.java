package io.daybook.api;

import java.math.BigInteger;

/** The prices of orders that trade at any price; docs/user-guide.md, Market orders, derives them. */
final class MarketPrice {
    private static final BigInteger FEE_SCALE = BigInteger.valueOf(Limits.FEE_SCALE);

    private MarketPrice() {}

    /**
     * The largest budget with which the hold of a bid of a pair, budget × tickValue plus the fee, is at most
     * {@code money}. 0 if the money does not cover one tick and the fees: the engine refuses such an order.
     */
    static long budget(final SymbolSpec spec, final long size, final long money) {
        final BigInteger tickValue = BigInteger.valueOf(spec.tickValue());
        final BigInteger takerFee = BigInteger.valueOf(spec.takerFee());
        final BigInteger all = BigInteger.valueOf(money);
        final BigInteger withoutFee = spec.feeType() == FeeType.PER_LOT
                ? all.subtract(takerFee.multiply(BigInteger.valueOf(size)))
                : all.multiply(FEE_SCALE).divide(FEE_SCALE.add(takerFee));
        return withoutFee
                .divide(tickValue)
                .max(BigInteger.ZERO)
                .min(BigInteger.valueOf(Limits.MAX_BUDGET))
                .longValueExact();
    }

    /** The lowest price at which the engine accepts an ask. */
    static long lowestAsk(final SymbolSpec spec) {
        if (spec.isFutures() || spec.feeType() != FeeType.PER_LOT) {
            return spec.minPrice();
        }
        final long paysFee = spec.takerFee() / spec.tickValue() + (spec.takerFee() % spec.tickValue() == 0 ? 0 : 1);
        return Math.max(spec.minPrice(), paysFee);
    }
}
