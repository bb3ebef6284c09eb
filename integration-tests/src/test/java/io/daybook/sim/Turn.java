package io.daybook.sim;

import java.util.concurrent.Semaphore;

/** Decides which of two threads runs: a thread that gives its turn away waits until it gets the turn back. */
final class Turn {
    private final Semaphore there = new Semaphore(0);
    private final Semaphore back = new Semaphore(0);

    private volatile boolean ended;

    /** Lets the other thread run until it gives the turn back, or ends. */
    void give() {
        there.release();
        back.acquireUninterruptibly();
    }

    /** Called by the other thread at its beginning: waits for its first turn. */
    void takeFirst() {
        there.acquireUninterruptibly();
    }

    /** Called by the other thread: gives the turn back, and waits for the next. */
    void giveBack() {
        back.release();
        there.acquireUninterruptibly();
    }

    /** Called by the other thread at its end. */
    void end() {
        ended = true;
        back.release();
    }

    boolean hasEnded() {
        return ended;
    }
}
