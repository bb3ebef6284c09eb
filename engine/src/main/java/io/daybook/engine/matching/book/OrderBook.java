package io.daybook.engine.matching.book;

import static io.daybook.engine.matching.levels.PriceLevels.ANY_KEY;
import static io.daybook.engine.matching.levels.PriceLevels.NO_KEY;
import static io.daybook.engine.matching.slab.OrderSlab.NO_ORDER;

import io.daybook.api.Limits;
import io.daybook.api.OrderBookReport.Level;
import io.daybook.api.OrderType;
import io.daybook.api.RestingOrders;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.engine.matching.OrderBooks;
import io.daybook.engine.matching.ids.OrderIds;
import io.daybook.engine.matching.ids.UserOrders;
import io.daybook.engine.matching.levels.LevelLists;
import io.daybook.engine.matching.levels.PriceLevels;
import io.daybook.engine.matching.slab.OrderSlab;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import io.daybook.kernel.money.Amounts;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The book of one symbol: price-time priority. An incoming order, the taker, trades with the best price of the other
 * side first, and within a price with the order that has waited longest; each trade is at the price of the order that
 * rested, the maker. The type of the order decides whether the remaining lots rest at the tail of its own price or are
 * rejected, and whether the order trades at all.
 *
 * <p>Bids and asks share one path: {@link PriceLevels} turns prices into keys, and the lower key is better on either
 * side.
 *
 * <p>{@link OrderBooks} passes the commands to the book; its thread may call the accessors between commands.
 */
public final class OrderBook {
    /** The number that means that there is no price: no bid, no ask or no trade yet. */
    public static final long NO_PRICE = PriceLevels.NO_PRICE;

    private static final int BID = Side.BID.code();
    private static final int POST_ONLY = OrderType.POST_ONLY.code();

    private final SymbolSpec spec;
    private final int bookIndex;
    private final OrderSlab slab;
    private final UserOrders users;
    private final EventRing events;
    private final OrderIds ids;
    private final PriceLevels asks;
    private final PriceLevels bids;
    private final boolean isPair;
    private final FillLook look;
    private final OrderWalk walk;

    /** Bids, then asks. The side of an order cannot be predicted, so methods choose by index instead of by a branch. */
    private final PriceLevels[] sides;

    private @Nullable BookTerms terms;

    /** Whether no order of the book has terms; only then may commands take all short paths. */
    private boolean isPlain = true;

    /**
     * Whether no order of the book has terms, except orders that wait for triggers; only then may commands that neither
     * trade nor trigger orders take the short paths.
     */
    private boolean isQuiet = true;

    private @Nullable BookListener listener;
    private long nextTradeId = 1;
    private long lastPrice = NO_PRICE;

    public OrderBook(
            final SymbolSpec spec,
            final int bookIndex,
            final OrderSlab slab,
            final UserOrders users,
            final OrderIds ids,
            final EventRing events,
            final PriceLevels asks,
            final PriceLevels bids,
            final MatchingRules rules) {
        this.spec = spec;
        this.look = new FillLook(rules);
        this.walk = new OrderWalk(this, slab, users);
        this.bookIndex = bookIndex;
        this.slab = slab;
        this.users = users;
        this.events = events;
        this.ids = ids;
        this.asks = asks;
        this.bids = bids;
        this.isPair = !spec.isFutures();
        this.sides = new PriceLevels[] {bids, asks};
        bids.face(asks);
        asks.limitMoves(asks.keyOf(Amounts.lowestCoveredAsk(spec)), spec.minPrice(), spec.maxPrice());
        bids.limitMoves(Long.MIN_VALUE, spec.minPrice(), spec.maxPrice());
    }

    /** The symbol that is traded here. */
    public SymbolSpec spec() {
        return spec;
    }

    /** Dense index of the symbol, in the order of adding. */
    public int index() {
        return bookIndex;
    }

    /** The number of live orders, including dormant orders, but without exits that have no lots. */
    public int orderCount() {
        return terms == null ? ids.count() : ids.count() - terms.emptyExits();
    }

    /** Number of the next trade. */
    public long nextTradeId() {
        return nextTradeId;
    }

    /** Price of the last trade in ticks, or {@link #NO_PRICE}. */
    public long lastPrice() {
        return lastPrice;
    }

    /** The highest bid in ticks, or {@link #NO_PRICE}. */
    public long bestBid() {
        return bids.bestPrice();
    }

    /** The lowest ask in ticks, or {@link #NO_PRICE}. */
    public long bestAsk() {
        return asks.bestPrice();
    }

