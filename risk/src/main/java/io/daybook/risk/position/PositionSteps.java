package io.daybook.risk.position;

import static io.daybook.risk.position.Positions.ACCOUNT_STRIDE_SHIFT;
import static io.daybook.risk.position.Positions.BALANCE;
import static io.daybook.risk.position.Positions.HELD;
import static io.daybook.risk.position.Positions.MARGIN;
import static io.daybook.risk.position.Positions.OWNER;
import static io.daybook.risk.position.Positions.PENDING_BUY;
import static io.daybook.risk.position.Positions.PENDING_SELL;
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
 * The changes of a position that nearly all commands consist of: an order is added, loses lots, or trades. Each reads
 * every field of the position and of its account once, and writes changes once: a store into one of these arrays makes
 * C2 read all fields of the other again, because they could be the same array.
 *
 * <p>A result that overflows 64 bits throws {@link ArithmeticException}, which halts the exchange. Used by one thread.
 */
public final class PositionSteps {
    private final Positions owner;
    private final Slab positions;
    private final Slab accounts;
    private final PositionTrade trade = new PositionTrade();

    PositionSteps(final Positions owner, final Slab positions, final Slab accounts) {
        this.owner = owner;
        this.positions = positions;
        this.accounts = accounts;
    }

    /** Whether a position is in a symbol; {@link Positions#NONE} and negative numbers are in no symbol. */
    public boolean isIn(final int position, final Symbol symbol) {
        return position > Positions.NONE && (int) owner(position) == symbol.index();
    }

    /** The portfolio that a position is in; a portfolio has the handle of its account. */
    public int portfolio(final int position) {
        return (int) (owner(position) >>> 32);
    }

    private long owner(final int position) {
        return positions.chunk(position)[Slab.base(position, POSITION_STRIDE_SHIFT) + OWNER];
    }

    /**
     * Makes lots of a new order pending in an open position, if a check that reads no price finds them covered:
     * exposure stays within its limit, and the balance covers the order's hold and the margin of all positions at their
     * worst result.
     *
     * @param lots at most {@link Symbol#mostLotsAtOnce}
     * @param fee the hold of the order, in quote minor units, ≥ 0
     * @return the account; {@link Positions#NONE} if the check fails, and then nothing has changed
     */
    public int addPendingIfCovered(
            final int position, final Symbol symbol, final boolean bid, final long lots, final long fee) {
        final long[] record = positions.chunk(position);
        final int base = Slab.base(position, POSITION_STRIDE_SHIFT);
        final int account = (int) (record[base + OWNER] >>> 32);
        final long ofBids = bid ? lots : 0;
        final long pendingSell = record[base + PENDING_SELL] + (lots - ofBids);
        final long pendingBuy = record[base + PENDING_BUY] + ofBids;
        final long volume = record[base + VOLUME];
        final long margin = PositionRisk.requiredMargin(symbol, pendingBuy + volume, pendingSell - volume);
        final long exposureOfOrder = lots * symbol.exposurePerLot();
        final long[] totals = accounts.chunk(account);
        final int totalsBase = Slab.base(account, ACCOUNT_STRIDE_SHIFT);
        final long balance = totals[totalsBase + BALANCE];
        final long worst = totals[totalsBase + TOTAL_WORST];
        final long notHeld = balance - totals[totalsBase + HELD];
        final long free = notHeld - fee;
        final long needed = totals[totalsBase + TOTAL_MARGIN] - record[base + MARGIN] + margin;
        final long exposure = totals[totalsBase + TOTAL_EXPOSURE];
        final long roomOfAll = Limits.MAX_EXPOSURE - exposure;
        final long roomOfOrder = roomOfAll - exposureOfOrder;
        // a term cannot wrap as long as no term before it is negative
        if ((balance | notHeld | free | margin | needed | exposure | roomOfAll | roomOfOrder | (roomOfOrder - balance))
                        < 0
                || needed > free + worst) {
            return Positions.NONE;
        }
        record[base + PENDING_BUY] = pendingBuy;
        record[base + PENDING_SELL] = pendingSell;
        record[base + MARGIN] = margin;
        totals[totalsBase + TOTAL_EXPOSURE] = exposure + exposureOfOrder;
        totals[totalsBase + TOTAL_MARGIN] = needed;
        return account;
    }

    /** Takes lots off a live order, and closes the position if it is empty then. */
    public void removePending(final int position, final Symbol symbol, final boolean bid, final long lots) {
        final long[] record = positions.chunk(position);
        final int base = Slab.base(position, POSITION_STRIDE_SHIFT);
        final int account = (int) (record[base + OWNER] >>> 32);
        final long[] totals = accounts.chunk(account);
        final int totalsBase = Slab.base(account, ACCOUNT_STRIDE_SHIFT);
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
     * Does {@link Positions#trade} and {@link Positions#endTrades} together, for a side with a single trade.
     *
     * @param signed lots bought; negative for sold lots
     * @return the profit realised by closing, or the loss if negative, in quote minor units
     */
    public long trade(final int position, final Symbol symbol, final long signed, final long price) {
        final long[] record = positions.chunk(position);
        final int base = Slab.base(position, POSITION_STRIDE_SHIFT);
        final int account = (int) (record[base + OWNER] >>> 32);
        final long sold = signed >> Long.SIZE - 1; // all bits, or none
        final long lots = (signed ^ sold) - sold;
        final long pendingBuy = record[base + PENDING_BUY] - (lots & ~sold);
        final long pendingSell = record[base + PENDING_SELL] - (lots & sold);
        if ((lots | pendingBuy | pendingSell) < 0) {
            throw PositionRisk.notPending(symbol, record[base + (sold == 0 ? PENDING_BUY : PENDING_SELL)], lots);
        }
        final long open = record[base + VOLUME];
        trade.begin(open, record[base + PRICE_SUM]);
        final long profit = trade.of(symbol, sold == 0, lots, price);
        final long[] totals = accounts.chunk(account);
        final int totalsBase = Slab.base(account, ACCOUNT_STRIDE_SHIFT);
        if ((open ^ signed) < 0) { // a closed lot leaves the exposure twice, as pending and as open
            totals[totalsBase + TOTAL_EXPOSURE] -= 2 * Math.min(lots, Math.abs(open)) * symbol.exposurePerLot();
        }
        final long volume = trade.volume();
        write(record, base, totals, totalsBase, symbol, volume, trade.priceSum(), pendingBuy, pendingSell);
        if ((volume | pendingBuy | pendingSell) == 0) {
            owner.close(position);
        }
        return profit;
    }

    /**
     * Writes a position after the consecutive trades of one order, with its margin, worst result and the sums of its
     * portfolio.
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
        final int account = (int) (record[base + OWNER] >>> 32);
        final long[] totals = accounts.chunk(account);
        final int totalsBase = Slab.base(account, ACCOUNT_STRIDE_SHIFT);
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

    /** Writes a position changed by trades, with margin and worst result, and updates its portfolio. */
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
