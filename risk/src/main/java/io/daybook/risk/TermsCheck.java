package io.daybook.risk;

import io.daybook.api.Limits;
import io.daybook.api.OrderType;
import io.daybook.api.PriceSource;
import io.daybook.api.StpMode;
import io.daybook.api.Term;
import io.daybook.api.TriggerWhen;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.OrderTraits;
import io.daybook.risk.symbol.Symbol;

/**
 * Checks that the terms of an order are within their ranges and are allowed with its type, its side and each other: the
 * table of docs/semantics.md, row by row. The result depends only on the order, its symbol and the time.
 */
public final class TermsCheck {
    private static final int GTC = OrderType.GTC.code();
    private static final int IOC = OrderType.IOC.code();
    private static final int FOK = OrderType.FOK.code();
    private static final int POST_ONLY = OrderType.POST_ONLY.code();

    private static final int TRIGGER = Term.TRIGGER.mask();
    private static final int WHEN = Term.WHEN.mask();
    private static final int TRIGGER_BY = Term.TRIGGER_BY.mask();
    private static final int STOP_PRICE = Term.STOP_PRICE.mask();
    private static final int TRAIL = Term.TRAIL.mask();
    private static final int TRAIL_STEP = Term.TRAIL_STEP.mask();
    private static final int DISPLAY = Term.DISPLAY.mask();
    private static final int MIN_SIZE = Term.MIN_SIZE.mask();
    private static final int SLIPPAGE = Term.SLIPPAGE.mask();
    private static final int SLIDE = Term.SLIDE.mask();
    private static final int EXPIRE_AT = Term.EXPIRE_AT.mask();
    private static final int STP = Term.STP.mask();
    private static final int FLAGGED = Term.FLAGGED.mask();
    private static final int EXIT = Term.EXIT_ORDER_ID.mask();
    private static final int OF_EXIT = Term.EXIT_PRICE.mask() | Term.EXIT_TRIGGER.mask() | Term.EXIT_STOP_PRICE.mask();
    private static final int KNOWN = TRIGGER
            | WHEN
            | TRIGGER_BY
            | STOP_PRICE
            | TRAIL
            | TRAIL_STEP
            | DISPLAY
            | MIN_SIZE
            | SLIPPAGE
            | SLIDE
            | EXPIRE_AT
            | STP
            | FLAGGED
            | EXIT
            | OF_EXIT;

    /** The smallest step is a sixteenth of the distance; this shift divides by 16. */
    private static final int STEP_SHIFT = 4;

    private TermsCheck() {}

    /**
     * Whether the terms of a PLACE_ORDER are valid; its other fields have been checked.
     *
     * @param timeNs the command's time
     */
    static boolean isValid(final CommandSlot order, final Symbol symbol, final long timeNs) {
        return isValid(
                order, symbol, order.isBid(), order.orderType(), order.price(), order.size(), order.size(), timeNs);
    }

    /**
     * Whether the terms in a slot are valid for an order whose other fields are given.
     *
     * @param shownOf the lots of which DISPLAY shows a part
     * @param timeNs the command's time; EXPIRE_AT must be later
     */
    public static boolean isValid(
            final CommandSlot terms,
            final Symbol symbol,
            final boolean bid,
            final int type,
            final long price,
            final long size,
            final long shownOf,
            final long timeNs) {
        final int mask = terms.termsMask();
        if ((mask & ~KNOWN) != 0 || OrderTraits.isBudget(type)) {
            return false;
        }
        final boolean isTriggered = (mask & TRIGGER) != 0;
        final boolean mayRest = type == GTC || type == POST_ONLY || isTriggered;
        return isTriggerValid(terms, mask, symbol, bid, type, price)
                && isTrailValid(terms, mask, bid)
                && isEntryValid(terms, mask, type, size, shownOf)
                && isIn(mask, SLIDE, type == POST_ONLY && terms.term(Term.SLIDE.code()) == 1)
                && isIn(mask, EXPIRE_AT, mayRest && terms.term(Term.EXPIRE_AT.code()) > timeNs)
                && isIn(mask, FLAGGED, mayRest && terms.term(Term.FLAGGED.code()) == 1)
                && isIn(mask, STP, isStpValid(terms.term(Term.STP.code()), mask, type))
                && isExitValid(terms, mask, symbol, bid, type, price);
    }

    /** Whether an order lacks a term, or a condition holds for the term. */
    private static boolean isIn(final int mask, final int term, final boolean holds) {
        return (mask & term) == 0 || holds;
    }

    private static boolean isTriggerValid(
            final CommandSlot terms,
            final int mask,
            final Symbol symbol,
            final boolean bid,
            final int type,
            final long price) {
        if ((mask & TRIGGER) == 0) {
            return (mask & (WHEN | TRIGGER_BY | STOP_PRICE | TRAIL | TRAIL_STEP)) == 0;
        }
        final long trigger = terms.term(Term.TRIGGER.code());
        final long when = terms.term(Term.WHEN.code());
        final boolean isBySource =
                isIn(mask, TRIGGER_BY, terms.term(Term.TRIGGER_BY.code()) == PriceSource.LAST.code());
        if ((mask & WHEN) == 0
                || !isBySource
                || !symbol.isPriceInLimits(trigger)
                || (when != TriggerWhen.RISES.code() && when != TriggerWhen.FALLS.code())) {
            return false;
        }
        if ((mask & STOP_PRICE) == 0) {
            return true;
        }
        final long stop = terms.term(Term.STOP_PRICE.code());
        return type == GTC
                && symbol.isPriceInLimits(stop)
                && isStopSide(when, bid)
                && areInOrder(bid, price, trigger, stop);
    }

