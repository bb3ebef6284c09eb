package io.daybook.cluster.client;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Wishes for a snapshot of every node: the leader is asked until it says that it takes one, for a minute at most,
 * because Aeron drops a question of a connection or term that the leader does not know. Where its answer alone was lost
 * one snapshot more is taken, which does no harm. Pure, as {@link RequestFlow}. Used by one thread.
 */
final class SnapshotFlow {
    private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(1);

    /** While another snapshot is taken the leader takes no wish. */
    private static final long BUSY_NS = TimeUnit.MILLISECONDS.toNanos(100);

    /** How long a wish is asked for, from the first look at it on, once those before it have their fate. */
    private static final long PATIENCE_S = 60;

    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(PATIENCE_S);

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

    /** Whether the wish at the head has been looked at; since when; and whether the last word on it was BUSY. */
    private boolean isBegun;

    private long begunNs;
    private boolean isBusy;

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

    /** Asks where it is time to, and gives a wish up that was asked for too long; how many questions went out. */
    int poll(final long nowNs, final Asking leader) {
        if (!wishes.isEmpty() && !isBegun) {
            isBegun = true;
            begunNs = nowNs;
        }
        if (isBegun && nowNs - begunNs >= PATIENCE_NS) {
            final String why = isBusy ? "the leader takes another, or cannot take one" : "no node that leads answers";
            next().completeExceptionally(new IllegalStateException("no snapshot was taken within " + PATIENCE_S
                    + " s, for " + why + ": see 'daybook cluster status', and ask again"));
            return 0;
        }
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
        if (wishes.isEmpty() || number < firstNumber || number > lastNumber) {
            return;
        }
        if (answer == Answer.BUSY) {
            isBusy = true;
            dueNs = nowNs + BUSY_NS;
            return;
        }
        final CompletableFuture<Boolean> wish = next();
        if (answer == Answer.TAKEN) {
            wish.complete(true);
        } else {
            wish.completeExceptionally(new IllegalStateException(
                    "the cluster takes no snapshot for this client: its key has not the right admin"));
        }
    }

    /** The wish at the head has its fate; the one behind it, if there is one, is next. */
    private CompletableFuture<Boolean> next() {
        firstNumber = lastNumber + 1;
        isDue = true;
        isBegun = false;
        isBusy = false;
        return wishes.remove();
    }
}
