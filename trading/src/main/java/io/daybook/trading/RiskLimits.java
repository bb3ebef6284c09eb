package io.daybook.trading;

/**
 * The limits of a trader. {@link #OFF} turns a limit off.
 *
 * @param maxSize lots of an order
 * @param maxPosition lots of a symbol, long or short, as if all open orders of a side had traded
 * @param maxLoss minor units of the quote currency
 * @param maxDrawdown minor units of the quote currency below the highest profit so far
 * @param ordersPerSecond new orders and replacements; as many may be sent at once
 * @param maxNotional minor units of the quote currency that may trade in a UTC day
 * @param maxDistance the distance of a price from the fair price, in parts per million of it
 */
public record RiskLimits(
        long maxSize,
        long maxPosition,
        long maxLoss,
        long maxDrawdown,
        long ordersPerSecond,
        long maxNotional,
        long maxDistance) {
    /** No limit. */
    public static final long OFF = Long.MAX_VALUE;

    /** No limits; a stale book still refuses orders. */
    public static final RiskLimits NONE = new RiskLimits(OFF, OFF, OFF, OFF, OFF, OFF, OFF);

    /** Checks the ranges. */
    public RiskLimits {
        atLeastOne(maxSize, "maxSize");
        atLeastOne(maxPosition, "maxPosition");
        atLeastOne(maxLoss, "maxLoss");
        atLeastOne(maxDrawdown, "maxDrawdown");
        atLeastOne(ordersPerSecond, "ordersPerSecond");
        atLeastOne(maxNotional, "maxNotional");
        atLeastOne(maxDistance, "maxDistance");
    }

    /** The limits that parameters name; others are off. */
    public static RiskLimits of(final Parameters parameters) {
        return new RiskLimits(
                number(parameters, RiskRule.SIZE),
                number(parameters, RiskRule.POSITION),
                number(parameters, RiskRule.LOSS),
                number(parameters, RiskRule.DRAWDOWN),
                number(parameters, RiskRule.RATE),
                number(parameters, RiskRule.NOTIONAL),
                number(parameters, RiskRule.DISTANCE));
    }

    private static long number(final Parameters parameters, final RiskRule rule) {
        return parameters.number(rule.limit(), OFF, 1, OFF);
    }

    /** The limit of a rule; {@link #OFF} if it is off, or the rule has none. */
    public long of(final RiskRule rule) {
        return switch (rule) {
            case SIZE -> maxSize;
            case POSITION -> maxPosition;
            case LOSS -> maxLoss;
            case DRAWDOWN -> maxDrawdown;
            case RATE -> ordersPerSecond;
            case NOTIONAL -> maxNotional;
            case DISTANCE -> maxDistance;
            case STALE_BOOK -> OFF;
        };
    }

    private static void atLeastOne(final long value, final String name) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1: " + name + "=" + value);
        }
    }
}
