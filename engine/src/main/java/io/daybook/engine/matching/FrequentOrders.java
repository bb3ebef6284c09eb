package io.daybook.engine.matching;

import static io.daybook.engine.matching.OrderSlab.NO_ORDER;

import io.daybook.api.Limits;
import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;

/**
 * The short paths of one book: the frequent commands where no check refuses them, hold and match in one. They decide
 * nothing on their own. Where any check fails, an order of the book has terms, or somebody listens to it, they leave
 * the command as it is, and hold and {@link OrderBook} decide, in the order of the contract.
 *
 * <p>Each reads what it needs of an order side by side, and writes the outcome at once. Against the steps that saves a
 * cancel and a place a quarter of their instructions each, hold and settlement included (docs/performance.md).
 */
final class FrequentOrders {
    private static final int BID = Side.BID.code();
    private static final int GTC = OrderType.GTC.code();
    private static final int IOC = OrderType.IOC.code();

    private final OrderBook book;
    private final int bookIndex;
    private final OrderSlab slab;
    private final OrderIds ids;
    private final EventRing events;
    private final PriceLevels[] sides;
    private final boolean isPair;
    private final long minPrice;
    private final long maxPrice;

    /**
     * Of a book.
     *
     * @param sides bids, then asks
     */
    FrequentOrders(
            final OrderBook book,
            final OrderSlab slab,
            final OrderIds ids,
            final EventRing events,
            final PriceLevels[] sides) {
        final SymbolSpec spec = book.spec();
        this.book = book;
        this.bookIndex = book.index();
        this.slab = slab;
        this.ids = ids;
        this.events = events;
        this.sides = sides;
        this.isPair = !spec.isFutures();
        this.minPrice = spec.minPrice();
        this.maxPrice = spec.maxPrice();
    }

    /** The book. */
    OrderBook book() {
        return book;
    }

    /**
     * Whether a PLACE_ORDER for a future is of one of the two frequent types, and no check but those of its owner's
     * funds and orders can refuse it. Says nothing of any other order.
     *
     * @param slot as its producer left it
     */
    boolean mayEnter(final CommandSlot slot) {
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
                && !isPair
                && slot.termsMask() == 0
                && book.isPlain()
                && ids.isFree(id);
    }

    /** The match step of a PLACE_ORDER that {@link #mayEnter} let through and that is held. */
    void enter(final CommandSlot slot) {
        final int side = slot.side() - BID;
        final PriceLevels makers = sides[side ^ 1];
        if (slot.orderType() == GTC && makers.bestKey() > makers.keyOf(slot.price())) {
            book.rest(slot, side, slot.size());
            return;
        }
        events.begin();
        book.enter(slot);
        events.end(slot);
    }

    /**
     * A MOVE_ORDER whose order only goes from one level to another.
     *
     * @param slot as its producer left it
     * @param userIndex of the sender, who is active
     * @return whether it is done; if not, nothing has changed
     */
    boolean move(final CommandSlot slot, final int userIndex) {
        final long price = slot.price();
        final int order = ids.get(slot.orderId());
        final long[] chunk = slab.chunk(order);
        final int base = OrderSlab.base(order);
        // all that is read of the order, side by side: C2 then checks bounds once
        final long remaining = OrderSlab.remaining(chunk, base);
        final long kind = OrderSlab.sizeAndKind(chunk, base);
        final long reserve = OrderSlab.reserve(chunk, base);
        final long owner = OrderSlab.owner(chunk, base);
        final int side = OrderSlab.sideOf(kind);
        final PriceLevels own = sides[side];
        final long key = own.keyOf(price);
        if (order == NO_ORDER
                || owner != OrderSlab.owner(userIndex, bookIndex)
                || price < minPrice
                || price > maxPrice
                || key < own.bestMove()
                || (isPair && key < own.keyOf(reserve))
                || sides[side ^ 1].bestKey() <= ~key
                || OrderSlab.isSpecial(kind)
                || !book.isQuiet()) {
            return false;
        }
        slot.changed(userIndex, bookIndex, BID + side, OrderSlab.typeOf(kind), reserve, remaining, remaining);
        return own.relocate(order, chunk, base, key);
    }

    /**
     * A REDUCE_ORDER or CANCEL_ORDER, but for its settlement.
     *
     * @param slot as its producer left it
     * @param userIndex of the sender
     * @param lots to take off, ≥ 1; all of them if the order has no more
     * @return whether it is done; if not, nothing has changed
     */
    boolean takeOff(final CommandSlot slot, final int userIndex, final long lots) {
        final long id = slot.orderId();
        final int order = ids.get(id);
        final long[] chunk = slab.chunk(order);
        final int base = OrderSlab.base(order);
        final long place = OrderSlab.place(chunk, base);
        final long remaining = OrderSlab.remaining(chunk, base);
        final long kind = OrderSlab.sizeAndKind(chunk, base);
        final long reserve = OrderSlab.reserve(chunk, base);
        final long owner = OrderSlab.owner(chunk, base);
        if (order == NO_ORDER
                || owner != OrderSlab.owner(userIndex, bookIndex)
                || OrderSlab.isSpecial(kind)
                || !book.isQuiet()) {
            return false;
        }
        final int side = OrderSlab.sideOf(kind);
        final PriceLevels own = sides[side];
        final long off = Math.min(lots, remaining);
        final long left = remaining - off;
        slot.changed(userIndex, bookIndex, BID + side, OrderSlab.typeOf(kind), reserve, remaining, left);
        events.begin();
        events.reduce(own.priceOfPlace(place), off, left);
        events.end(slot);
        if (left > 0) {
            own.reduce(order, off);
        } else {
            own.remove(order);
            book.forget(order, id);
        }
        return true;
    }
}
