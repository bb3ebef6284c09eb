package io.daybook.engine.matching.terms;

import static io.daybook.engine.matching.levels.PriceLevels.NO_KEY;
import static io.daybook.engine.matching.slab.OrderSlab.NOWHERE;
import static io.daybook.engine.matching.slab.OrderSlab.NO_ORDER;

import io.daybook.api.CancelReason;
import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.api.StpMode;
import io.daybook.api.Term;
import io.daybook.engine.matching.book.BookTerms;
import io.daybook.engine.matching.book.OrderBook;
import io.daybook.engine.matching.book.OrderVisitor;
import io.daybook.engine.matching.ids.OrderIds;
import io.daybook.engine.matching.ids.UserOrders;
import io.daybook.engine.matching.levels.PriceLevels;
import io.daybook.engine.matching.slab.OrderSlab;
import io.daybook.engine.matching.slab.TermsSlab;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import io.daybook.kernel.command.OrderFlags;
import io.daybook.kernel.state.StateRecordType;
import io.daybook.kernel.state.StateWriter;
import java.util.function.IntConsumer;

/**
 * The part of a book for orders with terms: orders that wait for a trigger, rest hidden, show a part of their lots,
 * expire, or are exits of other orders. It adds, removes and reduces them. Created with the first such order.
 *
 * <p>The record of a partly shown order has the shown lots as remaining lots; the concealed lots are in its terms. An
 * exit whose entry lives may have no lots.
 */
public final class SpecialBook implements BookTerms {
    private static final int BID = Side.BID.code();
    private static final int OF_TRIGGER = Term.TRIGGER.mask()
            | Term.WHEN.mask()
            | Term.TRIGGER_BY.mask()
            | Term.TRAIL.mask()
            | Term.TRAIL_STEP.mask()
            | Term.STOP_PRICE.mask();
    private static final int OF_EXIT =
            Term.EXIT_ORDER_ID.mask() | Term.EXIT_PRICE.mask() | Term.EXIT_TRIGGER.mask() | Term.EXIT_STOP_PRICE.mask();

    final OrderBook book;
    final OrderSlab orders;
    final TermsSlab terms;
    final Shadows shadows;
    final TriggerBook triggers;
    final UserOrders users;
    final OrderIds ids;

    final FlaggedOrders flagged;

    /** The levels on which orders rest. */
    final SpecialLevels levels;

    /** Orders that expire, by expiry time. */
    final PriceLevels expiries;

    /** The exits of the book. */
    final Brackets brackets;

    private EventRing events;

    private int count;
    private int dormantCount;

    SpecialBook(
            final OrderBook book,
            final OrderSlab orders,
            final UserOrders users,
            final EventRing events,
            final TermsSlab terms,
            final Shadows shadows) {
        this.book = book;
        this.orders = orders;
        this.users = users;
        this.ids = book.ids();
        this.events = events;
        this.terms = terms;
        this.shadows = shadows;
        this.triggers = new TriggerBook(orders, terms, shadows);
        this.flagged = new FlaggedOrders(orders, terms, shadows);
        this.levels = new SpecialLevels(this, book.sides());
        this.expiries = shadows.newIndex(false);
        this.brackets = new Brackets(this);
    }

    /**
     * Sets the ring for events: that of the book's thread, except during a command that stops the threads of all books.
     */
    void events(final EventRing ring) {
        events = ring;
    }

