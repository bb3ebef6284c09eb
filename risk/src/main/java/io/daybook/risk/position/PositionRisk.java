package io.daybook.risk.position;

import io.daybook.kernel.money.Amounts;
import io.daybook.risk.symbol.Symbol;

/**
 * The margin and the worst possible result of a position in a future, and the errors for impossible numbers. Stateless.
 */
final class PositionRisk {
    private PositionRisk() {}

    /**
     * The margin of a position, in quote minor units, or {@link Amounts#OVERFLOW}.
     *
     * @param buyLots long lots if all bids trade
     * @param sellLots short lots if all asks trade
     */
    static long requiredMargin(final Symbol symbol, final long buyLots, final long sellLots) {
        // their sum is at least 0, so the larger is never negative, and the margin of a negative number never counts
        final long bought = Math.max(buyLots, 0);
        final long sold = Math.max(sellLots, 0);
        if ((bought | sold) <= symbol.mostLotsOfMargin()) { // nearly always true; one check for both products
            return Math.max(bought * symbol.marginBuy(), sold * symbol.marginSell());
        }
        final long buy = Amounts.product(bought, symbol.marginBuy());
        final long sell = Amounts.product(sold, symbol.marginSell());
        return (buy | sell) < 0 ? Amounts.OVERFLOW : Math.max(buy, sell);
    }

    /**
     * The lowest result that prices within the symbol's limits can lead to, in quote minor units, ≤ 0.
     *
     * @param volume open lots, negative for short
     * @param priceSum Σ lots × ticks of the open lots
     */
    static long worstResult(final Symbol symbol, final long volume, final long priceSum) {
        if (volume == 0) {
            return 0;
        }
        if (volume > 0) {
            return -Math.multiplyExact(priceSum, symbol.tickValue());
        }
        final long highest = Math.multiplyExact(-volume, symbol.maxPrice());
        return -Math.multiplyExact(highest - priceSum, symbol.tickValue());
    }

    static ArithmeticException tooMuchMargin(final Symbol symbol) {
        return new ArithmeticException(
                "required margin must fit in 64 bits: symbol=" + symbol.spec().symbol());
    }

    static IllegalStateException notPending(final Symbol symbol, final long pending, final long lots) {
        return new IllegalStateException("lots must have been pending: symbol="
                + symbol.spec().symbol() + " pending=" + pending + " lots=" + lots);
    }
}
