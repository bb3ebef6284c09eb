package io.daybook.engine.matching.terms;

import static io.daybook.engine.matching.slab.OrderSlab.NO_ORDER;

import io.daybook.api.OrderType;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.Term;
import io.daybook.engine.matching.slab.OrderSlab;
import io.daybook.engine.matching.slab.TermsSlab;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.OrderFlags;
import io.daybook.risk.ReplacedOrder;
import io.daybook.risk.TermsCheck;

/**
 * The checks of a REPLACE_ORDER at hold, when all commands before it are settled, and its match step. The size of the
 * command is a total, which includes the lots that the order has already lost.
 */
public final class Replacing {
    private static final int BID = Side.BID.code();
    private static final int POST_ONLY = OrderType.POST_ONLY.code();
    private static final int OF_FIRST_ENTRY = Term.MIN_SIZE.mask() | Term.SLIPPAGE.mask();

    private final SpecialBook special;
    private final SpecialMatcher matcher;
    private final OrderSlab orders;

    Replacing(final SpecialBook special, final SpecialMatcher matcher) {
        this.special = special;
        this.matcher = matcher;
        this.orders = special.orders;
    }

    /**
     * Does the checks of a REPLACE_ORDER that need the book; those of the reserve price, the fee and the funds follow.
     *
     * @param order filled with the facts that these later checks need
     */
    public ResultCode check(final CommandSlot slot, final ReplacedOrder order) {
        final int live = special.ids.get(slot.orderId());
        final boolean isOwn = live != NO_ORDER && orders.userIndex(live) == slot.userIndex();
        if (!isOwn || (special.isExit(live) && special.total(live) == 0)) {
            return ResultCode.MATCHING_UNKNOWN_ORDER_ID;
        }
        final long newId = slot.term(Term.NEW_ORDER_ID.code());
        if (newId != 0 && newId != slot.orderId() && !special.ids.isFree(newId)) {
            return ResultCode.MATCHING_DUPLICATE_ORDER_ID;
        }
        if (special.isExit(live) && slot.size() > orders.size(live)) {
            return ResultCode.INVALID_SIZE;
        }
        order.bid = !orders.isAsk(live);
        order.bracket = special.feedsExit(live);
        order.reserve = orders.reserve(live);
        order.lots = special.total(live);
        order.newLots = slot.size() - (orders.size(live) - order.lots);
        order.price = slot.price();
        order.stopPrice = stopPrice(slot, live);
        return areTermsValid(slot, live, order.newLots) ? ResultCode.SUCCESS : ResultCode.INVALID_TERMS;
    }

    /** Does the checks that follow those of the funds, for an order that keeps lots. */
    public ResultCode checkPrices(final CommandSlot slot) {
        final int live = special.ids.get(slot.orderId());
        if (special.has(live, Term.TRIGGER)
                && special.triggers.meets(
                        special.term(live, Term.WHEN), trigger(slot, live), special.book.lastPrice())) {
            return ResultCode.MATCHING_TRIGGER_ALREADY_MET;
        }
        final int makers = orders.side(live) ^ 1;
        final boolean wouldCross = orders.type(live) == POST_ONLY
                && !special.isDormant(live)
                && !special.has(live, Term.SLIDE)
                && special.levels.bestKey(makers) <= special.levels.seen[makers].keyOf(slot.price());
        return wouldCross ? ResultCode.MATCHING_MOVE_FAILED_WOULD_CROSS : ResultCode.SUCCESS;
    }

    private long trigger(final CommandSlot slot, final int order) {
        final long said = slot.term(Term.TRIGGER.code());
        return said != 0 ? said : special.term(order, Term.TRIGGER);
    }

    private long stopPrice(final CommandSlot slot, final int order) {
        final long said = slot.term(Term.STOP_PRICE.code());
        return said != 0 ? said : special.term(order, Term.STOP_PRICE);
    }

