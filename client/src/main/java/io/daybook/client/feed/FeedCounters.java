package io.daybook.client.feed;

import java.util.concurrent.atomic.AtomicLong;

/** The counters of one channel of a subscriber. Written by its thread, read by any thread. */
public final class FeedCounters {
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicLong gaps = new AtomicLong();
    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong stales = new AtomicLong();
    private final AtomicLong snapshots = new AtomicLong();
    private final AtomicLong droppedSnapshots = new AtomicLong();

    FeedCounters() {}

    /** The number of packets that were malformed, or of another session. */
    public long dropped() {
        return dropped.get();
    }

    /** The number of times that a message was missing when a later one came. */
    public long gaps() {
        return gaps.get();
    }

    /** The number of requests for missing messages. */
    public long requests() {
        return requests.get();
    }

    /** Returns how often the books could no longer be trusted. */
    public long stales() {
        return stales.get();
    }

    /** The number of snapshots that were used. */
    public long snapshots() {
        return snapshots.get();
    }

    /** The number of snapshots that had lost a part, failed their check, or came too late. */
    public long droppedSnapshots() {
        return droppedSnapshots.get();
    }

    void drop() {
        dropped.getAndIncrement();
    }

    void gap() {
        gaps.getAndIncrement();
    }

    void request() {
        requests.getAndIncrement();
    }

    void stale() {
        stales.getAndIncrement();
    }

    void snapshot() {
        snapshots.getAndIncrement();
    }

    void droppedSnapshot() {
        droppedSnapshots.getAndIncrement();
    }
}
