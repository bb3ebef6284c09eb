package io.daybook.flow.market;

import io.daybook.api.OrderType;
import io.daybook.flow.RecordedEvent;
import io.daybook.flow.RecordedEvent.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Implements the rules of a recorded day with an outsider a second time, with lists and loops and without an exchange.
 */
public final class MarketModel {
    public final List<String> fills = new ArrayList<>();
    public final List<Resting> orders = new ArrayList<>(); // in order of arrival
    private final Map<Long, Taken> taken = new HashMap<>();
    private final List<Hit> group = new ArrayList<>();
    long displaced;
    long consumed;
    long missed;
    long odd;
    long doubtful;
    long unknown;
    private boolean groupIsAsk;
    private long groupTime;
    private boolean isListed;

    /** An order. */
    public static final class Resting {
        public final String name;
        public final boolean isAsk;
        public final long price;
        public long lots;

        /** Whether the order may not take. */
        private boolean isPostOnly;

        /** The lots with which the order was placed or replaced. */
        private long total;

        Resting(final String name, final boolean isAsk, final long price, final long lots) {
            this.name = name;
            this.isAsk = isAsk;
            this.price = price;
            this.lots = lots;
        }

        public boolean isMine() {
            return name.startsWith("mine");
        }

        @Override
        public String toString() {
            return name + (isAsk ? " ask " : " bid ") + lots + "@" + price;
        }
    }

    /** The lots of an order that the outsider has taken. */
    private static final class Taken {
        final boolean isAsk;
        long lots;

        Taken(final boolean isAsk, final long lots) {
            this.isAsk = isAsk;
            this.lots = lots;
        }
    }

    /** An order that an aggressor hit. */
    private static final class Hit {
        final long reference;
        long size;
        boolean isFromBefore;
        long before;
        long price;

        Hit(final long reference) {
            this.reference = reference;
        }
    }

    public Resting find(final String name) {
        for (final Resting order : orders) {
            if (order.name.equals(name)) {
                return order;
            }
        }
        return null;
    }

    private static String name(final long reference) {
        return "r" + reference;
    }

    private boolean isKnown(final long reference) {
        return find(name(reference)) != null || taken.containsKey(reference);
    }

    public void event(final RecordedEvent event) {
        if (event.kind() == Kind.CROSS || event.kind() == Kind.LISTED) {
            return;
        }
        if (!isListed && event.kind() != Kind.ADDED) {
            unknown++;
            return;
        }
        if (event.kind() == Kind.EXECUTED && isKnown(event.reference())) {
            final Resting named = find(name(event.reference()));
            final boolean isAsk = named == null ? taken.get(event.reference()).isAsk : named.isAsk;
            if (!group.isEmpty() && (groupTime != event.timeNs() || groupIsAsk != isAsk)) {
                endGroup();
            }
            groupTime = event.timeNs();
            groupIsAsk = isAsk;
            Hit hit = null;
            for (final Hit known : group) {
                hit = known.reference == event.reference() ? known : hit;
            }
            if (hit == null) {
                hit = new Hit(event.reference());
                hit.isFromBefore = event.isFromBefore();
                group.add(hit);
            }
            hit.size += event.size();
            return;
        }
        endGroup();
        switch (event.kind()) {
            case ADDED -> {
                isListed = true;
                if (isKnown(event.reference()) || event.size() == 0) {
                    unknown++;
                } else {
                    arrive(event.reference(), event.side() == io.daybook.api.Side.ASK, event.price(), event.size());
                }
            }
            case EXECUTED -> {
                unknown++;
                if (event.hasTerms()) {
                    hidden(event);
                }
            }
            case HIDDEN_TRADE -> hidden(event);
            case EXECUTED_AT_PRICE, CANCELLED -> {
                if (isKnown(event.reference())) {
                    reduce(event.reference(), event.size());
                } else {
                    unknown++;
                }
            }
            case DELETED -> {
                if (isKnown(event.reference())) {
                    orders.removeIf(order -> order.name.equals(name(event.reference())));
                    taken.remove(event.reference());
                } else {
                    unknown++;
                }
            }
            case REPLACED -> {
                if (!isKnown(event.reference())
                        || event.newReference() != event.reference() && isKnown(event.newReference())) {
                    unknown++;
                } else {
                    replace(event);
                }
            }
            default -> throw new AssertionError(event.kind());
        }
    }