    /**
     * The levels of a side, best first; takes time in proportion to the levels returned.
     *
     * @param depth how many at most; 0 for as many as one answer may have
     */
    public List<Level> levels(final Side side, final int depth) {
        return levelsBehind(side, NO_PRICE, depth);
    }

    /**
     * The levels of a side that are worse than a price, best first; takes time in proportion to the levels returned.
     *
     * @param price any price in ticks; {@link #NO_PRICE} for all levels
     * @param depth how many at most; 0 for {@value Limits#MAX_BOOK_LEVELS}, and never more than that
     */
    public List<Level> levelsBehind(final Side side, final long price, final int depth) {
        return LevelLists.behind(side(side), price, depth);
    }

    /** Whether a side has levels that are worse than a price. */
    public boolean hasLevelsBehind(final Side side, final long price) {
        return LevelLists.hasBehind(side(side), price);
    }

    /**
     * Shows every resting order: bids first, then asks; each by price, lowest first; then by rank in the level, shown
     * orders before hidden ones.
     */
    public void forEachOrder(final OrderVisitor visitor) {
        walk.forEachResting(visitor);
    }

    /** A view that reads single orders of this book. */
    public RestingOrders restingOrders() {
        return new RestingLook(this, slab);
    }

    /** Shows one live order, in a level or not. */
    public void visit(final int order, final OrderVisitor visitor) {
        walk.visit(order, visitor);
    }

    /** Carries out a held and valid PLACE_ORDER. The result has the lots that rest. */
    public void place(final CommandSlot slot) {
        slot.initialRemaining(slot.size());
        if (ids.get(slot.orderId()) != NO_ORDER) {
            slot.refuse(ResultCode.MATCHING_DUPLICATE_ORDER_ID);
            return;
        }
        enter(slot);
    }

    /** Carries out a held and valid PLACE_ORDER whose id is new. */
    void enter(final CommandSlot slot) {
        final long size = slot.size();
        final int side = slot.side() - BID;
        final PriceLevels makers = sides[side ^ 1];
        final long limit = makers.keyOf(slot.price());

        switch (OrderType.of(slot.orderType())) {
            case GTC -> {
                final long left = tradeWithin(makers, limit, size);
                if (left > 0) {
                    rest(slot, side, left);
                }
            }
            case IOC -> reject(tradeWithin(makers, limit, size));
            case POST_ONLY -> {
                if (makers.bestKey() <= limit) {
                    reject(size);
                } else {
                    rest(slot, side, size);
                }
            }
            case FOK -> reject(look.canFill(makers, limit, size) ? tradeWithin(makers, limit, size) : size);
            case FOK_BUDGET ->
                reject(
                        look.meetsBudget(makers, side != 0, slot.price(), size)
                                ? tradeWithin(makers, ANY_KEY, size)
                                : size);
            case IOC_BUDGET -> reject(tradeForBudget(makers, slot.price(), size));
        }
    }

    /**
     * Carries out a MOVE_ORDER: a new price costs the order its queue position, and the order trades at once if it
     * crosses.
     */
    public void move(final CommandSlot slot) {
        final int order = ownOrder(slot);
        if (order == NO_ORDER) {
            return;
        }
        final int side = slab.side(order);
        final PriceLevels makers = sides[side ^ 1];
        final long price = slot.price();
        final long limit = makers.keyOf(price);
        final PriceLevels own = sides[side];
        final long key = own.keyOf(price);
        if (key < own.bestMove() || (isPair && key < own.keyOf(slab.reserve(order)))) {
            slot.refuse(ResultCode.MATCHING_MOVE_FAILED_PRICE_OVER_RISK_LIMIT);
            return;
        }
        final boolean crosses = makers.bestKey() <= limit;
        if (crosses && slab.type(order) == POST_ONLY) {
            slot.refuse(ResultCode.MATCHING_MOVE_FAILED_WOULD_CROSS);
            return;
        }
        describe(slot, slab.chunk(order), slab.base(order));
        long left = slab.remaining(order);
        slot.remaining(left);
        final long from = own.priceOfOrder(order);
        if (from == price) {
            return;
        }

        own.remove(order);
        if (crosses) {
            left = tradeWithin(makers, limit, left);
            slot.remaining(left);
            if (left == 0) {
                if (listener != null) {
                    tellMoved(listener, slot, from);
                }
                forget(order, slot.orderId());
                return;
            }
            slab.remaining(order, left);
        }
        own.append(order, key);
        if (listener != null) {
            tellMoved(listener, slot, from);
        }
    }