    EventRing events() {
        return events;
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public int emptyExits() {
        return brackets.emptyExits();
    }

    @Override
    public void forEachResting(final OrderVisitor visitor) {
        final SpecialRecords records = new SpecialRecords(this);
        records.forEachResting(order -> records.visit(order, visitor));
    }

    @Override
    public void visit(final int order, final OrderVisitor visitor) {
        new SpecialRecords(this).visit(order, visitor);
    }

    @Override
    public void writeOrders(final StateWriter writer) {
        new SpecialRecords(this).writeOrders(writer);
    }

    @Override
    public void write(final StateRecordType type, final StateWriter writer) {
        new SpecialRecords(this).write(type, writer);
    }

    @Override
    public long validate() {
        return new SpecialValidator(this).validate();
    }

    /** Makes the record of a new order, in no level yet; with terms if it needs some. */
    int create(final CommandSlot slot) {
        final int side = slot.side() - BID;
        final int order = add(
                slot.orderId(),
                slot.size(),
                slot.size(),
                slot.orderType(),
                side,
                slot.reservePrice(),
                slot.userIndex(),
                slot.uid());
        if (!slot.isSpecial()
                || (slot.termsMask() == 0 && slot.stpMode() <= StpMode.NONE.code() && slot.stpGroup() == 0)) {
            return order;
        }
        final int handle = addTerms(order, slot.stpMode(), slot.stpGroup());
        for (int code = 0; code < TermsSlab.TERM_COUNT; code++) {
            if ((slot.termsMask() >>> code & 1) != 0) {
                terms.set(handle, code, slot.term(code));
            }
        }
        terms.set(handle, TermsSlab.MASK, slot.termsMask());
        terms.set(handle, TermsSlab.PRICE, slot.price());
        if (terms.has(handle, Term.EXPIRE_AT)) {
            expire(order, handle);
        }
        if (terms.has(handle, Term.FLAGGED)) {
            flagged.add(order);
        }
        if (terms.has(handle, Term.EXIT_ORDER_ID)) {
            createExit(order, handle);
        }
        return order;
    }

    /** Adds the record of an order in no level. */
    int add(
            final long orderId,
            final long size,
            final long remaining,
            final int type,
            final int side,
            final long reserve,
            final int userIndex,
            final long uid) {
        final int order = orders.allocate(
                !book.spec().isFutures(), orderId, size, remaining, type, side, reserve, userIndex, uid, book.index());
        orders.place(order, NOWHERE);
        orders.previous(order, NO_ORDER);
        ids.put(orderId, order);
        users.link(order, userIndex, uid);
        return order;
    }

    int addTerms(final int order, final int mode, final long group) {
        final int handle = terms.allocate(order);
        orders.terms(order, handle);
        terms.mode(handle, mode);
        terms.set(handle, TermsSlab.GROUP, group);
        count++;
        book.specialsChanged();
        return handle;
    }

    /** Flags an order that is in no level and not flagged. */
    void flag(final int order) {
        terms.term(orders.terms(order), Term.FLAGGED, 1);
        flagged.add(order);
    }

    /** Puts an order into the queue of expiries. */
    void expire(final int order, final int handle) {
        final long at = Math.min(terms.get(handle, Term.EXPIRE_AT.code()), NO_KEY - 1);
        terms.set(handle, TermsSlab.EXPIRY, shadows.add(expiries, at, order, 1));
    }

    private void createExit(final int entry, final int handle) {
        final int side = orders.side(entry) ^ 1;
        final int exit = addExit(
                terms.get(handle, Term.EXIT_ORDER_ID.code()),
                side,
                orders.userIndex(entry),
                users.uid(orders.userIndex(entry)),
                terms.get(handle, Term.EXIT_PRICE.code()),
                terms.get(handle, Term.EXIT_TRIGGER.code()),
                terms.get(handle, Term.EXIT_STOP_PRICE.code()),
                terms.mode(handle),
                terms.get(handle, TermsSlab.GROUP));
        if (terms.has(handle, Term.FLAGGED)) {
            flag(exit);
        }
        brackets.join(entry, exit);
    }

    /** Adds an exit without lots. */
    int addExit(
            final long orderId,
            final int side,
            final int userIndex,
            final long uid,
            final long price,
            final long trigger,
            final long stopPrice,
            final int mode,
            final long group) {
        final int type = (price != 0 ? OrderType.GTC : OrderType.IOC).code();
        final int exit = add(orderId, 0, 0, type, side, 0, userIndex, uid);
        final int ofExit = addTerms(exit, mode, group);
        brackets.makeExit(exit);
        brackets.define(ofExit, price, trigger, stopPrice);
        brackets.empty(ofExit, true);
        return exit;
    }

    /** All lots of an order: shown, concealed, and waiting for an act. */
    long total(final int order) {
        final int handle = orders.terms(order);
        return handle == TermsSlab.NONE
                ? orders.remaining(order)
                : orders.remaining(order)
                        + terms.get(handle, TermsSlab.CONCEALED)
                        + terms.get(handle, TermsSlab.WAITING);
    }

    /** Lots of an order that no level shows. */
    long concealed(final int order) {
        final int handle = orders.terms(order);
        if (handle == TermsSlab.NONE) {
            return 0;
        }
        return orders.place(order) == NOWHERE ? total(order) : total(order) - orders.remaining(order);
    }

    /** The limit price of an order, in a level or not. */
    long price(final int order) {
        if (orders.place(order) != NOWHERE) {
            return levels.seen[orders.side(order)].priceOfOrder(order);
        }
        final int handle = orders.terms(order);
        final long price = terms.get(handle, TermsSlab.PRICE);
        if (price != 0 || !terms.is(handle, TermsSlab.IS_EXIT)) {
            return price;
        }
        final long exitPrice = terms.get(handle, Term.EXIT_PRICE.code());
        return exitPrice != 0 ? exitPrice : terms.get(handle, Term.EXIT_STOP_PRICE.code());
    }

    boolean isDormant(final int order) {
        return is(order, TermsSlab.DORMANT);
    }

    boolean isHidden(final int order) {
        return is(order, TermsSlab.HIDDEN);
    }

    boolean isExit(final int order) {
        return is(order, TermsSlab.IS_EXIT);
    }

    private boolean is(final int order, final long state) {
        final int handle = orders.terms(order);
        return handle != TermsSlab.NONE && terms.is(handle, state);
    }

    /** The other order of a bracket, or {@code OrderSlab.NO_ORDER}. */
    int partner(final int order) {
        final int handle = orders.terms(order);
        return handle == TermsSlab.NONE ? NO_ORDER : (int) terms.get(handle, TermsSlab.PARTNER);
    }

    /** Whether the trades of an order feed an exit. */
    boolean feedsExit(final int order) {
        return partner(order) != NO_ORDER && !isExit(order);
    }

    boolean has(final int order, final Term term) {
        final int handle = orders.terms(order);
        return handle != TermsSlab.NONE && terms.has(handle, term);
    }

    long term(final int order, final Term term) {
        final int handle = orders.terms(order);
        return handle == TermsSlab.NONE ? 0 : terms.term(handle, term);
    }

    /** Mode of self-trade prevention; 0 and {@link StpMode#NONE} prevent nothing. */
    int stpMode(final int order) {
        final int handle = orders.terms(order);
        return handle == TermsSlab.NONE ? 0 : terms.mode(handle);
    }

    long stpGroup(final int order) {
        final int handle = orders.terms(order);
        return handle == TermsSlab.NONE ? 0 : terms.get(handle, TermsSlab.GROUP);
    }

    @Override
    public boolean isQuiet() {
        return areAllDormant() && !hasBacklog() && expiries.bestKey() == NO_KEY && triggers.isSettled();
    }

    /** Whether no order with terms rests. */
    boolean areAllDormant() {
        return count == dormantCount;
    }

    /** Whether the book of triggers or the queue of exits has work to continue. */
    boolean hasBacklog() {
        return brackets.hasWaiting() || triggers.nextDue() != NO_ORDER;
    }

    /** Visits orders in no level: dormant orders, and exits whose lots wait or that have no lots. */
    void forEachOffLevel(final IntConsumer visitor) {
        triggers.forEach((order, rank) -> {
            if (isDormant(order)) {
                visitor.accept(order);
            }
        });
        brackets.forEachExit(exit -> {
            if (orders.place(exit) == NOWHERE && !isDormant(exit)) {
                visitor.accept(exit);
            }
        });
    }

    /** Makes an order wait for its trigger. */
    void sleep(final int order) {
        terms.state(orders.terms(order), TermsSlab.DORMANT, true);
        dormantCount++;
        triggers.add(order);
    }

    /**
     * Takes an order out of its level and, if {@code fromTriggers}, out of the queue of its trigger. The order keeps
     * its lots, all of them open.
     */
    void lift(final int order, final boolean fromTriggers) {
        final int handle = orders.terms(order);
        levels.leaveLevel(order);
        if (handle == TermsSlab.NONE) {
            return;
        }
        if (terms.is(handle, TermsSlab.DORMANT)) {
            terms.state(handle, TermsSlab.DORMANT, false);
            dormantCount--;
        }
        if (fromTriggers) {
            triggers.remove(order);
        }
    }

    /** Takes lots off an order that keeps some: waiting lots first, then concealed lots, then the others. */
    void reduce(final int order, final long lots) {
        final int handle = orders.terms(order);
        long left = lots;
        if (handle != TermsSlab.NONE) {
            final long ofWaiting = Math.min(left, terms.get(handle, TermsSlab.WAITING));
            if (ofWaiting > 0) {
                brackets.takeWaiting(handle, ofWaiting);
                left -= ofWaiting;
            }
            final long ofConcealed = Math.min(left, terms.get(handle, TermsSlab.CONCEALED));
            if (ofConcealed > 0) {
                levels.takeConcealed(order, handle, ofConcealed);
                left -= ofConcealed;
            }
        }
        if (left > 0) {
            levels.reduceShown(order, left);
        }
    }

    /** Takes an exit out of its level and queues for its act, and opens all its lots. */
    long gather(final int exit) {
        final int handle = orders.terms(exit);
        lift(exit, true);
        terms.drop(handle, OF_TRIGGER);
        final long lots = terms.get(handle, TermsSlab.WAITING);
        if (lots > 0) {
            brackets.takeWaiting(handle, lots);
        }
        final long all = orders.remaining(exit) + lots;
        orders.remaining(exit, all);
        return all;
    }

    /** Drops the data that an order no longer needs once it fires. */
    void disarm(final int order) {
        terms.drop(orders.terms(order), OF_TRIGGER);
    }

    /**
     * Ends an order that has no lots left and is in no level. An exit stays while its entry lives or while it gets lots
     * at the end of the act; an exit without lots ends with its entry.
     *
     * @return {@link OrderFlags} for settlement
     */
    int end(final int order) {
        final int handle = orders.terms(order);
        if (handle == TermsSlab.NONE) {
            book.forget(order, orders.id(order));
            return 0;
        }
        final int partner = (int) terms.get(handle, TermsSlab.PARTNER);
        if (terms.is(handle, TermsSlab.IS_EXIT)) {
            lift(order, true);
            terms.drop(handle, OF_TRIGGER);
            terms.set(handle, TermsSlab.PRICE, 0);
            brackets.empty(handle, true);
            if (partner != NO_ORDER || terms.get(handle, TermsSlab.FRESH) > 0) {
                return OrderFlags.STAYS;
            }
            forget(order);
            return 0;
        }
        int flags = 0;
        if (partner != NO_ORDER) {
            terms.set(orders.terms(partner), TermsSlab.PARTNER, NO_ORDER);
            if (total(partner) == 0 && brackets.fresh(partner) == 0) {
                forget(partner);
                flags = OrderFlags.ENDS_PARTNER;
            }
        }
        forget(order);
        return flags;
    }

    /**
     * Ends a cancelled exit, with all its waiting lots. Its entry, if it lives, feeds no exit from here on.
     *
     * @return {@link OrderFlags} for settlement
     */
    int endExit(final int exit) {
        final int entry = partner(exit);
        forget(exit);
        if (entry == NO_ORDER) {
            return 0;
        }
        terms.set(orders.terms(entry), TermsSlab.PARTNER, NO_ORDER);
        terms.drop(orders.terms(entry), OF_EXIT);
        return OrderFlags.FREES_ENTRY;
    }

    /** Removes an order with terms, which has no lots. */
    private void forget(final int order) {
        final int handle = orders.terms(order);
        if (terms.is(handle, TermsSlab.IS_EXIT)) {
            brackets.remove(order, handle);
        } else if (terms.get(handle, TermsSlab.EXPIRY) != Shadows.NONE) {
            shadows.remove(expiries, (int) terms.get(handle, TermsSlab.EXPIRY));
        }
        lift(order, true);
        flagged.remove(order);
        terms.free(handle);
        count--;
        book.forget(order, orders.id(order));
        book.specialsChanged();
    }

    /** Takes all lots off an order; afterwards it is in no level. */
    void empty(final int order) {
        final int handle = orders.terms(order);
        lift(order, true);
        if (handle != TermsSlab.NONE && terms.get(handle, TermsSlab.WAITING) > 0) {
            brackets.takeWaiting(handle, terms.get(handle, TermsSlab.WAITING));
        }
        orders.remaining(order, 0);
    }

    /**
     * Cancels lots of an order on behalf of the exchange.
     *
     * @param lots at most all lots; 0 for an exit without lots
     * @param isTaker whether the order is the one that acts
     * @param endsBracket whether an exit without lots ends its bracket
     */
    void cancel(
            final int order,
            final long lots,
            final CancelReason reason,
            final boolean isTaker,
            final boolean endsBracket) {
        final long left = total(order) - lots;
        final int entry = isExit(order) ? partner(order) : NO_ORDER;
        final long fresh = brackets.fresh(order);
        int flags = (isTaker ? OrderFlags.IS_TAKER : 0) | (feedsExit(order) ? OrderFlags.FEEDS_EXIT : 0);
        events.cancel(
                book.spec().symbol(),
                book.index(),
                reason.code(),
                orders.id(order),
                users.uid(orders.userIndex(order)),
                orders.userIndex(order),
                BID + orders.side(order),
                price(order),
                orders.reserve(order),
                lots,
                left);
        if (isTaker) {
            orders.remaining(order, left); // the order is in no level; the act ends it
        } else if (left > 0) {
            reduce(order, lots);
        } else {
            flags |= remove(order, endsBracket);
        }
        events.flag(flags);
        if ((flags & OrderFlags.FREES_ENTRY) != 0) {
            events.entryLots(total(entry));
            events.freshLots(fresh);
        }
    }

    /**
     * Takes all lots off an order, and ends it.
     *
     * @param endsBracket whether an exit ends its bracket
     */
    int remove(final int order, final boolean endsBracket) {
        empty(order);
        return endsBracket && isExit(order) ? endExit(order) : end(order);
    }

    /** Whether an order belongs to a user, or to a group other than 0. */
    boolean isOwn(final int order, final int userIndex, final long group) {
        return orders.userIndex(order) == userIndex || (group != 0 && stpGroup(order) == group);
    }
}
