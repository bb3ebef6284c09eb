package io.daybook.server.history;

import java.math.BigInteger;

/**
 * A summary of the trades of an interval; an interval without trades has no candle.
 *
 * @param startNs the time at which it starts, a multiple of the interval's length
 * @param open the first price, ticks
 * @param high the highest price, ticks
 * @param low the lowest price, ticks
 * @param close the last price, ticks
 * @param volume the traded lots
 * @param notional the sum of price × lots, in ticks times lots
 * @param trades the number of trades
 */
public record Candle(
        long startNs, long open, long high, long low, long close, long volume, BigInteger notional, long trades) {}
