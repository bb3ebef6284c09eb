package io.daybook.model;

import static io.daybook.model.Exact.big;
import static io.daybook.model.Exact.product;

import java.math.BigInteger;
import java.util.List;

/** Counts the lots that an order could trade with on the other side of the book, before it trades. */
final class Look {
    private final Market market;
    private final Order taker;
    /** The number of orders that this look may still visit; unlimited without self-trade prevention. */
    private long ordersLeft;

    private Look(final Market market, final Order taker, final long ordersLeft) {
        this.market = market;
        this.taker = taker;
        this.ordersLeft = ordersLeft;
    }

    private static Look limited(final Market market, final Order taker) {
        return new Look(market, taker, taker.stpMode == StpMode.NONE ? Long.MAX_VALUE : Exact.MAX_LOOK);
    }

    /**
     * The lots that an order can trade at one price.
     *
     * @param lots the number of lots
     * @param isLast whether the look ends at this price, at an order of the taker's owner or at the limit of orders
     */
    record Reach(long lots, boolean isLast) {}

    /** Whether an order could trade this many lots within a limit. */
    static boolean canFill(final Market market, final Order taker, final long limit, final long lots) {
        final Look look = limited(market, taker);
        BigInteger found = BigInteger.ZERO;
        for (final long price : look.pricesInSight()) {
            if (!taker.accepts(price, limit) || found.compareTo(big(lots)) >= 0) {
                break;
            }
            final Reach reach = look.reach(price);
            found = found.add(big(reach.lots()));
            if (reach.isLast()) {
                break;
            }
        }
        return found.compareTo(big(lots)) >= 0;
    }

    /**
     * Whether all lots of an order can be traded within its budget: a bid costs no more than the budget, an ask earns
     * no less.
     */
    static boolean fitsBudget(final Market market, final Order taker) {
        final Look look = limited(market, taker);
        long left = taker.remaining;
        BigInteger total = BigInteger.ZERO;
        for (final long price : look.pricesInSight()) {
            if (left == 0) {
                break;
            }
            final Reach reach = look.reach(price);
            final long taken = Math.min(left, reach.lots());
            total = total.add(product(taken, price));
            left -= taken;
            if (reach.isLast()) {
                break;
            }
        }
        final int comparison = total.compareTo(big(taker.price));
        return left == 0 && (taker.side() == Side.BID ? comparison <= 0 : comparison >= 0);
    }

    /** The lots that an order which trades level by level can trade at a price. */
    static Reach reachAt(final Market market, final Order taker, final long price) {
        return new Look(market, taker, Long.MAX_VALUE).reach(price);
    }

    private List<Long> pricesInSight() {
        return market.prices(taker.side().opposite()).stream()
                .limit(Exact.MAX_LOOK)
                .toList();
    }

    private Reach reach(final long price) {
        final List<Order> seen = market.seenAt(taker.side().opposite(), price);
        final List<Order> unseen = market.unseenAt(taker.side().opposite(), price);
        long lots = 0;
        for (final Order order : seen) {
            if (ordersLeft-- == 0 || endsAt(order)) {
                return new Reach(lots, true);
            }
            lots += isSkipped(order) ? 0 : taker.stpMode == StpMode.CANCEL_MAKER ? order.lotsHere() : order.shown;
        }
        if (taker.stpMode != StpMode.CANCEL_MAKER) {
            for (final Order order : seen) {
                lots += order.lotsHere() - order.shown;
            }
        }
        for (final Order order : unseen) {
            if (ordersLeft-- == 0 || endsAt(order)) {
                return new Reach(lots, true);
            }
            lots += isSkipped(order) ? 0 : order.lotsHere();
        }
        return new Reach(lots, false);
    }

    private boolean endsAt(final Order maker) {
        return taker.stpMode != StpMode.NONE && taker.stpMode != StpMode.CANCEL_MAKER && SelfTrades.isOwn(taker, maker);
    }

    private boolean isSkipped(final Order maker) {
        return taker.stpMode == StpMode.CANCEL_MAKER && SelfTrades.isOwn(taker, maker);
    }
}
