package io.daybook.engine.matching.terms;

import static io.daybook.engine.matching.levels.PriceLevels.NO_KEY;
import static io.daybook.engine.matching.levels.PriceLevels.NO_LEVEL;
import static io.daybook.engine.matching.slab.OrderSlab.NO_ORDER;

import io.daybook.api.CancelReason;
import io.daybook.api.CommandType;
import io.daybook.api.Limits;
import io.daybook.api.OrderType;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.Term;
import io.daybook.engine.matching.book.MatchingRules;
import io.daybook.engine.matching.book.OrderBook;
import io.daybook.engine.matching.levels.PriceLevels;
import io.daybook.engine.matching.slab.OrderSlab;
import io.daybook.engine.matching.slab.TermsSlab;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.OrderFlags;
import io.daybook.kernel.command.OrderTraits;

/**
 * Carries out commands on a book that has live orders with terms, and commands that add such an order. Pending acts
 * continue before and after an order that is placed or moved; see {@link Cascade}.
 */
public final class SpecialCommands {
    private static final int BID = Side.BID.code();
    private static final int POST_ONLY = OrderType.POST_ONLY.code();
    private static final int PLACE_ORDER = CommandType.PLACE_ORDER.code();
    private static final int MOVE_ORDER = CommandType.MOVE_ORDER.code();

    private final SpecialBook special;
    private final SpecialMatcher matcher;
    private final Cascade cascade;
    private final Replacing replacing;
    private final OrderSlab orders;
    private final boolean isPair;
    private long toldDueNs = DueListener.NEVER;

    SpecialCommands(final SpecialBook special, final MatchingRules rules) {
        this.special = special;
        this.matcher = new SpecialMatcher(special, rules);
        this.cascade = new Cascade(special, matcher);
        this.replacing = new Replacing(special, matcher);
        this.orders = special.orders;
        this.isPair = !special.book.spec().isFutures();
    }

    SpecialBook book() {
        return special;
    }

    public Replacing replacing() {
        return replacing;
    }

    /**
     * Carries out a command on an order without terms, in a book in which all orders with terms wait for triggers. The
     * book carries it out like any plain command, and then prices are compared with the triggers; stops far away cost
     * an order only this comparison.
     *
     * @return whether it is done; if not, nothing has changed
     */
    public boolean carryOutPlain(final CommandSlot slot, final int command) {
        final OrderBook book = special.book;
        if (!special.areAllDormant()
                || special.hasBacklog()
                || (command != PLACE_ORDER && (command != MOVE_ORDER || isSpecial(slot.orderId())))) {
            return false;
        }
        final long firstTrade = book.nextTradeId();
        final long bid = special.levels.seen[0].bestKey();
        final long ask = special.levels.seen[1].bestKey();
        boolean enters = true;
        if (command == PLACE_ORDER) {
            book.place(slot);
        } else {
            final int order = special.ids.get(slot.orderId());
            enters = order != NO_ORDER && special.price(order) != slot.price();
            book.move(slot);
        }
        if (book.nextTradeId() != firstTrade) {
            final int makers = slot.isBid() ? 1 : 0;
            special.triggers.onTrade(special.levels.seen[makers].priceOf(makers == 0 ? bid : ask));
            special.triggers.onTrade(book.lastPrice());
        }
        if (slot.isSuccess() && enters) {
            cascade.run(0);
        }
        sayMore(slot);
        return true;
    }

    private boolean isSpecial(final long orderId) {
        final int order = special.ids.get(orderId);
        return order != NO_ORDER && orders.isSpecial(order);
    }

    /** Carries out a held and valid PLACE_ORDER. */
    public void place(final CommandSlot slot) {
        slot.initialRemaining(slot.size());
        goOnWithBacklog();
        final ResultCode refusal = refusal(slot);
        if (refusal != ResultCode.SUCCESS) {
            slot.refuse(refusal);
            sayMore(slot);
            return;
        }
        final int first = special.events().count();
        final int order = special.create(slot);
        if (isTriggered(slot) && !special.has(order, Term.STOP_PRICE)) {
            special.sleep(order);
            slot.remaining(slot.size());
            slot.concealed(slot.size());
            cascade.goOn(first);
        } else {
            enterOwn(slot, order, OrderType.of(slot.orderType()), slot.price(), true);
            cascade.run(first);
        }
        sayMore(slot);
    }

    private static boolean isTriggered(final CommandSlot slot) {
        return (slot.termsMask() & Term.TRIGGER.mask()) != 0;
    }

    private void goOnWithBacklog() {
        cascade.goOn(0);
    }

