package io.daybook.sim;

import java.util.concurrent.Semaphore;

/** Which of two threads runs: the one that gives the turn stands still until it has it back. */
final class Turn {
    private final Semaphore there = new Semaphore(0);
    private final Semaphore back = new Semaphore(0);

    private volatile boolean ended;

    /** Lets the other run until it gives back or ends. */
    void give() {
        there.release();
        back.acquireUninterruptibly();
    }

    /** The other begins, when it may. */
    void takeFirst() {
        there.acquireUninterruptibly();
    }

    /** The other stands still until it is given the turn again. */
    void giveBack() {
        back.release();
        there.acquireUninterruptibly();
    }

    /** The other ends. */
    void end() {
        ended = true;
        back.release();
    }

    boolean hasEnded() {
        return ended;
    }
}
