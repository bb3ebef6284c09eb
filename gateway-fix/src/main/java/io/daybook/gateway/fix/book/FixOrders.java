package io.daybook.gateway.fix.book;

import io.daybook.api.ResultView;
import io.daybook.sessions.order.OrderList;
import io.daybook.sessions.order.OrderTable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The orders of the book: all live ones, and the last closed ones. Orders are found by id alone, because reports on
 * disk were made in that way: an order of another door hides an older one with the same id in another symbol.
 */
final class FixOrders extends OrderTable {
    static final int STOP = OWN;
    static final int LOST = OWN + 1;
    static final long WAITS = FLAG;
    static final int COLUMNS = WIDE;

    private static final int FIRST_ROWS = 64;

    private final int closedKept;
    private final OrderList others = new OrderList();
    private final Map<Long, FixOrder> closed = new HashMap<>();
    private final ArrayDeque<FixOrder> closedInOrder = new ArrayDeque<>();

    /** The live orders, by the rows of their records. */
    private @Nullable FixOrder[] live = new FixOrder[FIRST_ROWS];

    FixOrders(final int closedKept) {
        super(WIDE);
        this.closedKept = closedKept;
    }

    @Nullable
    FixOrder live(final long id) {
        final int row = find(0, id);
        return row == NONE ? null : live[row];
    }

    /** An order that is live or was closed recently, or null. */
    @Nullable
    FixOrder find(final long id) {
        final FixOrder order = live(id);
        return order != null ? order : closed.get(id);
    }

    /** The live orders of a list, in order of arrival. */
    List<FixOrder> of(final OrderList owned) {
        final List<FixOrder> all = new ArrayList<>(owned.count());
        for (int row = owned.first(); row != NONE; row = next(row)) {
            final FixOrder order = live[row];
            if (order != null) {
                all.add(order);
            }
        }
        return all;
    }

    /** Returns whether a live order has a trigger. */
    boolean hasStops() {
        for (final FixOrder order : live) {
            if (order != null && order.stop() != 0) {
                return true;
            }
        }
        return false;
    }

    /** The live orders of other doors, in order of arrival. */
    List<FixOrder> others() {
        return of(others);
    }

    /** The closed orders, the oldest first. */
    ArrayDeque<FixOrder> closed() {
        return closedInOrder;
    }

    /** Creates the order that a command was to place; it is not live yet. */
    FixOrder placed(
            final ResultView result, final @Nullable FixBookSession owner, final FixTerms terms, final String clOrdId) {
        final int row = add(result.symbol(), result.orderId(), result.uid(), result.sideCode(), 0, result.size());
        price(row, result.price());
        return new FixOrder(this, row, owner, terms, clOrdId);
    }

    /** Adds an order to the live ones. */
    void open(final FixOrder order) {
        final FixOrder older = live(order.id());
        if (older != null && older.owner == null) {
            end(older);
        }
        if (order.row >= live.length) {
            live = Arrays.copyOf(live, Math.max(order.row + 1, 2 * live.length));
        }
        live[order.row] = order;
        open(order.row, list(order));
    }

    private OrderList list(final FixOrder order) {
        return order.owner == null ? others : order.owner.orders;
    }

    /** Removes an order that has ended from the live ones. */
    void close(final FixOrder order) {
        end(order);
        if (order.owner != null) {
            keep(order);
        }
    }

    private void end(final FixOrder order) {
        live[order.row] = null;
        close(order.row, list(order));
        detach(order);
    }

    private void detach(final FixOrder order) {
        final int row = order.row;
        order.detach();
        free(row);
    }

    /** Stores the outcome of an order; if there are too many, removes the oldest. */
    void keep(final FixOrder order) {
        if (order.row != NONE) {
            detach(order); // the order was never live here
        }
        closed.put(order.id(), order);
        closedInOrder.add(order);
        if (closedInOrder.size() > closedKept) {
            closed.remove(closedInOrder.remove().id());
        }
    }

    /** Drops the closed orders of a session. */
    void forgetClosed(final FixBookSession session) {
        closedInOrder.removeIf(order -> order.owner == session);
        closed.values().removeIf(order -> order.owner == session);
    }

    /** Drops the orders of other doors without a report. */
    void forgetOthers() {
        others().forEach(this::end);
    }

    /** Sets the lots that an order has left, after a change other than a trade. */
    void leaves(final FixOrder order, final long lots) {
        remaining(order.row, lots);
        set(order.row, SIZE, order.cum() + lots);
    }

    /** Records that lots were taken off without a trade. */
    void takeOff(final FixOrder order, final long leaves) {
        set(order.row, LOST, order.lost() + order.leaves() - leaves);
        leaves(order, leaves);
    }

    void price(final FixOrder order, final long price) {
        price(order.row, price);
    }

    void stop(final FixOrder order, final long price) {
        set(order.row, STOP, price);
    }

    /** Sets whether an order waits for its trigger. */
    void waits(final FixOrder order, final boolean isWaiting) {
        flag(order.row, WAITS, isWaiting);
    }

    /** Sets the further fields of an order that was read from a part. */
    void more(final int row, final long stop, final long lost, final long sumHigh, final long sumLow) {
        set(row, STOP, stop);
        set(row, LOST, lost);
        set(row, NOTIONAL, sumLow);
        set(row, NOTIONAL + 1, sumHigh);
    }
}
