package io.daybook.risk.position;

import static io.daybook.risk.position.Positions.CHAIN;
import static io.daybook.risk.position.Positions.MARGIN;
import static io.daybook.risk.position.Positions.OWNER;
import static io.daybook.risk.position.Positions.PENDING_BUY;
import static io.daybook.risk.position.Positions.PENDING_SELL;
import static io.daybook.risk.position.Positions.PORTFOLIO_STRIDE_SHIFT;
import static io.daybook.risk.position.Positions.POSITION_STRIDE_SHIFT;
import static io.daybook.risk.position.Positions.PRICE_SUM;
import static io.daybook.risk.position.Positions.TOTAL_EXPOSURE;
import static io.daybook.risk.position.Positions.TOTAL_MARGIN;
import static io.daybook.risk.position.Positions.TOTAL_WORST;
import static io.daybook.risk.position.Positions.VOLUME;
import static io.daybook.risk.position.Positions.WORST;

import io.daybook.api.Limits;
import io.daybook.kernel.money.Amounts;
import io.daybook.kernel.slab.Slab;
import io.daybook.risk.symbol.Symbol;

/**
 * The three changes of a position that nearly all commands are made of: an order comes, lots of it go, it has its only
 * trade. Each finds portfolio and position once, reads every field of the two once, and writes once what has changed: a
 * store into one of these arrays makes C2 read all fields of the other again, for they could be the same array. What
 * leaves 64 bits throws {@link ArithmeticException}, which halts the exchange. Used by one thread.
 */
public final class PositionSteps {
    private final Positions owner;
    private final Slab positions;
    private final Slab portfolios;
    private final PositionTrade trade = new PositionTrade();

    PositionSteps(final Positions owner, final Slab positions, final Slab portfolios) {
        this.owner = owner;
        this.positions = positions;
        this.portfolios = portfolios;
    }

    /**
     * Lots of a new order become pending in an open position, if it is clear without a look at any price that they are
     * covered: the limits of exposure and the margin of all positions, with the worst result that these can have.
     *
     * @param side 0 for a bid, 1 for an ask
     * @param balance of the account, in quote minor units, ≥ 0
     * @param free what the account has beside its holds and what the order reserves, ≥ 0
     * @return whether it is done; if not, nothing has changed
     */
    public boolean addPendingIfCovered(
            final int portfolio,
            final Symbol symbol,
            final int side,
            final long lots,
            final long balance,
            final long free) {
        final long[] totals = portfolios.chunk(portfolio);
        final int totalsBase = Slab.base(portfolio, PORTFOLIO_STRIDE_SHIFT);
        int position = (int) totals[totalsBase + CHAIN]; // nearly always it is the first
        long[] record = positions.chunk(position);
        int base = Slab.base(position, POSITION_STRIDE_SHIFT);
        if (record[base + OWNER] != Positions.key(portfolio, symbol.index())) {
            position = owner.positionIn(totals[totalsBase + CHAIN], portfolio, symbol.index());
            if (position == Positions.NONE) {
                return false;
            }
            record = positions.chunk(position);
            base = Slab.base(position, POSITION_STRIDE_SHIFT);
        }
        final long volume = record[base + VOLUME];
        final long pendingBuy = record[base + PENDING_BUY] + (lots & (side - 1));
        final long pendingSell = record[base + PENDING_SELL] + (lots & -side);
        final long margin = PositionRisk.requiredMargin(symbol, pendingBuy + volume, pendingSell - volume);
        final long exposure = totals[totalsBase + TOTAL_EXPOSURE];
        final long needed = totals[totalsBase + TOTAL_MARGIN] - record[base + MARGIN] + margin;
        final long exposureOfOrder = Amounts.product(lots, symbol.exposurePerLot());
        final long roomOfAll = Limits.MAX_EXPOSURE - exposure;
        final long roomOfOrder = roomOfAll - exposureOfOrder;
        // each term that is not negative cannot make the next one wrap
        if ((margin | needed | exposure | roomOfAll | exposureOfOrder | roomOfOrder | (roomOfOrder - balance)) < 0
                || needed > free + totals[totalsBase + TOTAL_WORST]) {
            return false;
        }
        record[base + PENDING_BUY] = pendingBuy;
        record[base + PENDING_SELL] = pendingSell;
        record[base + MARGIN] = margin;
        totals[totalsBase + TOTAL_EXPOSURE] = exposure + exposureOfOrder;
        totals[totalsBase + TOTAL_MARGIN] = needed;
        return true;
    }

