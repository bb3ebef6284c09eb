package io.daybook.model;

import java.math.BigInteger;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The invariants that hold after every command, whatever the commands were. */
public final class Invariants {
    private final Exchange exchange;
    private final ScenarioLine line;

    private Invariants(final ScenarioLine line, final Exchange exchange) {
        this.line = line;
        this.exchange = exchange;
    }

    /** Checks all invariants; has the signature of a {@link ModelRunner.Listener}. */
    public static void check(final ScenarioLine line, final Outcome outcome, final Exchange exchange) {
        final Invariants invariants = new Invariants(line, exchange);
        invariants.checkBooks();
        invariants.checkHolds();
        invariants.checkPositions();
        invariants.checkTotals();
    }

    private void checkBooks() {
        for (final Market market : exchange.state().markets().values()) {
            int resting = 0;
            for (final Side side : Side.values()) {
                resting += checkLevels(market, side, market.levels(side), false);
                resting += checkLevels(market, side, market.hidden(side), true);
            }
            final var live = market.live().values();
            require(resting == live.stream().filter(Order::isResting).count(), "not all resting orders are in levels");
            final Map<Long, Integer> ofUsers = new HashMap<>();
            live.forEach(order -> ofUsers.merge(order.uid(), 1, Integer::sum));
            for (final long uid : exchange.state().users().keySet()) {
                require(
                        ofUsers.getOrDefault(uid, 0) == market.liveOf(uid),
                        "the number of a user's live orders is wrong");
            }
            final long bid = market.bestPrice(Side.BID);
            final long ask = market.bestPrice(Side.ASK);
            require(bid == 0 || ask == 0 || bid < ask, "the book is crossed");
            checkTriggers(market);
            live.forEach(order -> checkLots(market, order));
            checkKept(market);
        }
    }

    /** Checks that the sets which the model keeps, to save a search of all orders, have what such a search finds. */
    private void checkKept(final Market market) {
        int ending = 0;
        int withExits = 0;
        for (final Order order : market.live().values()) {
            final long end = order.terms().expireAt();
            if (end != 0) {
                ending++;
                require(
                        market.withExpiry().contains(order),
                        "an order that can expire is missing from the market's set of such orders");
                require(market.mayHaveExpired(end), "an order ends before the market expects an expiry");
            }
            if (market.withExits().getOrDefault(order.uid(), Set.of()).contains(order)) {
                withExits++;
            } else {
                require(!order.isEntry(), "the lots of an entry are not counted");
            }
        }
        require(
                ending == market.withExpiry().size(),
                "an order that has no end, or has ended, is in the market's set of orders that can expire");
        final int kept =
                market.withExits().values().stream().mapToInt(Set::size).sum();
        require(withExits == kept, "the lots of an order that has ended are counted");
    }

    private int checkLevels(
            final Market market, final Side side, final Map<Long, List<Order>> levels, final boolean hidden) {
        int orders = 0;
        for (final Map.Entry<Long, List<Order>> level : levels.entrySet()) {
            require(!level.getValue().isEmpty(), "a level has no orders");
            for (final Order order : level.getValue()) {
                checkOrder(market, order, side, level.getKey());
                require(order.terms().isHidden() == hidden, "a hidden order is among visible ones, or the reverse");
                require(
                        hidden ? order.shown == 0 : 0 < order.shown,
                        "a hidden order shows lots, or a visible order shows none");
                require(order.shown <= order.lotsHere(), "an order shows more lots than it has");
                orders++;
            }
        }
        return orders;
    }

    private void checkOrder(final Market market, final Order order, final Side side, final long price) {
        final Spec spec = market.spec();
        require(order.isResting(), "an order in a level is not resting");
        require(market.live().get(order.orderId()) == order, "an order in a level is not live");
        require(order.side() == side && order.price() == price, "an order is in a level of another side or price");
        require(0 < order.lotsHere(), "an order in a level has no lots");
        require(order.type() == OrderType.GTC || order.type() == OrderType.POST_ONLY, "this type of order cannot rest");
        require(spec.allows(price), "an order rests at a price outside the limits");
        require(!(spec.isPair() && side == Side.BID) || price <= order.reservePrice(), "a bid is above its reserve");
        final Long display = order.terms().display();
        require(display == null || order.shown <= display, "an order shows more lots than its display size");
    }

