package io.daybook.backtest;

/**
 * The fees that a venue would charge. The simulated market adds them to the trader's fills, because the exchange of a
 * recorded day charges nothing.
 *
 * @param takerPerLot the fee per lot of a taker fill, in minor units of the quote currency
 * @param makerRebatePerLot the rebate per lot of a maker fill, in the same unit
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
