package io.daybook.api;

import java.util.List;

/**
 * Sums over all users. Per currency {@code balances + positions + fees + adjustments = 0}; {@code held} equals the
 * holds of the live orders; open interest is the same long and short.
 *
 * @param seq last command whose effect is shown
 * @param currencies by currency; those that are all 0 are left out
 * @param symbols by symbol
 */
public record TotalsReport(long seq, List<CurrencyTotals> currencies, List<SymbolTotals> symbols) {

    /**
     * One currency, in minor units.
     *
     * @param currency currency
     * @param balances Σ balances
     * @param held Σ held
     * @param fees fees taken
     * @param adjustments −Σ deposits and withdrawals
     * @param positions Σ −direction × openPriceSum × tickValue
     */
    public record CurrencyTotals(int currency, long balances, long held, long fees, long adjustments, long positions) {}

    /**
     * One symbol.
     *
     * @param symbol symbol
     * @param openInterestLong lots of all long positions
     * @param openInterestShort lots of all short positions
     * @param orders live orders
     * @param lastPrice price of the last trade in ticks, 0 before the first
     */
    public record SymbolTotals(
            int symbol, long openInterestLong, long openInterestShort, long orders, long lastPrice) {}

    /** Copies the lists. */
    public TotalsReport {
        currencies = List.copyOf(currencies);
        symbols = List.copyOf(symbols);
    }
}
