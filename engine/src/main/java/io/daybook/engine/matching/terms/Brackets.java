package io.daybook.engine.matching.terms;

import static io.daybook.engine.matching.levels.PriceLevels.NO_KEY;
import static io.daybook.engine.matching.slab.OrderSlab.NO_ORDER;

import io.daybook.api.Term;
import io.daybook.api.TriggerWhen;
import io.daybook.engine.matching.levels.PriceLevels;
import io.daybook.engine.matching.slab.OrderSlab;
import io.daybook.engine.matching.slab.TermsSlab;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * The exits of one book: all of them, the lots that they get from their entries in the current act, and the exits whose
 * lots wait for an act. An exit whose entry lives may have no lots.
 */
final class Brackets {
    private static final int FIRST_RECEIVERS = 16;

    private final SpecialBook special;
    private final OrderSlab orders;
    private final TermsSlab terms;
    private final Shadows shadows;

    /** Exits with lots that wait, in one queue. */
    private final PriceLevels waiting;

    /** All exits, in one queue of {@link #shadows}. */
    private final PriceLevels exits;

    /** Exits whose entries have traded in the current act. */
    private int[] receivers = new int[FIRST_RECEIVERS];

    private int receiverCount;
    private int emptyExits;

    Brackets(final SpecialBook special) {
        this.special = special;
        this.orders = special.orders;
        this.terms = special.terms;
        this.shadows = special.shadows;
        this.waiting = shadows.newIndex(false);
        this.exits = shadows.newIndex(false);
    }

    /** Whether an exit has lots that wait. */
    boolean hasWaiting() {
        return waiting.bestKey() != NO_KEY;
    }

    /** Removes an exit. */
    void remove(final int exit, final int handle) {
        empty(handle, false);
        dropFresh(exit, handle);
        shadows.remove(exits, (int) terms.get(handle, TermsSlab.SHADOW));
    }

    /** Makes an order with terms an exit. */
    void makeExit(final int order) {
        final int handle = orders.terms(order);
        terms.state(handle, TermsSlab.IS_EXIT, true);
        terms.set(handle, TermsSlab.SHADOW, shadows.add(exits, 0, order, 1));
    }

    /** Sets the prices with which an exit enters. */
    void define(final int ofExit, final long price, final long trigger, final long stopPrice) {
        terms.set(ofExit, Term.EXIT_PRICE.code(), price);
        terms.set(ofExit, Term.EXIT_TRIGGER.code(), trigger);
        terms.set(ofExit, Term.EXIT_STOP_PRICE.code(), stopPrice);
    }

    /** Makes two orders a bracket. */
    void join(final int entry, final int exit) {
        terms.set(orders.terms(entry), TermsSlab.PARTNER, exit);
        terms.set(orders.terms(exit), TermsSlab.PARTNER, entry);
    }

    /** The exit that acts next, or {@code OrderSlab.NO_ORDER}. */
    int nextWaiting() {
        return waiting.bestKey() == NO_KEY ? NO_ORDER : shadows.order(waiting.head(waiting.best()));
    }

    /** Visits the exits. */
    void forEachExit(final IntConsumer visitor) {
        forEach(exits, visitor);
    }

    /** Visits the exits with lots that wait, the one that acts next first. */
    void forEachWaiting(final IntConsumer visitor) {
        forEach(waiting, visitor);
    }

    private void forEach(final PriceLevels queue, final IntConsumer visitor) {
        int place = queue.bestKey() == NO_KEY ? Shadows.NONE : queue.head(queue.best());
        while (place != Shadows.NONE) {
            final int next = shadows.next(place);
            visitor.accept(shadows.order(place));
            place = next;
        }
    }

    /** Takes lots off the waiting lots of an exit. */
    void takeWaiting(final int handle, final long lots) {
        final long left = terms.get(handle, TermsSlab.WAITING) - lots;
        terms.set(handle, TermsSlab.WAITING, left);
        if (left == 0) {
            shadows.remove(waiting, (int) terms.get(handle, TermsSlab.EXPIRY));
            terms.set(handle, TermsSlab.EXPIRY, Shadows.NONE);
        }
    }

    /** Adds lots that an entry has traded; its exit gets them at the end of the act. */
    void feed(final int exit, final long lots) {
        final int handle = orders.terms(exit);
        final long before = terms.get(handle, TermsSlab.FRESH);
        terms.set(handle, TermsSlab.FRESH, before + lots);
        if (before == 0) {
            if (receiverCount == receivers.length) {
                receivers = Arrays.copyOf(receivers, 2 * receiverCount);
            }
            receivers[receiverCount++] = exit;
        }
    }

    /**
     * Ends an act: the lots that entries traded in it wait for the acts of their exits, in the order of the first trade
     * of each.
     */
    void endAct() {
        for (int i = 0; i < receiverCount; i++) {
            final int handle = orders.terms(receivers[i]);
            final long fresh = terms.get(handle, TermsSlab.FRESH);
            terms.set(handle, TermsSlab.FRESH, 0);
            enqueue(receivers[i], handle, fresh);
        }
        receiverCount = 0;
    }

    /** Makes lots of an exit wait for its act. */
    void enqueue(final int exit, final int handle, final long lots) {
        orders.size(exit, (special.total(exit) == 0 ? 0 : orders.size(exit)) + lots);
        empty(handle, false);
        final long before = terms.get(handle, TermsSlab.WAITING);
        terms.set(handle, TermsSlab.WAITING, before + lots);
        if (before == 0) {
            terms.set(handle, TermsSlab.EXPIRY, shadows.add(waiting, 0, exit, 1));
        }
    }

    /** Lots that an exit gets at the end of the act. */
    long fresh(final int order) {
        return special.isExit(order) ? terms.get(orders.terms(order), TermsSlab.FRESH) : 0;
    }

    /** Drops the lots that an exit would have got at the end of the act. */
    void dropFresh(final int exit, final int handle) {
        if (terms.get(handle, TermsSlab.FRESH) == 0) {
            return;
        }
        terms.set(handle, TermsSlab.FRESH, 0);
        int kept = 0;
        for (int i = 0; i < receiverCount; i++) {
            if (receivers[i] != exit) {
                receivers[kept++] = receivers[i];
            }
        }
        receiverCount = kept;
    }

    /** Gives an exit the trigger with which it enters; the exit waits for it once it rests or is dormant. */
    void arm(final int exit, final boolean isDormant) {
        final int handle = orders.terms(exit);
        final long trigger = terms.get(handle, Term.EXIT_TRIGGER.code());
        if (trigger == 0) {
            return;
        }
        final boolean isAsk = orders.isAsk(exit);
        terms.term(handle, Term.TRIGGER, trigger);
        terms.term(handle, Term.WHEN, (isAsk ? TriggerWhen.FALLS : TriggerWhen.RISES).code());
        if (!isDormant) {
            terms.term(handle, Term.STOP_PRICE, terms.get(handle, Term.EXIT_STOP_PRICE.code()));
        }
    }

    /** Sets whether an exit has no lots. */
    void empty(final int handle, final boolean isEmpty) {
        if (terms.is(handle, TermsSlab.EMPTY) != isEmpty) {
            terms.state(handle, TermsSlab.EMPTY, isEmpty);
            emptyExits += isEmpty ? 1 : -1;
        }
    }

    /** The number of exits without lots. */
    int emptyExits() {
        return emptyExits;
    }
}
