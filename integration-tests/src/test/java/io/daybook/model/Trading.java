package io.daybook.model;

import static io.daybook.model.Exact.big;
import static io.daybook.model.Exact.product;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** The four trading commands: check everything, then change everything. */
final class Trading {
    private final State state;
    private final Risk risk;
    private final Settlement settlement;

    Trading(final State state, final Settings settings) {
        this.state = state;
        this.risk = new Risk(state, settings);
        this.settlement = new Settlement(state);
    }

    ResultCode check(final Command.Place place) {
        return risk.check(place);
    }

    Outcome place(final Command.Place place) {
        final ResultCode code = risk.check(place);
        if (code != ResultCode.SUCCESS) {
            return Outcome.plain(code);
        }
        final Market market = state.markets.get(place.symbol());
        final Order order = new Order(place, market.spec());
        final List<Event> events = new ArrayList<>();
        settlement.accept(market, order);
        boolean rests = false;
        switch (place.type()) {
            case GTC -> {
                match(market, order, events);
                rests = order.remaining > 0;
            }
            case IOC -> match(market, order, events);
            case FOK -> {
                if (lotsAccepted(market, order).compareTo(big(order.size())) >= 0) {
                    match(market, order, events);
                }
            }
            case FOK_BUDGET -> {
                if (fitsBudget(market, order)) {
                    match(market, order, events);
                }
            }
            case IOC_BUDGET -> matchBudget(market, order, events);
            case POST_ONLY -> rests = !market.crosses(order);
        }
        if (rests) {
            market.rest(order);
            return Outcome.traded(order.orderId(), order.remaining, events);
        }
        if (order.remaining > 0) {
            events.add(new Event.Reject(order.orderId(), order.remaining));
        }
        settlement.takeOff(market, order, order.remaining);
        return Outcome.traded(order.orderId(), 0, events);
    }

    Outcome move(final Command.Move move) {
        final ResultCode code = risk.check(move);
        if (code != ResultCode.SUCCESS) {
            return Outcome.plain(code);
        }
        final Market market = state.markets.get(move.symbol());
        final Order order = market.live().get(move.orderId());
        final List<Event> events = new ArrayList<>();
        if (order.price != move.price()) {
            market.remove(order);
            order.price = move.price();
            match(market, order, events);
            if (order.remaining > 0) {
                market.rest(order);
            }
        }
        return Outcome.traded(order.orderId(), order.remaining, events);
    }

    Outcome reduce(final Command.Reduce reduce) {
        final ResultCode code = risk.check(reduce);
        return code == ResultCode.SUCCESS
                ? takeOff(reduce.symbol(), reduce.orderId(), reduce.size())
                : Outcome.plain(code);
    }

    Outcome cancel(final Command.Cancel cancel) {
        final ResultCode code = risk.check(cancel);
        return code == ResultCode.SUCCESS
                ? takeOff(cancel.symbol(), cancel.orderId(), Long.MAX_VALUE)
                : Outcome.plain(code);
    }

    private Outcome takeOff(final int symbol, final long orderId, final long atMost) {
        final Market market = state.markets.get(symbol);
        final Order order = market.live().get(orderId);
        final long size = Math.min(atMost, order.remaining);
        settlement.takeOff(market, order, size);
        if (order.remaining == 0) {
            market.remove(order);
        }
        final Event event = new Event.Reduce(orderId, order.side(), size, order.remaining, order.price);
        return Outcome.traded(orderId, order.remaining, List.of(event));
    }

    private void match(final Market market, final Order taker, final List<Event> events) {
        while (taker.remaining > 0 && market.crosses(taker)) {
            final Order maker = best(market, taker).get(0);
            settlement.trade(market, taker, maker, Math.min(taker.remaining, maker.remaining), events);
        }
    }

    /** Takes lots level by level while the money lasts. */
    private void matchBudget(final Market market, final Order taker, final List<Event> events) {
        BigInteger budget = big(taker.price);
        while (taker.remaining > 0 && market.crosses(taker)) {
            final List<Order> level = best(market, taker);
            final long price = level.get(0).price;
            final long wanted = Math.min(taker.remaining, Market.lots(level));
            final long taken = big(wanted).min(budget.divide(big(price))).longValueExact();
            budget = budget.subtract(product(taken, price));
            long left = taken;
            while (left > 0) {
                final Order maker = best(market, taker).get(0);
                final long size = Math.min(left, maker.remaining);
                settlement.trade(market, taker, maker, size, events);
                left -= size;
            }
            if (taken < wanted) {
                return;
            }
        }
    }

    private static List<Order> best(final Market market, final Order taker) {
        final var levels = market.levels(taker.side().opposite());
        return levels.get(levels.firstKey());
    }

    private static BigInteger lotsAccepted(final Market market, final Order taker) {
        BigInteger lots = BigInteger.ZERO;
        for (final var level : market.levelsInSight(taker.side().opposite())) {
            if (taker.accepts(level.getKey())) {
                lots = lots.add(big(Market.lots(level.getValue())));
            }
        }
        return lots;
    }

    private static boolean fitsBudget(final Market market, final Order taker) {
        long left = taker.size();
        BigInteger total = BigInteger.ZERO;
        for (final var level : market.levelsInSight(taker.side().opposite())) {
            final long taken = Math.min(left, Market.lots(level.getValue()));
            total = total.add(product(taken, level.getKey()));
            left -= taken;
        }
        final int comparison = total.compareTo(big(taker.price));
        return left == 0 && (taker.side() == Side.BID ? comparison <= 0 : comparison >= 0);
    }
}
