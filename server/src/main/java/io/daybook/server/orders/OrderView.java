package io.daybook.server.orders;

import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.api.Term;
import io.daybook.wire.OffReason;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * An order after one result.
 *
 * @param symbol its symbol
 * @param orderId its id
 * @param uid its owner
 * @param side bid or ask
 * @param type the type with which it was placed
 * @param isMarket whether the sender gave no price, so the server set one
 * @param price the price, in ticks; for a budget order the budget, in ticks times lots
 * @param size the lots that it was placed or replaced with
 * @param remaining the lots that are live
 * @param filled the lots that traded
 * @param notional Σ price × lots of its trades, in ticks times lots
 * @param fees all fees, in quote minor units
 * @param state its state
 * @param clientOrderId the sender's own id, or {@link ListNames#text}; null for orders of other doors
 * @param placedNs the time at which it was placed, ns since the epoch
 * @param changedNs the time at which it last changed, ns since the epoch
 * @param seq the last command that changed it
 * @param terms its terms, with later replacements; {@link OrderTerms#NONE} of a plain order
 * @param reservePrice the highest price to which a bid may be moved later; kept only if it is above the price, or the
 *     order has terms
 * @param met the time at which its trigger was met; null if the order has no trigger, or waits for it
 * @param end the reason why its last lots were taken off: {@link OffReason#REDUCED} by a command of its owner, through
 *     any door, {@link OffReason#CANCELLED_BY_OTHER} by the venue; null while the order is live, and if its last lots
 *     traded
 */
public record OrderView(
        int symbol,
        long orderId,
        long uid,
        Side side,
        OrderType type,
        boolean isMarket,
        long price,
        long size,
        long remaining,
        long filled,
        BigInteger notional,
        long fees,
        OrderState state,
        @Nullable String clientOrderId,
        long placedNs,
        long changedNs,
        long seq,
        OrderTerms terms,
        long reservePrice,
        @Nullable TriggerMet met,
        @Nullable OffReason end) {

    /** Returns whether the order's trigger was met. */
    public boolean isTriggered() {
        return met != null;
    }

    /** Returns whether the order waits for its trigger, and so is in no level of the book. */
    public boolean isDormant() {
        return remaining > 0 && met == null && terms.has(Term.TRIGGER) && !terms.has(Term.STOP_PRICE);
    }

    /** The client id of the order; for a list, the id of the list. */
    public @Nullable String name() {
        final ListNames names = ListNames.of(clientOrderId);
        return names == null ? clientOrderId : names.list();
    }
}
