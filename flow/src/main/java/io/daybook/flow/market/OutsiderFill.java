package io.daybook.flow.market;

import io.daybook.api.Side;

/**
 * A fill of an outsider's order in a recorded day, and the place of the order in its queue.
 *
 * @param timeNs ns after midnight
 * @param id the id that the sender gave the order
 * @param price in ticks
 * @param size in lots
 * @param left the lots of the order that are left
 * @param isMaker whether the order rested
 * @param isDoubtful whether the fill depends on facts that the recording does not show
 * @param joinedBehind the lots at its price that were ahead of it when it entered the book; 0 for a taker
 * @param lotsBefore the lots that were ahead of the order before the event that filled it
 * @param restedNs the time in the book since the order was placed or replaced
 */
public record OutsiderFill(
        long timeNs,
        long id,
        int symbol,
        Side side,
        long price,
        long size,
        long left,
        boolean isMaker,
        boolean isDoubtful,
        long joinedBehind,
        long lotsBefore,
        long restedNs) {}
