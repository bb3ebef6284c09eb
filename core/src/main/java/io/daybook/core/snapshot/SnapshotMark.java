package io.daybook.core.snapshot;

import io.daybook.host.Scheduler;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A completed snapshot that the journal must record. The thread that wrote the snapshot creates it; the journal's
 * thread records it.
 */
public final class SnapshotMark {
    private final long seq;
    private final long stateHash;
    private final CountDownLatch forced = new CountDownLatch(1);

    SnapshotMark(final long seq, final long stateHash) {
        this.seq = seq;
        this.stateHash = stateHash;
    }

    /** The seq of the command at which the state was captured. */
    public long seq() {
        return seq;
    }

    /** The hash of that state. */
    public long stateHash() {
        return stateHash;
    }

    /** Called when the mark is in the journal and forced. */
    public void forced() {
        forced.countDown();
    }

    boolean awaitForced(final long timeoutMs, final Scheduler scheduler) throws InterruptedException {
        return scheduler.await(forced, TimeUnit.MILLISECONDS.toNanos(timeoutMs));
    }
}
