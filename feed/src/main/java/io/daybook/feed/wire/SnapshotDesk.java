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
 * Where other threads get snapshots of a channel: the thread that folds copies one symbol at a time, the next when the
 * last was taken. Only a few orders are served at a time, so that the copies stay small together; the others wait. Who
 * does not take what is ready makes room for those who wait, and comes behind them: its copy is made anew then.
 */
final class SnapshotDesk {
    /** So many orders are served at a time. */
    static final int SERVED_AT_ONCE = 4;

    /** So long a copy waits to be taken while others wait for a place. */
    static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(2);

    /** It halves each time, down to this. */
    private static final long LEAST_PATIENCE_NS = TimeUnit.MILLISECONDS.toNanos(100);

    /** One order: the snapshots of all symbols of a channel. Ordered and taken by one thread, filled by another. */
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

        /** The next symbol's messages, each behind its length; null where there is nothing for the moment, or ever. */
        byte @Nullable [] take() {
            return ready.getAndSet(null);
        }

        /** Whether nothing comes any more, once {@link #take} gives null after this was seen. */
        boolean isDone() {
            return isDone;
        }

        /** The last message that the oldest of the snapshots has; once all are done. */
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

    /** Orders the snapshots of a channel. Any thread. */
    Order order(final int channel) {
        final Order order = new Order(channel);
        waiting.add(order);
        return order;
    }

    /** Copies what was taken meanwhile, one symbol of each order; whether there was something. The folding thread. */
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
            if (isSlow && order.ready.getAndSet(null) != null) { // else it was taken just now
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

    /** The numbers of the messages that were folded last. */
    @FunctionalInterface
    interface NumberSource {
        long lastNumber(int channel);
    }
}
