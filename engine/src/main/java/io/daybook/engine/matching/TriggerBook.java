package io.daybook.engine.matching;

import static io.daybook.engine.matching.PriceLevels.NO_LEVEL;

import io.daybook.api.Term;
import io.daybook.api.TriggerWhen;
import java.util.Arrays;

/**
 * The orders of one book that wait for the last price: those that wait for it to rise, lowest trigger first, and those
 * that wait for it to fall, highest first; first in, first out at one trigger. It keeps the range of prices that it has
 * yet to be compared with, which every trade widens. Trailing orders are also in two indexes of their own, in the same
 * order.
 */
final class TriggerBook {
    private static final int RISES = TriggerWhen.RISES.code();
    private static final int FIRST_FOLLOWERS = 16;

    private final TermsSlab terms;
    private final OrderSlab orders;
    private final Shadows shadows;
    private final PriceLevels rising;
    private final PriceLevels falling;
    private final PriceLevels trailingRising;
    private final PriceLevels trailingFalling;
    private int[] followers = new int[FIRST_FOLLOWERS];
    private int trailing;

    /** Whether a trailing order has come, or the last price has changed, since they followed it. */
    private boolean mayFollow;

    private long low;
    private long high;

    TriggerBook(final OrderSlab orders, final TermsSlab terms, final Shadows shadows) {
        this.orders = orders;
        this.terms = terms;
        this.shadows = shadows;
        this.rising = shadows.newIndex(false);
        this.falling = shadows.newIndex(true);
        this.trailingRising = shadows.newIndex(false);
        this.trailingFalling = shadows.newIndex(true);
    }

    /** The lowest price that has yet to be compared with; 0 for none. */
    long low() {
        return low;
    }

    /** The highest price that has yet to be compared with; 0 for none. */
    long high() {
        return high;
    }

    /** Sets the range. */
    void range(final long newLow, final long newHigh) {
        low = newLow;
        high = newHigh;
    }

    /** Whether there is no price to compare with, and no trailing order that is yet to follow. */
    boolean isSettled() {
        return high == 0 && !mayFollow;
    }

    /** Widens the range by the price of a trade. */
    void onTrade(final long price) {
        mayFollow = trailing > 0;
        low = low == 0 ? price : Math.min(low, price);
        high = Math.max(high, price);
    }

    /** Whether a price, or the range, meets a trigger. A price of 0 is none. */
    boolean meets(final long when, final long trigger, final long lastPrice) {
        return when == RISES
                ? (lastPrice != 0 && lastPrice >= trigger) || (high != 0 && high >= trigger)
                : (lastPrice != 0 && lastPrice <= trigger) || (low != 0 && low <= trigger);
    }

    /** How many orders trail. */
    int trailing() {
        return trailing;
    }

    /** How many of the trailing orders are of a user. */
    int trailingOf(final int userIndex) {
        return trailingOf(trailingRising, userIndex) + trailingOf(trailingFalling, userIndex);
    }

    private int trailingOf(final PriceLevels index, final int userIndex) {
        int count = 0;
        for (int level = index.best(); level != NO_LEVEL; level = index.next(level)) {
            for (int place = index.head(level); place != Shadows.NONE; place = shadows.next(place)) {
                count += orders.userIndex(shadows.order(place)) == userIndex ? 1 : 0;
            }
        }
        return count;
    }

    /** Puts an order with a trigger at the tail of its queue. */
    void add(final int order) {
        final int handle = orders.terms(order);
        final boolean rises = terms.term(handle, Term.WHEN) == RISES;
        final long trigger = terms.term(handle, Term.TRIGGER);
        final PriceLevels index = rises ? rising : falling;
        terms.set(handle, TermsSlab.CONDITION, shadows.add(index, index.keyOf(trigger), order, 1));
        if (terms.has(handle, Term.TRAIL)) {
            final PriceLevels trails = rises ? trailingRising : trailingFalling;
            terms.set(handle, TermsSlab.TRAILING, shadows.add(trails, trails.keyOf(trigger), order, 1));
            trailing++;
            mayFollow = true;
        }
    }

