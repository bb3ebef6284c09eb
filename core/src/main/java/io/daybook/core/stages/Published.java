package io.daybook.core.stages;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;
import io.daybook.core.doors.CommandRing;
import org.jspecify.annotations.Nullable;

/**
 * Computes how far a stage at the front of the ring can go. It polls the ring only after the stage has consumed all
 * that the last poll found: a ring of many producers inspects every slot up to its cursor, which for a full ring and
 * small batches costs more than the commands themselves. Used by one thread.
 */
final class Published {
    private final CommandRing ring;
    private final SequenceBarrier barrier;
    private final @Nullable StallWatch watch;

    private long known = -1;

    Published(final CommandRing ring) {
        this(ring, null);
    }

    /** Creates it with a watch that is called for each slot that is needed and not published. */
    Published(final CommandRing ring, final @Nullable StallWatch watch) {
        this.ring = ring;
        this.watch = watch;
        this.barrier = ring.barrier();
    }

    /**
     * Returns a sequence up to which all slots from {@code first} on are published; less than {@code first} if none is.
     */
    long from(final long first) {
        if (known < first) {
            try {
                known = barrier.waitFor(first);
            } catch (AlertException | InterruptedException | TimeoutException e) {
                throw new IllegalStateException("a barrier that only polls has waited", e);
            }
            if (known < first && watch != null) {
                watch.onUnpublished(first);
            }
        }
        return Math.min(known, ring.lastSequence());
    }
}
