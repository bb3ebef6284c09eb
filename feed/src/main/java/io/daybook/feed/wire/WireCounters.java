package io.daybook.feed.wire;

import java.util.concurrent.atomic.AtomicLong;

/** Counts of what a feed has sent and refused. Written by its thread, read by any. */
public final class WireCounters {
    private final AtomicLong packets = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong snapshots = new AtomicLong();

    WireCounters() {}

    /** Packets that the network took, on all lines. */
    public long packets() {
        return packets.get();
    }

    /** Packets that the network did not take: a full send buffer, no route. */
    public long dropped() {
        return dropped.get();
    }

    /** Requests that were answered. */
    public long answered() {
        return answered.get();
    }

    /** Requests that were dropped: from addresses that may not ask, too many, malformed, or for missing messages. */
    public long refused() {
        return refused.get();
    }

    /** Snapshots of symbols that were sent. */
    public long snapshots() {
        return snapshots.get();
    }

    void sent(final boolean isTaken) {
        (isTaken ? packets : dropped).getAndIncrement();
    }

    void answer() {
        answered.getAndIncrement();
    }

    void refuse() {
        refused.getAndIncrement();
    }

    void snapshot() {
        snapshots.getAndIncrement();
    }
}
