package io.daybook.gateway.fix.marketdata;

/**
 * A trade of a book.
 *
 * @param seq seq of its command
 * @param timestampNs time of its command, ns since the epoch
 * @param tradeId counts the trades of its symbol
 * @param price in ticks
 * @param size in lots
 */
record Trade(long seq, long timestampNs, long tradeId, long price, long size) {}