    private void checkTriggers(final Market market) {
        final List<Order> inBook = market.triggers().orders();
        final Set<Order> armed = new HashSet<>(inBook);
        require(inBook.size() == armed.size(), "the trigger book has an order twice");
        final long trailing =
                armed.stream().filter(order -> order.terms().isTrailing()).count();
        require(market.triggers().trailing() == trailing, "the number of trailing orders is wrong");
        for (final Order order : market.live().values()) {
            require(armed.contains(order) == order.armed, "an order is armed or in the trigger book, but not both");
            require(!order.armed || order.terms().trigger() != 0, "an armed order has no trigger");
            require(
                    !order.armed || order.rests == order.terms().isOco(),
                    "an armed order rests without two faces, or has two faces and does not rest");
            require(
                    order.rests || order.armed || order.isExit() && order.lotsHere() == 0,
                    "a live order neither rests nor waits");
            require(
                    !order.armed
                            || market.hasBacklog()
                            || market.triggers().hasRange()
                            || !market.meets(order.terms().when(), order.terms().trigger()),
                    "a trigger is met, but its order has not fired");
        }
        for (final Order order : armed) {
            require(market.live().get(order.orderId()) == order, "an order in the trigger book is not live");
        }
    }

    private void checkLots(final Market market, final Order order) {
        require(order.remaining() <= order.size(), "an order has more lots left than its size");
        require(order.fresh == 0, "an order has fresh lots after the end of their act");
        require(0 <= order.waiting && order.waiting <= order.remaining(), "more lots of an order wait than are left");
        require(order.waiting > 0 == market.waiting().contains(order), "waiting lots and the waiting list disagree");
        final Bracket bracket = order.bracket;
        if (bracket == null) {
            require(order.remaining() > 0, "an order has no lots");
        } else if (order.isExit()) {
            require(order.remaining() > 0 || bracket.entryLives, "an exit has neither lots nor a live entry");
            require(
                    market.live().get(bracket.entry.orderId()) == bracket.entry == bracket.entryLives,
                    "a bracket has the wrong state of its entry");
        } else {
            require(bracket.entryLives, "an entry that has ended is live");
            require(market.live().get(bracket.exit.orderId()) == bracket.exit, "a live entry has no live exit");
            final long traded = order.size() - order.remaining();
            require(bracket.exit.remaining() <= traded, "an exit has more lots than its entry traded");
        }
    }

    private void checkHolds() {
        final Map<Long, Map<Integer, BigInteger>> holds = new HashMap<>(); // by user and currency
        for (final Market market : exchange.state().markets().values()) {
            for (final Order order : market.live().values()) {
                holds.computeIfAbsent(order.uid(), uid -> new HashMap<>())
                        .merge(order.holdCurrency(), order.requiredHold(), BigInteger::add);
            }
        }
        for (final User user : exchange.state().users().values()) {
            final Map<Integer, BigInteger> ofUser = holds.getOrDefault(user.uid(), Map.of());
            for (final int currency : user.currencies()) {
                final Account account = user.account(currency);
                final BigInteger required = ofUser.getOrDefault(currency, BigInteger.ZERO);
                require(account.held().equals(required), "held is not the sum of the holds of live orders");
            }
        }
    }

    private void checkPositions() {
        for (final Market market : exchange.state().markets().values()) {
            long open = 0;
            final Map<Side, Map<Long, Long>> pending = pending(market);
            for (final User user : exchange.state().users().values()) {
                final Position position = user.positionOrEmpty(market);
                require(position.isEmpty() || !market.spec().isPair(), "a user has a position in a pair");
                require(
                        !position.isEmpty()
                                || !user.positions().containsKey(market.spec().symbol()),
                        "an empty position was kept");
                open = Math.addExact(open, position.signed());
                for (final Side side : Side.values()) {
                    require(
                            market.spec().isPair()
                                    || position.pending(side)
                                            == pending.get(side).getOrDefault(user.uid(), 0L),
                            "pending lots are not those of the live orders");
                }
                require(
                        position.signed() != 0 || position.openPriceSum().signum() == 0,
                        "a position without lots has a cost");
            }
            require(open == 0, "long lots do not equal short lots");
        }
    }

    /** The lots of the live orders of a futures contract, by side and user. */
    private static Map<Side, Map<Long, Long>> pending(final Market market) {
        final Map<Side, Map<Long, Long>> pending = new EnumMap<>(Side.class);
        for (final Side side : Side.values()) {
            pending.put(side, new HashMap<>());
        }
        if (!market.spec().isPair()) {
            market.live().values().forEach(order -> pending.get(order.side())
                    .merge(order.uid(), order.remaining(), Long::sum));
        }
        return pending;
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
            require(totals.fees().signum() >= 0, "the fees are below 0 in currency " + currency);
        }
    }

    private void require(final boolean condition, final String broken) {
        if (!condition) {
            throw new AssertionError(broken + " after " + line);
        }
    }
}
