package io.daybook.trading;

import io.daybook.api.ResultCode;
import io.daybook.client.OrderType;
import io.daybook.client.book.OrderLevels;
import io.daybook.trading.feature.Symbols;
import io.daybook.wire.OrderNumbers;
import org.jspecify.annotations.Nullable;

/**
 * The trader's orders. Each symbol and side has places, called levels, for one order each. A place takes the next order
 * only when all lots of the last one are accounted for, in whatever sequence answers, fills and removed lots arrive, so
 * two orders never rest in the place of one. Used by the trader's thread.
 */
public final class Orders {
    private static final int UNKNOWN_ORDER = ResultCode.MATCHING_UNKNOWN_ORDER_ID.code();
    private static final int SIDES = 2;

    private final Symbols symbols;
    private final int levels;
    private final OrderPort port;
    private final RiskGate gate;
    private final Positions positions;
    private final OpenLots open;

    /** Places by handle: the bids of the first symbol by level, its asks, then those of the next symbol. */
    private final Order[] places;

    private final OrderIndex byId;
    private long nowNs;
    private long sent;
    private long disagreements;

    Orders(final TraderConfig config, final Symbols symbols, final OrderPort port, final Trading trading) {
        this.symbols = symbols;
        this.levels = config.levels();
        this.port = port;
        this.gate = trading.gate();
        this.positions = trading.positions();
        this.open = trading.open();
        places = new Order[symbols.count() * SIDES * levels];
        for (int handle = 0; handle < places.length; handle++) {
            final int row = handle / levels;
            places[handle] = new Order(handle, row / SIDES, symbols.symbol(row / SIDES), row % SIDES, handle % levels);
        }
        byId = new OrderIndex(places);
    }

    /** The other parts of a trader that orders use. */
    record Trading(RiskGate gate, Positions positions, OpenLots open) {}

    /** The number of places; handles run from 0 to one less. */
    public int handles() {
        return places.length;
    }

    /** The number of levels of each symbol and side. */
    public int levels() {
        return levels;
    }

    /** The number of requests that were sent. */
    public long sent() {
        return sent;
    }

    /** The number of orders whose status after a reconnect contradicts the stream: a number other than 0 is a fault. */
    public long disagreements() {
        return disagreements;
    }

    /** The order of a place. */
    public Order order(final int symbol, final int side, final int level) {
        if (side != OrderLevels.BID && side != OrderLevels.ASK || level < 0 || level >= levels) {
            throw new IllegalArgumentException("side must be BID or ASK, and level from 0 to " + (levels - 1)
                    + ": side=" + side + " level=" + level);
        }
        return places[(symbols.index(symbol) * SIDES + side) * levels + level];
    }

    /** The most lots of a symbol and side that may still trade. */
    public long open(final int symbol, final int side) {
        return open.lots(symbols.index(symbol), side);
    }

    /**
     * Ensures that a place has a resting order with this price and size: places an order, replaces the resting one, or
     * leaves it as it is. The order never takes.
     */
    public Sending quote(final int symbol, final int side, final int level, final long price, final long size) {
        return order(symbol, side, level).state() == OrderState.NONE
                ? place(symbol, side, level, OrderType.POST_ONLY, price, size)
                : replace(symbol, side, level, price, size);
    }

    /** Sends a new order, if its place is free. */
    public Sending place(
            final int symbol,
            final int side,
            final int level,
            final OrderType type,
            final long price,
            final long size) {
        final Order order = order(symbol, side, level);
        if (order.state() != OrderState.NONE) {
            return Sending.BUSY;
        }
        if (!gate.allows(order, price, size, nowNs)) {
            return Sending.REFUSED;
        }
        final long id = port.place(order.handle(), symbol, side, type, price, size);
        if (id < 0) {
            return Sending.NOT_SENT;
        }
        order.begin(id, type, price, size);
        byId.add(order);
        opened(order, 0, 0);
        sent++;
        return Sending.SENT;
    }

    /** Gives a resting order another price, and another number of open lots. */
    public Sending replace(final int symbol, final int side, final int level, final long price, final long size) {
        final Order order = order(symbol, side, level);
        if (order.state() != OrderState.LIVE) {
            return Sending.BUSY;
        }
        if (order.price() == price && order.open() == size) {
            return Sending.AS_IT_IS;
        }
        if (!gate.allows(order, price, size, nowNs)) {
            return Sending.REFUSED;
        }
        final long total = Math.addExact(order.filled + order.off, size);
        final long request = port.replace(order.handle(), price, total);
        if (request < 0) {
            return Sending.NOT_SENT;
        }
        final long lots = order.open();
        final long notional = notional(order);
        order.replacing(request, price, total);
        opened(order, lots, notional);
        sent++;
        return Sending.SENT;
    }

