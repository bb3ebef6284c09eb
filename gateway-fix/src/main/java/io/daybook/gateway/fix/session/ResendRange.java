package io.daybook.gateway.fix.session;

import org.jspecify.annotations.Nullable;

/**
 * The open part of a client's ResendRequest: a range of its MsgSeqNums, which is sent page by page as the client reads.
 * Any thread.
 */
final class ResendRange {

    /** The numbers from one to another, both included. */
    record Numbers(int first, int last) {}

    private @Nullable Numbers held;

    /**
     * The thread that sends the page before the held messages, from the moment at which it reads that page; null if
     * there is none.
     */
    private volatile @Nullable Thread sending;

    private volatile @Nullable Numbers due;

    /** Holds messages until QuickFIX/J has sent the page before them. */
    synchronized void hold(final int first, final int last) {
        held = union(held, new Numbers(first, last));
    }

    /** Called when QuickFIX/J reads the page before the held messages, and is about to send it. */
    synchronized void sending() {
        sending = held == null ? null : Thread.currentThread();
    }

    /**
     * Called when QuickFIX/J continues. If the calling thread was sending the page before the held messages, that page
     * is out, and the held messages become due.
     */
    void sent() {
        if (sending == Thread.currentThread()) {
            release();
        }
    }

    private synchronized void release() {
        final Numbers released = held;
        sending = null;
        if (released != null) {
            held = null;
            due = union(due, released);
        }
    }

    /** The smallest range with both ranges. The client drops messages between them that it already has (43=Y). */
    private static Numbers union(final @Nullable Numbers one, final Numbers other) {
        return one == null
                ? other
                : new Numbers(Math.min(one.first(), other.first()), Math.max(one.last(), other.last()));
    }

    boolean isDue() {
        return due != null;
    }

    /** Drops everything that is held or due. */
    synchronized void clear() {
        held = null;
        sending = null;
        due = null;
    }

    /** Takes the next due page, which the caller must send; null if there is none. */
    synchronized @Nullable Numbers takePage(final FixStore store, final int reports) {
        final Numbers all = due;
        if (all == null) {
            return null;
        }
        final int end = store.pageEnd(all.first(), all.last(), reports);
        due = end < all.last() ? new Numbers(end + 1, all.last()) : null;
        return new Numbers(all.first(), end);
    }
}
