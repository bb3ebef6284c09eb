package io.daybook.sessions.order;

import io.daybook.api.ResultView;
import io.daybook.wire.OffReason;
import org.jspecify.annotations.Nullable;

/**
 * The live orders of owners. An owner gets an answer to each request and a message for each change of its orders. This
 * class decides which messages a result makes, in which sequence and with which lots: first the answer, then the
 * effects of the events. The TCP door and a simulated market send these messages. The id of an order names its owner,
 * so ids are unique across all symbols. Only growth allocates. Used by one thread.
 *
 * @param <O> an owner
 */
public abstract class OwnedOrders<O> implements OrderListener {
    private final OrderTable live = OrderTable.ofSessions();
    private final OrderReader reader;

    /** Creates a table without orders. */
    @SuppressWarnings("this-escape") // the reader only stores its listener
    protected OwnedOrders() {
        reader = new OrderReader(this);
    }

    /** Returns the owner that the id of an order names, or null if it names none. */
    protected abstract @Nullable O ownerOf(long orderId);

    /** The live orders of an owner. */
    protected abstract OrderList ordersOf(O owner);

    /**
     * Called for the answer to the command of a result.
     *
     * @param fills the number of trades of its order in its own act
     * @param traded all lots that its order has traded by the end of that act; 0 if it was refused or has no owner
     */
    protected abstract void answer(ResultView result, int fills, long traded);

    /** Called when an order traded. The owner is null if the order has none. */
    protected abstract void fill(@Nullable O owner, OrderReader order);

    /** Called when lots of an order were taken off. The owner is null if the order has none. */
    protected abstract void off(@Nullable O owner, long orderId, long uid, long size, long remaining, OffReason reason);

    /**
     * Called when an order with these lots got an id that does not name its owner, so that the owner has lost the
     * order.
     */
    protected abstract void lost(O owner, long orderId, long size);

    /** Called when an order was replaced, before its id changes here. */
    protected void replaced(final OrderReader order) {}

    /** Called when an order of an owner has ended. */
    protected void closed(final long orderId, final long traded) {}

    /** The live orders. */
    protected final OrderTable live() {
        return live;
    }

    /** The reader of the results. */
    protected final OrderReader reader() {
        return reader;
    }

    /** Returns the live order with an id, or {@link OrderTable#NONE}. */
    public final int find(final long orderId) {
        return live.find(0, orderId);
    }

    /**
     * Reads the next result.
     *
     * @param isAnswered whether {@link #answer} is called for a command on orders
     */
    protected final void read(final ResultView result, final boolean isAnswered) {
        reader.open(result);
        if (isAnswered) {
            final int fills = reader.ownFills(result);
            final long orderId = result.orderId();
            final int row = result.isSuccess() && orderId != 0 ? find(orderId) : OrderTable.NONE;
            answer(result, fills, row == OrderTable.NONE ? 0 : live.traded(row) + reader.ownLots());
        }
        reader.walk(result);
    }

    @Override
    public final void onOpened(final OrderReader order) {
        open(order);
    }

    /**
     * Counts the trades of an exit from zero each time it comes to life: its earlier count may already have been
     * dropped with old closed orders, and the doors drop these at different times.
     */
    @Override
    public final void onExit(final OrderReader order) {
        final int row = find(order.orderId());
        if (row == OrderTable.NONE) {
            open(order);
        } else {
            live.grow(row, order.size());
        }
    }

    private void open(final OrderReader order) {
        final O owner = ownerOf(order.orderId());
        if (owner != null) {
            live.open(live.add(order.symbol(), order.orderId(), order.uid(), 0, 0, order.size()), ordersOf(owner));
        }
    }

    @Override
    public final void onTraded(final OrderReader order) {
        final O owner = ownerOf(order.orderId());
        if (owner != null) {
            final int row = find(order.orderId());
            if (row != OrderTable.NONE) {
                final long traded = live.trade(row, order.price(), order.size(), order.remaining());
                if (order.remaining() == 0) {
                    close(owner, row, order.orderId(), traded);
                }
            }
        }
        fill(owner, order);
    }

    @Override
    public final void onTakenOff(final OrderReader order) {
        takeOff(order.orderId(), order.uid(), order.size(), order.remaining(), order.offReason());
    }

    private void takeOff(
            final long orderId, final long uid, final long size, final long remaining, final OffReason reason) {
        final O owner = ownerOf(orderId);
        if (owner != null) {
            final int row = find(orderId);
            if (row != OrderTable.NONE) {
                live.remaining(row, remaining);
                closeIfDone(owner, row, remaining);
            }
        }
        off(owner, orderId, uid, size, remaining, reason);
    }

    /** Handles a new id: another door can give an order an id without an owner. */
    @Override
    public final void onReplaced(final OrderReader order) {
        replaced(order);
        final O owner = ownerOf(order.orderId());
        final int row = owner == null ? OrderTable.NONE : find(order.orderId());
        if (owner == null || row == OrderTable.NONE) {
            return;
        }
        if (ownerOf(order.newOrderId()) == owner) {
            live.grow(row, order.remaining());
            if (order.newOrderId() != order.orderId()) {
                live.rename(row, order.newOrderId());
            }
        } else {
            final long before = live.remaining(row);
            closeIfDone(owner, row, 0);
            lost(owner, order.orderId(), before);
        }
    }

    /** Removes all orders of an owner, because the exchange has removed them. */
    protected final void forget(final O owner) {
        final OrderList orders = ordersOf(owner);
        while (orders.first() != OrderTable.NONE) {
            final int row = orders.first();
            takeOff(live.orderId(row), live.uid(row), live.remaining(row), 0, OffReason.CANCELLED_BY_OTHER);
        }
    }

    /** Closes an order that has no lots left. */
    private void closeIfDone(final O owner, final int row, final long remaining) {
        if (remaining == 0) {
            close(owner, row, live.orderId(row), live.traded(row));
        }
    }

    private void close(final O owner, final int row, final long orderId, final long traded) {
        closed(orderId, traded);
        live.close(row, ordersOf(owner));
        live.free(row);
    }
}
