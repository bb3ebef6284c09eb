package io.daybook.backtest;

/**
 * What a venue would charge, added by the report only: the exchange of a recorded day charges nothing.
 *
 * @param takerPerLot what a lot that takes costs, in minor units of the quote currency
 * @param makerRebatePerLot what a lot that rested gets back
 */
public record Fees(long takerPerLot, long makerRebatePerLot) {
    /** Trading is free. */
    public static final Fees NONE = new Fees(0, 0);

    /** Checks the ranges. */
    public Fees {
        if (takerPerLot < 0 || makerRebatePerLot < 0) {
            throw new IllegalArgumentException(
                    "a fee and a rebate must be at least 0: fee=" + takerPerLot + " rebate=" + makerRebatePerLot);
        }
    }

    /** The fee of a fill; negative for a rebate. */
    long of(final boolean isMaker, final long size) {
        return isMaker ? -Math.multiplyExact(makerRebatePerLot, size) : Math.multiplyExact(takerPerLot, size);
    }
}