    private boolean areTermsValid(final CommandSlot slot, final int live, final long newLots) {
        final int handle = orders.terms(live);
        final boolean saysTrigger = slot.term(Term.TRIGGER.code()) != 0;
        final boolean saysStop = slot.term(Term.STOP_PRICE.code()) != 0;
        if ((saysTrigger && !special.has(live, Term.TRIGGER)) || (saysStop && !special.has(live, Term.STOP_PRICE))) {
            return false;
        }
        if (handle == TermsSlab.NONE) {
            return true;
        }
        final long trigger = trigger(slot, live);
        final long stop = stopPrice(slot, live);
        final boolean arePrices = isZeroOrPrice(trigger) && isZeroOrPrice(stop);
        final boolean isShownRight = !special.has(live, Term.DISPLAY)
                || TermsCheck.isDisplayValid(special.term(live, Term.DISPLAY), Math.max(newLots, 0));
        final boolean isLater =
                !special.has(live, Term.EXPIRE_AT) || special.term(live, Term.EXPIRE_AT) > slot.commandTimeNs();
        return arePrices && isShownRight && isLater && arePricesInOrder(live, slot.price(), trigger, stop);
    }

    private boolean isZeroOrPrice(final long price) {
        return price == 0
                || (price >= special.book.spec().minPrice()
                        && price <= special.book.spec().maxPrice());
    }

    /** Whether these prices are allowed for an order with a stop price, an exit or an entry. */
    boolean arePricesInOrder(final int order, final long price, final long trigger, final long stop) {
        final int handle = orders.terms(order);
        final boolean bid = !orders.isAsk(order);
        if (special.isExit(order)) {
            return isExitInOrder(handle, bid, price, trigger, stop);
        }
        if (special.has(order, Term.STOP_PRICE) && !TermsCheck.areInOrder(bid, price, trigger, stop)) {
            return false;
        }
        final int exit = special.partner(order);
        if (exit == NO_ORDER) {
            return true;
        }
        final int ofExit = orders.terms(exit);
        return TermsCheck.isExitInOrder(
                bid,
                orders.type(order),
                price,
                special.terms.get(ofExit, Term.EXIT_PRICE.code()),
                special.terms.get(ofExit, Term.EXIT_TRIGGER.code()),
                special.terms.get(ofExit, Term.EXIT_STOP_PRICE.code()));
    }

    /**
     * Whether the new prices of an exit fit its own trigger; they are not checked against its entry. Values that the
     * command leaves out are those that the exit was defined with.
     */
    private boolean isExitInOrder(
            final int handle, final boolean bid, final long price, final long trigger, final long stop) {
        final long definedTrigger = special.terms.get(handle, Term.EXIT_TRIGGER.code());
        if (definedTrigger == 0) {
            return true;
        }
        final long ownTrigger = trigger != 0 ? trigger : definedTrigger;
        if (special.terms.get(handle, Term.EXIT_PRICE.code()) == 0) {
            return bid ? price >= ownTrigger : price <= ownTrigger;
        }
        final long ownStop = stop != 0 ? stop : special.terms.get(handle, Term.EXIT_STOP_PRICE.code());
        return TermsCheck.areInOrder(bid, price, ownTrigger, ownStop);
    }