    private void replace(final RecordedEvent event) {
        final Resting old = find(name(event.reference()));
        final Taken gone = taken.remove(event.reference());
        final boolean isAsk = old == null ? gone.isAsk : old.isAsk;
        orders.remove(old);
        final long lots = gone == null ? 0 : gone.lots;
        if (lots > 0 && event.size() > 0) {
            taken.put(event.newReference(), new Taken(isAsk, Math.min(lots, event.size())));
        }
        if (event.size() > lots) {
            arrive(event.newReference(), isAsk, event.price(), event.size() - lots);
        }
    }

    /** Takes lots off what is left of the order, and the rest off the lots that the outsider has taken from it. */
    private void reduce(final long reference, final long size) {
        long left = size;
        final Resting order = find(name(reference));
        if (order != null) {
            final long cut = Math.min(left, order.lots);
            order.lots -= cut;
            left -= cut;
            if (order.lots == 0) {
                orders.remove(order);
            }
        }
        forget(reference, left);
    }

    private long forget(final long reference, final long lots) {
        final Taken gone = taken.get(reference);
        if (gone == null) {
            return 0;
        }
        final long forgotten = Math.min(gone.lots, lots);
        gone.lots -= forgotten;
        if (gone.lots == 0) {
            taken.remove(reference);
        }
        return forgotten;
    }

    /** Returns the best order of the other side within a limit, the oldest of its price. */
    private Resting best(final boolean takerIsAsk, final long limit) {
        Resting best = null;
        for (final Resting order : orders) {
            final boolean reaches = takerIsAsk ? order.price >= limit : order.price <= limit;
            if (order.isAsk != takerIsAsk && reaches) {
                final boolean better =
                        best == null || (takerIsAsk ? order.price > best.price : order.price < best.price);
                best = better ? order : best;
            }
        }
        return best;
    }

    private void hitMaker(final Resting maker, final long lots) {
        maker.lots -= lots;
        if (maker.lots == 0) {
            orders.remove(maker);
        }
    }

    private void consume(final long reference, final boolean isAsk, final long lots) {
        consumed += lots;
        taken.computeIfAbsent(reference, unused -> new Taken(isAsk, 0)).lots += lots;
    }

    private static long reference(final Resting order) {
        return Long.parseLong(order.name.substring(1));
    }

    private void arrive(final long reference, final boolean isAsk, final long price, final long size) {
        long left = size;
        for (Resting maker = best(isAsk, price); maker != null && left > 0; maker = best(isAsk, price)) {
            final long lots = Math.min(left, maker.lots);
            left -= lots;
            if (maker.isMine()) {
                fills.add(maker.name + " " + lots + "@" + maker.price + " maker");
                consume(reference, isAsk, lots);
            } else {
                odd += lots;
            }
            hitMaker(maker, lots);
        }
        if (left > 0) {
            orders.add(new Resting(name(reference), isAsk, price, left));
        }
    }

    public void endGroup() {
        if (group.isEmpty()) {
            return;
        }
        long size = 0;
        long limit = 0;
        for (final Hit hit : group) {
            final Resting order = find(name(hit.reference));
            hit.before = order == null ? 0 : order.lots;
            hit.price = order == null ? 0 : order.price;
            missed += forget(hit.reference, hit.size - Math.min(hit.size, hit.before));
            size += Math.min(hit.size, hit.before);
            limit = order == null ? limit : order.price;
        }
        long left = size;
        for (Resting maker = best(!groupIsAsk, limit); maker != null && left > 0; maker = best(!groupIsAsk, limit)) {
            final long lots = Math.min(left, maker.lots);
            left -= lots;
            if (maker.isMine()) {
                boolean isDoubtful = false;
                for (final Hit hit : group) {
                    isDoubtful |= hit.isFromBefore && hit.price == maker.price;
                }
                fills.add(maker.name + " " + lots + "@" + maker.price + " maker" + (isDoubtful ? " doubtful" : ""));
                doubtful += isDoubtful ? lots : 0;
            } else {
                boolean isNamed = false;
                for (final Hit hit : group) {
                    isNamed |= name(hit.reference).equals(maker.name);
                }
                odd += isNamed ? 0 : lots;
            }
            hitMaker(maker, lots);
        }
        for (final Hit hit : group) {
            final Resting order = find(name(hit.reference));
            final long now = order == null ? 0 : order.lots;
            final long target = hit.before - Math.min(hit.size, hit.before);
            if (now > target) {
                displaced += now - target;
                hitMaker(order, now - target);
            } else {
                odd += target - now;
            }
        }
        group.clear();
    }

