package io.daybook.feed.wire;

import io.daybook.client.feed.SnapshotWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Gives snapshots of a channel to other threads. The folding thread copies one symbol at a time, and the next one when
 * the last copy was taken. The desk serves only a few requests at a time, so that all copies together stay small; the
 * other requests wait. If a ready copy is not taken, its request goes to the end of the queue, and the copy is made
 * again later.
 */
final class SnapshotDesk {
    /** The number of requests for snapshots that are served at a time. */
    static final int SERVED_AT_ONCE = 4;

    /** The time for which a copy waits to be taken while other requests wait to be served. */
    static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(2);

    /** The least patience. The patience for a request halves each time that its copy was not taken, down to this. */
    private static final long LEAST_PATIENCE_NS = TimeUnit.MILLISECONDS.toNanos(100);

    /**
     * A request for the snapshots of all symbols of a channel. One thread creates the request and takes the copies; the
     * folding thread makes the copies.
     */
    static final class Order {
        private final int channel;
        private final AtomicReference<byte @Nullable []> ready = new AtomicReference<>();
        private volatile boolean isDone;
        private volatile boolean isCancelled;
        private volatile long oldest = Long.MAX_VALUE;
        private int next;
        private long readyNs;
        private long patienceNs = PATIENCE_NS;

        Order(final int channel) {
            this.channel = channel;
        }

        /**
         * Returns the messages of the next symbol, each after its length; null if there are none now, or no more at
         * all.
         */
        byte @Nullable [] take() {
            return ready.getAndSet(null);
        }

        /**
         * Returns whether all copies were made. If {@link #take} returns null after this returned true, no more copies
         * come.
         */
        boolean isDone() {
            return isDone;
        }

        /** The number of the last message in the oldest of the snapshots; valid once {@link #isDone}. */
        long oldest() {
            return oldest;
        }

        void cancel() {
            isCancelled = true;
        }
    }

    private final BookSource books;
    private final SnapshotWriter writer = new SnapshotWriter();
    private final Queue<Order> waiting = new ConcurrentLinkedQueue<>();
    private final List<Order> served = new ArrayList<>();

    SnapshotDesk(final BookSource books) {
        this.books = books;
    }

    /** Requests the snapshots of a channel. Any thread. */
    Order order(final int channel) {
        final Order order = new Order(channel);
        waiting.add(order);
        return order;
    }

    /**
     * Copies the next symbol for each request whose last copy was taken. Returns whether there were any such requests.
     * Called by the folding thread.
     */
    boolean duty(final NumberSource numbers, final long nowNs) {
        makeRoom(nowNs);
        while (served.size() < SERVED_AT_ONCE) {
            final Order order = waiting.poll();
            if (order == null) {
                break;
            }
            served.add(order);
        }
        boolean isServed = false;
        for (int i = served.size() - 1; i >= 0; i--) {
            final Order order = served.get(i);
            isServed |= serve(order, numbers, nowNs);
            if (order.isDone && order.ready.get() == null || order.isCancelled) {
                served.remove(i);
            }
        }
        return isServed;
    }

    private void makeRoom(final long nowNs) {
        if (waiting.isEmpty()) {
            return;
        }
        for (int i = served.size() - 1; i >= 0; i--) {
            final Order order = served.get(i);
            final boolean isSlow = order.ready.get() != null && nowNs - order.readyNs >= order.patienceNs;
            if (isSlow && order.ready.getAndSet(null) != null) { // otherwise the copy was taken just now
                order.next--;
                order.patienceNs = Math.max(LEAST_PATIENCE_NS, order.patienceNs / 2);
                served.remove(i);
                waiting.add(order);
            }
        }
    }

    private boolean serve(final Order order, final NumberSource numbers, final long nowNs) {
        if (order.isDone || order.isCancelled || order.ready.get() != null) {
            return false;
        }
        order.oldest = Math.min(order.oldest, numbers.lastNumber(order.channel));
        if (order.next < books.symbols(order.channel)) {
            books.write(order.channel, order.next++, writer);
            order.readyNs = nowNs;
            order.ready.set(Arrays.copyOf(writer.bytes(), writer.length()));
        } else {
            order.isDone = true;
        }
        return true;
    }

    /** The number of the last folded message of each channel. */
    @FunctionalInterface
    interface NumberSource {
        long lastNumber(int channel);
    }
}
