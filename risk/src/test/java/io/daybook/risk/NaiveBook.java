package io.daybook.risk;

import io.daybook.api.CommandType;
import io.daybook.api.OrderType;
import io.daybook.api.ResultCode;
import io.daybook.api.SymbolSpec;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import io.daybook.kernel.money.Amounts;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The matching rules of the contract over two plain lists, best order first: slow, and easy to check by reading. */
final class NaiveBook {

    /** A live order. */
    static final class Order {
        final long orderId;
        final long uid;
        final int userIndex;
        final boolean bid;
        final int type;
        final long reservePrice;
        final long size;
        long price;
        long remaining;
        long arrival;

        Order(final CommandSlot slot) {
            this.orderId = slot.orderId();
            this.uid = slot.uid();
            this.userIndex = slot.userIndex();
            this.bid = slot.isBid();
            this.type = slot.orderType();
            this.reservePrice = slot.reservePrice();
            this.size = slot.size();
            this.price = slot.price();
            this.remaining = slot.size();
        }
    }

    final SymbolSpec spec;
    final List<Order> bids = new ArrayList<>();
    final List<Order> asks = new ArrayList<>();
    long nextTradeId = 1;
    private long arrivals;

    NaiveBook(final SymbolSpec spec) {
        this.spec = spec;
    }

    List<Order> orders() {
        final List<Order> all = new ArrayList<>(bids);
        all.addAll(asks);
        return all;
    }

    void match(final CommandSlot slot, final EventRing ring) {
        ring.begin();
        final ResultCode code = slot.type() == CommandType.PLACE_ORDER.code() ? place(slot, ring) : change(slot, ring);
        slot.resultCode(code.code());
        ring.end(slot);
    }

    private ResultCode place(final CommandSlot slot, final EventRing ring) {
        if (find(slot.orderId()) != null) {
            return ResultCode.MATCHING_DUPLICATE_ORDER_ID;
        }
        final Order order = new Order(slot);
        slot.initialRemaining(order.size);
        slot.remaining(0);
        final List<Order> makers = order.bid ? asks : bids;
        switch (OrderType.of(order.type)) {
            case GTC -> {
                trade(order, makers, ring);
                rest(order, slot);
            }
            case POST_ONLY -> {
                if (!makers.isEmpty() && crosses(order, makers.get(0))) {
                    ring.reject(order.size);
                } else {
                    rest(order, slot);
                }
            }
            case IOC -> {
                trade(order, makers, ring);
                rejectRest(order, ring);
            }
            case FOK -> {
                final long matchable = makers.stream()
                        .filter(maker -> crosses(order, maker))
                        .mapToLong(maker -> maker.remaining)
                        .sum();
                if (matchable >= order.size) {
                    trade(order, makers, ring);
                }
                rejectRest(order, ring);
            }
            case FOK_BUDGET -> {
                if (isBudgetMet(order, makers)) {
                    tradeWhatever(order, makers, ring);
                }
                rejectRest(order, ring);
            }
            case IOC_BUDGET -> {
                tradeBudget(order, makers, ring);
                rejectRest(order, ring);
            }
        }
        return ResultCode.SUCCESS;
    }

    private ResultCode change(final CommandSlot slot, final EventRing ring) {
        final Order order = find(slot.orderId());
        if (order == null || order.uid != slot.uid()) {
            return ResultCode.MATCHING_UNKNOWN_ORDER_ID;
        }
        slot.side(order.bid ? 1 : 2);
        slot.orderType(order.type);
        slot.reservePrice(order.reservePrice);
        slot.initialRemaining(order.remaining);
        slot.remaining(order.remaining);
        if (slot.type() == CommandType.MOVE_ORDER.code()) {
            return move(slot, order, ring);
        }
        final long gone = slot.type() == CommandType.CANCEL_ORDER.code()
                ? order.remaining
                : Math.min(slot.size(), order.remaining);
        order.remaining -= gone;
        if (order.remaining == 0) {
            side(order).remove(order);
        }
        slot.remaining(order.remaining);
        ring.reduce(order.price, gone, order.remaining);
        return ResultCode.SUCCESS;
    }

