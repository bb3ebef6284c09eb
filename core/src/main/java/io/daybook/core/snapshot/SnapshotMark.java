package io.daybook.core.snapshot;

import io.daybook.host.Scheduler;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A completed snapshot of which the journal has to tell; made by the thread that wrote it, done by the journal's. */
public final class SnapshotMark {
    private final long seq;
    private final long stateHash;
    private final CountDownLatch forced = new CountDownLatch(1);

    SnapshotMark(final long seq, final long stateHash) {
        this.seq = seq;
        this.stateHash = stateHash;
    }

    /** Of the command at which the state was captured. */
    public long seq() {
        return seq;
    }

    /** Of that state. */
    public long stateHash() {
        return stateHash;
    }

    /** The mark is in the journal, and forced. */
    public void forced() {
        forced.countDown();
    }

    boolean awaitForced(final long timeoutMs, final Scheduler scheduler) throws InterruptedException {
        return scheduler.await(forced, TimeUnit.MILLISECONDS.toNanos(timeoutMs));
    }
}
