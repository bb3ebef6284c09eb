package io.daybook.server.history;

import java.math.BigInteger;

/**
 * The trades of an interval; an interval without trades has none.
 *
 * @param startNs the time of its begin, a multiple of the interval's length
 * @param open first price, ticks
 * @param high highest
 * @param low lowest
 * @param close last
 * @param volume lots
 * @param notional Σ price × lots, ticks times lots
 * @param trades their number
 */
public record Candle(
        long startNs, long open, long high, long low, long close, long volume, BigInteger notional, long trades) {}
