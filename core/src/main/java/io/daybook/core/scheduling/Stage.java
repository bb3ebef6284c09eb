package io.daybook.core.scheduling;

/**
 * A piece of work on the ring that some thread calls again and again (the duty cycle of Agrona's agents): it never
 * blocks, except for the disk, so that one thread can serve several stages. A stage that has to wait for another
 * reports its progress, returns, and checks at its next call whether it can continue. So a halt never has to interrupt
 * a waiting stage.
 */
public interface Stage {

    /**
     * Does the work that there is.
     *
     * @return how much was done; 0 lets the thread idle
     */
    int doWork();

    /** How long there is nothing to do unless another stage or a producer makes progress, in ns. */
    default long maxParkNs() {
        return Long.MAX_VALUE;
    }

    /** Whether sleeping threads must check for work after this stage has done some. Called once after each piece. */
    default boolean isWorthWaking() {
        return true;
    }
}
