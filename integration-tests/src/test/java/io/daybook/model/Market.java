package io.daybook.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A symbol with its book. */
public final class Market {
    private final Spec spec;
    private final TreeMap<Long, List<Order>> bids = new TreeMap<>(Comparator.reverseOrder());
    private final TreeMap<Long, List<Order>> asks = new TreeMap<>();
    private final TreeMap<Long, List<Order>> hiddenBids = new TreeMap<>(Comparator.reverseOrder());
    private final TreeMap<Long, List<Order>> hiddenAsks = new TreeMap<>();
    private final TreeMap<Long, Order> live = new TreeMap<>();
    private final TreeMap<Long, Integer> liveByUid = new TreeMap<>();
    /** Live orders that were placed with an exit, by user; some have lost their exit since. */
    private final TreeMap<Long, Set<Order>> withExits = new TreeMap<>();
    /** Live orders that were placed with an expiry time. */
    private final Set<Order> withExpiry = new LinkedHashSet<>();

    private final TriggerBook triggers = new TriggerBook();
    /** Exits with lots that have not entered the book, in the order in which they got their first lots. */
    private final List<Order> waiting = new ArrayList<>();

    /** No order of this market expires before this time. */
    private long firstExpiry = Long.MAX_VALUE;

    /** Exits that get lots from the current act, in the order in which they got their first lots. */
    private final List<Order> receiving = new ArrayList<>();

    private long lastTradeId;
    private long lastPrice;
    private long accepted;

    Market(final Spec spec) {
        this.spec = spec;
    }

    public Spec spec() {
        return spec;
    }

    /** The live orders by id: resting orders, dormant orders, and exits, which may have no lots yet. */
    public SortedMap<Long, Order> live() {
        return live;
    }

    /** The number of a user's live orders. */
    int liveOf(final long uid) {
        return liveByUid.getOrDefault(uid, 0);
    }

    /**
     * The lots of a user's entries. The orders with exits are kept for this, because a search of all the user's orders
     * takes long.
     */
    long lotsOfEntries(final long uid) {
        long lots = 0;
        for (final Order order : withExits.getOrDefault(uid, Set.of())) {
            lots += order.isEntry() ? order.remaining() : 0;
        }
        return lots;
    }

    /** Live orders that were placed with an exit, by user. */
    Map<Long, Set<Order>> withExits() {
        return withExits;
    }

    /** The visible levels of a side, the best first; in a level the oldest order first. */
    public SortedMap<Long, List<Order>> levels(final Side side) {
        return side == Side.BID ? bids : asks;
    }

    /** The hidden orders of a side, by price and age like the visible ones. */
    public SortedMap<Long, List<Order>> hidden(final Side side) {
        return side == Side.BID ? hiddenBids : hiddenAsks;
    }

    /** The prices at which a side has visible or hidden orders, the best first. */
    SortedSet<Long> prices(final Side side) {
        final SortedSet<Long> prices = new TreeSet<>(side == Side.BID ? Comparator.reverseOrder() : null);
        prices.addAll(levels(side).keySet());
        prices.addAll(hidden(side).keySet());
        return prices;
    }

    /** The best price of a side, including hidden orders; 0 if there is none. */
    public long bestPrice(final Side side) {
        final long seen = levels(side).isEmpty() ? 0 : levels(side).firstKey();
        final long unseen = hidden(side).isEmpty() ? 0 : hidden(side).firstKey();
        if (seen == 0 || unseen == 0) {
            return Math.max(seen, unseen);
        }
        return side == Side.BID ? Math.max(seen, unseen) : Math.min(seen, unseen);
    }

    /** The visible orders at a price, in the sequence in which they trade. */
    List<Order> seenAt(final Side side, final long price) {
        return levels(side).getOrDefault(price, List.of());
    }

    /** The hidden orders at a price, in the sequence in which they trade, after all visible ones. */
    List<Order> unseenAt(final Side side, final long price) {
        return hidden(side).getOrDefault(price, List.of());
    }

