package io.daybook.api;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The specification of a symbol: what is traded, in which units, for which fees and within which prices.
 *
 * <p>Any value can be represented; the engine refuses an invalid one with {@link ResultCode#INVALID_SYMBOL_SPEC},
 * {@link #problem()} names the field, and {@link Builder#build()} throws for it.
 *
 * @param symbol identifier, ≥ 1
 * @param type exchange pair or futures contract
 * @param baseCurrency what a bid buys, ≥ 1; differs from {@code quoteCurrency} for a pair
 * @param quoteCurrency what prices, fees and margins are in, ≥ 1
 * @param lotSize base minor units in one lot, ≥ 1
 * @param tickValue quote minor units of one tick for one lot, ≥ 1
 * @param feeType how the two fees are computed; futures have {@link FeeType#PER_LOT}
 * @param takerFee quote minor units per lot, or parts per million of the notional
 * @param makerFee the fee of the maker, in the same unit; 0 ≤ makerFee ≤ takerFee
 * @param marginBuy quote minor units of initial margin per lot bought; futures only
 * @param marginSell quote minor units of initial margin per lot sold; futures only
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

    /** Checks that nothing is missing; the engine checks the ranges. */
    public SymbolSpec {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(feeType, "feeType");
    }

    /** A builder of an exchange pair; lot size and tick value 1, no fees, the widest price range. */
    public static Builder exchangePair(final int symbol, final int baseCurrency, final int quoteCurrency) {
        return new Builder(symbol, SymbolType.EXCHANGE_PAIR, baseCurrency, quoteCurrency);
    }

    /** A builder of a futures contract; lot size and tick value 1, no fees, no margins. */
    public static Builder futuresContract(final int symbol, final int baseCurrency, final int quoteCurrency) {
        return new Builder(symbol, SymbolType.FUTURES_CONTRACT, baseCurrency, quoteCurrency);
    }

    /** Whether this is a futures contract. */
    public boolean isFutures() {
        return type == SymbolType.FUTURES_CONTRACT;
    }

    /**
     * The reason why the engine would refuse this specification: the first field that is out of its range or
     * contradicts the others, with its value. Null for a valid one.
     */
    public @Nullable String problem() {
        String problem = firstBelow(1, "symbol", symbol, "baseCurrency", baseCurrency, "quoteCurrency", quoteCurrency);
        if (problem == null) {
            problem = firstBelow(1, "lotSize", lotSize, "tickValue", tickValue, "minPrice", minPrice);
        }
        if (problem == null) {
            problem = firstBelow(0, "makerFee", makerFee, "marginBuy", marginBuy, "marginSell", marginSell);
            problem = problem == null || makerFee >= 0
                    ? problem
                    : problem + ". No trade pays a rebate: set makerFee to 0, and pay rebates as deposits";
        }
        if (problem == null) {
            problem = isFutures() ? futuresProblem() : pairProblem();
        }
        if (problem == null) {
            problem = feeAndPriceProblem();
        }
        return problem;
    }

    private static @Nullable String firstBelow(
            final long least,
            final String first,
            final long firstValue,
            final String second,
            final long secondValue,
            final String third,
            final long thirdValue) {
        if (firstValue < least) {
            return first + " must be at least " + least + ": " + first + "=" + firstValue;
        }
        if (secondValue < least) {
            return second + " must be at least " + least + ": " + second + "=" + secondValue;
        }
        return thirdValue < least ? third + " must be at least " + least + ": " + third + "=" + thirdValue : null;
    }

    private @Nullable String pairProblem() {
        if (baseCurrency == quoteCurrency) {
            return "quoteCurrency of a pair must not be its baseCurrency: quoteCurrency=" + quoteCurrency;
        }
        return marginBuy == 0 && marginSell == 0
                ? null
                : "margins of a pair must be 0: marginBuy=" + marginBuy + " marginSell=" + marginSell;
    }

    private @Nullable String futuresProblem() {
        return feeType == FeeType.PER_LOT ? null : "feeType of futures must be PER_LOT: feeType=" + feeType;
    }

    private @Nullable String feeAndPriceProblem() {
        if (takerFee < makerFee) {
            return "takerFee must be at least makerFee=" + makerFee + ": takerFee=" + takerFee;
        }
        if (feeType == FeeType.PROPORTIONAL && takerFee > Limits.FEE_SCALE) {
            return "takerFee must be at most " + Limits.FEE_SCALE + " if it is PROPORTIONAL: takerFee=" + takerFee;
        }
        return minPrice <= maxPrice && maxPrice <= Limits.MAX_PRICE
                ? null
                : "maxPrice must be from minPrice=" + minPrice + " to " + Limits.MAX_PRICE + ": maxPrice=" + maxPrice;
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

        /**
         * The specification.
         *
         * @throws IllegalArgumentException naming the field, if the engine would refuse it: see
         *     {@link SymbolSpec#problem()}
         */
        public SymbolSpec build() {
            final SymbolSpec spec = new SymbolSpec(
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
            final String problem = spec.problem();
            if (problem != null) {
                throw new IllegalArgumentException(problem);
            }
            return spec;
        }
    }
}
