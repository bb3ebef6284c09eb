package io.daybook.server.orders;

import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import io.daybook.api.Term;
import io.daybook.api.TriggerWhen;
import io.daybook.kernel.money.WideSum;
import io.daybook.kernel.slab.HashSecret;
import io.daybook.sessions.order.OrderTable;
import io.daybook.wire.OffReason;
import java.util.AbstractList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * The orders of a book, live ones and closed ones that are kept, as records of a table: a venue may have millions, and
 * most are never shown. Views are made on demand. Guarded by the book. The field {@code number} of a live order has the
 * place of its owner among the users.
 */
final class OrderRecords extends OrderTable {
    private static final int FEES = OWN;
    private static final int PLACED_NS = OWN + 1;
    private static final int CHANGED_NS = OWN + 2;
    private static final int SEQ = OWN + 3;

    /** The flag of an order whose sender gave no price, so the server set one. */
    private static final long MARKET = FLAG;

    /** The flag of an order that never rested, or was refused. */
    private static final long REJECTED = FLAG << 1;

    /** The flag of an order whose last lots have traded; a reduction may have taken off others before. */
    private static final long TRADED_OUT = FLAG << 2;

    /** The flag of an order with a client id: it has a {@link Named}. */
    private static final long NAMED = FLAG << 3;

    /** The flag of an order that is not plain: it has an {@link Extra}. */
    private static final long EXTRA = FLAG << 4;

    /** The flag of an order whose trigger was met: it has a {@link TriggerMet}. */
    private static final long TRIGGERED = FLAG << 5;

    /** The position of the code of an order's {@link OffReason} in the flags. */
    private static final int END_SHIFT = 24;

    private static final int END_MASK = 0xF;

    private final Map<Integer, Named> names;
    private final Map<Integer, Extra> extras;
    private final Map<Integer, TriggerMet> met;

    /** The exits of brackets, as long as their entries are kept. */
    private final Map<OrderKey, Exit> exits = new HashMap<>();

    /** The further fields of an order over HTTP. */
    private record Named(String clientOrderId, @Nullable ClientEntry entry) {}

    /** The further fields of an order that has terms, or may be moved to a higher price. */
    private record Extra(OrderTerms terms, long reservePrice) {}

    /** The exit of a bracket: the record of its entry, and the terms of the exit. */
    private record Exit(int entry, OrderTerms terms) {}

    OrderRecords(final HashSecret secret) {
        super(secret);
        names = new HashMap<>();
        extras = new HashMap<>();
        met = new HashMap<>();
    }

    private OrderRecords(final OrderRecords source) {
        super(source);
        names = new HashMap<>(source.names);
        extras = new HashMap<>(source.extras);
        met = new HashMap<>(source.met);
    }

    /** Makes a copy of the orders under the same handles, which gets no later changes. */
    OrderRecords copy() {
        return new OrderRecords(this);
    }

    /** Adds a new order, which has not traded. */
    int add(
            final int symbol,
            final long orderId,
            final long uid,
            final int sideCode,
            final int typeCode,
            final long price,
            final long size,
            final long placedNs,
            final long seq) {
        final int order = add(symbol, orderId, uid, sideCode, typeCode, size);
        price(order, price);
        set(order, PLACED_NS, placedNs);
        change(order, placedNs, seq);
        return order;
    }

    /** Adds the order of a view. */
    int add(final OrderView view) {
        final int order = add(
                view.symbol(),
                view.orderId(),
                view.uid(),
                view.side().code(),
                view.type().code(),
                view.price(),
                view.size(),
                view.placedNs(),
                view.seq());
        remaining(order, view.remaining());
        traded(order, view.filled());
        WideSum.put(array(order), base(order) + NOTIONAL, view.notional());
        set(order, FEES, view.fees());
        set(order, CHANGED_NS, view.changedNs());
        flag(order, MARKET, view.isMarket());
        flag(order, REJECTED, view.state() == OrderState.REJECTED);
        flag(order, TRADED_OUT, view.state() == OrderState.FILLED);
        final TriggerMet trigger = view.met();
        if (trigger != null) {
            met(order, trigger);
        }
        if (!view.terms().isEmpty() || view.reservePrice() != 0) {
            putExtra(order, view.terms(), view.reservePrice());
        }
        final OffReason end = view.end();
        if (end != null) {
            end(order, end);
        }
        final String clientOrderId = view.clientOrderId();
        if (clientOrderId != null) {
            name(order, clientOrderId, view.isMarket());
        }
        return order;
    }

