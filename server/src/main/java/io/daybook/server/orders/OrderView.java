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
 * @param isMarket whether its sender gave no price: the server gave it one
 * @param price ticks; the total of a budget
 * @param size lots as placed or replaced
 * @param remaining lots that are live
 * @param filled lots that traded
 * @param notional Σ price × lots of its trades, in ticks times lots
 * @param fees quote minor units, all of them
 * @param state its state
 * @param clientOrderId the sender's own, or {@link ListNames#text}; null for orders of other doors
 * @param placedNs when it was placed, ns since the epoch
 * @param changedNs when it changed last
 * @param seq the last command that changed it
 * @param terms its terms, with later replacements; {@link OrderTerms#NONE} of a plain order
 * @param reservePrice the highest price of a later move of a bid, if it is kept: above its price, or with terms
 * @param met the time at which its trigger was met; null if it has none, or waits
 * @param end the reason why its last lots were taken off: {@link OffReason#REDUCED} by its owner's command, through any
 *     door, {@link OffReason#CANCELLED_BY_OTHER} by the venue; null while it is live, and if they traded
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

    /** Whether its trigger was met. */
    public boolean isTriggered() {
        return met != null;
    }

    /** Whether it waits for its trigger, in no level of the book. */
    public boolean isDormant() {
        return remaining > 0 && met == null && terms.has(Term.TRIGGER) && !terms.has(Term.STOP_PRICE);
    }

    /** Its client id; for a list the list's id. */
    public @Nullable String name() {
        final ListNames names = ListNames.of(clientOrderId);
        return names == null ? clientOrderId : names.list();
    }
}
