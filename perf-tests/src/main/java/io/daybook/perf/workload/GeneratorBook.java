package io.daybook.perf.workload;

import org.jspecify.annotations.Nullable;

/**
 * The order book that the generator keeps per symbol: price-time priority, as in the exchange's contract, without
 * users, money or results.
 */
final class GeneratorBook {
    private final BookSide bids;
    private final BookSide asks;
    private final LiveOrders live = new LiveOrders();

    private long lastPrice;
    private long trades;
    private long tradedLots;

    /** An empty book for prices {@code low..high}, as if it had last traded at {@code startPrice}. */
    GeneratorBook(final long low, final long high, final long startPrice) {
        final PriceLadder ladder = new PriceLadder(low, high);
        bids = new BookSide(true, ladder);
        asks = new BookSide(false, ladder);
        lastPrice = startPrice;
    }

    BookSide side(final boolean bid) {
        return bid ? bids : asks;
    }

    LiveOrders live() {
        return live;
    }

    /** The price of the last trade, the start price before the first. */
    long lastPrice() {
        return lastPrice;
    }

    long trades() {
        return trades;
    }

    long tradedLots() {
        return tradedLots;
    }

    /** Trades the lots that cross; the others rest. Returns the order that rests, if any. */
    @Nullable
    RestingOrder placeGtc(final long orderId, final long uid, final boolean bid, final long price, final long size) {
        final long left = match(bid, price, size);
        if (left == 0) return null;
        final RestingOrder order = new RestingOrder(orderId, uid, bid, size, left);
        side(bid).add(order, price);
        live.add(order);
        return order;
    }

    /** Trades what it can; returns the lots that are rejected. */
    long placeIoc(final boolean bid, final long limit, final long size) {
        return match(bid, limit, size);
    }

    /**
     * Trades all within the budget (the most that a bid pays, the least that an ask gets), or returns all as rejected.
     */
    long placeFokBudget(final boolean bid, final long budget, final long size) {
        final BookSide makers = side(!bid);
        if (makers.lots < size) return size;
        final long value = valueOfBest(makers, size);
        final boolean fills = bid ? value <= budget : value >= budget;
        return fills ? match(bid, bid ? Long.MAX_VALUE : 0, size) : size;
    }

    void cancel(final RestingOrder order) {
        reduce(order, order.remaining);
    }

    void reduce(final RestingOrder order, final long size) {
        side(order.bid).reduce(order, levelOf(order), size);
        if (order.remaining == 0) live.remove(order);
    }

    /**
     * Moves an order. At its own price it keeps its place; at another price it trades what crosses, and the other lots
     * join the tail of the new level.
     */
    void move(final RestingOrder order, final long price) {
        final PriceLevel level = levelOf(order);
        if (level.price == price) return;
        final BookSide own = side(order.bid);
        own.remove(order, level);
        order.remaining = match(order.bid, price, order.remaining);
        if (order.remaining == 0) {
            live.remove(order);
        } else {
            own.add(order, price);
        }
    }

    /**
     * Sets the price and the total size, traded lots included; at the same price and with no more lots the order keeps
     * its place.
     */
    void replace(final RestingOrder order, final long price, final long size) {
        final PriceLevel level = levelOf(order);
        final long lots = size - (order.size - order.remaining);
        final BookSide own = side(order.bid);
        if (level.price == price && lots > 0 && lots <= order.remaining) {
            own.reduce(order, level, order.remaining - lots);
            order.size = size;
            return;
        }
        own.remove(order, level);
        order.size = size;
        order.remaining = lots <= 0 ? 0 : match(order.bid, price, lots);
        if (order.remaining == 0) {
            live.remove(order);
        } else {
            own.add(order, price);
        }
    }

    private long match(final boolean bid, final long limit, final long size) {
        final BookSide makers = side(!bid);
        long left = size;
        PriceLevel level = makers.best;
        while (left > 0 && level != null && makers.isWithin(level.price, limit)) {
            final RestingOrder maker = firstOf(level);
            final long traded = Math.min(left, maker.remaining);
            lastPrice = level.price;
            trades++;
            tradedLots += traded;
            left -= traded;
            makers.reduce(maker, level, traded);
            if (maker.remaining == 0) live.remove(maker);
            level = makers.best;
        }
        return left;
    }

    /** The value, in ticks times lots, of the best {@code size} lots of a side, which must have as many. */
    private static long valueOfBest(final BookSide makers, final long size) {
        long value = 0;
        long left = size;
        for (PriceLevel level = makers.best; left > 0 && level != null; level = makers.after(level)) {
            final long taken = Math.min(left, level.lots);
            value = Math.addExact(value, Math.multiplyExact(taken, level.price));
            left -= taken;
        }
        return value;
    }

    private static PriceLevel levelOf(final RestingOrder order) {
        return present(order.level);
    }

    private static RestingOrder firstOf(final PriceLevel level) {
        return present(level.head);
    }

    private static <T> T present(final @Nullable T value) {
        if (value == null) throw new IllegalStateException("the generator's book is broken");
        return value;
    }
}
