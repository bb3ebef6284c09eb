package io.daybook.server.history;

import io.daybook.api.Side;

/**
 * A public trade. Keyed by (seq, event).
 *
 * @param seq the command that traded
 * @param event the number of the command's event, from 0
 * @param timeNs the time of the command, ns since the epoch
 * @param symbol the symbol
 * @param tradeId the number of the trade within its symbol
 * @param price the price, in ticks
 * @param size the size, in lots
 * @param takerSide the side of the incoming order
 */
public record Trade(
        long seq, int event, long timeNs, int symbol, long tradeId, long price, long size, Side takerSide) {}
