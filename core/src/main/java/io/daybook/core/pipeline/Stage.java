package io.daybook.core.pipeline;

/**
 * A piece of work on the ring that some thread calls again and again (the duty cycle of Agrona's agents): it never blocks, except
 * for the disk, so that one thread can serve several stages.
 */
interface Stage {

    /**
     * Does what there is to do.
     *
     * @return how much was done; 0 lets the thread idle
     */
    int doWork();
}
