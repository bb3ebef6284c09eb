package io.daybook.trading;

import io.daybook.client.book.OrderLevels;
import io.daybook.trading.feature.Feature;
import io.daybook.trading.feature.Symbols;
import io.daybook.trading.feature.Wide;

/**
 * The trades of each symbol, summed in whole numbers. A position has an average cost: its open value is Σ lots × ticks
 * of the lots that are open, and closing c of v lots takes ⌊open value × c / v⌋ of it, as the venue does for futures
 * (docs/semantics.md). The rounding loses nothing: {@code cash = realised − lots' open value}, always. A result that
 * overflows 64 bits throws {@link ArithmeticException}. Used by the trader's thread.
 */
public final class Positions {
    private static final long FAIR_PER_TICK = 1_000;

    private final Symbols symbols;
    private final Row[] rows;

    /** Realised and unrealised profit, less fees, of all symbols. */
    private long profit;

    /** A symbol's sums. */
    private static final class Row {
        private long tickValue;
        private long lots;

        /** Σ lots × ticks of the open lots, ≥ 0. */
        private long openSum;

        private long realised;
        private long unrealised;
        private long cash;
        private long volume;
        private long trades;
        private long notional;
        private long fees;
        private long rebates;

        /** The fair price that {@link #unrealised} was computed with. */
        private long mark = Feature.ABSENT;
    }

    Positions(final Symbols symbols) {
        this.symbols = symbols;
        rows = new Row[symbols.count()];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = new Row();
        }
    }

    /** Sets the value of one tick of one lot, in minor units of the quote currency. */
    void list(final int index, final long tickValue) {
        final Row row = rows[index];
        if (row.tickValue != 0 && row.tickValue != tickValue) {
            throw new IllegalStateException("a symbol's tick value must not change: symbol=" + symbols.symbol(index)
                    + " tickValue=" + tickValue + " before=" + row.tickValue);
        }
        row.tickValue = tickValue;
    }

    boolean isListed(final int index) {
        return rows[index].tickValue != 0;
    }

    /** The value of an order or a trade, in minor units of the quote currency. */
    long notional(final int index, final long price, final long size) {
        return Math.multiplyExact(Math.multiplyExact(price, size), rows[index].tickValue);
    }

    /**
     * Adds a trade: its lots first close open lots of the other direction, then open.
     *
     * @return its value, in minor units of the quote currency
     */
    long add(final int index, final Execution fill) {
        final Row row = rows[index];
        if (row.tickValue == 0) {
            throw new IllegalStateException("a symbol that trades must be listed: symbol=" + fill.symbol());
        }
        final boolean isBuy = fill.side() == OrderLevels.BID;
        final long value = notional(index, fill.price(), fill.size());
        final long open = Math.abs(row.lots);
        final boolean isOpening = isBuy ? row.lots >= 0 : row.lots <= 0;
        final long closed = isOpening ? 0 : Math.min(fill.size(), open);
        final long cost = closed == 0 ? 0 : Wide.share(row.openSum, closed, open);
        final long closedSum = Math.multiplyExact(closed, fill.price());
        final long gain = Math.multiplyExact(isBuy ? cost - closedSum : closedSum - cost, row.tickValue);
        final long opened = Math.multiplyExact(fill.size() - closed, fill.price());
        row.realised = Math.addExact(row.realised, gain);
        row.openSum = Math.addExact(row.openSum - cost, opened);
        row.lots = Math.addExact(row.lots, isBuy ? fill.size() : -fill.size());
        row.cash = Math.addExact(row.cash, isBuy ? -value : value);
        row.volume = Math.addExact(row.volume, fill.size());
        row.trades++;
        row.notional = Math.addExact(row.notional, value);
        row.fees = Math.addExact(row.fees, Math.max(0, fill.fee()));
        row.rebates = Math.addExact(row.rebates, Math.max(0, -fill.fee()));
        profit = Math.addExact(profit, gain - fill.fee());
        mark(index, row.mark);
        return value;
    }

    /** Values a position at a fair price; if that is absent, the last price stays. */
    void mark(final int index, final long fair) {
        if (fair == Feature.ABSENT) {
            return;
        }
        final Row row = rows[index];
        row.mark = fair;
        final long now = unrealised(row, fair);
        profit = Math.addExact(profit, now - row.unrealised);
        row.unrealised = now;
    }

    private static long unrealised(final Row row, final long fair) {
        if (row.lots == 0) {
            return 0;
        }
        final long cost = Math.multiplyExact(row.lots > 0 ? row.openSum : -row.openSum, FAIR_PER_TICK);
        final long gain = Math.subtractExact(Math.multiplyExact(row.lots, fair), cost);
        return Math.floorDiv(Math.multiplyExact(gain, row.tickValue), FAIR_PER_TICK);
    }

    /** The position in lots, negative if it is short. */
    public long lots(final int symbol) {
        return row(symbol).lots;
    }

    long lotsAt(final int index) {
        return rows[index].lots;
    }

    /** The cost of the open lots, in minor units of the quote currency; for a short position the proceeds, negative. */
    public long openValue(final int symbol) {
        final Row row = row(symbol);
        return Math.multiplyExact(row.lots < 0 ? -row.openSum : row.openSum, row.tickValue);
    }

    /** The profit of closed lots, without fees. */
    public long realised(final int symbol) {
        return row(symbol).realised;
    }

    /** The profit that the open lots would make at a fair price, rounded down; 0 if the price is absent. */
    public long unrealised(final int symbol, final long fair) {
        return fair == Feature.ABSENT ? 0 : unrealised(row(symbol), fair);
    }

    /**
     * Realised and unrealised profit of all symbols, less fees. Each position is valued at the last fair price of its
     * symbol.
     */
    public long profit() {
        return profit;
    }

    /** The money of all trades: payments are negative, receipts positive; without fees. */
    public long cash(final int symbol) {
        return row(symbol).cash;
    }

    /** Lots that traded. */
    public long volume(final int symbol) {
        return row(symbol).volume;
    }

    /** The number of fills. */
    public long trades(final int symbol) {
        return row(symbol).trades;
    }

    /** The value of all trades. */
    public long notional(final int symbol) {
        return row(symbol).notional;
    }

    /** The fees that were paid. */
    public long fees(final int symbol) {
        return row(symbol).fees;
    }

    /** The rebates that were received. */
    public long rebates(final int symbol) {
        return row(symbol).rebates;
    }

    private Row row(final int symbol) {
        return rows[symbols.index(symbol)];
    }
}
