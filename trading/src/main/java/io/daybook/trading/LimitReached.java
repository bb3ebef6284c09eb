package io.daybook.trading;

import java.util.function.LongFunction;

/**
 * A limit of losses that a trader reached: {@link RiskRule#LOSS} or {@link RiskRule#DRAWDOWN}. Immutable.
 *
 * @param limit minor units of the quote currency
 * @param value the loss when the limit was reached: since the beginning, or since the highest profit
 * @param timeNs when the limit was reached, in the trader's time
 */
public record LimitReached(RiskRule rule, long limit, long value, long timeNs) {
    /**
     * A sentence about the limit that was reached.
     *
     * @param money formats an amount with its unit
     */
    public String text(final LongFunction<String> money) {
        final String what = rule.limit() + " of " + money.apply(limit) + " is reached: " + money.apply(value);
        return rule == RiskRule.LOSS
                ? what + " are lost; all orders are cancelled, and no more are sent"
                : what + " are lost since the highest profit; until the profit has risen again, only orders that"
                        + " reduce a position are sent";
    }
}
