package io.daybook.model;

import static io.daybook.model.Exact.product;

import java.math.BigInteger;

/** The specification of a symbol, with any values: {@link #isValid()} returns whether the contract allows them. */
public record Spec(
        int symbol,
        Type type,
        int base,
        int quote,
        long lotSize,
        long tickValue,
        FeeType feeType,
        long takerFee,
        long makerFee,
        long marginBuy,
        long marginSell,
        long minPrice,
        long maxPrice) {

    /** The kind of the symbol. */
    public enum Type {
        EXCHANGE_PAIR,
        FUTURES_CONTRACT
    }

    /** The amount on which the fee is based. */
    public enum FeeType {
        PER_LOT,
        PROPORTIONAL
    }

    private static final long MILLION = 1_000_000;

    public boolean isPair() {
        return type == Type.EXCHANGE_PAIR;
    }

    public boolean isPerLot() {
        return feeType == FeeType.PER_LOT;
    }

    /** Whether this symbol allows a price. */
    boolean allows(final long price) {
        return minPrice <= price && price <= maxPrice;
    }

    boolean isValid() {
        return symbol >= 1
                && base >= 1
                && quote >= 1
                && lotSize >= 1
                && tickValue >= 1
                && hasValidFees()
                && marginBuy >= 0
                && marginSell >= 0
                && 1 <= minPrice
                && minPrice <= maxPrice
                && maxPrice <= Exact.MAX_PRICE
                && (isPair() ? base != quote && marginBuy == 0 && marginSell == 0 : isPerLot());
    }

    private boolean hasValidFees() {
        return 0 <= makerFee && makerFee <= takerFee && (isPerLot() || takerFee <= MILLION);
    }

    /** Quote minor units that a number of lots costs at a price in ticks. */
    public BigInteger notional(final long size, final long price) {
        return product(size, price, tickValue);
    }

    /** Base minor units in a number of lots. */
    public BigInteger baseOf(final long size) {
        return product(size, lotSize);
    }

    /** The fee of a number of lots at a price, at one of the two rates of this symbol. */
    public BigInteger fee(final long size, final long price, final long rate) {
        return isPerLot() ? product(size, rate) : partsPerMillion(notional(size, price), rate);
    }

    /** A number of parts per million of an amount, rounded down. */
    static BigInteger partsPerMillion(final BigInteger amount, final long rate) {
        return amount.multiply(Exact.big(rate)).divide(Exact.big(MILLION));
    }
}
