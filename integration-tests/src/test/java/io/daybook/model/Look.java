package io.daybook.model;

import static io.daybook.model.Exact.big;
import static io.daybook.model.Exact.product;

import java.math.BigInteger;
import java.util.List;

/** What orders find on the other side that look before they trade. */
final class Look {
    private final Market market;
    private final Order taker;
    /** How many orders may still be looked at; without self-trade prevention any number. */
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
     * What can be had at one price.
     *
     * @param lots how many lots
     * @param isLast whether the taker can get no further, because of an own order or because it may look no further
     */
    record Reach(long lots, boolean isLast) {}

    /** Whether an order could trade so many lots within a limit. */
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

    /** Whether all of an order with a budget can be had for it: a bid costs no more, an ask brings no less. */
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

    /** What an order that takes level by level can have at a price. */
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
