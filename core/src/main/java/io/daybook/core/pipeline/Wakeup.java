package io.daybook.core.pipeline;

import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.WaitStrategy;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets publishers wake the threads of the pipeline that have parked. To the Disruptor it is a wait strategy that never waits: its
 * stages poll, and idle in ways of their own.
 *
 * <p>A wake-up may be missed when it races with the parking; parking is therefore always for a bounded time.
 */
final class Wakeup implements WaitStrategy {
    private final @Nullable Thread[] parked;

    /** For as many threads as the exchange has, each with a place of its own. */
    Wakeup(final int threads) {
        this.parked = new Thread[threads];
    }

    /** Parks the calling thread until a publisher wakes it, or until the time has passed. */
    void park(final int place, final long ns) {
        parked[place] = Thread.currentThread();
        LockSupport.parkNanos(this, ns);
        parked[place] = null;
    }

    /** Wakes whoever is parked. */
    void wake() {
        for (int i = 0; i < parked.length; i++) {
            final Thread thread = parked[i];
            if (thread != null) {
                LockSupport.unpark(thread);
            }
        }
    }

    @Override
    public long waitFor(
            final long sequence,
            final Sequence cursor,
            final Sequence dependentSequence,
            final SequenceBarrier barrier) {
        return dependentSequence.get();
    }

    @Override
    public void signalAllWhenBlocking() {
        wake();
    }
}
