package io.daybook.cluster.client;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Requests for a snapshot of every node. Each is sent until the leader confirms a snapshot, for at most a minute,
 * because Aeron drops a request of a connection or term that the leader does not have. If only the answer was lost, one
 * more snapshot is taken, which is harmless. Pure, like {@link RequestFlow}. Used by one thread, except {@link #admit}.
 */
final class SnapshotFlow {
    private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(1);

    /** How long to wait before the next request while the leader takes another snapshot. */
    private static final long BUSY_NS = TimeUnit.MILLISECONDS.toNanos(100);

    /** How long a request may wait for its turn and be repeated. */
    private static final long PATIENCE_S = 60;

    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(PATIENCE_S);

    /** The most unfinished requests; the leader grants one after the other. */
    static final int MOST = 64;

    /** The answers of the leader. */
    enum Answer {
        /** The leader takes a snapshot. */
        TAKEN,
        /** The leader takes none now, because it takes another. */
        BUSY,
        /** The leader takes no snapshot for this client. */
        FORBIDDEN
    }

    /** Sends a request to the leader. */
    @FunctionalInterface
    interface Asking {
        /** Sends the request under a number; returns false if the leader accepts nothing now. */
        boolean ask(long number);
    }

    /** A request for a snapshot. */
    static final class Wish {
        private final CompletableFuture<Boolean> future;
        private final long beganNs;
        private boolean isDue;

        /** Creates a request, with the time at which it was made; it waits until it is {@linkplain #due due}. */
        Wish(final CompletableFuture<Boolean> future, final long beganNs) {
            this.future = future;
            this.beganNs = beganNs;
        }

        /** Marks the request as due, after the earlier commands of its sender. Called on the thread of the flow. */
        void due() {
            isDue = true;
        }

        /** Fails the request. Any thread may call this. */
        void fail(final RuntimeException why) {
            future.completeExceptionally(why);
        }
    }

    private final Semaphore room = new Semaphore(MOST);

    /** The requests, in the order in which they are granted. */
    private final ArrayDeque<Wish> wishes = new ArrayDeque<>();

    private long lastNumber;

    /** The first number sent for the request at the head: an answer to any of its numbers answers the request. */
    private long firstNumber = 1;

    private boolean isDue;
    private long dueNs;

    /** Whether the last answer to the request at the head was BUSY. */
    private boolean isBusy;

    /** Reserves room for one more request; returns false if there is none. Any thread may call this. */
    boolean admit() {
        return room.tryAcquire();
    }

    /** Adds an admitted request; it is sent once it is due and the earlier ones are granted. */
    void submit(final Wish wish) {
        wishes.add(wish);
        isDue |= wishes.size() == 1;
    }

    /** Returns how many requests are unanswered. */
    int unanswered() {
        return wishes.size();
    }

    /** The unanswered requests, for the caller that ends them. */
    List<CompletableFuture<Boolean>> open() {
        return wishes.stream().map(wish -> wish.future).toList();
    }

    /** Called when there is a connection to the leader. */
    void onConnected() {
        isDue = true;
    }

    /** Sends requests when it is time, and fails one that waited too long; returns how many were sent. */
    int poll(final long nowNs, final Asking leader) {
        Wish head = wishes.peek();
        while (head != null && (head.future.isDone() || nowNs - head.beganNs >= PATIENCE_NS)) {
            giveUp(head);
            head = wishes.peek();
        }
        if (head == null || !head.isDue || !isDue && nowNs - dueNs < 0 || !leader.ask(lastNumber + 1)) {
            return 0;
        }
        lastNumber++;
        isDue = false;
        dueNs = nowNs + SILENCE_NS;
        return 1;
    }

    private void giveUp(final Wish head) {
        final String why = !head.isDue
                ? "earlier commands wait for room until those in flight are answered"
                : isBusy ? "the leader takes another snapshot, or cannot take one" : "no leader answers";
        next();
        head.fail(new IllegalStateException("no snapshot was taken within " + PATIENCE_S + " s, because " + why
                + ": see 'daybook cluster status', and request the snapshot again"));
    }

    /** Handles the leader's answer to the request of a number. */
    void onAnswer(final long number, final Answer answer, final long nowNs) {
        if (wishes.isEmpty() || number < firstNumber || number > lastNumber) {
            return;
        }
        if (answer == Answer.BUSY) {
            isBusy = true;
            dueNs = nowNs + BUSY_NS;
            return;
        }
        final Wish wish = next();
        if (answer == Answer.TAKEN) {
            wish.future.complete(true);
        } else {
            wish.fail(new IllegalStateException(
                    "the cluster takes no snapshot for this client: its key lacks the right admin"));
        }
    }

    /** Removes the request at the head, which is finished. */
    private Wish next() {
        firstNumber = lastNumber + 1;
        isDue = true;
        isBusy = false;
        room.release();
        return wishes.remove();
    }
}
