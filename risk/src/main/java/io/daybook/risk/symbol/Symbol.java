package io.daybook.risk.symbol;

import io.daybook.api.FeeType;
import io.daybook.api.Limits;
import io.daybook.api.SymbolSpec;
import io.daybook.kernel.money.Amounts;

/**
 * A specification in the flat form that the engine reads, with its index in the table and the price of the symbol's
 * last trade. Owned by the thread that holds and settles.
 */
public final class Symbol {
    private final int index;
    private final SymbolSpec spec;
    private final boolean futures;
    private final boolean proportional;
    private final int baseIndex;
    private final int quoteIndex;
    private final long lotSize;
    private final long tickValue;
    private final long takerFee;
    private final long makerFee;
    private final long marginBuy;
    private final long marginSell;
    private final long minPrice;
    private final long maxPrice;
    private final long exposurePerLot;
    private final long lowestCoveredAsk;
    private final long mostLotsAtOnce;
    private final long mostLotsOfMargin;

    private long lastPrice;

    Symbol(final int index, final SymbolSpec spec, final int baseIndex, final int quoteIndex) {
        this.index = index;
        this.spec = spec;
        this.futures = spec.isFutures();
        this.proportional = spec.feeType() == FeeType.PROPORTIONAL;
        this.baseIndex = baseIndex;
        this.quoteIndex = quoteIndex;
        this.lotSize = spec.lotSize();
        this.tickValue = spec.tickValue();
        this.takerFee = spec.takerFee();
        this.makerFee = spec.makerFee();
        this.marginBuy = spec.marginBuy();
        this.marginSell = spec.marginSell();
        this.minPrice = spec.minPrice();
        this.maxPrice = spec.maxPrice();
        this.exposurePerLot = Amounts.saturatedProduct(maxPrice, tickValue);
        this.lowestCoveredAsk = Amounts.lowestCoveredAsk(spec);
        this.mostLotsAtOnce = Math.min(Limits.MAX_EXPOSURE / exposurePerLot, Long.MAX_VALUE / Math.max(1, takerFee));
        this.mostLotsOfMargin = Long.MAX_VALUE / Math.max(1, Math.max(marginBuy, marginSell));
    }

    /** Dense index, in the order in which symbols were added. */
    public int index() {
        return index;
    }

    public SymbolSpec spec() {
        return spec;
    }

    public boolean isFutures() {
        return futures;
    }

    /** Dense index of the currency of prices, fees and margins. */
    public int quoteIndex() {
        return quoteIndex;
    }

    /** Dense index of the currency in which an order of a side is held. */
    public int holdIndex(final boolean bid) {
        return bid || futures ? quoteIndex : baseIndex;
    }

    /** Quote minor units of one tick for one lot. */
    public long tickValue() {
        return tickValue;
    }

    /** Initial margin per lot bought, in quote minor units. */
    public long marginBuy() {
        return marginBuy;
    }

    /** Initial margin per lot sold, in quote minor units. */
    public long marginSell() {
        return marginSell;
    }

    /** The most lots whose margin fits into 64 bits on either side. */
    public long mostLotsOfMargin() {
        return mostLotsOfMargin;
    }

    /** The most lots of a future whose hold fits into 64 bits and whose value is at most 2^62. */
    public long mostLotsAtOnce() {
        return mostLotsAtOnce;
    }

    /** The highest price, in ticks. */
    public long maxPrice() {
        return maxPrice;
    }

    /** maxPrice × tickValue in quote minor units, saturated: the most that one lot of a futures position can move. */
    public long exposurePerLot() {
        return exposurePerLot;
    }

    /** Price of the last trade in ticks; 0 before the first. */
    public long lastPrice() {
        return lastPrice;
    }

    public void lastPrice(final long ticks) {
        this.lastPrice = ticks;
    }

    /** Whether a price in ticks per lot is within the limits. */
    public boolean isPriceInLimits(final long price) {
        return price >= minPrice && price <= maxPrice;
    }

    /** base(size) in base minor units, or {@link Amounts#OVERFLOW}. */
    public long base(final long lots) {
        return Amounts.product(lots, lotSize);
    }

    /** The hold of a live order with some lots left, or {@link Amounts#OVERFLOW}: H(r) of the contract. */
    public long hold(final boolean bid, final long reservePrice, final long lots) {
        if (futures) {
            return Amounts.product(lots, takerFee);
        }
        return bid ? Amounts.bidHold(proportional, takerFee, tickValue, lots, reservePrice) : base(lots);
    }

    /**
     * The part of its hold that an order releases when its lots decrease: H(before) − H(after). Only a proportional fee
     * of a bid is rounded; everything else is the same for each lot.
     */
    public long release(final boolean bid, final long reservePrice, final long before, final long after) {
        return proportional && bid
                ? hold(true, reservePrice, before) - hold(true, reservePrice, after)
                : hold(bid, reservePrice, before - after);
    }

    /** The hold of a bid with a budget in ticks × lots, or {@link Amounts#OVERFLOW}. */
    public long budgetHold(final long lots, final long budget) {
        return Amounts.budgetHold(proportional, takerFee, tickValue, lots, budget);
    }

    /** The taker's fee on a trade, in quote minor units. */
    public long takerFee(final long lots, final long notional) {
        return Amounts.fee(proportional, lots, notional, takerFee);
    }

    /** The maker's fee on a trade, in quote minor units. */
    public long makerFee(final long lots, final long notional) {
        return Amounts.fee(proportional, lots, notional, makerFee);
    }

    /**
     * Whether an ask certainly covers its fee, at its price per lot or with its whole budget. Applies to fees per lot
     * only; proportional fees never exceed the notional.
     */
    public boolean isFeeCovered(final boolean budget, final long price, final long lots) {
        if (budget && !proportional && !futures) {
            return Amounts.isProductAtLeast(price, tickValue, lots, takerFee);
        }
        return price >= lowestCoveredAsk;
    }

    /**
     * Whether a reserve price is valid for a bid of this pair: 0, or from the price to the limit; for a budget, 0 or
     * the price itself.
     */
    public boolean isReserveValid(final boolean budget, final long price, final long reservePrice) {
        if (reservePrice == 0 || reservePrice == price) {
            return true;
        }
        return !budget && reservePrice > price && reservePrice <= maxPrice;
    }

    /** Whether a price is in range for an order type: ticks per lot, or the total of a budget. */
    public boolean isPriceValid(final boolean budget, final long price) {
        return budget ? price >= 1 && price <= Limits.MAX_BUDGET : isPriceInLimits(price);
    }
}
