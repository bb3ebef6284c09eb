package io.daybook.engine;

import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.api.UserReport;
import io.daybook.engine.matching.OrderVisitor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Picks a page of orders, by symbol and order id, out of those that it is shown in any order. It keeps no more than the page, so that
 * memory is bounded whatever a user has.
 */
final class OrderPage implements OrderVisitor {
    private static final Comparator<UserReport.Order> BY_SYMBOL_AND_ID =
            Comparator.comparingInt(UserReport.Order::symbol).thenComparingLong(UserReport.Order::orderId);

    private final int maxOrders;
    private final int afterSymbol;
    private final long afterOrderId;

    /** The last order of the page in front. */
    private final PriorityQueue<UserReport.Order> page = new PriorityQueue<>(BY_SYMBOL_AND_ID.reversed());

    private boolean more;

    /**
     * A page.
     *
     * @param maxOrders at least 1
     * @param afterSymbol orders up to this symbol, and {@code afterOrderId} in it, are left out
     */
    OrderPage(final int maxOrders, final int afterSymbol, final long afterOrderId) {
        this.maxOrders = maxOrders;
        this.afterSymbol = afterSymbol;
        this.afterOrderId = afterOrderId;
    }

    @Override
    public void onOrder(
            final int symbol,
            final int side,
            final long price,
            final long orderId,
            final long uid,
            final int userIndex,
            final int type,
            final long reservePrice,
            final long size,
            final long remaining) {
        if (!isBehind(symbol, orderId, afterSymbol, afterOrderId)) {
            return;
        }
        if (page.size() == maxOrders) {
            more = true;
            final UserReport.Order last = page.element();
            if (isBehind(symbol, orderId, last.symbol(), last.orderId())) {
                return;
            }
            page.remove();
        }
        page.add(new UserReport.Order(
                symbol, orderId, Side.of(side), OrderType.of(type), price, reservePrice, size, remaining));
    }

    private static boolean isBehind(
            final int symbol, final long orderId, final int otherSymbol, final long otherOrderId) {
        return symbol > otherSymbol || symbol == otherSymbol && orderId > otherOrderId;
    }

    /** The orders of the page, sorted. */
    List<UserReport.Order> orders() {
        final List<UserReport.Order> orders = new ArrayList<>(page);
        orders.sort(BY_SYMBOL_AND_ID);
        return orders;
    }

    /** Whether there are orders behind the page. */
    boolean hasMore() {
        return more;
    }
}
