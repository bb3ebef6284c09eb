package io.daybook.perf.workload;

import java.util.Locale;

/**
 * The named workloads of the project's performance document, with its numbers. Each name means one stream, byte for
 * byte; its checksum is asserted in the tests.
 *
 * <pre>
 *             commands   resting     users  symbols
 * margin           3 M     1,000     1,000        1  futures
 * exchange         3 M     1,000     1,000        1  pair
 * peak             3 M    10,000     3,334      100  both, Pareto weights
 * small            3 M    50,000    33,334    1,000  both, Pareto weights
 * medium           3 M       1 M       1 M   10,000  both, Pareto weights
 * large            3 M       3 M       3 M   50,000  both, Pareto weights
 * deep            10 M   100,000     1,000        1  pair, wide spread of prices
 * wide             6 M       1 M   100,000    1,000  pairs, Zipf weights
 * avalanche        1 M    10,000     1,000        1  pair, takers sweep a random part of a side
 * spot             3 M    10,000     1,000      100  pairs, Zipf weights, what users send; 3% of commands trade
 * spot-trades      3 M    10,000     1,000      100  the same, 30% trade
 * static           2 M     1,000     1,000        1  future, new, cancel and modify in a market that does not move
 * normal           2 M     1,000     1,000        1  the same in one that moves 2% up and down
 * swing25          2 M     1,000     1,000        1  25%
 * swing40          2 M     1,000     1,000        1  40%
 * crash            2 M     1,000     1,000        1  60%
 * </pre>
 */
public enum Workload {
    /** One future. */
    MARGIN(3_000_000, 1_000, 1_000, 1, Markets.FUTURES, 0x5E5A_0596_05C0_04B2L),

    /** One pair. */
    EXCHANGE(3_000_000, 1_000, 1_000, 1, Markets.PAIRS, 0x983E_C9EC_A4CD_C74DL),

    /** A venue at a busy hour. */
    PEAK(3_000_000, 10_000, 3_334, 100, Markets.BOTH, 0x2B13_54F7_8C03_190AL),

    /** A thousand symbols. */
    SMALL(3_000_000, 50_000, 33_334, 1_000, Markets.BOTH, 0x6782_75C6_A12A_AC29L),

    /** A million users. */
    MEDIUM(3_000_000, 1_000_000, 1_000_000, 10_000, Markets.BOTH, 0xBD72_2B51_3818_D1DDL),

    /** Three million users and as many orders; generating it takes a heap of 2 GiB. */
    LARGE(3_000_000, 3_000_000, 3_000_000, 50_000, Markets.BOTH, 0x17DB_616F_5292_8F19L),

    /** One deep book. */
    DEEP(10_000_000, 100_000, 1_000, 1, Markets.PAIRS, 0x9647_9B28_23E2_2E75L),

    /** Many books of very different sizes, far larger together than any cache. */
    WIDE(6_000_000, 1_000_000, 100_000, 1_000, Markets.PAIRS, 0xB76B_2F0D_48DE_B72EL),

    /** Takers that eat through many orders at once. */
    AVALANCHE(1_000_000, 10_000, 1_000, 1, Markets.PAIRS, 0x90AA_F7CD_9522_0019L),

    /** Users who place and cancel, in swinging markets. */
    SPOT(3_000_000, 10_000, 1_000, 100, Markets.PAIRS, 0xC556_4EF3_AD7D_ADB8L),

    /** The users of {@link #SPOT}, but three commands in ten trade. */
    SPOT_TRADES(3_000_000, 10_000, 1_000, 100, Markets.PAIRS, 0xAE3D_96EE_9FF8_410DL),

    /** A market that does not move. */
    STATIC(2_000_000, 1_000, 1_000, 1, Markets.FUTURES, 0xC937_8C33_FB9B_885EL),

    /** A market that goes up and down a little. */
    NORMAL(2_000_000, 1_000, 1_000, 1, Markets.FUTURES, 0xDD1A_EF4A_6D54_0E14L),

