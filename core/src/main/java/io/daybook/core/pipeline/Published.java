package io.daybook.core.pipeline;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;

/**
 * How far a stage at the front of the ring can go. It asks anew only when it has come to the end of what it knows: the ring
 * of many producers answers by looking at every slot up to its cursor, which for a full ring and small batches costs more than the
 * commands themselves. Used by one thread.
 */
final class Published {
    private final CommandRing ring;
    private final SequenceBarrier barrier;

    private long known = -1;

    Published(final CommandRing ring) {
        this.ring = ring;
        this.barrier = ring.barrier();
    }

    /** A sequence, from {@code first} on, that all slots are published up to; less than {@code first} if there is none. */
    long from(final long first) {
        if (known < first) {
            try {
                known = barrier.waitFor(first);
            } catch (AlertException | InterruptedException | TimeoutException e) {
                throw new IllegalStateException("a barrier that only polls has waited", e);
            }
        }
        return Math.min(known, ring.lastSequence());
    }
}
