package io.daybook.engine.matching.terms;

import static io.daybook.engine.matching.levels.PriceLevels.NO_KEY;
import static io.daybook.engine.matching.levels.PriceLevels.NO_LEVEL;
import static io.daybook.engine.matching.slab.OrderSlab.NOWHERE;
import static io.daybook.engine.matching.slab.OrderSlab.NO_ORDER;

import io.daybook.api.Side;
import io.daybook.api.Term;
import io.daybook.engine.matching.book.BookListener;
import io.daybook.engine.matching.book.OrderBook;
import io.daybook.engine.matching.ids.UserOrders;
import io.daybook.engine.matching.levels.PriceLevels;
import io.daybook.engine.matching.slab.OrderSlab;
import io.daybook.engine.matching.slab.TermsSlab;
import org.jspecify.annotations.Nullable;

/**
 * The levels of a book's orders once some have terms: the visible levels, the hidden ones, and the concealed lots of
 * icebergs. The listener of the book gets the visible changes.
 */
final class SpecialLevels {
    private static final int BID = Side.BID.code();

    /** The shown levels of bids, then of asks. */
    final PriceLevels[] seen;

    /** The hidden levels of bids, then of asks. */
    final PriceLevels[] hidden;

    /** The concealed lots of icebergs of bids, then of asks. */
    final PriceLevels[] concealed;

    private final SpecialBook special;
    private final OrderBook book;
    private final OrderSlab orders;
    private final TermsSlab terms;
    private final Shadows shadows;
    private final TriggerBook triggers;
    private final UserOrders users;

    SpecialLevels(final SpecialBook special, final PriceLevels[] seen) {
        this.special = special;
        this.book = special.book;
        this.orders = special.orders;
        this.terms = special.terms;
        this.shadows = special.shadows;
        this.triggers = special.triggers;
        this.users = special.users;
        this.seen = seen;
        this.hidden = new PriceLevels[] {shadows.newIndex(true), shadows.newIndex(false)};
        this.concealed = new PriceLevels[] {shadows.newIndex(true), shadows.newIndex(false)};
    }

    /** Takes an order out of its level, visible or hidden; its concealed lots count as open afterwards. */
    void leaveLevel(final int order) {
        final int side = orders.side(order);
        if (orders.place(order) != NOWHERE) {
            final long price = seen[side].priceOfOrder(order);
            seen[side].remove(order);
            orders.place(order, NOWHERE);
            orders.previous(order, NO_ORDER);
            tellLeft(side, price, orders.id(order), orders.remaining(order));
            openConcealed(order);
            special.flagged.leave(order);
        } else if (special.isHidden(order)) {
            final int handle = orders.terms(order);
            shadows.remove(hidden[side], (int) terms.get(handle, TermsSlab.SHADOW));
            terms.set(handle, TermsSlab.SHADOW, Shadows.NONE);
            terms.state(handle, TermsSlab.HIDDEN, false);
            special.flagged.leave(order);
        }
    }

    private void openConcealed(final int order) {
        final int handle = orders.terms(order);
        if (handle != TermsSlab.NONE && terms.get(handle, TermsSlab.CONCEALED) != 0) {
            final long lots = terms.get(handle, TermsSlab.CONCEALED);
            takeConcealed(order, handle, lots);
            orders.remaining(order, orders.remaining(order) + lots);
        }
    }

    /** Takes lots off the concealed lots of an order. */
    void takeConcealed(final int order, final int handle, final long lots) {
        terms.set(handle, TermsSlab.CONCEALED, terms.get(handle, TermsSlab.CONCEALED) - lots);
        final int shadow = (int) terms.get(handle, TermsSlab.SHADOW);
        terms.set(handle, TermsSlab.SHADOW, shadows.reduce(concealed[orders.side(order)], shadow, lots));
    }

    /** Puts an open order at the tail of its level: its shown part among the visible orders, or all of it hidden. */
    void rest(final int order, final long price) {
        final int side = orders.side(order);
        final int handle = orders.terms(order);
        if (handle != TermsSlab.NONE) {
            terms.set(handle, TermsSlab.PRICE, price);
            if (terms.has(handle, Term.TRIGGER) && !triggers.holds(order)) {
                triggers.add(order);
            }
            if (terms.has(handle, Term.DISPLAY)) {
                restPartly(order, handle, side, price);
                return;
            }
        }
        seen[side].append(order, seen[side].keyOf(price));
        special.flagged.rest(order);
        tellRested(side, price, orders.id(order), orders.remaining(order));
    }

    private void restPartly(final int order, final int handle, final int side, final long price) {
        final long display = terms.get(handle, Term.DISPLAY.code());
        final long open = orders.remaining(order);
        if (display == 0) {
            terms.state(handle, TermsSlab.HIDDEN, true);
            terms.set(handle, TermsSlab.SHADOW, shadows.add(hidden[side], hidden[side].keyOf(price), order, open));
            special.flagged.rest(order);
            return;
        }
        conceal(order, handle, side, price, Math.max(0, open - display));
        seen[side].append(order, seen[side].keyOf(price));
        special.flagged.rest(order);
        tellRested(side, price, orders.id(order), orders.remaining(order));
    }

