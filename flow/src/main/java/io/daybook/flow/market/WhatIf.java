package io.daybook.flow.market;

import io.daybook.api.Exchange;
import io.daybook.api.OrderType;
import io.daybook.api.RestingOrders;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.flow.Dollars;
import io.daybook.flow.RecordedEvent;
import io.daybook.flow.RecordedListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;

/**
 * Sends orders between the recorded ones of one symbol, and writes as CSV what they traded and where they stood. At one
 * time the recorded messages come first. Used by one thread, once; an error of the output leaves as an
 * {@link UncheckedIOException}.
 */
public final class WhatIf implements RecordedListener {
    private final RecordedMarket market;
    private final Queue<OwnOrder> waiting;
    private final Appendable fills;
    private final Appendable ranks;

    /** Orders in the book, by the id of their sender. */
    private final Map<Long, Own> live = new LinkedHashMap<>();

    private final Map<Long, Own> byOrderId = new LinkedHashMap<>();
    private final Totals totals = new Totals();
    private int symbol;

    /** An order, and how much of it is left. */
    private static final class Own {
        private final OwnOrder order;
        private long orderId;
        private long left;
        private long lotsBefore = -1;

        Own(final OwnOrder order) {
            this.order = order;
            this.left = order.size();
        }
    }

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

        /** All sums by name; money in 1/10,000 dollar. */
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
     * @param exchange a new one without threads
     * @param orders by time
     */
    public WhatIf(
            final Exchange exchange, final List<OwnOrder> orders, final Appendable fills, final Appendable ranks) {
        this.market = new RecordedMarket(exchange, this::filled);
        this.waiting = new ArrayDeque<>(orders);
        this.fills = fills;
        this.ranks = ranks;
        write(fills, "time,id,side,price,size,left,role,doubtful");
        write(ranks, "time,id,ordersBefore,lotsBefore");
    }

    /** The sums over the orders so far. */
    public Totals totals() {
        return totals;
    }

    /** How far the day differs from the recording so far. */
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
            writeRanks();
        }
    }

    /** Ends the day; orders that are not sent yet come after it. */
    public void end() {
        market.end();
        writeRanks();
        while (!waiting.isEmpty()) {
            act(waiting.remove());
        }
    }

    private void act(final OwnOrder order) {
        final Side side = order.side();
        if (side == null) {
            totals.cancels++;
            final Own own = live.remove(order.id());
            if (own == null || market.cancel(symbol, order.timeNs(), own.orderId) == 0) {
                totals.refused++;
            }
        } else {
            totals.orders++;
            place(order, side);
        }
        writeRanks();
    }

    private void place(final OwnOrder order, final Side side) {
        if (live.containsKey(order.id())) {
            totals.refused++;
            return;
        }
        final Own own = new Own(order);
        own.orderId = market.nextOutsiderId();
        live.put(order.id(), own);
        byOrderId.put(own.orderId, own);
        market.place(symbol, order.timeNs(), side, OrderType.GTC, order.price(), order.size());
        if (market.outcome() != ResultCode.SUCCESS) {
            totals.refused++;
            live.remove(order.id());
        }
    }

    private void filled(
            final long orderId, final long price, final long size, final boolean isMaker, final boolean isDoubtful) {
        final Own own = Objects.requireNonNull(byOrderId.get(orderId));
        final boolean buys = own.order.side() == Side.BID;
        final long money = Math.multiplyExact(price, size);
        own.left -= size;
        totals.fills++;
        totals.bought += buys ? size : 0;
        totals.sold += buys ? 0 : size;
        totals.boughtFor = Math.addExact(totals.boughtFor, buys ? money : 0);
        totals.soldFor = Math.addExact(totals.soldFor, buys ? 0 : money);
        write(
                fills,
                market.timeNs() + "," + own.order.id() + (buys ? ",buy," : ",sell,") + Dollars.text(price) + "," + size
                        + "," + own.left + (isMaker ? ",maker," : ",taker,") + isDoubtful);
    }

    private void writeRanks() {
        final RestingOrders orders = live.isEmpty() ? null : market.orders(symbol);
        if (orders == null) {
            return;
        }
        live.values().removeIf(own -> orders.lots(own.orderId) == 0);
        for (final Own own : live.values()) {
            final long lots = orders.lotsBefore(own.orderId);
            if (lots != own.lotsBefore) {
                own.lotsBefore = lots;
                write(
                        ranks,
                        market.timeNs() + "," + own.order.id() + "," + orders.ordersBefore(own.orderId) + "," + lots);
            }
        }
    }

    private static void write(final Appendable out, final String line) {
        try {
            out.append(line).append('\n');
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
