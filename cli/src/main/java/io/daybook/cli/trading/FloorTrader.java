package io.daybook.cli.trading;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.ExitCodes;
import io.daybook.trading.Parameters;
import io.daybook.trading.strategy.Strategies;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A trader of a floor.
 *
 * @param index from 0
 * @param strategy the name of the strategy
 * @param parameters the parameters of the strategy and its gate
 */
record FloorTrader(int index, String strategy, List<String> parameters) {
    private static final Pattern ENTRY = Pattern.compile("(?:(\\d{1,2})x)?([\\w.$-]+)");
    private static final int MAX_TRADERS = 64;
    private static final long FIRST_UID = 301;
    private static final int FIRST_SESSION = 101;

    /**
     * The parameters and limits of the strategies. Limits that do not disturb the market are narrow, so that each rule
     * of the gate refuses some orders: takers lose money until they reach a limit, and random traders send a few orders
     * that are too large or too far from the market.
     */
    private static final Map<String, List<String>> PARAMETERS = Map.of(
            "market-maker",
            List.of(
                    "clip=20",
                    "half=1500",
                    "skew=300",
                    "threshold=100",
                    "quotes=2",
                    "maxSize=40",
                    "maxPosition=200",
                    "ordersPerSecond=5000",
                    "maxDistance=50000"),
            "liquidity-taker",
            List.of("clip=10", "threshold=300000", "backUs=20000", "maxSize=10", "maxPosition=60", "maxDistance=50000"),
            "random",
            List.of(
                    "everyUs=20000",
                    "burst=20",
                    "clip=10",
                    "width=6",
                    "takes=60",
                    "wild=200",
                    "maxSize=10",
                    "maxPosition=80",
                    "ordersPerSecond=400",
                    "maxNotional=10000000000",
                    "maxDistance=20000"));

    /**
     * Reads a list such as {@code 2xmarket-maker,random}.
     *
     * @throws CommandFailure with the entry that is wrong, or the strategy that cannot be created
     */
    static List<FloorTrader> all(final String list, final long seed) throws CommandFailure {
        final List<FloorTrader> traders = new ArrayList<>();
        for (final String entry : list.split(",", -1)) {
            final Matcher matcher = ENTRY.matcher(entry.strip());
            if (!matcher.matches()) {
                throw new CommandFailure(
                        ExitCodes.USAGE, "--traders must be strategies with counts, such as 2xmarket-maker: " + entry);
            }
            final int count = matcher.group(1) == null ? 1 : Integer.parseInt(matcher.group(1));
            final String name = matcher.group(2);
            if (count + traders.size() > MAX_TRADERS) {
                throw notInRange(list);
            }
            check(name);
            for (int i = 0; i < count; i++) {
                final List<String> parameters = new ArrayList<>(PARAMETERS.getOrDefault(name, List.of()));
                if (name.equals("random")) {
                    parameters.add("seed=" + (seed + traders.size()));
                } else if (name.equals("liquidity-taker")) {
                    // If a trader had both limits, the nearer one would stop it, and the other
                    // would never refuse an order.
                    parameters.add(i % 2 == 0 ? "maxDrawdown=29000" : "maxLoss=30000");
                }
                traders.add(new FloorTrader(traders.size(), name, parameters));
            }
        }
        if (traders.isEmpty()) {
            throw notInRange(list);
        }
        return traders;
    }

    private static CommandFailure notInRange(final String list) {
        return new CommandFailure(ExitCodes.USAGE, "--traders must be 1 to " + MAX_TRADERS + ": --traders=" + list);
    }

    /** Checks that a strategy can be created, before a venue is started for it. */
    private static void check(final String name) throws CommandFailure {
        try {
            final Parameters parameters = Parameters.of(PARAMETERS.getOrDefault(name, List.of()));
            Strategies.create(name, FloorTrader.class.getClassLoader(), parameters);
        } catch (final IllegalArgumentException e) {
            throw new CommandFailure(ExitCodes.USAGE, "--traders: " + e.getMessage());
        }
    }

    long uid() {
        return FIRST_UID + index;
    }

    /** The session that trades; the session with the next number receives the feed. */
    int session() {
        return FIRST_SESSION + 2 * index;
    }

    /** The limit of the trader's positions, in lots; the largest number if there is none. */
    long maxPosition() {
        return parameters.stream()
                .filter(pair -> pair.startsWith("maxPosition="))
                .mapToLong(pair -> Long.parseLong(pair.substring(pair.indexOf('=') + 1)))
                .findFirst()
                .orElse(Long.MAX_VALUE);
    }
}
