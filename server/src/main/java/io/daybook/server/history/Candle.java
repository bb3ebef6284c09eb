package io.daybook.server.history;

import java.math.BigInteger;

/**
 * What traded in an interval; there is none where nothing did.
 *
 * @param startNs when it began, a multiple of the interval's length
 * @param open first price, ticks
 * @param high highest
 * @param low lowest
 * @param close last
 * @param volume lots
 * @param notional Σ price × lots, ticks times lots
 * @param trades how many
 */
public record Candle(
        long startNs, long open, long high, long low, long close, long volume, BigInteger notional, long trades) {

    static Candle first(final long startNs, final Trade trade) {
        return new Candle(
                startNs, trade.price(), trade.price(), trade.price(), trade.price(), trade.size(), notional(trade), 1);
    }

    /** With a further trade. */
    Candle with(final Trade trade) {
        return new Candle(
                startNs,
                open,
                Math.max(high, trade.price()),
                Math.min(low, trade.price()),
                trade.price(),
                volume + trade.size(),
                notional.add(notional(trade)),
                trades + 1);
    }

    private static BigInteger notional(final Trade trade) {
        return BigInteger.valueOf(trade.price()).multiply(BigInteger.valueOf(trade.size()));
    }
}
