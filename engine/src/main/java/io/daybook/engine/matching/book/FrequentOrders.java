package io.daybook.engine.matching.book;

import static io.daybook.engine.matching.slab.OrderSlab.NO_ORDER;

import io.daybook.api.Limits;
import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.engine.matching.ids.OrderIds;
import io.daybook.engine.matching.ids.UserOrders;
import io.daybook.engine.matching.levels.PriceLevels;
import io.daybook.engine.matching.slab.OrderSlab;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import io.daybook.risk.ReplacedOrder;

/**
 * The short paths of one book: they carry out frequent commands that no check refuses, hold and match in one. They
 * never refuse a command on their own: if any check fails or an order of the book has terms, they leave the command as
 * it is, and hold and {@link OrderBook} decide, in the order of the contract. A listener of the book gets the same
 * calls from the short paths and from {@link OrderBook}.
 *
 * <p>Each path reads the fields of an order together and writes the outcome at once. Compared with the steps, this
 * saves a quarter of the instructions of a CANCEL_ORDER and of a PLACE_ORDER, hold and settlement included
 * (docs/performance.md).
 */
public final class FrequentOrders {
    private static final int BID = Side.BID.code();
    private static final int GTC = OrderType.GTC.code();
    private static final int IOC = OrderType.IOC.code();

    private final OrderBook book;
    private final int bookIndex;
    private final OrderSlab slab;
    private final UserOrders users;
    private final OrderIds ids;
    private final EventRing events;
    private final LevelChanges changes;
    private final PriceLevels[] sides;
    private final boolean isPair;
    private final long minPrice;
    private final long maxPrice;

    /**
     * Creates the short paths of a book.
     *
     * @param sides bids, then asks
     */
    FrequentOrders(
            final OrderBook book,
            final OrderSlab slab,
            final UserOrders users,
            final OrderIds ids,
            final EventRing events,
            final LevelChanges changes,
            final PriceLevels[] sides) {
        final SymbolSpec spec = book.spec();
        this.book = book;
        this.bookIndex = book.index();
        this.slab = slab;
        this.users = users;
        this.ids = ids;
        this.events = events;
        this.changes = changes;
        this.sides = sides;
        this.isPair = !spec.isFutures();
        this.minPrice = spec.minPrice();
        this.maxPrice = spec.maxPrice();
    }

    /** The book of these paths. */
    public OrderBook book() {
        return book;
    }

    /**
     * Whether a PLACE_ORDER is of one of the two frequent types and without terms, and no check of risk except those of
     * {@link io.daybook.risk.RiskEngine#placeAtOnce} can refuse it. If orders wait for triggers, the order must not
     * trade either, because the price of a trade is compared with the triggers. False is not a refusal.
     *
     * @param slot the slot as its producer left it
     */
    public boolean mayEnter(final CommandSlot slot) {
        final long price = slot.price();
        final long size = slot.size();
        final long id = slot.orderId();
        final int type = slot.sentOrderType();
        return (type == GTC || type == IOC)
                && Side.isKnown(slot.sentSide())
                && id >= 1
                && size >= 1
                && size <= Limits.MAX_SIZE
                && price >= minPrice
                && price <= maxPrice
                && slot.termsMask() == 0
                && ids.isFree(id)
                && (book.isPlain() || (book.isQuiet() && type == GTC && !crosses(slot)));
    }

    private boolean crosses(final CommandSlot slot) {
        final PriceLevels makers = sides[(slot.sentSide() - BID) ^ 1];
        return makers.bestKey() <= makers.keyOf(slot.price());
    }

    /** Does the match step of a held PLACE_ORDER for which {@link #mayEnter} returned true. */
    public void enter(final CommandSlot slot) {
        final int kind = slot.kind();
        final PriceLevels own = sides[OrderSlab.sideOf(kind)];
        final long key = own.keyOf(slot.price());
        final long size = slot.size();
        if (OrderSlab.typeOf(kind) == GTC && own.opposite().bestKey() > ~key) {
            rest(slot, own, key, size);
            final BookListener told = book.listener();
            if (told != null) {
                tellRested(told, slot);
            }
            return;
        }
        events.begin();
        final long left = book.tradeWithin(own.opposite(), ~key, size);
        if (left > 0 && OrderSlab.typeOf(kind) == GTC) {
            rest(slot, own, key, left);
        } else if (left > 0) {
            events.reject(left);
        }
        events.end(slot);
        final BookListener told = book.listener();
        if (told != null) {
            tellLeft(told, slot, left);
        }
    }