    /** Lots of a live order are taken off; a position that is empty then is closed. */
    public void removePending(final int portfolio, final Symbol symbol, final boolean bid, final long lots) {
        final long[] totals = portfolios.chunk(portfolio);
        final int totalsBase = Slab.base(portfolio, PORTFOLIO_STRIDE_SHIFT);
        int position = (int) totals[totalsBase + CHAIN]; // nearly always it is the first
        long[] record = positions.chunk(position);
        int base = Slab.base(position, POSITION_STRIDE_SHIFT);
        if (record[base + OWNER] != Positions.key(portfolio, symbol.index())) {
            position = owner.positionIn(totals[totalsBase + CHAIN], portfolio, symbol.index());
            record = positions.chunk(position);
            base = Slab.base(position, POSITION_STRIDE_SHIFT);
        }
        final long volume = record[base + VOLUME];
        final long ofBids = bid ? lots : 0;
        final long pendingBuy = record[base + PENDING_BUY] - ofBids;
        final long pendingSell = record[base + PENDING_SELL] - (lots - ofBids);
        if ((lots | pendingBuy | pendingSell) < 0) {
            throw PositionRisk.notPending(symbol, bid ? record[base + PENDING_BUY] : record[base + PENDING_SELL], lots);
        }
        final long margin = PositionRisk.requiredMargin(symbol, pendingBuy + volume, pendingSell - volume);
        if (margin == Amounts.OVERFLOW) {
            throw PositionRisk.tooMuchMargin(symbol);
        }
        final long marginOfAll = Math.addExact(totals[totalsBase + TOTAL_MARGIN], margin - record[base + MARGIN]);
        final long exposure = totals[totalsBase + TOTAL_EXPOSURE] - lots * symbol.exposurePerLot();
        record[base + PENDING_BUY] = pendingBuy;
        record[base + PENDING_SELL] = pendingSell;
        record[base + MARGIN] = margin;
        totals[totalsBase + TOTAL_EXPOSURE] = exposure;
        totals[totalsBase + TOTAL_MARGIN] = marginOfAll;
        if ((volume | pendingBuy | pendingSell) == 0) {
            owner.close(position);
        }
    }

    /**
     * {@link Positions#trade} and {@link Positions#endTrades} of a side that has one trade.
     *
     * @return what {@link Positions#trade} returns
     */
    public long tradeOnce(
            final int portfolio, final Symbol symbol, final boolean bought, final long lots, final long price) {
        final long[] totals = portfolios.chunk(portfolio);
        final int totalsBase = Slab.base(portfolio, PORTFOLIO_STRIDE_SHIFT);
        int position = (int) totals[totalsBase + CHAIN]; // nearly always it is the first
        long[] record = positions.chunk(position);
        int base = Slab.base(position, POSITION_STRIDE_SHIFT);
        if (record[base + OWNER] != Positions.key(portfolio, symbol.index())) {
            position = owner.positionIn(totals[totalsBase + CHAIN], portfolio, symbol.index());
            record = positions.chunk(position);
            base = Slab.base(position, POSITION_STRIDE_SHIFT);
        }
        final long ofBids = bought ? lots : 0;
        final long pendingBuy = record[base + PENDING_BUY] - ofBids;
        final long pendingSell = record[base + PENDING_SELL] - (lots - ofBids);
        if ((lots | pendingBuy | pendingSell) < 0) {
            throw PositionRisk.notPending(
                    symbol, bought ? record[base + PENDING_BUY] : record[base + PENDING_SELL], lots);
        }
        final long open = record[base + VOLUME];
        final long signed = bought ? lots : -lots;
        final long volume = Math.addExact(open, signed);
        long profit = 0;
        final long priceSum;
        if ((open ^ signed) >= 0 || open == 0) { // opened lots were pending and count on in the exposure
            priceSum = Math.addExact(record[base + PRICE_SUM], Math.multiplyExact(lots, price));
        } else { // a closed lot leaves twice, as pending and as open
            trade.begin(open, record[base + PRICE_SUM]);
            profit = trade.of(symbol, bought, lots, price);
            priceSum = trade.priceSum();
            totals[totalsBase + TOTAL_EXPOSURE] -= 2 * Math.min(lots, Math.abs(open)) * symbol.exposurePerLot();
        }
        write(record, base, totals, totalsBase, symbol, volume, priceSum, pendingBuy, pendingSell);
        if ((volume | pendingBuy | pendingSell) == 0) {
            owner.close(position);
        }
        return profit;
    }

