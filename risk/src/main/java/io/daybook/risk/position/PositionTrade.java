package io.daybook.risk.position;

import io.daybook.kernel.money.Amounts;
import io.daybook.risk.symbol.Symbol;

/**
 * Applies trades to a position: computes its open lots, their price sum, and the profit of each trade. A result that
 * overflows 64 bits throws {@link ArithmeticException}, which halts the exchange. Used by one thread.
 */
public final class PositionTrade {
    private long volume;
    private long priceSum;

    public PositionTrade() {}

    /**
     * Begins with the values of a position.
     *
     * @param openVolume open lots, negative for short
     * @param openPriceSum Σ lots × ticks of these lots
     */
    public void begin(final long openVolume, final long openPriceSum) {
        volume = openVolume;
        priceSum = openPriceSum;
    }

    /** Open lots now, negative for short. */
    public long volume() {
        return volume;
    }

    /** Σ lots × ticks of the open lots. */
    public long priceSum() {
        return priceSum;
    }

    /**
     * Applies a trade: its lots first close open lots of the other direction; the rest opens new lots.
     *
     * @return the profit realised by closing, or the loss if negative, in quote minor units
     */
    public long of(final Symbol symbol, final boolean bought, final long lots, final long price) {
        final long before = volume;
        final long sum = priceSum;
        volume = Math.addExact(before, bought ? lots : -lots);
        if (bought ? before >= 0 : before <= 0) {
            priceSum = Math.addExact(sum, Math.multiplyExact(lots, price));
            return 0;
        }
        final long open = Math.abs(before);
        final long closed = Math.min(lots, open);
        final long costClosed = Amounts.share(sum, closed, open);
        final long value = Math.multiplyExact(closed, price);
        priceSum = Math.addExact(sum - costClosed, Math.multiplyExact(lots - closed, price));
        return Math.multiplyExact(bought ? costClosed - value : value - costClosed, symbol.tickValue());
    }
}
