package io.daybook.server.orders;

import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.kernel.money.WideSum;
import io.daybook.kernel.slab.Slab;
import java.util.AbstractList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * The orders of a book, live ones and closed ones that are kept, as records of a slab: a venue may have millions, and
 * all but a few belong to people whom nobody shows them. What is shown is made when it is asked for. Guarded by the
 * book.
 *
 * <pre>
 * 0  order id    4  size        8  notional, upper half    12  seq
 * 1  owner       5  remaining   9  fees                    13  the owner's live order before it
 * 2  traits      6  filled     10  placed, ns              14  and behind it
 * 3  price       7  notional   11  changed, ns             15  place of the owner among users
 *
 * traits: symbol 0..31, side 32..39, type 40..47, flags from 48 on
 * </pre>
 */
final class OrderRecords {
    /** No order. */
    static final int NONE = Slab.NONE;

    private static final int STRIDE_SHIFT = 4;
    private static final int ORDER_ID = 0;
    private static final int UID = 1;
    private static final int TRAITS = 2;
    private static final int PRICE = 3;
    private static final int SIZE = 4;
    private static final int REMAINING = 5;
    private static final int FILLED = 6;
    private static final int NOTIONAL = 7;
    private static final int FEES = 9;
    private static final int PLACED_NS = 10;
    private static final int CHANGED_NS = 11;
    private static final int SEQ = 12;
    private static final int BEFORE = 13;
    private static final int BEHIND = 14;
    private static final int OWNER = 15;

    private static final int SIDE_SHIFT = 32;
    private static final int TYPE_SHIFT = 40;
    private static final long SYMBOL_MASK = 0xFFFF_FFFFL;
    private static final int CODE_MASK = 0xFF;

    /** Its sender asked for no price: the server gave it one. */
    private static final long MARKET = 1L << 48;

    /** It never rested, or was refused. */
    private static final long REJECTED = 1L << 49;

    /** Its last lots traded; a reduction may have lowered how many these were. */
    private static final long TRADED_OUT = 1L << 50;

    /** Its sender has named it: there is a {@link Named}. */
    private static final long NAMED = 1L << 51;

    private final Slab slab;
    private final Map<Integer, Named> names;

    /** What is kept beside of an order over HTTP. */
    private record Named(String clientOrderId, @Nullable ClientEntry entry) {}

    OrderRecords() {
        this(new Slab(STRIDE_SHIFT), new HashMap<>());
    }

    private OrderRecords(final Slab slab, final Map<Integer, Named> names) {
        this.slab = slab;
        this.names = names;
    }

    /** The same orders under the same handles; later changes are not seen in it. */
    OrderRecords copy() {
        return new OrderRecords(new Slab(slab), new HashMap<>(names));
    }