    /** Frees an order. */
    @Override
    public void free(final int order) {
        if (has(order, NAMED)) {
            names.remove(order);
        }
        if (has(order, EXTRA)) {
            exits.computeIfPresent(exit(order), (key, exit) -> exit.entry == order ? null : exit);
            extras.remove(order);
        }
        if (has(order, TRIGGERED)) {
            met.remove(order);
        }
        super.free(order);
    }

    // ---- further fields -----------------------------------------------------------------------------

    /**
     * Keeps the terms and the reserve price, unless the order is plain: without terms, and without a reserve price
     * above its price.
     */
    void putExtra(final int order, final OrderTerms terms, final long reservePrice, final long price) {
        if (!terms.isEmpty() || reservePrice > price) {
            putExtra(order, terms, reservePrice);
        }
    }

    private void putExtra(final int order, final OrderTerms terms, final long reservePrice) {
        extras.put(order, new Extra(terms, reservePrice));
        flag(order, EXTRA, true);
        if (terms.has(Term.EXIT_ORDER_ID)) {
            exits.put(exit(order), new Exit(order, ofExit(terms, sideCode(order))));
        }
    }

    private OrderKey exit(final int order) {
        return new OrderKey(symbol(order), terms(order).get(Term.EXIT_ORDER_ID));
    }

    private static OrderTerms ofExit(final OrderTerms entry, final int entrySide) {
        final OrderTerms.Builder terms = OrderTerms.builder();
        if (entry.get(Term.EXIT_TRIGGER) != 0) {
            final boolean isOfBid = entrySide == Side.BID.code();
            terms.trigger(entry.get(Term.EXIT_TRIGGER), isOfBid ? TriggerWhen.FALLS : TriggerWhen.RISES);
            if (entry.get(Term.EXIT_PRICE) != 0) {
                terms.stopPrice(entry.get(Term.EXIT_STOP_PRICE));
            }
        }
        if (entry.has(Term.FLAGGED)) {
            terms.flagged();
        }
        if (entry.has(Term.STP)) {
            terms.set(Term.STP, entry.get(Term.STP));
        }
        return terms.build();
    }

    /** Sets the terms of an exit that has become live, from its entry. */
    void putExitTerms(final int order) {
        final Exit exit = exits.get(key(order));
        if (exit != null) {
            putExtra(order, exit.terms, 0, 0);
        }
    }

    /**
     * Handles a replacement. It drops MIN_SIZE and SLIPPAGE, which apply only when an order first enters the book, and
     * may change trigger, stop price and reserve price.
     */
    void replaced(final int order, final ResultView replacement, final long price) {
        final OrderTerms before = terms(order);
        final OrderTerms changes = replacement.terms();
        final OrderTerms.Builder now = OrderTerms.builder();
        for (final Term term : Term.values()) {
            if (before.has(term) && term != Term.MIN_SIZE && term != Term.SLIPPAGE) {
                now.set(term, changes.has(term) ? changes.get(term) : before.get(term));
            }
        }
        extras.remove(order);
        flag(order, EXTRA, false);
        putExtra(order, now.build(), replacement.reservePrice(), price);
    }

    /** Records that the trigger was met. A trailing order then has another price than the one it was placed with. */
    void trigger(final int order, final long price, final long timeNs) {
        met(order, new TriggerMet(timeNs, traded(order)));
        if (terms(order).has(Term.TRAIL)) {
            price(order, price);
        }
    }

    private void met(final int order, final TriggerMet trigger) {
        flag(order, TRIGGERED, true);
        met.put(order, trigger);
    }

