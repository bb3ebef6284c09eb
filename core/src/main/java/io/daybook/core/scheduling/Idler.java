package io.daybook.core.scheduling;

import io.daybook.api.IdleStrategy;

/**
 * How one thread idles, after Agrona's back-off idle strategy. Used by that thread.
 *
 * <p>Back-off spins, yields, and then parks for longer and longer, up to 25 ms; a thread with new work for it wakes it
 * earlier. Blocking parks at once. Before each park the thread announces it and then checks for work once more; see
 * {@link Wakeup}.
 */
public final class Idler {
    private static final int SPINS = 100;
    private static final int YIELDS = 20;
    private static final long MIN_PARK_NS = 20_000;

    /** The longest sleep of a thread before it checks for work again. */
    static final long MAX_PARK_NS = 25_000_000;

    private final IdleStrategy strategy;
    private final Wakeup wakeup;
    private final int place;

    private int idles;
    private long parkNs = MIN_PARK_NS;
    private boolean announced;

    public Idler(final IdleStrategy strategy, final Wakeup wakeup, final int place) {
        this.strategy = strategy;
        this.wakeup = wakeup;
        this.place = place;
    }

    /** Called after work was done. */
    public void reset() {
        if (idles != 0) {
            idles = 0;
            parkNs = MIN_PARK_NS;
            withdraw();
        }
    }

    /**
     * Called when there was nothing to do.
     *
     * @param maxParkNs the time until there is work even if no other thread wakes this one
     */
    void idle(final long maxParkNs) {
        idles++;
        Thread.interrupted(); // a flag that a listener left would keep this thread from parking
        switch (strategy) {
            case BUSY_SPIN -> Thread.onSpinWait();
            case YIELD -> spinThenYield();
            case BACK_OFF -> backOff(maxParkNs);
            case BLOCK -> announceThenPark(Math.min(maxParkNs, MAX_PARK_NS));
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // a hint is enough
    private void spinThenYield() {
        if (idles <= SPINS) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }

    private void backOff(final long maxParkNs) {
        if (idles <= SPINS + YIELDS) {
            spinThenYield();
            return;
        }
        if (announced) {
            final long ns = parkNs;
            parkNs = Math.min(ns * 2, MAX_PARK_NS);
            announceThenPark(Math.min(ns, maxParkNs));
        } else {
            announceThenPark(0);
        }
    }

    private void announceThenPark(final long ns) {
        if (announced) {
            wakeup.sleep(ns);
            withdraw();
        } else {
            wakeup.announce(place);
            announced = true;
        }
    }

    private void withdraw() {
        if (announced) {
            wakeup.withdraw(place);
            announced = false;
        }
    }
}