    /** A new order, of which nothing has traded. */
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
        final int order = slab.allocate();
        final long[] chunk = slab.chunk(order);
        final int base = Slab.base(order, STRIDE_SHIFT);
        chunk[base + ORDER_ID] = orderId;
        chunk[base + UID] = uid;
        chunk[base + TRAITS] = symbol & SYMBOL_MASK | (long) sideCode << SIDE_SHIFT | (long) typeCode << TYPE_SHIFT;
        chunk[base + PRICE] = price;
        chunk[base + SIZE] = size;
        chunk[base + REMAINING] = size;
        chunk[base + PLACED_NS] = placedNs;
        chunk[base + CHANGED_NS] = placedNs;
        chunk[base + SEQ] = seq;
        return order;
    }

    /** The order that a view shows. */
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
        slab.set(order, REMAINING, view.remaining());
        slab.set(order, FILLED, view.filled());
        WideSum.put(slab.chunk(order), slab.base(order) + NOTIONAL, view.notional());
        slab.set(order, FEES, view.fees());
        slab.set(order, CHANGED_NS, view.changedNs());
        flag(order, MARKET, view.isMarket());
        flag(order, REJECTED, view.state() == OrderState.REJECTED);
        flag(order, TRADED_OUT, view.state() == OrderState.FILLED);
        final String clientOrderId = view.clientOrderId();
        if (clientOrderId != null) {
            name(order, clientOrderId, view.isMarket());
        }
        return order;
    }

    /** An order is kept no more. */
    void free(final int order) {
        if (isNamed(order)) {
            names.remove(order);
        }
        slab.free(order);
    }

    int symbol(final int order) {
        return (int) traits(order);
    }

    long orderId(final int order) {
        return slab.get(order, ORDER_ID);
    }

    long uid(final int order) {
        return slab.get(order, UID);
    }

    int sideCode(final int order) {
        return (int) (traits(order) >>> SIDE_SHIFT) & CODE_MASK;
    }

    long remaining(final int order) {
        return slab.get(order, REMAINING);
    }

    OrderKey key(final int order) {
        return new OrderKey(symbol(order), orderId(order));
    }

    OrderPlace place(final int order) {
        return OrderPlace.of(slab.get(order, PLACED_NS), orderId(order), symbol(order));
    }

    /** The place of its owner, while it lives. */
    int owner(final int order) {
        return (int) slab.get(order, OWNER);
    }

    void owner(final int order, final int place) {
        slab.set(order, OWNER, place);
    }

    /** Its owner's live order before it, in the order in which they came. */
    int before(final int order) {
        return (int) slab.get(order, BEFORE);
    }

    /** Its owner's live order behind it. */
    int behind(final int order) {
        return (int) slab.get(order, BEHIND);
    }

    void before(final int order, final int other) {
        slab.set(order, BEFORE, other);
    }

    void behind(final int order, final int other) {
        slab.set(order, BEHIND, other);
    }

    /** Its sender has a name for it. */
    void name(final int order, final String clientOrderId, final boolean isMarket) {
        names.put(order, new Named(clientOrderId, null));
        flag(order, NAMED, true);
        flag(order, MARKET, isMarket);
    }

    /** What stands for the name of an order; null for none. */
    void entry(final int order, final @Nullable ClientEntry entry) {
        final Named named = names.get(order);
        if (named != null) {
            names.put(order, new Named(named.clientOrderId, entry));
        }
    }

    @Nullable
    ClientEntry entry(final int order) {
        final Named named = isNamed(order) ? names.get(order) : null;
        return named == null ? null : named.entry;
    }

    @Nullable
    String clientOrderId(final int order) {
        final Named named = isNamed(order) ? names.get(order) : null;
        return named == null ? null : named.clientOrderId;
    }

    void price(final int order, final long price) {
        slab.set(order, PRICE, price);
    }

    void remaining(final int order, final long remaining) {
        slab.set(order, REMAINING, remaining);
    }

    /** So many lots live: its size is other by as many as these are. */
    void grow(final int order, final long remaining) {
        final long[] chunk = slab.chunk(order);
        final int base = Slab.base(order, STRIDE_SHIFT);
        chunk[base + SIZE] += remaining - chunk[base + REMAINING];
        chunk[base + REMAINING] = remaining;
    }

    /** Another id, at another price, with so many lots. */
    void replace(final int order, final long newOrderId, final long price, final long remaining) {
        grow(order, remaining);
        slab.set(order, ORDER_ID, newOrderId);
        slab.set(order, PRICE, price);
    }

    void reject(final int order) {
        flag(order, REJECTED, true);
    }

    void trade(final int order, final long price, final long size, final long fee, final long remaining) {
        final long[] chunk = slab.chunk(order);
        final int base = Slab.base(order, STRIDE_SHIFT);
        WideSum.addProduct(chunk, base + NOTIONAL, price, size);
        chunk[base + FILLED] += size;
        chunk[base + FEES] += fee;
        chunk[base + REMAINING] = remaining;
        flag(order, TRADED_OUT, remaining == 0);
    }

    /** A command has changed it. */
    void change(final int order, final long timeNs, final long seq) {
        final long[] chunk = slab.chunk(order);
        final int base = Slab.base(order, STRIDE_SHIFT);
        chunk[base + CHANGED_NS] = timeNs;
        chunk[base + SEQ] = seq;
    }

    /** The order as it is now. */
    OrderView view(final int order) {
        final long[] chunk = slab.chunk(order);
        final int base = Slab.base(order, STRIDE_SHIFT);
        final long traits = chunk[base + TRAITS];
        return new OrderView(
                (int) traits,
                chunk[base + ORDER_ID],
                chunk[base + UID],
                Side.of((int) (traits >>> SIDE_SHIFT) & CODE_MASK),
                OrderType.of((int) (traits >>> TYPE_SHIFT) & CODE_MASK),
                (traits & MARKET) != 0,
                chunk[base + PRICE],
                chunk[base + SIZE],
                chunk[base + REMAINING],
                chunk[base + FILLED],
                WideSum.get(chunk, base + NOTIONAL),
                chunk[base + FEES],
                state(chunk, base),
                clientOrderId(order),
                chunk[base + PLACED_NS],
                chunk[base + CHANGED_NS],
                chunk[base + SEQ]);
    }

    /** Orders as they are when they are taken from the list: for one who holds a copy. */
    List<OrderView> views(final int[] orders) {
        return new Views(orders);
    }

    private static OrderState state(final long[] chunk, final int base) {
        final long filled = chunk[base + FILLED];
        if (chunk[base + REMAINING] > 0) {
            return filled > 0 ? OrderState.PARTLY_FILLED : OrderState.OPEN;
        }
        final long traits = chunk[base + TRAITS];
        if ((traits & TRADED_OUT) != 0 || filled > 0 && filled >= chunk[base + SIZE]) {
            return OrderState.FILLED;
        }
        return (traits & REJECTED) != 0 && filled == 0 ? OrderState.REJECTED : OrderState.CANCELLED;
    }

    private long traits(final int order) {
        return slab.get(order, TRAITS);
    }

    private boolean isNamed(final int order) {
        return (traits(order) & NAMED) != 0;
    }

    private void flag(final int order, final long flag, final boolean isSet) {
        final long traits = traits(order);
        slab.set(order, TRAITS, isSet ? traits | flag : traits & ~flag);
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