    /** A market that goes 25% up and down. */
    SWING25(2_000_000, 1_000, 1_000, 1, Markets.FUTURES, 0x3959_C21A_A3DB_E212L),

    /** A market that goes 40% up and down. */
    SWING40(2_000_000, 1_000, 1_000, 1, Markets.FUTURES, 0xF174_2D25_3BEC_CF1FL),

    /** A market that goes 60% up and down. */
    CRASH(2_000_000, 1_000, 1_000, 1, Markets.FUTURES, 0x5231_7D23_B800_AB24L);

    private static final int SPOT_START_PRICE = 40_000;
    private static final int SPOT_DEVIATION = 2_500;
    private static final int SPOT_CURRENCIES = 20;

    private static final int DEEP_START_PRICE = 1_000_000;

    /** 5% of the start price, without the usual cap, which spreads the orders over 30,000 levels. */
    private static final int DEEP_DEVIATION = 50_000;

    /** The start price of a moving market: ticks of half a cent, and room for its whole path. */
    private static final int MOVING_START_PRICE = 33_504;

    private static final int MOVING_DEVIATION = 6_700;

    private final int commands;
    private final int resting;
    private final int users;
    private final int symbols;
    private final Markets markets;
    private final long checksum;

    Workload(
            final int commands,
            final int resting,
            final int users,
            final int symbols,
            final Markets markets,
            final long checksum) {
        this.commands = commands;
        this.resting = resting;
        this.users = users;
        this.symbols = symbols;
        this.markets = markets;
        this.checksum = checksum;
    }

    /** The name in documents and on the command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The workload with this label; refuses any other. */
    public static Workload of(final String label) {
        for (Workload workload : values()) {
            if (workload.label().equals(label)) return workload;
        }
        throw new IllegalArgumentException("workload must be a known name: workload=" + label);
    }

    /** A builder with this workload's numbers, to be changed at will. */
    public WorkloadBuilder builder() {
        final WorkloadBuilder builder = new WorkloadBuilder(label())
                .commands(commands)
                .resting(resting)
                .users(users)
                .symbols(symbols)
                .markets(markets);
        return switch (this) {
            case MARGIN, EXCHANGE -> builder;
            case PEAK -> builder.weights(SymbolWeights.PARETO).currencies(10, 3);
            case SMALL -> builder.weights(SymbolWeights.PARETO).currencies(20, 3);
            case MEDIUM -> builder.weights(SymbolWeights.PARETO).currencies(50, 3);
            case LARGE -> builder.weights(SymbolWeights.PARETO).currencies(100, 3);
            case DEEP -> builder.prices(DEEP_START_PRICE, DEEP_DEVIATION);
            case WIDE -> builder.weights(SymbolWeights.ZIPF).currencies(20, 3);
            case AVALANCHE -> builder.takers(Takers.SWEEPS);
            case SPOT -> spot(builder, 3);
            case SPOT_TRADES -> spot(builder, 30);
            case STATIC -> moving(builder, MarketPath.STATIC);
            case NORMAL -> moving(builder, MarketPath.NORMAL);
            case SWING25 -> moving(builder, MarketPath.SWING_25);
            case SWING40 -> moving(builder, MarketPath.SWING_40);
            case CRASH -> moving(builder, MarketPath.CRASH);
        };
    }

    private static WorkloadBuilder spot(final WorkloadBuilder builder, final int tradingPercent) {
        return builder.spot(tradingPercent)
                .weights(SymbolWeights.ZIPF)
                .currencies(1, SPOT_CURRENCIES)
                .prices(SPOT_START_PRICE, SPOT_DEVIATION);
    }

    private static WorkloadBuilder moving(final WorkloadBuilder builder, final MarketPath path) {
        return builder.prices(MOVING_START_PRICE, MOVING_DEVIATION).path(path);
    }

    /** The checksum of the workload itself ({@link GeneratedWorkload#checksum()}). */
    public long checksum() {
        return checksum;
    }
}