    /** Whether a stop is on the right side: a bid waits for prices to rise, an ask for them to fall. */
    private static boolean isStopSide(final long when, final boolean bid) {
        return when == (bid ? TriggerWhen.RISES : TriggerWhen.FALLS).code();
    }

    /**
     * Whether the prices of an order with two faces are in order: for bids price &lt; trigger ≤ stop, for asks
     * mirrored.
     */
    public static boolean areInOrder(final boolean bid, final long price, final long trigger, final long stop) {
        return bid ? price < trigger && trigger <= stop : stop <= trigger && trigger < price;
    }

    private static boolean isTrailValid(final CommandSlot terms, final int mask, final boolean bid) {
        if ((mask & (TRAIL | TRAIL_STEP)) == 0) {
            return true;
        }
        final long trail = terms.term(Term.TRAIL.code());
        final long step = terms.term(Term.TRAIL_STEP.code());
        return (mask & (TRAIL | TRAIL_STEP)) == (TRAIL | TRAIL_STEP)
                && (mask & STOP_PRICE) == 0
                && isStopSide(terms.term(Term.WHEN.code()), bid)
                && trail >= 1
                && trail <= Limits.MAX_PRICE
                && step >= trail + (1 << STEP_SHIFT) - 1 >>> STEP_SHIFT
                && step <= trail;
    }

    private static boolean isEntryValid(
            final CommandSlot terms, final int mask, final int type, final long size, final long shownOf) {
        final long display = terms.term(Term.DISPLAY.code());
        final long minSize = terms.term(Term.MIN_SIZE.code());
        final long slippage = terms.term(Term.SLIPPAGE.code());
        return isIn(mask, DISPLAY, type == GTC && isDisplayValid(display, shownOf) && display < size)
                && isIn(
                        mask,
                        MIN_SIZE,
                        (type == GTC || type == IOC) && (mask & TRIGGER) == 0 && minSize >= 1 && minSize <= size)
                && isIn(
                        mask,
                        SLIPPAGE,
                        (type == GTC || type == IOC || type == FOK) && slippage >= 0 && slippage <= Limits.MAX_PRICE);
    }

    /** Whether an order of this many lots can be shown in parts of {@code display} lots: at most 256 parts. */
    public static boolean isDisplayValid(final long display, final long lots) {
        return display == 0 || (display >= 1 && display >= (lots + Limits.MAX_PEAKS - 1) / Limits.MAX_PEAKS);
    }

    private static boolean isStpValid(final long mode, final int mask, final int type) {
        return mode >= StpMode.NONE.code()
                && mode <= StpMode.DECREMENT.code()
                && !(mode == StpMode.DECREMENT.code() && (type == FOK || (mask & MIN_SIZE) != 0));
    }

    private static boolean isExitValid(
            final CommandSlot terms,
            final int mask,
            final Symbol symbol,
            final boolean bid,
            final int type,
            final long price) {
        if ((mask & EXIT) == 0) {
            return (mask & OF_EXIT) == 0;
        }
        final long id = terms.term(Term.EXIT_ORDER_ID.code());
        final long exitPrice = terms.term(Term.EXIT_PRICE.code());
        final long trigger = terms.term(Term.EXIT_TRIGGER.code());
        final long stop = terms.term(Term.EXIT_STOP_PRICE.code());
        return id >= 1
                && id != terms.orderId()
                && (mask & TRIGGER) == 0
                && (bid || symbol.isFutures())
                && !(trigger != 0 && (mask & SLIPPAGE) != 0)
                && (exitPrice | trigger) != 0
                && (stop == 0) == (trigger == 0)
                && isZeroOrPrice(symbol, exitPrice)
                && isZeroOrPrice(symbol, trigger)
                && isZeroOrPrice(symbol, stop)
                && isExitInOrder(bid, type, price, exitPrice, trigger, stop);
    }

    private static boolean isZeroOrPrice(final Symbol symbol, final long price) {
        return price == 0 || symbol.isPriceInLimits(price);
    }

    /**
     * Whether the prices of a bracket are in order: for a bid, stop ≤ trigger &lt; price of the exit, with the entry's
     * own price between trigger and price if it can rest; for an ask mirrored. A price of 0 stands for no price.
     */
    public static boolean isExitInOrder(
            final boolean bid,
            final int type,
            final long price,
            final long exitPrice,
            final long trigger,
            final long stop) {
        final boolean isStopRight = trigger == 0 || (bid ? stop <= trigger : stop >= trigger);
        final boolean areFacesRight =
                trigger == 0 || exitPrice == 0 || (bid ? trigger < exitPrice : trigger > exitPrice);
        if (!OrderTraits.rests(type)) {
            return isStopRight && areFacesRight;
        }
        final boolean isAfterTrigger = trigger == 0 || (bid ? trigger < price : trigger > price);
        final boolean isBeforePrice = exitPrice == 0 || (bid ? price < exitPrice : price > exitPrice);
        return isStopRight && areFacesRight && isAfterTrigger && isBeforePrice;
    }
}
