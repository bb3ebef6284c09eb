package io.daybook.model;

import static io.daybook.model.Exact.big;
import static io.daybook.model.Exact.product;

import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How an order enters the book: depending on its type, it trades, rests or is rejected. */
final class Entry {
    private final Settlement settlement;
    private final SelfTrades selfTrades;

    Entry(final Settlement settlement) {
        this.settlement = settlement;
        this.selfTrades = new SelfTrades(settlement);
    }

    /** Enters an order for the first time, when the terms of the first entry apply. */
    void enterFirst(final Market market, final Order order, final List<Event> events) {
        long limit = order.price;
        final Long slippage = order.terms.slippage();
        if (slippage != null) {
            final long best = market.bestPrice(order.side().opposite());
            if (best == 0) {
                reject(market, order, events);
                return;
            }
            limit = order.side() == Side.BID
                    ? Math.min(order.price, best + slippage)
                    : Math.max(order.price, best - slippage);
        }
        final long minSize = order.terms.minSize();
        if (minSize > 0 && !Look.canFill(market, order, limit, minSize)) {
            reject(market, order, events);
            return;
        }
        enter(market, order, limit, events);
    }

    /** Enters an order again, at its price. */
    void enterAgain(final Market market, final Order order, final List<Event> events) {
        enter(market, order, order.price, events);
    }

    private void enter(final Market market, final Order order, final long limit, final List<Event> events) {
        switch (order.type) {
            case GTC, IOC -> trade(market, order, limit, events);
            case FOK -> {
                if (Look.canFill(market, order, limit, order.remaining)) {
                    trade(market, order, limit, events);
                } else {
                    reject(market, order, events);
                }
            }
            case FOK_BUDGET -> {
                if (Look.fitsBudget(market, order)) {
                    trade(market, order, limit, events);
                } else {
                    reject(market, order, events);
                }
            }
            case IOC_BUDGET -> tradeBudget(market, order, events);
            case POST_ONLY -> post(market, order, events);
        }
    }

    private void trade(final Market market, final Order order, final long limit, final List<Event> events) {
        final boolean stopped = match(market, order, limit, events);
        if (order.lotsHere() == 0) {
            settlement.endWhatIsDone(market, order);
        } else if (stopped || order.type != OrderType.GTC) {
            reject(market, order, events);
        } else {
            reprice(order, limit, events);
            market.rest(order);
        }
    }

    /**
     * Trades while the other side has orders that this one accepts; returns whether self-trade prevention ends the
     * taker.
     */
    private boolean match(final Market market, final Order taker, final long limit, final List<Event> events) {
        while (taker.lotsHere() > 0) {
            final @Nullable Order maker = market.first(taker.side().opposite());
            if (maker == null || !taker.accepts(maker.price, limit)) {
                return false;
            }
            if (!SelfTrades.forbids(taker, maker)) {
                settlement.trade(market, taker, maker, Math.min(taker.lotsHere(), maker.tradable()), events);
            } else if (selfTrades.prevent(market, taker, maker, events)) {
                return true;
            }
        }
        return false;
    }

    /** Trades level by level while the budget lasts. */
    private void tradeBudget(final Market market, final Order taker, final List<Event> events) {
        BigInteger budget = big(taker.price);
        boolean goesOn = true;
        while (goesOn && taker.remaining > 0 && market.bestPrice(taker.side().opposite()) != 0) {
            final long price = market.bestPrice(taker.side().opposite());
            final Look.Reach reach = Look.reachAt(market, taker, price);
            final long wanted = Math.min(taker.remaining, reach.lots());
            final long taken = big(wanted).min(budget.divide(big(price))).longValueExact();
            budget = budget.subtract(product(taken, price));
            long left = taken;
            while (left > 0) {
                final Order maker = market.first(taker.side().opposite());
                final long size = Math.min(left, maker.tradable());
                settlement.trade(market, taker, maker, size, events);
                left -= size;
            }
            goesOn = taken == wanted && !reach.isLast();
        }
        if (taker.remaining > 0) {
            reject(market, taker, events);
        } else {
            settlement.endWhatIsDone(market, taker);
        }
    }

    /**
     * Rests an order without a trade. An order that would cross slides, if its terms allow that, and is rejected
     * otherwise.
     */
    private void post(final Market market, final Order order, final List<Event> events) {
        if (market.crosses(order.side(), order.price)) {
            final long best = market.bestPrice(order.side().opposite());
            final long aside = order.side() == Side.BID ? best - 1 : best + 1;
            if (!order.terms.slide() || !order.spec().allows(aside)) {
                reject(market, order, events);
                return;
            }
            reprice(order, aside, events);
        }
        market.rest(order);
    }

    private static void reprice(final Order order, final long price, final List<Event> events) {
        if (order.price != price) {
            order.price = price;
            events.add(new Event.Reprice(order.orderId, price));
        }
    }

    private void reject(final Market market, final Order order, final List<Event> events) {
        final long lots = order.lotsHere();
        events.add(new Event.Reject(order.orderId, lots));
        settlement.takeOffHere(market, order, lots);
    }
}