    /** Separate from {@link #move}, which C2 inlines only up to 325 bytes of bytecode. */
    private void tellMoved(final BookListener told, final CommandSlot slot, final long from) {
        final long left = slot.remaining();
        if (left > 0) {
            told.onMoved(bookIndex, slot.side(), from, slot.price(), slot.orderId(), left);
        } else {
            told.onLeft(bookIndex, slot.side(), from, slot.orderId(), 0);
        }
    }

    /**
     * Carries out a held REPLACE_ORDER without terms, in a book without orders with terms, if its order neither ends
     * nor trades.
     *
     * @return whether the command was carried out; otherwise nothing has changed
     */
    public boolean replace(final CommandSlot slot) {
        final long id = slot.orderId();
        final int order = ids.get(id);
        final long[] chunk = slab.chunk(order);
        final int base = slab.base(order);
        final long place = OrderSlab.place(chunk, base);
        final long remaining = OrderSlab.remaining(chunk, base);
        final long kind = OrderSlab.sizeAndKind(chunk, base);
        final PriceLevels own = sides[OrderSlab.sideOf(kind)];
        final long price = slot.price();
        final long key = own.keyOf(price);
        final long lots = remaining + slot.size() - OrderSlab.sizeOf(kind);
        if (lots < 1 || own.opposite().bestKey() <= ~key) {
            return false;
        }
        slot.side(BID + OrderSlab.sideOf(kind));
        slot.orderType(OrderSlab.typeOf(kind));
        slot.initialRemaining(lots);
        slot.remaining(lots);
        final long from = own.priceOfPlace(place);
        final boolean keeps = from == price && lots <= remaining;
        events.replace(id, id, slot.uid(), slot.side(), price, lots, keeps);
        if (!keeps) {
            own.remove(order, place, remaining);
            OrderSlab.remaining(chunk, base, lots);
            own.append(order, chunk, base, key, lots);
        } else if (lots < remaining) {
            own.reduce(order, remaining - lots);
        }
        slab.size(order, slot.size());
        slab.reserve(order, slot.reservePrice());
        if (listener != null) {
            tellReplaced(listener, slot, from, remaining, keeps);
        }
        return true;
    }

    void tellReplaced(
            final BookListener told,
            final CommandSlot slot,
            final long from,
            final long lotsBefore,
            final boolean keeps) {
        final long lots = slot.remaining();
        if (!keeps) {
            told.onLeft(bookIndex, slot.side(), from, slot.orderId(), lotsBefore);
            told.onRested(bookIndex, slot.side(), slot.price(), slot.orderId(), lots);
        } else if (lots < lotsBefore) {
            told.onReduced(bookIndex, slot.side(), from, slot.orderId(), lotsBefore - lots, lots);
        }
    }

    /**
     * Carries out a REDUCE_ORDER: takes lots off, all of them if the order has no more; remaining lots keep their queue
     * position.
     */
    public void reduce(final CommandSlot slot) {
        final int order = ownOrder(slot);
        if (order != NO_ORDER) {
            takeOff(slot, order, slot.size());
        }
    }

    /** Carries out a CANCEL_ORDER: takes all lots off. */
    public void cancel(final CommandSlot slot) {
        final int order = ownOrder(slot);
        if (order != NO_ORDER) {
            takeOff(slot, order, Long.MAX_VALUE);
        }
    }

    /** Restores a BOOK record. */
    public void restore(final long restoredNextTradeId, final long restoredLastPrice) {
        nextTradeId = restoredNextTradeId;
        lastPrice = restoredLastPrice;
    }

    /** Restores an ORDER record at the tail of its level. */
    public void restoreOrder(
            final boolean isAsk,
            final long price,
            final long orderId,
            final long uid,
            final int userIndex,
            final int type,
            final long reservePrice,
            final long size,
            final long remaining) {
        if (ids.get(orderId) != NO_ORDER) {
            throw new IllegalStateException(
                    "order id must be unique in its symbol: symbol=" + spec.symbol() + " orderId=" + orderId);
        }
        add(isAsk ? 1 : 0, price, orderId, uid, userIndex, type, reservePrice, size, remaining);
    }

    /** The levels of a side, lowest price first. */
    int[] levelsInPriceOrder(final Side side) {
        return LevelLists.lowestPriceFirst(side(side), side);
    }

    public PriceLevels side(final Side side) {
        return side == Side.ASK ? asks : bids;
    }