    /**
     * Carries out a held REPLACE_ORDER that {@link #check} has accepted.
     *
     * @return whether the order entered the book
     */
    boolean replace(final CommandSlot slot) {
        final int order = special.ids.get(slot.orderId());
        final long total = special.total(order);
        final long newLots = slot.size() - (orders.size(order) - total);
        slot.side(BID + orders.side(order));
        slot.orderType(orders.type(order));
        if (newLots <= 0) {
            takeAllOff(slot, order, total);
            return false;
        }
        final long reserve = slot.reservePrice();
        final long newId = slot.term(Term.NEW_ORDER_ID.code());
        final long oldId = orders.id(order);
        final long id = newId == 0 ? oldId : newId;
        final boolean isDormant = special.isDormant(order) || isOffLevel(order);
        final boolean keepsTrigger = !isTriggerNew(slot, order);
        final boolean keeps =
                isDormant ? keepsTrigger : slot.price() == special.price(order) && slot.size() <= orders.size(order);
        slot.initialRemaining(newLots);
        slot.remaining(newLots);
        if (id != oldId) {
            special.ids.remove(oldId);
            special.ids.put(id, order);
        }
        if (!isDormant && !keeps) {
            special.lift(order, false);
        }
        changeLots(order, newLots - total);
        orders.id(order, id);
        orders.size(order, slot.size());
        orders.reserve(order, reserve);
        special.events()
                .replace(
                        oldId,
                        id,
                        special.users.uid(orders.userIndex(order)),
                        slot.side(),
                        slot.price(),
                        newLots,
                        keeps);
        changeTerms(slot, order, keepsTrigger);
        if (!isDormant && !keeps) {
            enter(slot, order);
            return true;
        }
        if (isDormant) {
            special.terms.set(orders.terms(order), TermsSlab.PRICE, slot.price());
        }
        slot.concealed(special.concealed(order));
        slot.orderFlags(flags(order));
        return false;
    }

    private boolean isOffLevel(final int order) {
        return orders.place(order) == OrderSlab.NOWHERE && !special.isHidden(order);
    }

    private int flags(final int order) {
        return special.feedsExit(order) ? OrderFlags.FEEDS_EXIT : 0;
    }

    private void enter(final CommandSlot slot, final int order) {
        final OrderType type = OrderType.of(orders.type(order));
        final int flags = matcher.enter(order, type == OrderType.POST_ONLY ? type : OrderType.GTC, slot.price(), false);
        slot.remaining(matcher.left());
        slot.concealed(matcher.concealed());
        slot.orderFlags(flags);
    }

    private boolean isTriggerNew(final CommandSlot slot, final int order) {
        final long said = slot.term(Term.TRIGGER.code());
        return said != 0 && said != special.term(order, Term.TRIGGER);
    }

    private void changeLots(final int order, final long more) {
        if (more < 0) {
            special.reduce(order, -more);
        } else {
            orders.remaining(order, orders.remaining(order) + more); // the order is in no level
        }
    }

    private void changeTerms(final CommandSlot slot, final int order, final boolean keepsTrigger) {
        final int handle = orders.terms(order);
        if (handle == TermsSlab.NONE) {
            return;
        }
        special.terms.drop(handle, OF_FIRST_ENTRY);
        if (special.isExit(order)) {
            define(slot, handle);
        }
        if (!special.terms.has(handle, Term.TRIGGER)) {
            return;
        }
        final long trigger = trigger(slot, order);
        final long stop = stopPrice(slot, order);
        if (!keepsTrigger) {
            special.triggers.remove(order);
            special.terms.term(handle, Term.TRIGGER, trigger);
            special.triggers.add(order);
        }
        if (special.terms.has(handle, Term.STOP_PRICE)) {
            special.terms.term(handle, Term.STOP_PRICE, stop);
        }
    }

    /** Stores the new values of an exit; they also apply to lots that the exit gets later. */
    private void define(final CommandSlot slot, final int handle) {
        final boolean hasPrice = special.terms.get(handle, Term.EXIT_PRICE.code()) != 0;
        final long trigger = slot.term(Term.TRIGGER.code());
        final long stop = slot.term(Term.STOP_PRICE.code());
        final long knownStop = special.terms.get(handle, Term.EXIT_STOP_PRICE.code());
        special.brackets.define(
                handle,
                hasPrice ? slot.price() : 0,
                trigger != 0 ? trigger : special.terms.get(handle, Term.EXIT_TRIGGER.code()),
                hasPrice ? (stop != 0 ? stop : knownStop) : slot.price());
    }

    private void takeAllOff(final CommandSlot slot, final int order, final long total) {
        slot.reservePrice(orders.reserve(order));
        slot.initialRemaining(total);
        slot.remaining(0);
        final int flags = flags(order);
        special.events().reduce(special.price(order), total, 0);
        slot.orderFlags(flags | special.remove(order, false));
    }
}
