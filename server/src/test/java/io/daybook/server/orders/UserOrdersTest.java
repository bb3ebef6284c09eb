package io.daybook.server.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.kernel.slab.HashSecret;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Queries find the orders that a walk over all orders finds. */
class UserOrdersTest {
    private static final int ORDERS = 300;
    private static final int STEPS = 3_000;

    private final OrderRecords records = new OrderRecords(HashSecret.NONE);
    private final UserOrders user = new UserOrders(1, 0, records);
    private final List<Integer> model = new ArrayList<>();
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
            final int order = order(1 + dice.nextInt(4), 1 + dice.nextInt(ORDERS), dice.nextInt(40) * 1_000L);
            if (model.stream().anyMatch(one -> records.key(one).equals(records.key(order)))) {
                records.free(order);
                return;
            }
            if (dice.nextBoolean()) {
                records.name(order, "c-" + clientIds++, false);
            }
            model.add(order);
            user.add(order);
            return;
        }
        final int order = model.get(dice.nextInt(model.size()));
        if (dice.nextInt(3) == 0) {
            user.replace(order, ++replacedIds, 101, 5);
        } else {
            model.remove((Integer) order);
            user.remove(order);
            records.free(order);
        }
    }

    private void check(final SplittableRandom dice, final String where) {
        assertEquals(model, Arrays.stream(user.live()).boxed().toList(), () -> "the order of placing, " + where);
        if (dice.nextInt(STEPS) < STEPS / 2) {
            return; // half of the steps make no queries, so that some queries follow several changes
        }
        final int symbol = dice.nextInt(5);
        final OrderPlace place = OrderPlace.before(dice.nextInt(41), dice.nextInt(2 * ORDERS));
        final List<Integer> expected = new ArrayList<>(model.stream()
                .filter(order -> symbol == 0 || records.symbol(order) == symbol)
                .filter(order -> records.place(order).compareTo(place) < 0)
                .sorted(Comparator.comparing(records::place).reversed())
                .toList());
        assertEquals(expected, new ArrayList<>(user.liveBefore(symbol, place)), where);
        if (model.isEmpty()) {
            return;
        }
        final int one = model.get(dice.nextInt(model.size()));
        assertEquals(
                model.stream()
                        .filter(order -> records.orderId(order) == records.orderId(one))
                        .sorted(Comparator.comparingInt(records::symbol))
                        .toList(),
                new ArrayList<>(user.live(records.orderId(one))),
                where);
        assertEquals(
                model.stream()
                        .filter(order -> records.symbol(order) == records.symbol(one))
                        .filter(order -> records.orderId(order) >= records.orderId(one))
                        .sorted(Comparator.comparingLong(records::orderId))
                        .toList(),
                new ArrayList<>(user.liveFrom(records.symbol(one), records.orderId(one))),
                where);
        final OrderPlace from = records.place(one);
        final OrderPlace to = OrderPlace.before(from.placedUs() + dice.nextInt(1, 10), 0);
        assertEquals(
                model.stream()
                        .filter(order -> records.symbol(order) == records.symbol(one))
                        .filter(order -> records.place(order).compareTo(from) >= 0)
                        .filter(order -> records.place(order).compareTo(to) < 0)
                        .sorted(Comparator.comparing(records::place))
                        .toList(),
                new ArrayList<>(user.livePlaced(records.symbol(one), from, to).values()),
                where);
        final String name = records.clientOrderId(one);
        if (name != null) {
            assertEquals(one, user.live(name), where);
        }
    }

    @Test
    void shouldKeepTheNewestOfTwoOrdersWithOneClientId() {
        assertEquals(OrderRecords.NONE, user.live("same"));
        final int first = order(1, 1, 0);
        final int second = order(1, 2, 0);
        records.name(first, "same", false);
        records.name(second, "same", false);
        user.add(first);
        user.add(second);
        user.remove(first);
        assertEquals(second, user.live("same"));
        user.remove(second);
        assertEquals(OrderRecords.NONE, user.live("same"));
    }

    private int order(final int symbol, final long orderId, final long placedNs) {
        return records.add(symbol, orderId, 1, Side.BID.code(), OrderType.GTC.code(), 100, 10, placedNs, 1);
    }
}