    /** Whether this book has a listener. */
    public boolean isListenedTo() {
        return listener != null;
    }

    /** Whether commands may take all short paths, because no order of the book has terms. */
    boolean isPlain() {
        return isPlain;
    }

    /** Whether a command on an order without terms may take the short paths, provided that it does not trade. */
    boolean isQuiet() {
        return isQuiet;
    }

    /**
     * Updates which short paths commands may take. Called after an order with terms was added or removed, and after a
     * command on a book with such orders.
     */
    public void specialsChanged() {
        isPlain = !hasSpecials();
        isQuiet = isPlain || terms().isQuiet();
    }

    /** Whether orders of the book have terms. */
    public boolean hasSpecials() {
        return terms != null && terms.count() > 0;
    }

    /** The part that keeps orders with terms; call it only if {@link #hasSpecials()}. */
    public BookTerms terms() {
        return Objects.requireNonNull(terms);
    }

    /** Sets the part that keeps orders with terms, before the first such order is added. */
    public void terms(final BookTerms part) {
        terms = part;
    }

    public @Nullable BookListener listener() {
        return listener;
    }

    /** Returns the number of the next trade, and counts the trade. */
    public long takeTradeId() {
        return nextTradeId++;
    }

    public void lastPrice(final long price) {
        lastPrice = price;
    }

    /** Sets the listener for the orders that rest here; null for none. Called between commands. */
    public void listener(final @Nullable BookListener newListener) {
        listener = newListener;
    }

    /** The short paths of this book. */
    public FrequentOrders frequentOrders(final LevelChanges changes) {
        return new FrequentOrders(this, slab, users, ids, events, changes, sides);
    }

    public OrderIds ids() {
        return ids;
    }

    /** Bids, then asks. */
    public PriceLevels[] sides() {
        return sides;
    }

    /**
     * Trades with the best levels in turn until the size is used up or the best level is beyond the limit; returns the
     * lots that are left.
     */
    long tradeWithin(final PriceLevels makers, final long limit, final long size) {
        long open = size;
        while (open > 0 && makers.bestKey() <= limit) {
            open -= tradeAtBest(makers, open, open);
        }
        return open;
    }

    /** Trades like {@link #tradeWithin}, with a limit of money: stops at the first level that it does not buy up. */
    private long tradeForBudget(final PriceLevels makers, final long budget, final long size) {
        long open = size;
        long money = budget;
        while (open > 0 && makers.bestKey() != NO_KEY) {
            final long price = makers.priceOf(makers.bestKey());
            final long levelLots = makers.lots(makers.best());
            final long lots = Math.min(open, Math.min(levelLots, money / price));
            if (lots == 0) {
                break;
            }
            tradeAtBest(makers, lots, open);
            open -= lots;
            money -= lots * price; // exact: lots were chosen not to cost more than the money
            if (lots < levelLots) {
                break;
            }
        }
        return open;
    }

    /**
     * Trades with the orders of the best level, the oldest first.
     *
     * @param lots how many at most
     * @param takerOpen the lots that the taker has open, for the events
     * @return lots traded
     */
    private long tradeAtBest(final PriceLevels makers, final long lots, final long takerOpen) {
        final int level = makers.best();
        final long price = makers.priceOf(makers.bestKey());
        long wanted = lots;
        int completed = 0;
        int maker = makers.head(level);
        while (wanted > 0 && maker != NO_ORDER) {
            final long[] chunk = slab.chunk(maker);
            final int base = slab.base(maker);
            final long makerLots = OrderSlab.remaining(chunk, base);
            final long traded = Math.min(wanted, makerLots);
            wanted -= traded;
            final long takerLots = takerOpen - (lots - wanted);
            if (((traded - 1) | takerLots | (makerLots - traded)) < 0) {
                throw brokenTrade(maker, traded, takerLots);
            }
            final int userIndex = OrderSlab.userIndex(chunk, base);
            events.trade(
                    nextTradeId++,
                    OrderSlab.id(chunk, base),
                    isPair ? users.uid(userIndex) : OrderSlab.uidOrReserve(chunk, base),
                    userIndex,
                    isPair ? OrderSlab.uidOrReserve(chunk, base) : 0,
                    price,
                    traded,
                    makerLots - traded,
                    takerLots);
            if (listener != null) {
                tellTraded(listener, maker, price, traded, makerLots - traded);
            }
            if (traded == makerLots) {
                final int next = slab.next(maker);
                forget(maker, chunk, base, OrderSlab.id(chunk, base));
                maker = next;
                completed++;
            } else {
                OrderSlab.remaining(chunk, base, makerLots - traded);
            }
        }
        lastPrice = price;
        makers.advance(level, maker, lots - wanted, completed);
        return lots - wanted;
    }

