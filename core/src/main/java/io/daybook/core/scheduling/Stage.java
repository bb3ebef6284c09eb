package io.daybook.core.scheduling;

/**
 * A piece of work on the ring that some thread calls again and again (the duty cycle of Agrona's agents): it never
 * blocks, except for the disk, so that one thread can serve several stages. A stage that has to wait for another
 * reports what it has done, returns, and finds out at its next call whether it can go on. So no stage waits where a
 * halt would have to interrupt it.
 */
public interface Stage {

    /**
     * Does what there is to do.
     *
     * @return how much was done; 0 lets the thread idle
     */
    int doWork();

    /** For how long there will be nothing to do unless another stage or a producer makes progress, in ns. */
    default long maxParkNs() {
        return Long.MAX_VALUE;
    }

    /** Whether threads that sleep have to look for work, after this one has done some. Asked once behind each piece. */
    default boolean isWorthWaking() {
        return true;
    }
}
