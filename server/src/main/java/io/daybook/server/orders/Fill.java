package io.daybook.server.orders;

import io.daybook.api.Side;

/**
 * One side of a trade. Keyed by (seq, event), because trade ids are unique only within a symbol.
 *
 * @param seq the command that traded
 * @param event its event, from 0
 * @param timeNs its time, ns since the epoch
 * @param symbol its symbol
 * @param orderId the order that traded
 * @param tradeId counts the symbol's trades
 * @param side the order's
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
