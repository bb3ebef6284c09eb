package io.daybook.risk.position;

import io.daybook.risk.symbol.Symbol;
import io.daybook.risk.symbol.SymbolTable;

/** Adds up the positions of a portfolio, for comparison with its stored sums. */
final class PortfolioSums {
    private final Positions positions;
    private final SymbolTable symbols;
    private long exposure;
    private long margin;
    private long worst;
    private int found;

    PortfolioSums(final Positions positions, final SymbolTable symbols) {
        this.positions = positions;
        this.symbols = symbols;
    }

    /** Throws, naming the portfolio, if a stored sum is not that of its positions. */
    void require(final int portfolio) {
        positions.forEach(portfolio, position -> add(portfolio, position));
        final boolean equal = exposure == positions.exposure(portfolio)
                && margin == positions.margin(portfolio)
                && worst == positions.worstResult(portfolio)
                && found == positions.count(portfolio);
        if (!equal) {
            throw new IllegalStateException("a portfolio must be the sum of its positions: portfolio=" + portfolio
                    + " exposure=" + exposure + " margin=" + margin + " worst=" + worst + " positions=" + found);
        }
    }

    private void add(final int portfolio, final int position) {
        final int symbolIndex = positions.symbolIndex(position);
        final Symbol symbol = symbols.at(symbolIndex);
        final long volume = positions.signedVolume(position);
        final long lots = positions.lots(position) + positions.doubled(position);
        exposure += lots * symbol.exposurePerLot();
        margin += PositionRisk.requiredMargin(
                symbol, positions.pendingBuy(position) + volume, positions.pendingSell(position) - volume);
        worst += PositionRisk.worstResult(symbol, volume, positions.openPriceSum(position));
        found += positions.find(portfolio, symbolIndex) == position ? 1 : 0;
    }
}