    /** Conceals lots of an order that is in no level. */
    void conceal(final int order, final int handle, final int side, final long price, final long lots) {
        if (lots > 0) {
            orders.remaining(order, orders.remaining(order) - lots);
            terms.set(handle, TermsSlab.CONCEALED, lots);
            terms.set(
                    handle, TermsSlab.SHADOW, shadows.add(concealed[side], concealed[side].keyOf(price), order, lots));
        }
    }

    /** Takes traded lots off a resting order; if no shown lots are left, shows the next part. */
    void takeTraded(final int order, final long lots, final long price) {
        final int side = orders.side(order);
        final long left = orders.remaining(order) - lots;
        final long id = orders.id(order);
        if (special.isHidden(order)) {
            final int handle = orders.terms(order);
            final int shadow = (int) terms.get(handle, TermsSlab.SHADOW);
            terms.set(handle, TermsSlab.SHADOW, shadows.reduce(hidden[side], shadow, lots));
            orders.remaining(order, left);
            if (left == 0) {
                terms.state(handle, TermsSlab.HIDDEN, false);
                special.flagged.leave(order);
            }
            return;
        }
        final @Nullable BookListener listener = book.listener();
        if (listener != null) {
            listener.onTraded(book.index(), BID + side, price, id, lots, left);
        }
        if (left > 0) {
            seen[side].reduce(order, lots);
            return;
        }
        seen[side].remove(order);
        orders.place(order, NOWHERE);
        orders.previous(order, NO_ORDER);
        orders.remaining(order, 0);
        tellLeft(side, price, id, 0);
        final int handle = orders.terms(order);
        final long behind = handle == TermsSlab.NONE ? 0 : terms.get(handle, TermsSlab.CONCEALED);
        if (behind > 0) {
            refresh(order, handle, side, price, behind);
        } else {
            special.flagged.leave(order);
        }
    }

    private void refresh(final int order, final int handle, final int side, final long price, final long behind) {
        final long shown = Math.min(terms.get(handle, Term.DISPLAY.code()), behind);
        takeConcealed(order, handle, shown);
        orders.remaining(order, shown);
        seen[side].append(order, seen[side].keyOf(price));
        special.flagged.rest(order);
        tellRested(side, price, orders.id(order), shown);
        special.events().refresh(orders.id(order), users.uid(orders.userIndex(order)), BID + side, price, shown);
    }

    /** Takes lots off the shown lots of an order, or off all lots of a hidden one. */
    void reduceShown(final int order, final long lots) {
        final int side = orders.side(order);
        if (orders.place(order) != NOWHERE) {
            final long price = seen[side].priceOfOrder(order);
            seen[side].reduce(order, lots);
            tellReduced(side, price, orders.id(order), lots, orders.remaining(order));
            return;
        }
        if (special.isHidden(order)) {
            final int handle = orders.terms(order);
            final int shadow = (int) terms.get(handle, TermsSlab.SHADOW);
            terms.set(handle, TermsSlab.SHADOW, shadows.reduce(hidden[side], shadow, lots));
        }
        orders.remaining(order, orders.remaining(order) - lots);
    }

    /** The key of the best price of a side, visible or hidden. */
    long bestKey(final int side) {
        return Math.min(seen[side].bestKey(), hidden[side].bestKey());
    }

    /** The next worse key of a side, or {@code PriceLevels.NO_KEY}. */
    long nextKey(final int side, final long key) {
        return Math.min(keyAbove(seen[side], key), keyAbove(hidden[side], key));
    }

    /** The next worse key of an index, or {@code PriceLevels.NO_KEY}. */
    static long keyAbove(final PriceLevels levels, final long key) {
        final int level = levels.nextAbove(key);
        return level == NO_LEVEL ? NO_KEY : levels.key(level);
    }

    /** All lots of a side at a key, saturated. */
    long lotsAt(final int side, final long key) {
        final long shown = lots(seen[side], key);
        final long behind = lots(concealed[side], key);
        final long unseen = lots(hidden[side], key);
        final long sum = shown + behind;
        final long all = sum < 0 ? Long.MAX_VALUE : sum + unseen;
        return all < 0 ? Long.MAX_VALUE : all;
    }

    private static long lots(final PriceLevels levels, final long key) {
        final int level = levels.find(key);
        return level == NO_LEVEL ? 0 : levels.lots(level);
    }

    private void tellLeft(final int side, final long price, final long orderId, final long lots) {
        final @Nullable BookListener listener = book.listener();
        if (listener != null) {
            listener.onLeft(book.index(), BID + side, price, orderId, lots);
        }
    }

    private void tellRested(final int side, final long price, final long orderId, final long lots) {
        final @Nullable BookListener listener = book.listener();
        if (listener != null) {
            listener.onRested(book.index(), BID + side, price, orderId, lots);
        }
    }

    private void tellReduced(final int side, final long price, final long orderId, final long lots, final long left) {
        final @Nullable BookListener listener = book.listener();
        if (listener != null) {
            listener.onReduced(book.index(), BID + side, price, orderId, lots, left);
        }
    }
}
