package io.daybook.model;

import static io.daybook.model.Exact.big;
import static io.daybook.model.Exact.product;

import java.math.BigInteger;

/** The open and pending lots of a user in one futures contract. */
public final class Position {
    private final Market market;
    private long signed;
    private BigInteger openPriceSum = BigInteger.ZERO;
    private long pendingBuy;
    private long pendingSell;

    Position(final Market market) {
        this.market = market;
    }

    public Spec spec() {
        return market.spec();
    }

    /** Open lots, less than 0 when short. */
    public long signed() {
        return signed;
    }

    public long openVolume() {
        return Math.abs(signed);
    }

    public String direction() {
        return signed > 0 ? "LONG" : signed < 0 ? "SHORT" : "EMPTY";
    }

    public BigInteger openPriceSum() {
        return openPriceSum;
    }

    public long pending(final Side side) {
        return side == Side.BID ? pendingBuy : pendingSell;
    }

    boolean isEmpty() {
        return signed == 0 && pendingBuy == 0 && pendingSell == 0;
    }

    void addPending(final Side side, final long lots) {
        if (side == Side.BID) {
            pendingBuy = Math.addExact(pendingBuy, lots);
        } else {
            pendingSell = Math.addExact(pendingSell, lots);
        }
    }

    /** Lots that an order of this side can close. */
    long closable(final Side side) {
        return Math.max(0, side == Side.BID ? -signed : signed);
    }

    BigInteger requiredMargin() {
        return requiredMarginWith(Side.BID, 0);
    }

    /** The margin that would be required with one more order. */
    BigInteger requiredMarginWith(final Side side, final long size) {
        final long buy = side == Side.BID ? size : 0;
        final long sell = size - buy;
        final BigInteger longSide = big(pendingBuy).add(big(signed)).add(big(buy));
        final BigInteger shortSide = big(pendingSell).subtract(big(signed)).add(big(sell));
        return longSide.multiply(big(spec().marginBuy())).max(shortSide.multiply(big(spec().marginSell())));
    }

    /** The most that this position can be worth with this many lots more. */
    BigInteger exposureWith(final long size) {
        return big(openVolume())
                .add(big(pendingBuy))
                .add(big(pendingSell))
                .add(big(size))
                .multiply(product(spec().maxPrice(), spec().tickValue()));
    }

    BigInteger unrealizedPnl() {
        if (market.lastPrice() == 0) {
            return BigInteger.ZERO;
        }
        final BigInteger longPnl =
                product(openVolume(), market.lastPrice()).subtract(openPriceSum).multiply(big(spec().tickValue()));
        return signed < 0 ? longPnl.negate() : longPnl;
    }

    /** Closes open lots of the other direction first, and opens the rest; returns the profit of the closed lots. */
    BigInteger trade(final Side side, final long size, final long price) {
        final long closed = Math.min(size, closable(side));
        BigInteger earned = BigInteger.ZERO;
        if (closed > 0) {
            final BigInteger cost = openPriceSum.multiply(big(closed)).divide(big(openVolume()));
            final BigInteger gain = product(closed, price).subtract(cost).multiply(big(spec().tickValue()));
            earned = signed > 0 ? gain : gain.negate();
            openPriceSum = openPriceSum.subtract(cost);
        }
        openPriceSum = openPriceSum.add(product(size - closed, price));
        signed = Math.addExact(signed, side == Side.BID ? size : -size);
        return earned;
    }
}
