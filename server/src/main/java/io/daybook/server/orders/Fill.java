package io.daybook.server.orders;

import io.daybook.api.Side;

/**
 * One side of a trade. Keyed by (seq, event), for trade ids are unique per symbol only.
 *
 * @param seq the command that traded
 * @param event its event, from 0
 * @param timeNs when
 * @param symbol what
 * @param orderId whose order
 * @param tradeId counts the symbol's trades
 * @param side of the order
 * @param isMaker whether the order rested
 * @param price ticks
 * @param size lots
 * @param fee quote minor units
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
