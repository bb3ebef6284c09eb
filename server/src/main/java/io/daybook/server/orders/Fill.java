package io.daybook.server.orders;

import io.daybook.api.Side;

/**
 * One side of a trade. Keyed by (seq, event), because trade ids are unique only within a symbol.
 *
 * @param seq the command that traded
 * @param event the number of the command's event, from 0
 * @param timeNs the time of the command, ns since the epoch
 * @param symbol the symbol
 * @param orderId the order that traded
 * @param tradeId the number of the trade within its symbol
 * @param side the side of the order
 * @param isMaker whether the order rested
 * @param price the price, in ticks
 * @param size the size, in lots
 * @param fee the fee, in quote minor units
 */
public record Fill(
        long seq,
        int event,
        long timeNs,
        int symbol,
        long orderId,
        long tradeId,
        Side side,
        boolean isMaker,
        long price,
        long size,
        long fee) {}