    /** Whether an order is in a queue here. */
    boolean holds(final int order) {
        final int handle = orders.terms(order);
        return handle != TermsSlab.NONE && terms.get(handle, TermsSlab.CONDITION) != Shadows.NONE;
    }

    /** Takes an order out, if it is here. */
    void remove(final int order) {
        final int handle = orders.terms(order);
        final int place = (int) terms.get(handle, TermsSlab.CONDITION);
        if (place == Shadows.NONE) {
            return;
        }
        final boolean rises = terms.term(handle, Term.WHEN) == RISES;
        shadows.remove(rises ? rising : falling, place);
        terms.set(handle, TermsSlab.CONDITION, Shadows.NONE);
        final int trails = (int) terms.get(handle, TermsSlab.TRAILING);
        if (trails != Shadows.NONE) {
            shadows.remove(rises ? trailingRising : trailingFalling, trails);
            terms.set(handle, TermsSlab.TRAILING, Shadows.NONE);
            trailing--;
        }
    }

    /** The order that fires next: rising before falling; or {@link OrderSlab#NO_ORDER}. */
    int nextDue() {
        if (high != 0 && rising.bestKey() <= rising.keyOf(high)) {
            return shadows.order(rising.head(rising.best()));
        }
        if (low != 0 && falling.bestKey() <= falling.keyOf(low)) {
            return shadows.order(falling.head(falling.best()));
        }
        return OrderSlab.NO_ORDER;
    }

    /**
     * Empties the range, and lets the trailing orders follow the last price.
     *
     * @param maxPrice of the symbol
     * @param minPrice of the symbol
     */
    void settle(final long lastPrice, final long minPrice, final long maxPrice) {
        low = 0;
        high = 0;
        if (mayFollow && lastPrice != 0) {
            mayFollow = false;
            follow(trailingRising, true, lastPrice, minPrice, maxPrice);
            follow(trailingFalling, false, lastPrice, minPrice, maxPrice);
        }
    }

    /** All that follow are found before the first does: the order of the queues before this step decides. */
    private void follow(
            final PriceLevels index,
            final boolean rises,
            final long lastPrice,
            final long minPrice,
            final long maxPrice) {
        int count = 0;
        for (int level = index.best(); level != NO_LEVEL; level = index.next(level)) {
            for (int place = index.head(level); place != Shadows.NONE; place = shadows.next(place)) {
                final int handle = orders.terms(shadows.order(place));
                final long step = terms.get(handle, Term.TRAIL_STEP.code());
                final long trigger = terms.get(handle, Term.TRIGGER.code());
                final long trail = terms.get(handle, Term.TRAIL.code());
                if (rises ? lastPrice + trail <= trigger - step : lastPrice - trail >= trigger + step) {
                    if (count == followers.length) {
                        followers = Arrays.copyOf(followers, 2 * count);
                    }
                    followers[count++] = shadows.order(place);
                }
            }
        }
        for (int i = 0; i < count; i++) {
            final int order = followers[i];
            final int handle = orders.terms(order);
            final long trail = terms.get(handle, Term.TRAIL.code());
            final long trigger = rises ? lastPrice + trail : lastPrice - trail;
            final long price = terms.get(handle, TermsSlab.PRICE) + trigger - terms.get(handle, Term.TRIGGER.code());
            remove(order);
            terms.set(handle, Term.TRIGGER.code(), trigger);
            terms.set(handle, TermsSlab.PRICE, Math.max(minPrice, Math.min(maxPrice, price)));
            add(order);
        }
        mayFollow = false;
    }

    /** Visits the orders that wait, in the order in which they would fire: rising ones, then falling ones. */
    void forEach(final Visitor visitor) {
        forEach(rising, visitor);
        forEach(falling, visitor);
    }

    private void forEach(final PriceLevels index, final Visitor visitor) {
        for (int level = index.best(); level != NO_LEVEL; level = index.next(level)) {
            long rank = 0;
            for (int place = index.head(level); place != Shadows.NONE; place = shadows.next(place)) {
                visitor.onOrder(shadows.order(place), rank++);
            }
        }
    }

    /** Takes orders with their ranks in their queues. */
    @FunctionalInterface
    interface Visitor {
        /** One order. */
        void onOrder(int order, long rank);
    }
}
