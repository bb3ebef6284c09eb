package io.daybook.perf.workload;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Describes a workload and generates it. Start from {@link Workload#builder()}; equal descriptions generate equal
 * streams. One thread at a time.
 */
public final class WorkloadBuilder {
    private static final long SEED = 1;
    private static final long WEIGHTS_KEY = -1;
    private static final long PREFILL_KEY = -2;
    private static final long TIMED_KEY = -3;

    private static final double LOG10_OF_LOWEST_START = 3.3;
    private static final double LOG10_PER_DRAW = 1.5;
    private static final long DEVIATIONS_IN_START_PRICE = 20;
    private static final long MAX_DEVIATION = 10_000;

    private final String name;
    private int commands = 1;
    private int resting = 1;
    private int users = 1;
    private int symbols = 1;
    private int groups = 1;
    private int currenciesPerGroup = 2;
    private Markets markets = Markets.PAIRS;
    private SymbolWeights weights = SymbolWeights.EQUAL;
    private Mix mix = Mix.MARGIN;
    private Takers takers = Takers.WITH_BUDGETS;
    private int spotTradingPercent;
    private boolean pricesFixed;
    private int startPrice;
    private int deviation;
    private @Nullable MarketPath path;

    WorkloadBuilder(final String name) {
        this.name = name;
    }

    /** Sets the number of timed commands, ≥ 1. */
    public WorkloadBuilder commands(final int value) {
        commands = value;
        return this;
    }

    /** Sets the target number of resting orders over all symbols, which is also the number of prefilled orders; ≥ 1. */
    public WorkloadBuilder resting(final int value) {
        resting = value;
        return this;
    }

    /** Sets the number of users, ≥ 1. */
    public WorkloadBuilder users(final int value) {
        users = value;
        return this;
    }

    /** Sets the number of symbols, 1..2^24−1. */
    public WorkloadBuilder symbols(final int value) {
        symbols = value;
        return this;
    }

    /**
     * Sets the number of groups of users and symbols ({@link WorkloadSetup}), and the number of currencies of each: ≥ 1
     * and ≥ 2. A workload with fewer users or symbols than groups has fewer groups.
     */
    public WorkloadBuilder currencies(final int groupCount, final int perGroup) {
        groups = groupCount;
        currenciesPerGroup = perGroup;
        return this;
    }

    /** Sets the markets: pairs, futures or both. */
    public WorkloadBuilder markets(final Markets value) {
        markets = value;
        return this;
    }

    /** Sets the distribution of orders and commands over the symbols. */
    public WorkloadBuilder weights(final SymbolWeights value) {
        weights = value;
        return this;
    }

    /** Sets the mix of commands on live orders. */
    public WorkloadBuilder mix(final Mix value) {
        mix = value;
        return this;
    }

    /** Sets the orders that take liquidity. */
    public WorkloadBuilder takers(final Takers value) {
        takers = value;
        return this;
    }

    /** Uses the commands of users for pairs ({@link SpotGenerator}), with a percentage of commands that trade. */
    public WorkloadBuilder spot(final int tradingPercent) {
        spotTradingPercent = tradingPercent;
        return this;
    }

    /**
     * Fixes the start price and the deviation of every symbol, in ticks, instead of drawing them. The deviation is ≥ 1,
     * and five deviations are less than the start price.
     */
    public WorkloadBuilder prices(final int start, final int deviationTicks) {
        pricesFixed = true;
        startPrice = start;
        deviation = deviationTicks;
        return this;
    }

    /** Sets the path of each symbol's market, which otherwise follows its trades. */
    WorkloadBuilder path(final MarketPath value) {
        path = value;
        return this;
    }

    /**
     * The same workload with a {@code divisor}-th of the commands, resting orders, users and symbols, each at least 1.
     */
    public WorkloadBuilder dividedBy(final int divisor) {
        if (divisor < 1) throw new IllegalArgumentException("divisor must be ≥ 1: divisor=" + divisor);
        commands = Math.max(1, commands / divisor);
        resting = Math.max(1, resting / divisor);
        users = Math.max(1, users / divisor);
        symbols = Math.max(1, symbols / divisor);
        return this;
    }

    /**
     * Generates the workload; takes from seconds to a minute for the largest.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    public GeneratedWorkload generate() {
        validate();
        final SplitMix64 root = new SplitMix64(SEED);
        final int groupCount = Math.min(groups, Math.min(users, symbols));
        final FundingNeeds needs = new FundingNeeds(users, groupCount, currenciesPerGroup);
        final long[] symbolWeights = weights.draw(symbols, root.split(WEIGHTS_KEY));
        final int[] targets = SymbolWeights.apportion(resting, symbolWeights);
        final List<SymbolSetup> setups = new ArrayList<>(symbols);
        final int[] shares = SymbolWeights.apportion(commands, symbolWeights);
        final List<CommandSource> generators = new ArrayList<>(symbols);
        for (int i = 0; i < symbols; i++) {
            final int group = i % groupCount;
            final SplitMix64 random = root.split(i + 1);
            final SymbolSetup symbol = symbol(i, group, i / groupCount, targets[i], random);
            setups.add(symbol);
            final UserGroup own = new UserGroup(group, groupCount, users);
            generators.add(source(symbol, own, needs, random));
        }

        final StreamRecorder prefill = new StreamRecorder(resting);
        for (int i : SymbolWeights.shuffle(targets, resting, root.split(PREFILL_KEY))) {
            generators.get(i).nextPrefill(prefill);
        }
        final StreamRecorder timed = new StreamRecorder(commands);
        for (int i : SymbolWeights.shuffle(shares, commands, root.split(TIMED_KEY))) {
            generators.get(i).next(timed);
        }
        final List<GeneratorBook> books =
                generators.stream().map(CommandSource::book).toList();
        return new GeneratedWorkload(
                name, new WorkloadSetup(setups, users, groupCount, needs.fundings()), prefill, timed, books);
    }

    private CommandSource source(
            final SymbolSetup symbol, final UserGroup own, final FundingNeeds needs, final SplitMix64 random) {
        if (path != null) return new MovingMarket(symbol, path, mix, own, needs, random);
        if (spotTradingPercent > 0) return new SpotGenerator(symbol, spotTradingPercent, mix, own, needs, random);
        return new SymbolGenerator(symbol, mix, takers, own, needs, random);
    }

    private SymbolSetup symbol(
            final int index, final int group, final int indexInGroup, final int target, final SplitMix64 random) {
        final int firstCurrency = 1 + group * currenciesPerGroup;
        final long start = pricesFixed ? startPrice : drawStartPrice(random);
        final long spread = pricesFixed ? deviation : Math.min(start / DEVIATIONS_IN_START_PRICE, MAX_DEVIATION);
        return SymbolSetup.of(
                index + 1,
                markets.of(indexInGroup),
                firstCurrency + indexInGroup % currenciesPerGroup,
                firstCurrency + (indexInGroup + 1) % currenciesPerGroup,
                start,
                spread,
                target);
    }

    /** Draws a price from 10^3.3 to 10^6.3, most often near the middle of the exponents. */
    private static long drawStartPrice(final SplitMix64 random) {
        final double exponent =
                LOG10_OF_LOWEST_START + LOG10_PER_DRAW * random.nextDouble() + LOG10_PER_DRAW * random.nextDouble();
        return (long) StrictMath.pow(10, exponent);
    }

    private void validate() {
        requireAtLeast(1, commands, "commands");
        requireAtLeast(1, resting, "resting");
        requireAtLeast(1, users, "users");
        requireAtLeast(1, symbols, "symbols");
        requireAtLeast(1, groups, "groups");
        requireAtLeast(2, currenciesPerGroup, "currenciesPerGroup");
        if (symbols > CommandRecord.MAX_SYMBOL) {
            throw new IllegalArgumentException("symbols must fit 24 bits: symbols=" + symbols);
        }
        if (pricesFixed) {
            requireAtLeast(1, deviation, "deviation");
            requireAtLeast((long) SymbolSetup.RANGE_DEVIATIONS * deviation + 1, startPrice, "startPrice");
        }
    }

    private static void requireAtLeast(final long least, final long value, final String what) {
        if (value < least) {
            throw new IllegalArgumentException(what + " must be ≥ " + least + ": " + what + "=" + value);
        }
    }
}