    private ResultCode refusal(final CommandSlot slot) {
        final int mask = slot.termsMask();
        final boolean isTaken = !special.ids.isFree(slot.orderId())
                || ((mask & Term.EXIT_ORDER_ID.mask()) != 0
                        && !special.ids.isFree(slot.term(Term.EXIT_ORDER_ID.code())));
        if (isTaken) {
            return ResultCode.MATCHING_DUPLICATE_ORDER_ID;
        }
        if (!isTriggered(slot)) {
            return ResultCode.SUCCESS;
        }
        final long when = slot.term(Term.WHEN.code());
        if (special.triggers.meets(when, slot.term(Term.TRIGGER.code()), special.book.lastPrice())) {
            return ResultCode.MATCHING_TRIGGER_ALREADY_MET;
        }
        final boolean mayTrail = (mask & Term.TRAIL.mask()) == 0
                || (special.triggers.trailing() < Limits.MAX_TRAILING
                        && special.triggers.trailingOf(slot.userIndex()) < Limits.MAX_TRAILING_OF_USER);
        return mayTrail ? ResultCode.SUCCESS : ResultCode.MATCHING_TOO_MANY_TRAILING;
    }

    /** Carries out the act of the command's own order, and announces it if other orders acted before. */
    private void enterOwn(
            final CommandSlot slot, final int order, final OrderType type, final long price, final boolean isFirst) {
        final boolean isAnnounced = special.events().count() > 0;
        if (isAnnounced) {
            cascade.actOfCommand(order, type, price, OrderTraits.isBudget(slot.orderType()) ? slot.heldAmount() : 0);
        }
        final int flags = matcher.enter(order, type, price, isFirst);
        final long left = matcher.left();
        slot.remaining(left);
        slot.concealed(matcher.concealed());
        slot.orderFlags(flags);
        if (isAnnounced) {
            special.events().flagAct(flags);
            special.events().endAct(left, matcher.concealed());
        }
    }

    /** Carries out a MOVE_ORDER. */
    public void move(final CommandSlot slot) {
        goOnWithBacklog();
        final int order = ownOrder(slot, false);
        final ResultCode refusal =
                order == NO_ORDER ? ResultCode.MATCHING_UNKNOWN_ORDER_ID : refusalOfMove(order, slot.price());
        if (refusal != ResultCode.SUCCESS) {
            slot.refuse(refusal);
            sayMore(slot);
            return;
        }
        describe(slot, order);
        slot.remaining(special.total(order));
        final int first = special.events().count();
        final long price = slot.price();
        if (special.isExit(order)) {
            special.terms.set(orders.terms(order), exitPriceOf(order).code(), price);
        }
        if (isResting(order) && special.price(order) != price) {
            special.lift(order, false);
            final OrderType type = OrderType.of(orders.type(order));
            enterOwn(slot, order, type == OrderType.POST_ONLY ? type : OrderType.GTC, price, false);
            cascade.run(first);
        } else {
            if (!isResting(order)) {
                special.terms.set(orders.terms(order), TermsSlab.PRICE, price);
            }
            slot.concealed(special.concealed(order));
            cascade.goOn(first);
        }
        sayMore(slot);
    }

    /** The term that holds the price with which an exit enters. */
    private Term exitPriceOf(final int exit) {
        final long price = special.terms.get(orders.terms(exit), Term.EXIT_PRICE.code());
        return price != 0 ? Term.EXIT_PRICE : Term.EXIT_STOP_PRICE;
    }

    private boolean isResting(final int order) {
        return orders.place(order) != OrderSlab.NOWHERE || special.isHidden(order);
    }

    private ResultCode refusalOfMove(final int order, final long price) {
        final int side = orders.side(order);
        final PriceLevels own = special.levels.seen[side];
        final long key = own.keyOf(price);
        if (!arePricesInOrder(order, price)) {
            return ResultCode.INVALID_TERMS;
        }
        if (key < own.bestMove() || (isPair && key < own.keyOf(orders.reserve(order)))) {
            return ResultCode.MATCHING_MOVE_FAILED_PRICE_OVER_RISK_LIMIT;
        }
        final boolean wouldCross = isResting(order)
                && orders.type(order) == POST_ONLY
                && !special.has(order, Term.SLIDE)
                && special.levels.bestKey(side ^ 1) <= special.levels.seen[side ^ 1].keyOf(price);
        return wouldCross ? ResultCode.MATCHING_MOVE_FAILED_WOULD_CROSS : ResultCode.SUCCESS;
    }

    /** Whether a price is allowed for an order with a stop price, or for an order of a bracket. */
    private boolean arePricesInOrder(final int order, final long price) {
        final int handle = orders.terms(order);
        if (handle == TermsSlab.NONE) {
            return true;
        }
        return replacing.arePricesInOrder(
                order, price, special.terms.term(handle, Term.TRIGGER), special.terms.term(handle, Term.STOP_PRICE));
    }

