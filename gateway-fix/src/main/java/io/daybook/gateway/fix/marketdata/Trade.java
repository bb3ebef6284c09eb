package io.daybook.gateway.fix.marketdata;

/**
 * A trade of a book.
 *
 * @param seq of its command
 * @param timestampNs of its command, ns since the epoch
 * @param tradeId counts the trades of its symbol
 * @param price ticks
 * @param size lots
 */
record Trade(long seq, long timestampNs, long tradeId, long price, long size) {}
