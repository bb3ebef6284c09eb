package io.daybook.server.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.daybook.api.OrderType;
import io.daybook.api.Side;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What is found through the indices is what a walk over all orders finds. */
class UserOrdersTest {
    private static final int ORDERS = 300;
    private static final int STEPS = 3_000;

    private final UserOrders user = new UserOrders(1);
    private final List<Order> model = new ArrayList<>();
    private int clientIds;
    private long replacedIds = ORDERS;

    @Test
    void shouldFindWhatAWalkFinds() {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        System.out.println("seed=" + seed);
        final SplittableRandom dice = new SplittableRandom(seed);
        for (int step = 0; step < STEPS; step++) {
            change(dice);
            check(dice, "seed=" + seed + " step=" + step);
        }
    }

    private void change(final SplittableRandom dice) {
        if (model.isEmpty() || model.size() < ORDERS && dice.nextInt(5) > 1) {
            // Few ids and times, many orders: symbols share ids, and orders share times.
            final Order order = order(1 + dice.nextInt(4), 1 + dice.nextInt(ORDERS), dice.nextInt(40) * 1_000L);
            if (model.stream().noneMatch(one -> one.key().equals(order.key()))) {
                order.clientOrderId = dice.nextBoolean() ? null : "c-" + clientIds++;
                model.add(order);
                user.add(order);
            }
            return;
        }
        final Order order = model.remove(dice.nextInt(model.size()));
        user.remove(order);
        if (dice.nextInt(3) == 0) {
            order.orderId = ++replacedIds;
            user.add(order);
            model.add(order);
        }
    }

    private void check(final SplittableRandom dice, final String where) {
        final int symbol = dice.nextInt(5);
        final OrderPlace place = OrderPlace.before(dice.nextInt(41), dice.nextInt(2 * ORDERS));
        final List<Order> expected = new ArrayList<>(model.stream()
                .filter(order -> symbol == 0 || order.symbol == symbol)
                .filter(order -> OrderPlace.of(order).compareTo(place) < 0)
                .sorted(Comparator.comparing((Order order) -> OrderPlace.of(order))
                        .reversed())
                .toList());
        assertEquals(expected, new ArrayList<>(user.liveBefore(symbol, place)), where);
        assertEquals(model.size(), user.live().size(), where);
        final Order one = model.isEmpty() ? order(1, 1, 0) : model.get(dice.nextInt(model.size()));
        assertEquals(
                model.stream()
                        .filter(order -> order.orderId == one.orderId)
                        .sorted(Comparator.comparingInt((Order order) -> order.symbol))
                        .toList(),
                new ArrayList<>(user.live(one.orderId)),
                where);
        assertEquals(
                model.stream()
                        .filter(order -> order.symbol == one.symbol && order.orderId >= one.orderId)
                        .sorted(Comparator.comparingLong((Order order) -> order.orderId))
                        .toList(),
                new ArrayList<>(user.liveFrom(one.symbol, one.orderId)),
                where);
        final OrderPlace from = OrderPlace.of(one);
        final OrderPlace to = OrderPlace.before(from.placedUs() + dice.nextInt(1, 10), 0);
        assertEquals(
                model.stream()
                        .filter(order -> order.symbol == one.symbol)
                        .filter(order -> OrderPlace.of(order).compareTo(from) >= 0)
                        .filter(order -> OrderPlace.of(order).compareTo(to) < 0)
                        .sorted(Comparator.comparing((Order order) -> OrderPlace.of(order)))
                        .toList(),
                new ArrayList<>(user.livePlaced(one.symbol, from, to).values()),
                where);
        if (!model.isEmpty()) {
            assertEquals(one, user.live(one.key()), where);
        }
        if (one.clientOrderId != null) {
            assertEquals(one, user.live(one.clientOrderId), where);
        }
    }

    @Test
    void shouldKeepTheNewestOfTwoOrdersWithOneClientId() {
        final Order first = order(1, 1, 0);
        final Order second = order(1, 2, 0);
        first.clientOrderId = "same";
        second.clientOrderId = "same";
        user.add(first);
        user.add(second);
        user.remove(first);
        assertNotNull(user.live("same"));
        user.remove(second);
        assertNull(user.live("same"));
    }

    private static Order order(final int symbol, final long orderId, final long placedNs) {
        return new Order(symbol, orderId, 1, Side.BID, OrderType.GTC, 100, 10, placedNs);
    }
}