    private void rest(final CommandSlot slot, final PriceLevels own, final long key, final long left) {
        slot.remaining(left);
        final int order = slab.firstFree();
        final long[] chunk = slab.chunk(order);
        final int base = slab.base(order);
        slab.take(chunk, base);
        OrderSlab.fillNew(chunk, base, slot, left, isPair, bookIndex);
        own.append(order, chunk, base, key, left);
        ids.put(slot.orderId(), order);
        users.link(order, slot.userIndex(), slot.uid());
    }

    /**
     * Carries out a MOVE_ORDER whose order only moves from one level to another, or stays in its level. Its sender need
     * not be looked up: this path carries out only commands of the order's owner.
     *
     * @param slot the slot as its producer left it; its sender is active, or unknown
     * @return whether it is done; if not, nothing has changed
     */
    public boolean move(final CommandSlot slot) {
        final int order = ids.get(slot.orderId());
        final long[] chunk = slab.chunk(order);
        final int base = slab.base(order);
        // the last of these fields is read first, so that C2 checks no other bounds
        final long owner = OrderSlab.owner(chunk, base);
        final long place = OrderSlab.place(chunk, base);
        final long uidOrReserve = OrderSlab.uidOrReserve(chunk, base);
        final long kind = OrderSlab.sizeAndKind(chunk, base);
        if (!isOrderOf(slot.uid(), order, uidOrReserve, owner) || OrderSlab.isSpecial(kind) || !book.isQuiet()) {
            return false;
        }
        final PriceLevels own = sides[OrderSlab.sideOf(kind)];
        final long key = own.keyOf(slot.price());
        if (!own.canRelocate(key) || own.opposite().bestKey() <= ~key || (isPair && key < own.keyOf(uidOrReserve))) {
            return false;
        }
        final long remaining = OrderSlab.remaining(chunk, base);
        slot.changed(owner, kind, isPair ? uidOrReserve : 0, remaining, remaining);
        final BookListener told = book.listener();
        final long from = told == null ? 0 : own.priceOfPlace(place); // read before another level can reuse the handle
        own.relocate(order, chunk, base, place, remaining, key);
        if (told != null) {
            tellMoved(told, slot, from);
        }
        return true;
    }

    private boolean isOrderOf(final long uid, final int order, final long uidOrReserve, final long owner) {
        return isPair ? order != NO_ORDER && uid == users.uid(OrderSlab.userIndexOf(owner)) : uid == uidOrReserve;
    }

    /**
     * Carries out a REDUCE_ORDER or CANCEL_ORDER except its settlement.
     *
     * @param slot the slot as its producer left it
     * @param lots the lots to take off, ≥ 1; all of them if the order has no more
     * @return whether it is done; if not, nothing has changed
     */
    public boolean takeOff(final CommandSlot slot, final long lots) {
        final long id = slot.orderId();
        final int order = ids.get(id);
        final long[] chunk = slab.chunk(order);
        final int base = slab.base(order);
        final long owner = OrderSlab.owner(chunk, base);
        final long place = OrderSlab.place(chunk, base);
        final long uidOrReserve = OrderSlab.uidOrReserve(chunk, base);
        final long remaining = OrderSlab.remaining(chunk, base);
        final long kind = OrderSlab.sizeAndKind(chunk, base);
        if (!isOrderOf(slot.uid(), order, uidOrReserve, owner) || OrderSlab.isSpecial(kind) || !book.isQuiet()) {
            return false;
        }
        final PriceLevels own = sides[OrderSlab.sideOf(kind)];
        final long off = Math.min(lots, remaining);
        final long left = remaining - off;
        slot.changed(owner, kind, isPair ? uidOrReserve : 0, remaining, left);
        final long price = own.priceOfPlace(place);
        events.reduceOnly(slot, price, off, left);
        if (left > 0) {
            own.reduce(order, off);
        } else {
            own.remove(order, place, remaining);
            book.forget(order, chunk, base, id);
        }
        final BookListener told = book.listener();
        if (told != null) {
            tellTakenOff(told, slot, price, off);
        }
        return true;
    }

