package io.daybook.model;

import static io.daybook.model.OrderType.*;

/** The rules for the terms that an order may have, each alone and all together. */
final class TermsCheck {
    private static final int MOST_PEAKS = 256;
    private static final int LEAST_STEPS = 16;

    private TermsCheck() {}

    /** Whether the terms of a new order are allowed. */
    static boolean fit(final Command.Place place, final Spec spec, final long time) {
        final Terms terms = place.terms();
        if (terms.isPlain()) {
            return true;
        }
        return !terms.isVoid()
                && !place.type().isBudget()
                && fit(terms, place.side(), place.type(), place.price(), spec, time)
                && fitsEntry(place)
                && fitsDisplay(place)
                && (terms.exit() == null || fitsExit(place, terms.exit(), spec));
    }

    /**
     * The checks that depend neither on the order's size nor on its first entry, and that apply again when the order is
     * replaced.
     */
    static boolean fit(
            final Terms terms,
            final Side side,
            final OrderType type,
            final long price,
            final Spec spec,
            final long time) {
        final boolean stays = type == GTC || type == POST_ONLY || terms.trigger() != 0;
        return !terms.day()
                && !terms.reduceOnly()
                && fitsTrigger(terms, spec)
                && fitsStop(terms, side, type, price, spec)
                && fitsTrail(terms, side)
                && (terms.display() == null || type == GTC)
                && (!terms.slide() || type == POST_ONLY)
                && (terms.expireAt() == 0 || stays && terms.expireAt() > time)
                && (!terms.flagged() || stays)
                && (terms.stp() != StpMode.DECREMENT || type != FOK);
    }

    private static boolean fitsTrigger(final Terms terms, final Spec spec) {
        if (terms.trigger() == 0) {
            return terms.when() == null && terms.triggerBy() == null;
        }
        return spec.allows(terms.trigger()) && terms.when() != null && terms.triggerBy() != TriggerBy.MARK;
    }

    private static boolean fitsStop(
            final Terms terms, final Side side, final OrderType type, final long price, final Spec spec) {
        if (!terms.isOco()) {
            return true;
        }
        return type == GTC
                && terms.trigger() != 0
                && terms.when() == When.stopOf(side)
                && spec.allows(terms.stopPrice())
                && isBeyond(side, terms.trigger(), price)
                && !isBeyond(side, terms.trigger(), terms.stopPrice());
    }

    private static boolean fitsTrail(final Terms terms, final Side side) {
        if (terms.trail() == 0) {
            return terms.trailStep() == 0;
        }
        final long leastStep = Exact.ceiling(terms.trail(), LEAST_STEPS);
        return 1 <= terms.trail()
                && terms.trail() <= Exact.MAX_PRICE
                && leastStep <= terms.trailStep()
                && terms.trailStep() <= terms.trail()
                && terms.trigger() != 0
                && !terms.isOco()
                && terms.when() == When.stopOf(side);
    }

    private static boolean fitsEntry(final Command.Place place) {
        final Terms terms = place.terms();
        final boolean slips = place.type() == GTC || place.type() == IOC || place.type() == FOK;
        final boolean slippage =
                terms.slippage() == null || slips && 0 <= terms.slippage() && terms.slippage() <= Exact.MAX_PRICE;
        final boolean minSize = terms.minSize() == 0
                || (place.type() == GTC || place.type() == IOC)
                        && terms.trigger() == 0
                        && 1 <= terms.minSize()
                        && terms.minSize() <= place.size()
                        && terms.stp() != StpMode.DECREMENT;
        return slippage && minSize;
    }

    private static boolean fitsDisplay(final Command.Place place) {
        final Long display = place.terms().display();
        return display == null
                || display == 0
                || isPeakLargeEnough(display, place.size()) && display <= place.size() - 1;
    }

    static boolean isPeakLargeEnough(final long display, final long lots) {
        return display >= Exact.ceiling(lots, MOST_PEAKS);
    }

    private static boolean fitsExit(final Command.Place place, final Terms.Exit exit, final Spec spec) {
        final Terms terms = place.terms();
        if (terms.trigger() != 0
                || terms.slippage() != null && exit.trigger() != 0
                || spec.isPair() && place.side() == Side.ASK) {
            return false;
        }
        if (exit.orderId() < 1 || exit.orderId() == place.orderId()) {
            return false;
        }
        if (exit.price() == 0 && exit.trigger() == 0 || (exit.trigger() == 0) != (exit.stopPrice() == 0)) {
            return false;
        }
        final Side side = place.side().opposite();
        return (exit.price() == 0 || spec.allows(exit.price()))
                && (exit.trigger() == 0 || spec.allows(exit.trigger()) && spec.allows(exit.stopPrice()))
                && (exit.trigger() == 0 || !isBeyond(side, exit.trigger(), exit.stopPrice()))
                && (exit.price() == 0 || exit.trigger() == 0 || isBeyond(side, exit.trigger(), exit.price()))
                && isBetween(place.type(), place.side(), place.price(), exit.price(), exit.trigger());
    }

    /** Whether the price of an entry that rests is between the price and the trigger of its exit; 0 means no price. */
    static boolean isBetween(
            final OrderType type, final Side side, final long price, final long exitPrice, final long exitTrigger) {
        if (type != GTC && type != POST_ONLY) {
            return true;
        }
        return (exitPrice == 0 || isBeyond(side, exitPrice, price))
                && (exitTrigger == 0 || isBeyond(side.opposite(), exitTrigger, price));
    }

    /** Whether a price is worse for that side than another: higher for a bid, lower for an ask. */
    static boolean isBeyond(final Side side, final long price, final long other) {
        return side == Side.BID ? price > other : price < other;
    }
}
