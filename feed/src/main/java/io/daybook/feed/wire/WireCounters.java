package io.daybook.feed.wire;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The numbers of packets, requests and snapshots that a feed has sent and refused. Written by the feed's thread, read
 * by any.
 */
public final class WireCounters {
    private final AtomicLong packets = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong snapshots = new AtomicLong();

    WireCounters() {}

    /** The number of packets that the network took, on all lines. */
    public long packets() {
        return packets.get();
    }

    /**
     * The number of packets that the network did not take, for instance because of a full send buffer or a missing
     * route.
     */
    public long dropped() {
        return dropped.get();
    }

    /** The number of requests that were answered. */
    public long answered() {
        return answered.get();
    }

    /**
     * The number of requests that were dropped: too many, malformed, for missing messages, or from addresses without
     * permission.
     */
    public long refused() {
        return refused.get();
    }

    /** The number of snapshots of symbols that were sent. */
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
