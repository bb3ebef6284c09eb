package io.daybook.perf.workload;

/**
 * A symbol to add before the prefill. Fees are per lot; margins are zero.
 *
 * @param symbol from 1
 * @param market pair or future
 * @param baseCurrency the currency of lots
 * @param quoteCurrency the currency of prices and fees
 * @param lotSize base minor units in a lot
 * @param tickValue quote minor units of a tick for a lot
 * @param takerFee quote minor units per lot
 * @param makerFee quote minor units per lot
 * @param minPrice bottom of the range, ticks: no order of the workload is below
 * @param maxPrice top of the range, ticks: no order of the workload is above
 * @param startPrice the opening price of the market, ticks: the middle of the range
 * @param resting the target number of resting orders, both sides together
 */
public record SymbolSetup(
        int symbol,
        Market market,
        int baseCurrency,
        int quoteCurrency,
        long lotSize,
        long tickValue,
        long takerFee,
        long makerFee,
        long minPrice,
        long maxPrice,
        long startPrice,
        int resting) {
    static final long LOT_SIZE = 1_000;
    static final long TICK_VALUE = 10;
    static final long TAKER_FEE = 20;
    static final long MAKER_FEE = 10;

    /** The range reaches this many deviations to either side of the start price. */
    static final int RANGE_DEVIATIONS = 5;

    static SymbolSetup of(
            final int symbol,
            final Market market,
            final int baseCurrency,
            final int quoteCurrency,
            final long startPrice,
            final long deviation,
            final int resting) {
        return new SymbolSetup(
                symbol,
                market,
                baseCurrency,
                quoteCurrency,
                LOT_SIZE,
                TICK_VALUE,
                TAKER_FEE,
                MAKER_FEE,
                startPrice - RANGE_DEVIATIONS * deviation,
                startPrice + RANGE_DEVIATIONS * deviation,
                startPrice,
                resting);
    }

    /** The typical largest distance of a new order from the last trade, ticks. */
    long deviation() {
        return (maxPrice - startPrice) / RANGE_DEVIATIONS;
    }
}
