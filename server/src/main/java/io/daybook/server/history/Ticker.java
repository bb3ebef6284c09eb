package io.daybook.server.history;

import java.math.BigInteger;

/**
 * The last 24 hours of a listing, in whole minutes.
 *
 * @param open price of the first trade in them, ticks; 0 if there was none, as in all fields
 * @param high highest
 * @param low lowest
 * @param last price of the last trade, of any age
 * @param volume lots
 * @param notional ticks times lots
 * @param trades their number
 * @param timeNs the time of the last trade
 */
public record Ticker(
        long open, long high, long low, long last, long volume, BigInteger notional, long trades, long timeNs) {}
