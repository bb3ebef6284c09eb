package io.daybook.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** A symbol with its book. */
public final class Market {
    private final Spec spec;
    private final TreeMap<Long, List<Order>> bids = new TreeMap<>(Comparator.reverseOrder());
    private final TreeMap<Long, List<Order>> asks = new TreeMap<>();
    private final TreeMap<Long, Order> live = new TreeMap<>();
    private final TreeMap<Long, Integer> liveByUid = new TreeMap<>();
    private long lastTradeId;
    private long lastPrice;

    Market(final Spec spec) {
        this.spec = spec;
    }

    public Spec spec() {
        return spec;
    }

    /** Orders on the book by id. */
    public SortedMap<Long, Order> live() {
        return live;
    }

    /** How many of them are a user's. */
    int liveOf(final long uid) {
        return liveByUid.getOrDefault(uid, 0);
    }

    /** The levels of a side that an order may look at before it trades, the best first. */
    List<Map.Entry<Long, List<Order>>> levelsInSight(final Side side) {
        return levels(side).entrySet().stream().limit(Exact.MAX_LOOK).toList();
    }

    /** Levels of a side, the best first; in a level the oldest first. */
    public SortedMap<Long, List<Order>> levels(final Side side) {
        return side == Side.BID ? bids : asks;
    }

    /** Price of the last trade, 0 before the first. */
    public long lastPrice() {
        return lastPrice;
    }

    public long lastTradeId() {
        return lastTradeId;
    }

    long nextTrade(final long price) {
        lastPrice = price;
        return ++lastTradeId;
    }

    /** Puts an order at the tail of its level. */
    void rest(final Order order) {
        levels(order.side())
                .computeIfAbsent(order.price(), p -> new ArrayList<>())
                .add(order);
        live.put(order.orderId(), order);
        liveByUid.merge(order.uid(), 1, Integer::sum);
    }

    void remove(final Order order) {
        final List<Order> level = levels(order.side()).get(order.price());
        level.remove(order);
        if (level.isEmpty()) {
            levels(order.side()).remove(order.price());
        }
        live.remove(order.orderId());
        liveByUid.merge(order.uid(), -1, Integer::sum);
    }

    /** Whether an order would trade at once. */
    boolean crosses(final Order order) {
        final SortedMap<Long, List<Order>> others = levels(order.side().opposite());
        return !others.isEmpty() && order.accepts(others.firstKey());
    }

    /** Lots in a level. */
    public static long lots(final List<Order> level) {
        return level.stream().mapToLong(Order::remaining).sum();
    }
}