    /** Carries out a REDUCE_ORDER or CANCEL_ORDER. */
    public void takeOff(final CommandSlot slot, final long lots, final boolean isCancel) {
        final int order = ownOrder(slot, isCancel);
        if (order == NO_ORDER) {
            slot.refuse(ResultCode.MATCHING_UNKNOWN_ORDER_ID);
            return;
        }
        describe(slot, order);
        final long total = special.total(order);
        final long off = Math.min(lots, total);
        final int entry = special.isExit(order) ? special.partner(order) : NO_ORDER;
        int flags = special.feedsExit(order) ? OrderFlags.FEEDS_EXIT : 0;
        special.events().reduce(special.price(order), off, total - off);
        slot.remaining(total - off);
        if (off < total) {
            special.reduce(order, off);
            slot.concealed(special.concealed(order));
        } else {
            flags |= special.remove(order, isCancel);
        }
        if ((flags & OrderFlags.FREES_ENTRY) != 0) {
            special.events().entryLots(special.total(entry));
        }
        slot.orderFlags(flags);
        sayMore(slot);
    }

    /** Carries out a MASS_CANCEL of one symbol. */
    public void massCancel(final CommandSlot slot, final MassCancelling mass) {
        mass.begin(slot);
        if (mass.isOfUser()) {
            mass.cancelOf(special.book, slot.userIndex());
        } else {
            mass.cancelAll(special.book);
        }
        slot.more(mass.isFull() || hasMore(slot));
    }

    /** Carries out a TICK: expired orders are cancelled first, so that they do not fire. */
    public void tick(final CommandSlot slot) {
        int ended = 0;
        while (ended < Limits.MAX_EXPIRIES && isExpiryDue(slot.commandTimeNs())) {
            final int order = special.shadows.order(special.expiries.head(special.expiries.best()));
            special.cancel(order, special.total(order), CancelReason.EXPIRED, false, true);
            ended++;
        }
        cascade.goOn(0);
        sayMore(slot);
    }

    private boolean isExpiryDue(final long timeNs) {
        final int level = special.expiries.best();
        if (level == NO_LEVEL) {
            return false;
        }
        final int order = special.shadows.order(special.expiries.head(level));
        return special.term(order, Term.EXPIRE_AT) <= timeNs;
    }

    /** Carries out a REPLACE_ORDER, which hold has accepted. */
    public void replace(final CommandSlot slot) {
        if (replacing.replace(slot)) {
            cascade.run(0);
        } else {
            cascade.goOn(0);
        }
        sayMore(slot);
    }

    private void sayMore(final CommandSlot slot) {
        if (hasMore(slot)) {
            slot.more(true);
        }
    }

    private boolean hasMore(final CommandSlot slot) {
        return special.hasBacklog() || isExpiryDue(slot.commandTimeNs());
    }

    /**
     * Reports the time at which the book is due, if that has changed.
     *
     * @param timeNs the time of the last command, ns since the epoch
     */
    public void tellDue(final DueListener listener, final long timeNs) {
        final long dueNs = dueNs(timeNs);
        if (dueNs != toldDueNs) {
            toldDueNs = dueNs;
            listener.onDue(special.book.index(), special.book.spec().symbol(), dueNs);
        }
    }

    /** Reports that the book is gone, if the listener has a due time of it. */
    void tellGone(final DueListener listener) {
        if (toldDueNs != DueListener.NEVER) {
            listener.onDue(special.book.index(), special.book.spec().symbol(), DueListener.NEVER);
        }
    }

    private long dueNs(final long timeNs) {
        if (special.hasBacklog() || isExpiryDue(timeNs)) {
            return DueListener.AT_ONCE;
        }
        final long key = special.expiries.bestKey();
        return key == NO_KEY ? DueListener.NEVER : key;
    }

    /** The live order that a command names, if it is the sender's; an exit without lots can only be cancelled. */
    private int ownOrder(final CommandSlot slot, final boolean isCancel) {
        final int order = special.ids.get(slot.orderId());
        if (order == NO_ORDER || orders.userIndex(order) != slot.userIndex()) {
            return NO_ORDER;
        }
        return !isCancel && special.isExit(order) && special.total(order) == 0 ? NO_ORDER : order;
    }

    private void describe(final CommandSlot slot, final int order) {
        slot.side(BID + orders.side(order));
        slot.orderType(orders.type(order));
        slot.reservePrice(orders.reserve(order));
        slot.initialRemaining(special.total(order));
    }
}