    private OrderTerms terms(final int order) {
        final Extra extra = has(order, EXTRA) ? extras.get(order) : null;
        return extra == null ? OrderTerms.NONE : extra.terms;
    }

    /** Sets the reason why the last lots of an order were taken off. */
    void end(final int order, final OffReason reason) {
        flag(order, (long) reason.code() << END_SHIFT, true);
    }

    private @Nullable OffReason end(final int order) {
        final int code = (int) (get(order, TRAITS) >>> END_SHIFT) & END_MASK;
        return code == 0 ? null : OffReason.of(code);
    }

    // ---- fields that the results of an order change --------------------------------------------------------------

    OrderKey key(final int order) {
        return new OrderKey(symbol(order), orderId(order));
    }

    OrderPlace place(final int order) {
        return OrderPlace.of(get(order, PLACED_NS), orderId(order), symbol(order));
    }

    /** The place of the owner of a live order. */
    int owner(final int order) {
        return number(order);
    }

    void owner(final int order, final int place) {
        number(order, place);
    }

    /** Sets the client id of an order. */
    void name(final int order, final String clientOrderId, final boolean isMarket) {
        names.put(order, new Named(clientOrderId, null));
        flag(order, NAMED, true);
        flag(order, MARKET, isMarket);
    }

    /** Sets the entry of the client id of an order; null for none. */
    void entry(final int order, final @Nullable ClientEntry entry) {
        final Named named = names.get(order);
        if (named != null) {
            names.put(order, new Named(named.clientOrderId, entry));
        }
    }

    @Nullable
    ClientEntry entry(final int order) {
        final Named named = has(order, NAMED) ? names.get(order) : null;
        return named == null ? null : named.entry;
    }

    @Nullable
    String clientOrderId(final int order) {
        final Named named = has(order, NAMED) ? names.get(order) : null;
        return named == null ? null : named.clientOrderId;
    }

    void reject(final int order) {
        flag(order, REJECTED, true);
    }

    /** Adds the fee of an order's last trade, whose lots the table already has. */
    void traded(final int order, final long fee, final boolean isOut) {
        set(order, FEES, get(order, FEES) + fee);
        flag(order, TRADED_OUT, isOut);
    }

    /** Sets the time and the seq of an order's last change. */
    void change(final int order, final long timeNs, final long seq) {
        set(order, CHANGED_NS, timeNs);
        set(order, SEQ, seq);
    }

    /** The order as it is now. */
    OrderView view(final int order) {
        final Extra extra = has(order, EXTRA) ? extras.get(order) : null;
        return new OrderView(
                symbol(order),
                orderId(order),
                uid(order),
                Side.of(sideCode(order)),
                OrderType.of(typeCode(order)),
                has(order, MARKET),
                price(order),
                size(order),
                remaining(order),
                traded(order),
                WideSum.get(array(order), base(order) + NOTIONAL),
                get(order, FEES),
                state(order),
                clientOrderId(order),
                get(order, PLACED_NS),
                get(order, CHANGED_NS),
                get(order, SEQ),
                extra == null ? OrderTerms.NONE : extra.terms,
                extra == null ? 0 : extra.reservePrice,
                has(order, TRIGGERED) ? met.get(order) : null,
                end(order));
    }

    /** A list that reads each order when it is taken from the list; only for the owner of a copy. */
    List<OrderView> views(final int[] orders) {
        return new Views(orders);
    }

    private OrderState state(final int order) {
        final long filled = traded(order);
        if (remaining(order) > 0) {
            return filled > 0 ? OrderState.PARTLY_FILLED : OrderState.OPEN;
        }
        if (has(order, TRADED_OUT) || filled > 0 && filled >= size(order)) {
            return OrderState.FILLED;
        }
        return has(order, REJECTED) && filled == 0 ? OrderState.REJECTED : OrderState.CANCELLED;
    }

    private final class Views extends AbstractList<OrderView> implements RandomAccess {
        private final int[] orders;

        private Views(final int[] orders) {
            this.orders = orders;
        }

        @Override
        public OrderView get(final int place) {
            return view(orders[place]);
        }

        @Override
        public int size() {
            return orders.length;
        }
    }
}
