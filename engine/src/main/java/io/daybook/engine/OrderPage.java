package io.daybook.engine;

import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.api.UserReport;
import io.daybook.engine.matching.book.OrderTermsView;
import io.daybook.engine.matching.book.OrderVisitor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Picks a page of orders, by symbol and order id, from visited orders in any sequence. It keeps two pages at most, so
 * that memory is bounded for any user, and sorts whenever it has two: orders in ascending or descending sequence are
 * runs that cost one merge, while a heap would sift each of them.
 */
final class OrderPage implements OrderVisitor {
    private static final Comparator<UserReport.Order> BY_SYMBOL_AND_ID = (one, other) -> {
        final int bySymbol = Integer.compare(one.symbol(), other.symbol());
        return bySymbol != 0 ? bySymbol : Long.compare(one.orderId(), other.orderId());
    };

    private final int maxOrders;
    private final int afterSymbol;
    private final long afterOrderId;

    private final List<UserReport.Order> page = new ArrayList<>();

    /** The last order of a full page; later orders are not in the page. */
    private UserReport.@Nullable Order last;

    private boolean more;

    /** Whether the order that was shown last is in the page. */
    private boolean isLastIn;

    /**
     * Creates an empty page.
     *
     * @param maxOrders the most orders of the page, at least 1
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
        isLastIn = false;
        if (remaining == 0 || !isBehind(symbol, orderId, afterSymbol, afterOrderId)) {
            return; // an exit without lots is in no report
        }
        final UserReport.Order end = last;
        if (end != null && isBehind(symbol, orderId, end.symbol(), end.orderId())) {
            return;
        }
        if (page.size() == 2 * maxOrders) {
            cut();
        }
        page.add(new UserReport.Order(
                symbol, orderId, Side.of(side), OrderType.of(type), price, reservePrice, size, remaining));
        isLastIn = true;
    }

    @Override
    public void onTerms(final OrderTermsView terms) {
        if (isLastIn) {
            final UserReport.Order order = page.remove(page.size() - 1);
            page.add(new UserReport.Order(
                    order.symbol(),
                    order.orderId(),
                    order.side(),
                    order.type(),
                    order.price(),
                    order.reservePrice(),
                    order.size(),
                    order.remaining(),
                    terms.terms(),
                    terms.isDormant(),
                    terms.shown()));
        }
    }

    private static boolean isBehind(
            final int symbol, final long orderId, final int otherSymbol, final long otherOrderId) {
        return symbol > otherSymbol || symbol == otherSymbol && orderId > otherOrderId;
    }

    private void cut() {
        page.sort(BY_SYMBOL_AND_ID);
        if (page.size() > maxOrders) {
            more = true;
            page.subList(maxOrders, page.size()).clear();
            last = page.get(maxOrders - 1);
        }
    }

    /** The orders of the page, sorted. */
    List<UserReport.Order> orders() {
        cut();
        return page;
    }

    /** Whether more orders follow the page. */
    boolean hasMore() {
        return more || page.size() > maxOrders;
    }
}
