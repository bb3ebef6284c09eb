package io.daybook.server.history;

import java.math.BigInteger;

/**
 * The last 24 hours of a listing, in whole minutes.
 *
 * @param open the price of the first trade, ticks; 0 without trades in these hours, like all fields except last and
 *     timeNs
 * @param high the highest price, ticks
 * @param low the lowest price, ticks
 * @param last the price of the last trade, of any age
 * @param volume the traded lots
 * @param notional the sum of price × lots, in ticks times lots
 * @param trades the number of trades
 * @param timeNs the time of the last trade
 */
public record Ticker(
        long open, long high, long low, long last, long volume, BigInteger notional, long trades, long timeNs) {}