    /**
     * Whether a REPLACE_ORDER without terms names an order without terms that the command neither ends nor lets trade,
     * in a book in which no order has terms. Its sender need not be looked up, for the same reason as in {@link #move}.
     *
     * @param slot the slot as its producer left it; its sender is active, or unknown
     * @param replaced filled with the facts that risk needs
     */
    public boolean mayReplace(final CommandSlot slot, final ReplacedOrder replaced) {
        final int order = ids.get(slot.orderId());
        final long[] chunk = slab.chunk(order);
        final int base = slab.base(order);
        final long owner = OrderSlab.owner(chunk, base);
        final long uidOrReserve = OrderSlab.uidOrReserve(chunk, base);
        final long remaining = OrderSlab.remaining(chunk, base);
        final long kind = OrderSlab.sizeAndKind(chunk, base);
        final long price = slot.price();
        final long size = slot.size();
        if (!isOrderOf(slot.uid(), order, uidOrReserve, owner)
                || OrderSlab.isSpecial(kind)
                || !book.isPlain()
                || slot.termsMask() != 0
                || size < 1
                || size > Limits.MAX_SIZE
                || price < minPrice
                || price > maxPrice) {
            return false;
        }
        final int side = OrderSlab.sideOf(kind);
        final PriceLevels own = sides[side];
        final long lots = remaining + size - OrderSlab.sizeOf(kind);
        if (lots < 1 || own.opposite().bestKey() <= ~own.keyOf(price)) {
            return false;
        }
        replaced.bid = side == 0;
        replaced.bracket = false;
        replaced.reserve = isPair ? uidOrReserve : 0;
        replaced.lots = remaining;
        replaced.newLots = lots;
        replaced.price = price;
        replaced.stopPrice = 0;
        slot.changed(owner, kind, replaced.reserve, lots, lots);
        return true;
    }

    /** Does the match step of a held REPLACE_ORDER for which {@link #mayReplace} returned true. */
    public void replace(final CommandSlot slot) {
        final long id = slot.orderId();
        final int order = ids.get(id);
        final long[] chunk = slab.chunk(order);
        final int base = slab.base(order);
        final long place = OrderSlab.place(chunk, base);
        final long remaining = OrderSlab.remaining(chunk, base);
        final PriceLevels own = sides[slot.side() - BID];
        final long from = own.priceOfPlace(place);
        final long lots = slot.remaining();
        final boolean keeps = from == slot.price() && lots <= remaining;
        events.begin();
        events.replace(id, id, slot.uid(), slot.side(), slot.price(), lots, keeps);
        if (!keeps) {
            own.remove(order, place, remaining);
            OrderSlab.remaining(chunk, base, lots);
            own.append(order, own.keyOf(slot.price()));
        } else if (lots < remaining) {
            own.reduce(order, remaining - lots);
        }
        slab.size(order, slot.size());
        slab.reserve(order, slot.reservePrice());
        events.end(slot);
        final BookListener told = book.listener();
        if (told != null) {
            tellReplaced(told, slot, from, remaining, keeps);
        }
    }

    // ---- calls of a listener, in methods that C2 does not inline ---------------------------------------------------

    private void tellRested(final BookListener told, final CommandSlot slot) {
        events.begin();
        told.onRested(bookIndex, slot.side(), slot.price(), slot.orderId(), slot.remaining());
        changes.end(slot, book);
    }

    /** Reports the remaining lots of an order that has traded; the book has already reported the trades. */
    private void tellLeft(final BookListener told, final CommandSlot slot, final long left) {
        if (left > 0 && OrderSlab.typeOf(slot.kind()) == GTC) {
            told.onRested(bookIndex, slot.side(), slot.price(), slot.orderId(), left);
        }
        changes.end(slot, book);
    }

    private void tellMoved(final BookListener told, final CommandSlot slot, final long from) {
        if (from == slot.price()) {
            return;
        }
        events.begin();
        told.onMoved(bookIndex, slot.side(), from, slot.price(), slot.orderId(), slot.remaining());
        changes.end(slot, book);
    }

    private void tellReplaced(
            final BookListener told,
            final CommandSlot slot,
            final long from,
            final long lotsBefore,
            final boolean keeps) {
        book.tellReplaced(told, slot, from, lotsBefore, keeps);
        changes.end(slot, book);
    }

    private void tellTakenOff(final BookListener told, final CommandSlot slot, final long price, final long lots) {
        book.tellTakenOff(told, slot, price, lots);
        changes.end(slot, book);
    }
}
