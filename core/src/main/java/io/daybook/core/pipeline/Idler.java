package io.daybook.core.pipeline;

import io.daybook.api.IdleStrategy;

/**
 * What one thread does when there is nothing to do; after Agrona's back-off idle strategy. Used by that thread.
 *
 * <p>Back-off spins, yields, and then parks for ever longer, up to {@value #MAX_PARK_NS} ns; a publisher wakes it earlier.
 * Blocking parks at once.
 */
final class Idler {
    private static final int SPINS = 100;
    private static final int YIELDS = 20;
    private static final long MIN_PARK_NS = 20_000;
    private static final long MAX_PARK_NS = 2_000_000;

    private final IdleStrategy strategy;
    private final Wakeup wakeup;
    private final int place;

    private int idles;
    private long parkNs = MIN_PARK_NS;

    Idler(final IdleStrategy strategy, final Wakeup wakeup, final int place) {
        this.strategy = strategy;
        this.wakeup = wakeup;
        this.place = place;
    }

    /** There was something to do. */
    void reset() {
        idles = 0;
        parkNs = MIN_PARK_NS;
    }

    /** There was nothing to do. */
    void idle() {
        idles++;
        switch (strategy) {
            case BUSY_SPIN -> Thread.onSpinWait();
            case YIELD -> spinThenYield();
            case BACK_OFF -> backOff();
            case BLOCK -> wakeup.park(place, MAX_PARK_NS);
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // a hint is all that is wanted
    private void spinThenYield() {
        if (idles <= SPINS) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }

    private void backOff() {
        if (idles <= SPINS + YIELDS) {
            spinThenYield();
        } else {
            wakeup.park(place, parkNs);
            parkNs = Math.min(parkNs * 2, MAX_PARK_NS);
        }
    }
}