    /** The order of a side that trades next; null if there is none. */
    @Nullable
    Order first(final Side side) {
        final long best = bestPrice(side);
        if (best == 0) {
            return null;
        }
        return seenAt(side, best).isEmpty()
                ? unseenAt(side, best).get(0)
                : seenAt(side, best).get(0);
    }

    /** Whether an order of that side and price would trade at once. */
    boolean crosses(final Side side, final long price) {
        final long best = bestPrice(side.opposite());
        return best != 0 && (side == Side.BID ? best <= price : best >= price);
    }

    public TriggerBook triggers() {
        return triggers;
    }

    List<Order> waiting() {
        return waiting;
    }

    /** Live orders that have an expiry time. */
    Set<Order> withExpiry() {
        return withExpiry;
    }

    /** Whether an order can have expired; saves a search of all orders after every command. */
    boolean mayHaveExpired(final long time) {
        return time >= firstExpiry;
    }

    List<Order> receiving() {
        return receiving;
    }

    /** Ends an act: the lots that entries traded in the act pass to their exits, and wait there. */
    void endAct() {
        for (final Order exit : receiving) {
            if (exit.waiting == 0) {
                waiting.add(exit);
            }
            exit.size += exit.fresh;
            exit.remaining += exit.fresh;
            exit.waiting += exit.fresh;
            exit.fresh = 0;
        }
        receiving.clear();
    }

    /** Whether acts are left to carry out. */
    public boolean hasBacklog() {
        return !waiting.isEmpty() || triggers.nextDue() != null;
    }

    /** Whether the last price, or the due range, meets a trigger. */
    boolean meets(final When when, final long trigger) {
        final boolean met = lastPrice != 0 && (when == When.RISES ? trigger <= lastPrice : trigger >= lastPrice);
        return met || triggers.isDue(when, trigger);
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
        triggers.widen(price);
        return ++lastTradeId;
    }

    /** Makes an order's id live. */
    void admit(final Order order) {
        order.acceptance = ++accepted;
        if (order.terms.expireAt() != 0) {
            firstExpiry = Math.min(firstExpiry, order.terms.expireAt());
            withExpiry.add(order);
        }
        live.put(order.orderId, order);
        liveByUid.merge(order.uid(), 1, Integer::sum);
        if (order.terms.exit() != null) {
            withExits.computeIfAbsent(order.uid(), uid -> new LinkedHashSet<>()).add(order);
        }
    }

    /** Ends an order's id. */
    void forget(final Order order) {
        live.remove(order.orderId);
        liveByUid.merge(order.uid(), -1, Integer::sum);
        final Set<Order> ofUser = withExits.get(order.uid());
        if (ofUser != null) {
            ofUser.remove(order);
        }
        withExpiry.remove(order);
    }

    void rename(final Order order, final long newOrderId) {
        live.remove(order.orderId);
        order.orderId = newOrderId;
        live.put(newOrderId, order);
    }

    private SortedMap<Long, List<Order>> sideOf(final Order order) {
        return order.terms.isHidden() ? hidden(order.side()) : levels(order.side());
    }

    /** Puts an order at the tail of its level. */
    void rest(final Order order) {
        order.showPeak();
        sideOf(order).computeIfAbsent(order.price(), price -> new ArrayList<>()).add(order);
        order.rests = true;
    }

    /** Takes an order out of its level, if it is in one. */
    void leave(final Order order) {
        if (!order.rests) {
            return;
        }
        final List<Order> level = sideOf(order).get(order.price());
        level.remove(order);
        if (level.isEmpty()) {
            sideOf(order).remove(order.price());
        }
        order.rests = false;
        order.shown = 0;
    }

    /** Lots that a level shows. */
    public static long lots(final List<Order> level) {
        return level.stream().mapToLong(order -> order.shown).sum();
    }
}
