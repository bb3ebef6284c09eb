package io.daybook.flow.market;

import io.daybook.api.Side;

/**
 * A fill of an outsider's order in a recorded day, and the place of the order in its queue.
 *
 * @param timeNs ns after midnight
 * @param id of the order, given by its sender
 * @param price ticks
 * @param size lots
 * @param left lots of the order that are left
 * @param isMaker whether the order rested
 * @param isDoubtful whether the fill depends on facts that the recording does not show
 * @param joinedBehind lots at its price that were ahead of it when it came to the book; 0 for a taker
 * @param lotsBefore lots that were ahead of it before the event that filled it
 * @param restedNs how long the order has been in the book since it was placed or replaced
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