    private void hidden(final RecordedEvent event) {
        long left = event.size();
        for (final boolean asks : new boolean[] {false, true}) {
            long through = 0;
            for (final Resting order : orders) {
                final boolean isBetter = asks ? order.price < event.price() : order.price > event.price();
                through += order.isMine() && order.isAsk == asks && isBetter ? order.lots : 0;
            }
            long open = Math.min(left, through);
            left -= open;
            final long limit = event.price() + (asks ? -1 : 1);
            for (Resting maker = best(!asks, limit); maker != null && open > 0; maker = best(!asks, limit)) {
                final long lots = Math.min(open, maker.lots);
                open -= lots;
                if (maker.isMine()) {
                    fills.add(maker.name + " " + lots + "@" + maker.price + " maker");
                } else {
                    odd += lots;
                }
                hitMaker(maker, lots);
            }
        }
        long at = 0;
        for (final Resting order : orders) {
            at += order.isMine() && order.price == event.price() ? order.lots : 0;
        }
        doubtful += Math.min(left, at);
    }

    public void place(final String mine, final boolean isAsk, final OrderType type, final long price, final long size) {
        endGroup();
        isListed = true;
        if (type != OrderType.POST_ONLY || best(isAsk, price) == null) {
            final Resting order = new Resting(mine, isAsk, price, size);
            order.isPostOnly = type == OrderType.POST_ONLY;
            order.total = size;
            enter(order, type != OrderType.IOC);
        }
    }

    /** Lets an order of the outsider take all orders within its limit; the remaining lots may rest. */
    private void enter(final Resting order, final boolean rests) {
        for (Resting maker = best(order.isAsk, order.price);
                maker != null && order.lots > 0;
                maker = best(order.isAsk, order.price)) {
            final long lots = Math.min(order.lots, maker.lots);
            order.lots -= lots;
            if (maker.isMine()) {
                fills.add(maker.name + " " + lots + "@" + maker.price + " maker");
            } else {
                consume(reference(maker), maker.isAsk, lots);
            }
            fills.add(order.name + " " + lots + "@" + maker.price + " taker");
            hitMaker(maker, lots);
        }
        if (order.lots > 0 && rests) {
            orders.add(order);
        }
    }

    /** Gives an order another price and total. The order keeps its place at the same price with no more lots. */
    public void replace(final String mine, final long price, final long total) {
        endGroup();
        final Resting old = find(mine);
        if (old == null) {
            return;
        }
        final long lots = total - (old.total - old.lots);
        if (lots <= 0) {
            orders.remove(old);
        } else if (!old.isPostOnly || best(old.isAsk, price) == null) {
            if (price == old.price && lots <= old.lots) {
                old.lots = lots;
                old.total = total;
                return;
            }
            final Resting order = new Resting(mine, old.isAsk, price, lots);
            order.isPostOnly = old.isPostOnly;
            order.total = total;
            orders.remove(old);
            enter(order, true);
        }
    }

    public void cancel(final String mine) {
        endGroup();
        orders.removeIf(order -> order.name.equals(mine));
    }

    public long lotsBefore(final Resting order) {
        long lots = 0;
        for (final Resting other : orders) {
            if (other == order) {
                return lots;
            }
            lots += other.isAsk == order.isAsk && other.price == order.price ? other.lots : 0;
        }
        throw new AssertionError("the order does not exist: " + order);
    }

    public String counts() {
        return displaced + " " + consumed + " " + missed + " " + odd + " " + doubtful + " " + unknown;
    }
}