    /**
     * Writes what the trades of one order, one after the other, have made of a position, with all that hangs on it.
     *
     * @param gone lots of the order that are no longer pending, traded or not
     */
    public void endTrades(
            final int position,
            final Symbol symbol,
            final boolean bought,
            final long gone,
            final PositionTrade trades) {
        final long[] record = positions.chunk(position);
        final int base = Slab.base(position, POSITION_STRIDE_SHIFT);
        final int portfolio = (int) (record[base + OWNER] >>> 32);
        final long[] totals = portfolios.chunk(portfolio);
        final int totalsBase = Slab.base(portfolio, PORTFOLIO_STRIDE_SHIFT);
        final long ofBids = bought ? gone : 0;
        final long pendingBuy = record[base + PENDING_BUY] - ofBids;
        final long pendingSell = record[base + PENDING_SELL] - (gone - ofBids);
        if ((gone | pendingBuy | pendingSell) < 0) {
            throw PositionRisk.notPending(
                    symbol, bought ? record[base + PENDING_BUY] : record[base + PENDING_SELL], gone);
        }
        final long volume = trades.volume();
        final long more = Math.abs(volume) - Math.abs(record[base + VOLUME]) - gone;
        if (more != 0) {
            totals[totalsBase + TOTAL_EXPOSURE] += more * symbol.exposurePerLot();
        }
        write(record, base, totals, totalsBase, symbol, volume, trades.priceSum(), pendingBuy, pendingSell);
        if ((volume | pendingBuy | pendingSell) == 0) {
            owner.close(position);
        }
    }

    /** Writes a position that trades have changed, its margin and its worst result, and adds both to its portfolio. */
    private static void write(
            final long[] record,
            final int base,
            final long[] totals,
            final int totalsBase,
            final Symbol symbol,
            final long volume,
            final long priceSum,
            final long pendingBuy,
            final long pendingSell) {
        final long margin = PositionRisk.requiredMargin(symbol, pendingBuy + volume, pendingSell - volume);
        if (margin == Amounts.OVERFLOW) {
            throw PositionRisk.tooMuchMargin(symbol);
        }
        final long worst = PositionRisk.worstResult(symbol, volume, priceSum);
        final long marginOfAll = Math.addExact(totals[totalsBase + TOTAL_MARGIN], margin - record[base + MARGIN]);
        final long worstOfAll = Math.addExact(totals[totalsBase + TOTAL_WORST], worst - record[base + WORST]);
        record[base + VOLUME] = volume;
        record[base + PRICE_SUM] = priceSum;
        record[base + PENDING_BUY] = pendingBuy;
        record[base + PENDING_SELL] = pendingSell;
        record[base + MARGIN] = margin;
        record[base + WORST] = worst;
        totals[totalsBase + TOTAL_MARGIN] = marginOfAll;
        totals[totalsBase + TOTAL_WORST] = worstOfAll;
    }
}
