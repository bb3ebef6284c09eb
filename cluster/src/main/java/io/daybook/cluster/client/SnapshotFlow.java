package io.daybook.cluster.client;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Wishes for a snapshot of every node: the leader is asked until it says that it takes one, because Aeron drops a
 * question of a connection or term that the leader does not know. Where its answer alone was lost one snapshot more is
 * taken, which does no harm. Pure, as {@link RequestFlow}. Used by one thread.
 */
final class SnapshotFlow {
    private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(1);

    /** While another snapshot is taken the leader takes no wish. */
    private static final long BUSY_NS = TimeUnit.MILLISECONDS.toNanos(100);

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

    /** In the order in which they are granted, one after the other. */
    private final ArrayDeque<CompletableFuture<Boolean>> wishes = new ArrayDeque<>();

    private long lastNumber;

    /** Of the questions for the wish at the head: an answer to any of them is its answer. */
    private long firstNumber = 1;

    private boolean isDue;
    private long dueNs;

    /** Takes a wish; it goes out with the next poll, or once those before it are granted. */
    void submit(final CompletableFuture<Boolean> wish) {
        wishes.add(wish);
        isDue |= wishes.size() == 1;
    }

    /** How many have no answer. */
    int unanswered() {
        return wishes.size();
    }

    /** Those that have no answer, for whoever ends them. */
    List<CompletableFuture<Boolean>> open() {
        return List.copyOf(wishes);
    }

    /** A connection to the leader is there. */
    void onConnected() {
        isDue = true;
    }

    /** Asks where it is time to; how many questions went out. */
    int poll(final long nowNs, final Asking leader) {
        if (wishes.isEmpty() || !isDue && nowNs - dueNs < 0 || !leader.ask(lastNumber + 1)) {
            return 0;
        }
        lastNumber++;
        isDue = false;
        dueNs = nowNs + SILENCE_NS;
        return 1;
    }

    /** The leader answered the question of a number. */
    void onAnswer(final long number, final Answer answer, final long nowNs) {
        final CompletableFuture<Boolean> wish = wishes.peek();
        if (wish == null || number < firstNumber || number > lastNumber) {
            return;
        }
        if (answer == Answer.BUSY) {
            dueNs = nowNs + BUSY_NS;
            return;
        }
        wishes.remove();
        firstNumber = lastNumber + 1;
        isDue = true;
        if (answer == Answer.TAKEN) {
            wish.complete(true);
        } else {
            wish.completeExceptionally(new IllegalStateException(
                    "the cluster takes no snapshot for this client: its key has not the right admin"));
        }
    }
}
