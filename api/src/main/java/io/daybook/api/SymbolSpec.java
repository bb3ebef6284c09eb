package io.daybook.api;

import java.util.Objects;

/**
 * What is traded under a symbol, in which units, for which fees and within which prices.
 *
 * <p>Any value can be represented; the engine refuses an invalid one with {@link ResultCode#INVALID_SYMBOL_SPEC}.
 *
 * @param symbol identifier, ≥ 1
 * @param type exchange pair or futures contract
 * @param baseCurrency what a bid buys, ≥ 1; differs from {@code quoteCurrency} for a pair
 * @param quoteCurrency what prices, fees and margins are in, ≥ 1
 * @param lotSize base minor units in one lot, ≥ 1
 * @param tickValue quote minor units of one tick for one lot, ≥ 1
 * @param feeType how the two fees are reckoned; futures have {@link FeeType#PER_LOT}
 * @param takerFee quote minor units per lot, or parts per million of the notional
 * @param makerFee the same for the maker; 0 ≤ makerFee ≤ takerFee
 * @param marginBuy quote minor units of initial margin per lot bought; futures only
 * @param marginSell the same per lot sold
 * @param minPrice lowest price of an order in ticks, ≥ 1
 * @param maxPrice highest price of an order in ticks, at most 2^40
 */
public record SymbolSpec(
        int symbol,
        SymbolType type,
        int baseCurrency,
        int quoteCurrency,
        long lotSize,
        long tickValue,
        FeeType feeType,
        long takerFee,
        long makerFee,
        long marginBuy,
        long marginSell,
        long minPrice,
        long maxPrice) {

    /** Checks that nothing is missing; ranges are the engine's business. */
    public SymbolSpec {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(feeType, "feeType");
    }

    /** A specification of an exchange pair to be filled in; lot size and tick value 1, no fees, the widest price range. */
    public static Builder exchangePair(final int symbol, final int baseCurrency, final int quoteCurrency) {
        return new Builder(symbol, SymbolType.EXCHANGE_PAIR, baseCurrency, quoteCurrency);
    }

    /** A specification of a futures contract to be filled in; lot size and tick value 1, no fees, no margins. */
    public static Builder futuresContract(final int symbol, final int baseCurrency, final int quoteCurrency) {
        return new Builder(symbol, SymbolType.FUTURES_CONTRACT, baseCurrency, quoteCurrency);
    }

    /** Whether this is a futures contract. */
    public boolean isFutures() {
        return type == SymbolType.FUTURES_CONTRACT;
    }

    /** Collects the parts of a specification. Used by one thread. */
    public static final class Builder {
        private final int symbol;
        private final SymbolType type;
        private final int baseCurrency;
        private final int quoteCurrency;
        private long lotSize = 1;
        private long tickValue = 1;
        private FeeType feeType = FeeType.PER_LOT;
        private long takerFee;
        private long makerFee;
        private long marginBuy;
        private long marginSell;
        private long minPrice = 1;
        private long maxPrice = Limits.MAX_PRICE;

        private Builder(final int symbol, final SymbolType type, final int baseCurrency, final int quoteCurrency) {
            this.symbol = symbol;
            this.type = type;
            this.baseCurrency = baseCurrency;
            this.quoteCurrency = quoteCurrency;
        }

        /** Base minor units in one lot. */
        public Builder lotSize(final long baseMinorUnits) {
            this.lotSize = baseMinorUnits;
            return this;
        }

        /** Quote minor units of one tick for one lot. */
        public Builder tickValue(final long quoteMinorUnits) {
            this.tickValue = quoteMinorUnits;
            return this;
        }

        /** Fees in quote minor units per traded lot. */
        public Builder feesPerLot(final long taker, final long maker) {
            this.feeType = FeeType.PER_LOT;
            this.takerFee = taker;
            this.makerFee = maker;
            return this;
        }

        /** Fees in parts per million of the traded notional. */
        public Builder feesProportional(final long takerPpm, final long makerPpm) {
            this.feeType = FeeType.PROPORTIONAL;
            this.takerFee = takerPpm;
            this.makerFee = makerPpm;
            return this;
        }

        /** Initial margins in quote minor units per lot. */
        public Builder margins(final long buy, final long sell) {
            this.marginBuy = buy;
            this.marginSell = sell;
            return this;
        }

        /** The lowest and the highest price of an order, in ticks. */
        public Builder prices(final long lowest, final long highest) {
            this.minPrice = lowest;
            this.maxPrice = highest;
            return this;
        }

        /** The specification. */
        public SymbolSpec build() {
            return new SymbolSpec(
                    symbol,
                    type,
                    baseCurrency,
                    quoteCurrency,
                    lotSize,
                    tickValue,
                    feeType,
                    takerFee,
                    makerFee,
                    marginBuy,
                    marginSell,
                    minPrice,
                    maxPrice);
        }
    }
}
