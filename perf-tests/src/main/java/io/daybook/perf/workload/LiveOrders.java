package io.daybook.perf.workload;

import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * The live orders of one symbol by age, of which one of the oldest can be picked.
 *
 * <p>The oldest {@link #WINDOW} orders are in an array in no particular order, all younger ones wait in a queue: when
 * one of the oldest is removed, the next one that is still live takes its place, so the array always holds exactly the
 * oldest. Only placing makes an order young; a move does not.
 */
final class LiveOrders {
    static final int WINDOW = 512;

    private RestingOrder[] oldest = new RestingOrder[16];
    private int oldestCount;
    private final ArrayDeque<RestingOrder> younger = new ArrayDeque<>();
    private int size;

    boolean isEmpty() {
        return oldestCount == 0;
    }

    /** The number of live orders. */
    int size() {
        return size;
    }

    /** Draws one of the oldest min({@link #WINDOW}, live) orders, all equally likely; there must be one. */
    RestingOrder pick(final SplitMix64 random) {
        return oldest[random.nextInt(oldestCount)];
    }

    void add(final RestingOrder order) {
        size++;
        if (oldestCount < WINDOW) {
            admit(order);
        } else {
            younger.add(order);
        }
    }

    void remove(final RestingOrder order) {
        size--;
        final int index = order.window;
        order.window = RestingOrder.GONE;
        if (index == RestingOrder.WAITING) return; // skipped when its turn comes

        final RestingOrder last = oldest[--oldestCount];
        oldest[index] = last;
        if (last != order) last.window = index;
        RestingOrder next = younger.poll();
        while (next != null && next.window == RestingOrder.GONE) {
            next = younger.poll();
        }
        if (next != null) admit(next);
    }

    private void admit(final RestingOrder order) {
        if (oldestCount == oldest.length) {
            oldest = Arrays.copyOf(oldest, Math.min(WINDOW, 2 * oldestCount));
        }
        order.window = oldestCount;
        oldest[oldestCount++] = order;
    }
}
