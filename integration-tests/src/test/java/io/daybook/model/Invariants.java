package io.daybook.model;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What must hold after every command, whatever the commands were. */
public final class Invariants {
    private final Exchange exchange;
    private final ScenarioLine line;

    private Invariants(final ScenarioLine line, final Exchange exchange) {
        this.line = line;
        this.exchange = exchange;
    }

    /** Checks all of them; fits {@link ModelRunner.Listener}. */
    public static void check(final ScenarioLine line, final Outcome outcome, final Exchange exchange) {
        final Invariants invariants = new Invariants(line, exchange);
        invariants.checkBooks();
        invariants.checkHolds();
        invariants.checkPositions();
        invariants.checkTotals();
    }

    private void checkBooks() {
        for (final Market market : exchange.state().markets().values()) {
            int orders = 0;
            for (final Side side : Side.values()) {
                for (final Map.Entry<Long, List<Order>> level :
                        market.levels(side).entrySet()) {
                    require(!level.getValue().isEmpty(), "a level without orders");
                    for (final Order order : level.getValue()) {
                        checkOrder(market, order, side, level.getKey());
                        orders++;
                    }
                }
            }
            require(orders == market.live().size(), "an order that is not in its level");
            for (final User user : exchange.state().users().values()) {
                final long live = market.live().values().stream()
                        .filter(order -> order.uid() == user.uid())
                        .count();
                require(live == market.liveOf(user.uid()), "live orders of a user that are miscounted");
            }
            final boolean bothSides = !market.levels(Side.BID).isEmpty()
                    && !market.levels(Side.ASK).isEmpty();
            require(
                    !bothSides
                            || market.levels(Side.BID).firstKey()
                                    < market.levels(Side.ASK).firstKey(),
                    "a crossed book");
        }
    }

    private void checkOrder(final Market market, final Order order, final Side side, final long price) {
        final Spec spec = market.spec();
        require(market.live().get(order.orderId()) == order, "an order on the book that is not live");
        require(order.side() == side && order.price() == price, "an order in a level that is not its own");
        require(0 < order.remaining() && order.remaining() <= order.size(), "an order without size");
        require(order.type() == OrderType.GTC || order.type() == OrderType.POST_ONLY, "a type that cannot rest");
        require(spec.minPrice() <= price && price <= spec.maxPrice(), "a price out of the limits");
        require(!(spec.isPair() && side == Side.BID) || price <= order.reservePrice(), "a price over the reserve");
    }

    private void checkHolds() {
        final Map<String, BigInteger> holds = new TreeMap<>();
        for (final Market market : exchange.state().markets().values()) {
            for (final Order order : market.live().values()) {
                holds.merge(order.uid() + "/" + order.holdCurrency(), order.requiredHold(), BigInteger::add);
            }
        }
        for (final User user : exchange.state().users().values()) {
            for (final int currency : user.currencies()) {
                final Account account = user.account(currency);
                final BigInteger required = holds.getOrDefault(user.uid() + "/" + currency, BigInteger.ZERO);
                require(account.held().equals(required), "held is not the sum of the holds of live orders");
            }
        }
    }

    private void checkPositions() {
        for (final Market market : exchange.state().markets().values()) {
            long open = 0;
            for (final User user : exchange.state().users().values()) {
                final Position position = user.positionOrEmpty(market);
                require(position.isEmpty() || !market.spec().isPair(), "a position in a pair");
                require(
                        !position.isEmpty()
                                || !user.positions().containsKey(market.spec().symbol()),
                        "an empty position that is kept");
                open = Math.addExact(open, position.signed());
                for (final Side side : Side.values()) {
                    require(
                            market.spec().isPair() || position.pending(side) == pending(market, user, side),
                            "pending lots are not those of the live orders");
                }
                require(position.signed() != 0 || position.openPriceSum().signum() == 0, "a cost without a volume");
            }
            require(open == 0, "longs are not shorts");
        }
    }

    private static long pending(final Market market, final User user, final Side side) {
        return market.live().values().stream()
                .filter(order -> order.uid() == user.uid() && order.side() == side)
                .mapToLong(Order::remaining)
                .sum();
    }

    private void checkTotals() {
        final State state = exchange.state();
        final Set<Integer> currencies = new TreeSet<>(state.fees.keySet());
        currencies.addAll(state.adjustments.keySet());
        state.users().values().forEach(user -> currencies.addAll(user.currencies()));
        for (final int currency : currencies) {
            final Totals totals = Totals.of(state, currency);
            final BigInteger sum =
                    totals.balances().add(totals.positions()).add(totals.fees()).add(totals.adjustments());
            require(sum.signum() == 0, "money was made or lost in currency " + currency);
            require(totals.fees().signum() >= 0, "fees below 0 in currency " + currency);
        }
    }

    private void require(final boolean condition, final String broken) {
        if (!condition) {
            throw new AssertionError(broken + " after " + line);
        }
    }
}