    /** Cancels an order, even while the answer to it or to its replacement is still to come. */
    public Sending cancel(final int symbol, final int side, final int level) {
        return cancel(order(symbol, side, level));
    }

    /** Cancels all orders. */
    public void cancelAll() {
        for (final Order order : places) {
            cancel(order);
        }
    }

    boolean areNone() {
        for (final Order order : places) {
            if (order.state() != OrderState.NONE) {
                return false;
            }
        }
        return true;
    }

    private Sending cancel(final Order order) {
        if (order.state() == OrderState.NONE || order.isCancelling() || order.isGone) {
            return Sending.AS_IT_IS;
        }
        final long request = port.cancel(order.handle());
        if (request < 0) {
            return Sending.NOT_SENT;
        }
        order.cancelRequest = request;
        sent++;
        return Sending.SENT;
    }

    // ---- calls of the engine -------------------------------------------------------------------------------------

    void at(final long newNowNs) {
        nowNs = newNowNs;
    }

    /** Applies an answer; returns the order if a place has it. */
    @Nullable
    Order answered(
            final long orderId, final RequestKind kind, final int code, final long remaining, final long traded) {
        final Order order = byId.find(orderId);
        if (order == null) {
            return null; // the order ended before the answer came
        }
        final long lots = order.open();
        final long notional = notional(order);
        final boolean isDone = code == 0;
        switch (kind) {
            case PLACE -> {
                order.isPlaced = isDone;
                order.isGone |= remaining == 0;
                if (!isDone) {
                    order.off = order.total;
                }
            }
            case REPLACE -> {
                final boolean isReduced = remaining == 0 && traded == 0; // reduced to nothing: all lots are removed
                order.replaced(isDone && !isReduced);
                order.isGone |= isDone ? remaining == 0 : code == UNKNOWN_ORDER;
            }
            case CANCEL -> {
                order.cancelled();
                order.isGone |= isDone || code == UNKNOWN_ORDER;
            }
        }
        settle(order, lots, notional);
        return order;
    }

    /** Applies a fill; returns the order if a place has it. */
    @Nullable
    Order filled(final long orderId, final long size) {
        final Order order = byId.find(orderId);
        if (order != null) {
            final long lots = order.open();
            final long notional = notional(order);
            order.filled += size;
            settle(order, lots, notional);
        }
        return order;
    }

    /** Subtracts lots that left the book without a trade; returns the order if a place has it. */
    @Nullable
    Order off(final long orderId, final long size) {
        final Order order = byId.find(orderId);
        if (order != null) {
            final long lots = order.open();
            final long notional = notional(order);
            order.off += size;
            settle(order, lots, notional);
        }
        return order;
    }

    /** Undoes a request that was lost with its connection; returns the order if a place has it. */
    @Nullable
    Order notCarriedOut(final long request) {
        for (final Order order : places) {
            if (order.state() != OrderState.NONE && isOf(order, request)) {
                final long lots = order.open();
                final long notional = notional(order);
                if (order.replaceRequest == request) {
                    order.replaced(false);
                } else if (order.cancelRequest == request) {
                    order.cancelled();
                } else {
                    order.off = order.total;
                    order.replaced(false);
                }
                settle(order, lots, notional);
                return order;
            }
        }
        return null;
    }

    private static boolean isOf(final Order order, final long request) {
        return order.replaceRequest == request
                || order.cancelRequest == request
                || !order.isPlaced && OrderNumbers.request(order.id()) == request;
    }

    /** Requests the status of each order, after a reconnect. */
    void reconcile() {
        for (final Order order : places) {
            if (order.state() != OrderState.NONE) {
                port.status(order.handle());
            }
        }
    }

    /** Applies the venue's status of an order, and compares it with the stream so far. */
    @Nullable
    Order status(final long orderId, final boolean isLive, final long remaining, final long traded) {
        final Order order = byId.find(orderId);
        if (order == null) {
            return null; // the order ended while the request was under way
        }
        if (!isLive) {
            order.isGone = true; // otherwise a lost answer could leave it LIVE for ever
        } else if (order.isGone || order.filled > traded || order.open() < remaining) {
            disagreements++;
        }
        return order;
    }

    private void settle(final Order order, final long lotsBefore, final long notionalBefore) {
        if (!order.isReplacing() && order.filled + order.off >= order.total) {
            byId.remove(order);
            order.end();
        }
        opened(order, lotsBefore, notionalBefore);
    }

    /** Updates the sums after the open lots of an order have changed. */
    private void opened(final Order order, final long lotsBefore, final long notionalBefore) {
        open.add(order.index(), order.side(), order.open() - lotsBefore, notional(order) - notionalBefore);
        open.note(order.index(), positions.lotsAt(order.index()));
    }

    private long notional(final Order order) {
        return positions.notional(order.index(), order.worstPrice(), order.open());
    }
}
