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
 * </pre>
 */
public enum Workload {
    /** One future. */
    MARGIN(3_000_000, 1_000, 1_000, 1, Markets.FUTURES),

    /** One pair. */
    EXCHANGE(3_000_000, 1_000, 1_000, 1, Markets.PAIRS),

    /** A venue at a busy hour. */
    PEAK(3_000_000, 10_000, 3_334, 100, Markets.BOTH),

    /** A thousand symbols. */
    SMALL(3_000_000, 50_000, 33_334, 1_000, Markets.BOTH),

    /** A million users. */
    MEDIUM(3_000_000, 1_000_000, 1_000_000, 10_000, Markets.BOTH),

    /** Three million users and as many orders; generating it takes a heap of 4 GiB. */
    LARGE(3_000_000, 3_000_000, 3_000_000, 50_000, Markets.BOTH),

    /** One deep book. */
    DEEP(10_000_000, 100_000, 1_000, 1, Markets.PAIRS),

    /** Many books of very different sizes, far larger together than any cache. */
    WIDE(6_000_000, 1_000_000, 100_000, 1_000, Markets.PAIRS),

    /** Takers that eat through many orders at once. */
    AVALANCHE(1_000_000, 10_000, 1_000, 1, Markets.PAIRS);

    private static final long DEEP_START_PRICE = 1_000_000;

    /** 5% of the start price, without the usual cap: what it takes to spread the orders over 30,000 levels. */
    private static final long DEEP_DEVIATION = 50_000;

    private final int commands;
    private final int resting;
    private final int users;
    private final int symbols;
    private final Markets markets;

    Workload(int commands, int resting, int users, int symbols, Markets markets) {
        this.commands = commands;
        this.resting = resting;
        this.users = users;
        this.symbols = symbols;
        this.markets = markets;
    }

    /** The name in documents and on the command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The workload with this label; refuses any other. */
    public static Workload of(String label) {
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
        };
    }

    /** The workload itself, in full. */
    public GeneratedWorkload generate() {
        return builder().generate();
    }
}
