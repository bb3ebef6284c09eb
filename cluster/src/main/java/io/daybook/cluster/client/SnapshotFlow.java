package io.daybook.cluster.client;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Wishes for a snapshot of every node: the leader is asked until it says that it takes one, for a minute at most,
 * because Aeron drops a question of a connection or term that the leader does not know. Where its answer alone was lost
 * one snapshot more is taken, which does no harm. Pure, as {@link RequestFlow}. Used by one thread, but for
 * {@link #admit}.
 */
final class SnapshotFlow {
    private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(1);

    /** While another snapshot is taken the leader takes no wish. */
    private static final long BUSY_NS = TimeUnit.MILLISECONDS.toNanos(100);

    /** How long a wish waits for its turn and is asked for. */
    private static final long PATIENCE_S = 60;

    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(PATIENCE_S);

    /** So many wishes may be without their fate: the leader grants one after the other. */
    static final int MOST = 64;

    /** What the leader says. */
    enum Answer {
        /** It takes a snapshot. */
        TAKEN,
        /** Not now: another is taken. */
        BUSY,
        /** Never for this client. */
        FORBIDDEN
    }

    /** Sends a question. */
    @FunctionalInterface
    interface Asking {
        /** Sends it under this number; false where the transport takes nothing now. */
        boolean ask(long number);
    }

    /** A wish. */
    static final class Wish {
        private final CompletableFuture<Boolean> future;
        private final long beganNs;
        private boolean isDue;

        /** A wish of a moment, which waits until it is {@linkplain #due due}. */
        Wish(final CompletableFuture<Boolean> future, final long beganNs) {
            this.future = future;
            this.beganNs = beganNs;
        }

        /** What its sender submitted before it is on its way. On the thread of the flow. */
        void due() {
            isDue = true;
        }

        /** It is not granted, for a reason. Any thread. */
        void fail(final RuntimeException why) {
            future.completeExceptionally(why);
        }
    }

    private final Semaphore room = new Semaphore(MOST);

    /** In the order in which they are granted, one after the other. */
    private final ArrayDeque<Wish> wishes = new ArrayDeque<>();

    private long lastNumber;

    /** Of the questions for the wish at the head: an answer to any of them is its answer. */
    private long firstNumber = 1;

    private boolean isDue;
    private long dueNs;

    /** Whether the last word on the wish at the head was BUSY. */
    private boolean isBusy;

    /** Whether there is room for one wish more, which is then taken for it. Any thread. */
    boolean admit() {
        return room.tryAcquire();
    }

    /** Takes a wish that was admitted; it goes out once it is due, and those before it are granted. */
    void submit(final Wish wish) {
        wishes.add(wish);
        isDue |= wishes.size() == 1;
    }

    /** How many have no answer. */
    int unanswered() {
        return wishes.size();
    }

    /** Those that have no answer, for whoever ends them. */
    List<CompletableFuture<Boolean>> open() {
        return wishes.stream().map(wish -> wish.future).toList();
    }

    /** A connection to the leader is there. */
    void onConnected() {
        isDue = true;
    }

    /** Asks where it is time to, and gives a wish up that was asked for too long; how many questions went out. */
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
                ? "what was submitted before it has no room, because what is on its way has no answer"
                : isBusy ? "the leader takes another, or cannot take one" : "no node that leads answers";
        next();
        head.fail(new IllegalStateException("no snapshot was taken within " + PATIENCE_S + " s, for " + why
                + ": see 'daybook cluster status', and ask again"));
    }

    /** The leader answered the question of a number. */
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
                    "the cluster takes no snapshot for this client: its key has not the right admin"));
        }
    }

    /** The wish at the head has its fate; the one behind it, if there is one, is next. */
    private Wish next() {
        firstNumber = lastNumber + 1;
        isDue = true;
        isBusy = false;
        room.release();
        return wishes.remove();
    }
}