    private IllegalStateException brokenTrade(final int maker, final long traded, final long takerLots) {
        return new IllegalStateException("a trade must be of lots that both sides have: symbol=" + spec.symbol()
                + " makerOrderId=" + slab.id(maker) + " makerRemaining=" + slab.remaining(maker) + " traded=" + traded
                + " takerRemaining=" + takerLots);
    }

    private void tellTraded(
            final BookListener told, final int maker, final long price, final long lots, final long remaining) {
        final int side = BID + slab.side(maker);
        final long orderId = slab.id(maker);
        told.onTraded(bookIndex, side, price, orderId, lots, remaining);
        if (remaining == 0) {
            told.onLeft(bookIndex, side, price, orderId, 0);
        }
    }

    private void reject(final long lots) {
        if (lots > 0) {
            events.reject(lots);
        }
    }

    /** Puts the remaining lots of a new order at the tail of its level. */
    void rest(final CommandSlot slot, final int side, final long left) {
        slot.remaining(left);
        add(
                side,
                slot.price(),
                slot.orderId(),
                slot.uid(),
                slot.userIndex(),
                slot.orderType(),
                slot.reservePrice(),
                slot.size(),
                left);
        if (listener != null) {
            listener.onRested(bookIndex, BID + side, slot.price(), slot.orderId(), left);
        }
    }

    private void add(
            final int side,
            final long price,
            final long orderId,
            final long uid,
            final int userIndex,
            final int type,
            final long reservePrice,
            final long size,
            final long remaining) {
        final int order =
                slab.allocate(isPair, orderId, size, remaining, type, side, reservePrice, userIndex, uid, bookIndex);
        ids.put(orderId, order);
        users.link(order, userIndex, uid);
        final PriceLevels own = sides[side];
        own.append(order, own.keyOf(price));
    }

    private void takeOff(final CommandSlot slot, final int order, final long lots) {
        final long[] chunk = slab.chunk(order);
        final int base = slab.base(order);
        final long remaining = OrderSlab.remaining(chunk, base);
        final long off = Math.min(lots, remaining);
        describe(slot, chunk, base);
        final PriceLevels own = sides[slot.side() - BID];
        final long price = own.priceOfPlace(OrderSlab.place(chunk, base));
        events.reduce(price, off, remaining - off);
        slot.remaining(remaining - off);
        if (off < remaining) {
            own.reduce(order, off);
        } else {
            own.remove(order);
            forget(order, slot.orderId());
        }
        if (listener != null) {
            tellTakenOff(listener, slot, price, off);
        }
    }

    void tellTakenOff(final BookListener told, final CommandSlot slot, final long price, final long lots) {
        if (slot.remaining() > 0) {
            told.onReduced(bookIndex, slot.side(), price, slot.orderId(), lots, slot.remaining());
        } else {
            told.onLeft(bookIndex, slot.side(), price, slot.orderId(), lots);
        }
    }

    /** The order that a command names, if it is live and belongs to the sender; refuses the command otherwise. */
    private int ownOrder(final CommandSlot slot) {
        final int order = ids.get(slot.orderId());
        if (order == NO_ORDER || slab.userIndex(order) != slot.userIndex()) {
            slot.refuse(ResultCode.MATCHING_UNKNOWN_ORDER_ID);
            return NO_ORDER;
        }
        return order;
    }

    /** Writes the facts about the order into the slot, for settlement. */
    private static void describe(final CommandSlot slot, final long[] chunk, final int base) {
        final long kind = OrderSlab.sizeAndKind(chunk, base);
        slot.side(BID + OrderSlab.sideOf(kind));
        slot.orderType(OrderSlab.typeOf(kind));
        slot.reservePrice(OrderSlab.reserve(chunk, base));
        slot.initialRemaining(OrderSlab.remaining(chunk, base));
    }

    /** Removes an order that is in no level any more. */
    public void forget(final int order, final long id) {
        forget(order, slab.chunk(order), slab.base(order), id);
    }

    /** Removes an order whose record is known. */
    void forget(final int order, final long[] chunk, final int base, final long id) {
        ids.remove(id);
        users.unlink(order);
        slab.free(order, chunk, base);
    }
}
