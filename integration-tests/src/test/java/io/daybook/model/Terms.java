package io.daybook.model;

import org.jspecify.annotations.Nullable;

/**
 * The terms of an order besides side, type, price and size, with any values: {@link TermsCheck} decides which are
 * allowed.
 *
 * @param isVoid whether a line gave a term the value 0 or false, which no term may have
 * @param trigger the trigger price; 0 for none
 * @param stopPrice the price of the stop, of an order with two faces; 0 for none
 * @param trail the distance of a trailing trigger from the last price; 0 for none
 * @param trailStep the least move of a trailing trigger; 0 for none
 * @param display the lots that the order shows; null for all, 0 for none
 * @param minSize the lots that must trade at once; 0 for none
 * @param slippage the ticks beyond the best price at which the order may trade; null for no bound
 * @param expireAt the expiry time; 0 for never
 * @param stp the mode of self-trade prevention; null for the setting of the user
 */
public record Terms(
        boolean isVoid,
        long trigger,
        @Nullable When when,
        @Nullable TriggerBy triggerBy,
        long stopPrice,
        long trail,
        long trailStep,
        @Nullable Long display,
        long minSize,
        @Nullable Long slippage,
        boolean slide,
        long expireAt,
        boolean day,
        boolean reduceOnly,
        @Nullable StpMode stp,
        boolean flagged,
        @Nullable Exit exit) {

    /** The terms of a plain order. */
    public static final Terms NONE =
            new Terms(false, 0, null, null, 0, 0, 0, null, 0, null, false, 0, false, false, null, false, null);

    /** The order that gets the lots which this one trades; price or trigger may be 0. */
    public record Exit(long orderId, long price, long trigger, long stopPrice) {}

    /** The terms of an exit order. */
    static Terms ofExit(final long trigger, final @Nullable When when, final long stopPrice, final boolean flagged) {
        return new Terms(
                false, trigger, when, null, stopPrice, 0, 0, null, 0, null, false, 0, false, false, null, flagged,
                null);
    }

    public boolean isPlain() {
        return equals(NONE);
    }

    boolean isOco() {
        return stopPrice != 0;
    }

    /** Whether the order waits for its trigger before it enters the book at all. */
    boolean startsDormant() {
        return trigger != 0 && stopPrice == 0;
    }

    boolean isTrailing() {
        return trail != 0;
    }

    boolean isHidden() {
        return display != null && display == 0;
    }

    Terms withTrigger(final long otherTrigger, final long otherStopPrice) {
        return copy(otherTrigger, when, triggerBy, otherStopPrice, trail, trailStep, minSize, slippage, exit);
    }

    /** The terms that are left when the trigger has fired. */
    Terms fired() {
        return copy(0, null, null, 0, 0, 0, minSize, slippage, exit);
    }

    /** These terms without those that belong to the first entry only. */
    Terms afterFirstEntry() {
        return copy(trigger, when, triggerBy, stopPrice, trail, trailStep, 0, null, exit);
    }

    /** The terms that are left when the exit was cancelled. */
    Terms withoutExit() {
        return copy(trigger, when, triggerBy, stopPrice, trail, trailStep, minSize, slippage, null);
    }

    /** These terms with other values for those that can change while an order lives. */
    private Terms copy(
            final long otherTrigger,
            final @Nullable When otherWhen,
            final @Nullable TriggerBy otherTriggerBy,
            final long otherStopPrice,
            final long otherTrail,
            final long otherTrailStep,
            final long otherMinSize,
            final @Nullable Long otherSlippage,
            final @Nullable Exit otherExit) {
        return new Terms(
                isVoid,
                otherTrigger,
                otherWhen,
                otherTriggerBy,
                otherStopPrice,
                otherTrail,
                otherTrailStep,
                display,
                otherMinSize,
                otherSlippage,
                slide,
                expireAt,
                day,
                reduceOnly,
                stp,
                flagged,
                otherExit);
    }
}