    private ResultCode move(final CommandSlot slot, final Order order, final EventRing ring) {
        if (order.bid && !spec.isFutures() && slot.price() > order.reservePrice) {
            return ResultCode.MATCHING_MOVE_FAILED_PRICE_OVER_RISK_LIMIT;
        }
        if (!order.bid && slot.price() < Amounts.lowestCoveredAsk(spec)) {
            return ResultCode.MATCHING_MOVE_FAILED_PRICE_OVER_RISK_LIMIT;
        }
        final List<Order> makers = order.bid ? asks : bids;
        final long oldPrice = order.price;
        order.price = slot.price();
        final boolean crosses = !makers.isEmpty() && crosses(order, makers.get(0));
        if (order.type == OrderType.POST_ONLY.code() && crosses) {
            order.price = oldPrice;
            return ResultCode.MATCHING_MOVE_FAILED_WOULD_CROSS;
        }
        if (slot.price() != oldPrice) {
            side(order).remove(order);
            trade(order, makers, ring);
            slot.remaining(0);
            rest(order, slot);
        }
        return ResultCode.SUCCESS;
    }

    private void rest(final Order order, final CommandSlot slot) {
        if (order.remaining > 0) {
            order.arrival = ++arrivals;
            side(order).add(order);
            side(order)
                    .sort(Comparator.comparingLong((Order each) -> order.bid ? -each.price : each.price)
                            .thenComparingLong(each -> each.arrival));
            slot.remaining(order.remaining);
        }
    }

    private void trade(final Order taker, final List<Order> makers, final EventRing ring) {
        while (taker.remaining > 0 && !makers.isEmpty() && crosses(taker, makers.get(0))) {
            tradeBest(taker, makers, Math.min(taker.remaining, makers.get(0).remaining), ring);
        }
    }

    private void tradeWhatever(final Order taker, final List<Order> makers, final EventRing ring) {
        while (taker.remaining > 0) {
            tradeBest(taker, makers, Math.min(taker.remaining, makers.get(0).remaining), ring);
        }
    }

    private void tradeBudget(final Order taker, final List<Order> makers, final EventRing ring) {
        long budget = taker.price;
        while (taker.remaining > 0 && !makers.isEmpty()) {
            final long price = makers.get(0).price;
            final long level = makers.stream()
                    .filter(maker -> maker.price == price)
                    .mapToLong(maker -> maker.remaining)
                    .sum();
            final long lots = Math.min(Math.min(taker.remaining, level), budget / price);
            for (long left = lots; left > 0; ) {
                final long part = Math.min(left, makers.get(0).remaining);
                tradeBest(taker, makers, part, ring);
                left -= part;
            }
            budget -= lots * price;
            if (lots < level) {
                return;
            }
        }
    }

    private void tradeBest(final Order taker, final List<Order> makers, final long lots, final EventRing ring) {
        final Order maker = makers.get(0);
        maker.remaining -= lots;
        taker.remaining -= lots;
        ring.trade(
                nextTradeId++,
                maker.orderId,
                maker.uid,
                maker.userIndex,
                maker.reservePrice,
                maker.price,
                lots,
                maker.remaining,
                taker.remaining);
        if (maker.remaining == 0) {
            makers.remove(0);
        }
    }

    private static boolean isBudgetMet(final Order order, final List<Order> makers) {
        BigInteger total = BigInteger.ZERO;
        long left = order.size;
        for (final Order maker : makers) {
            final long lots = Math.min(left, maker.remaining);
            total = total.add(BigInteger.valueOf(lots).multiply(BigInteger.valueOf(maker.price)));
            left -= lots;
        }
        final int against = total.compareTo(BigInteger.valueOf(order.price));
        return left == 0 && (order.bid ? against <= 0 : against >= 0);
    }

    private static void rejectRest(final Order order, final EventRing ring) {
        if (order.remaining > 0) {
            ring.reject(order.remaining);
        }
    }

    private static boolean crosses(final Order taker, final Order maker) {
        return taker.bid ? maker.price <= taker.price : maker.price >= taker.price;
    }

    private Order find(final long orderId) {
        return orders().stream()
                .filter(order -> order.orderId == orderId)
                .findFirst()
                .orElse(null);
    }

    private List<Order> side(final Order order) {
        return order.bid ? bids : asks;
    }
}
