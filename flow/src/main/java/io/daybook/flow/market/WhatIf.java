package io.daybook.flow.market;

import io.daybook.api.Exchange;
import io.daybook.api.OrderType;
import io.daybook.api.RestingOrders;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.flow.RecordedEvent;
import io.daybook.flow.RecordedListener;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * Sends orders between the recorded ones of one symbol, and writes their trades and their places in the queue as CSV.
 * At equal times the recorded messages come first. Used by one thread, once; an error of the output is thrown as an
 * {@link UncheckedIOException}.
 */
public final class WhatIf implements RecordedListener {
    private final RecordedMarket market;
    private final OutsiderLog log;
    private final Queue<OwnOrder> waiting;

    /** The ids of live orders on the exchange, by the sender's ids. */
    private final Map<Long, Long> live = new HashMap<>();

    private final Totals totals = new Totals();
    private int symbol;

    /** The sums over all orders. */
    public static final class Totals {
        private long orders;
        private long cancels;
        private long refused;
        private long fills;
        private long bought;
        private long boughtFor;
        private long sold;
        private long soldFor;

        private Totals() {}

        private void add(final OutsiderFill fill) {
            final boolean buys = fill.side() == Side.BID;
            final long money = Math.multiplyExact(fill.price(), fill.size());
            fills++;
            bought += buys ? fill.size() : 0;
            sold += buys ? 0 : fill.size();
            boughtFor = Math.addExact(boughtFor, buys ? money : 0);
            soldFor = Math.addExact(soldFor, buys ? 0 : money);
        }

        /** Returns all sums by name; money in 1/10,000 dollar. */
        public Map<String, Long> byName() {
            final Map<String, Long> all = new LinkedHashMap<>();
            all.put("orders", orders);
            all.put("cancels", cancels);
            all.put("refused", refused);
            all.put("fills", fills);
            all.put("bought", bought);
            all.put("boughtFor", boughtFor);
            all.put("sold", sold);
            all.put("soldFor", soldFor);
            return all;
        }
    }

    /**
     * Prepares a day.
     *
     * @param exchange a new exchange without threads
     * @param orders the orders by time
     */
    public WhatIf(
            final Exchange exchange, final List<OwnOrder> orders, final Appendable fills, final Appendable ranks) {
        this.market = new RecordedMarket(exchange, this::filled);
        this.log = new OutsiderLog(market, fills, ranks, totals::add);
        this.waiting = new ArrayDeque<>(orders);
    }

    /** The sums over the orders so far. */
    public Totals totals() {
        return totals;
    }

    /** The differences between the day and the recording so far. */
    public MarketCounts counts() {
        return market.counts();
    }

    @Override
    public void onEvent(final RecordedEvent event) {
        symbol = event.symbol();
        while (!waiting.isEmpty() && waiting.element().timeNs() < event.timeNs()) {
            act(waiting.remove());
        }
        market.onEvent(event);
        if (!market.isUnderWay()) {
            log.look();
        }
    }

    /** Ends the day, and then sends the orders that were not sent yet. */
    public void end() {
        market.end();
        log.look();
        while (!waiting.isEmpty()) {
            act(waiting.remove());
        }
    }

    private void act(final OwnOrder order) {
        market.end();
        final Side side = order.side();
        if (side == null) {
            totals.cancels++;
            final Long orderId = live.remove(order.id());
            if (orderId == null || market.cancel(symbol, order.timeNs(), orderId) == 0) {
                totals.refused++;
            }
        } else {
            totals.orders++;
            place(order, side);
        }
        log.look();
    }

    private void place(final OwnOrder order, final Side side) {
        final RestingOrders orders = market.orders(symbol);
        final Long before = live.get(order.id());
        if (before != null && orders != null && orders.lots(before) > 0) {
            totals.refused++;
            return;
        }
        final long orderId = market.nextOutsiderId();
        log.onPlace(orderId, order.id(), symbol, order.timeNs(), side, order.size());
        live.put(order.id(), orderId);
        market.place(symbol, order.timeNs(), side, OrderType.GTC, order.price(), order.size());
        if (market.outcome() != ResultCode.SUCCESS) {
            totals.refused++;
            live.remove(order.id());
        }
    }

    private void filled(
            final long orderId, final long price, final long size, final boolean isMaker, final boolean isDoubtful) {
        log.onFill(orderId, price, size, isMaker, isDoubtful);
    }
}
