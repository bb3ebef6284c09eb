package io.daybook.server.api;

import io.daybook.api.UsersQuery;
import io.daybook.api.UsersReport;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The users of an exchange of whom no fold is kept: it is asked for all of them where some may have been added since it
 * was last asked. One question is under way at most; who comes meanwhile waits, with all others, for the one behind it.
 * Any thread.
 */
public final class AskedUsers implements Users {
    private final Waiting waiting;
    private final LongSupplier changes;

    /** The last question that was sent. */
    private CompletableFuture<Known> asked = CompletableFuture.completedFuture(new Known(-1, 0, new long[0]));

    /** The question behind one that has no answer yet, where somebody waits for it. */
    private @Nullable CompletableFuture<Known> next;

    private volatile Known known = asked.join();

    /** All of them, ascending, as they were at a count of changes or later. */
    private static final class Known {
        private final long changes;
        private final long seq;
        private final long[] uids;

        private Known(final long changes, final long seq, final long[] uids) {
            this.changes = changes;
            this.seq = seq;
            this.uids = uids;
        }

        private Part above(final long uid, final int most) {
            final int found = Arrays.binarySearch(uids, uid);
            final int from = found < 0 ? -1 - found : found + 1;
            final List<Long> part = Arrays.stream(uids, from, Math.min(uids.length, from + most))
                    .boxed()
                    .toList();
            return new Part(part, seq);
        }
    }

    /**
     * Of an exchange.
     *
     * @param changes counts the commands since the start that may have changed who they are
     */
    public AskedUsers(final Waiting waiting, final LongSupplier changes) {
        this.waiting = waiting;
        this.changes = changes;
    }

    @Override
    public CompletionStage<Part> above(final long uid, final int most) {
        final Known before = known;
        return before.changes == changes.getAsLong()
                ? CompletableFuture.completedStage(before.above(uid, most))
                : fresh().thenApply(found -> found.above(uid, most));
    }

    /** The answer to a question that is sent from now on. */
    private synchronized CompletableFuture<Known> fresh() {
        if (next != null) {
            return next;
        }
        if (asked.isDone()) {
            asked = ask();
            return asked;
        }
        final CompletableFuture<Known> following = new CompletableFuture<>();
        next = following;
        final CompletableFuture<?> unused = asked.whenComplete((answer, failure) -> follow(following));
        return following;
    }

    private void follow(final CompletableFuture<Known> following) {
        final CompletableFuture<Known> question;
        synchronized (this) {
            next = null;
            question = ask();
            asked = question;
        }
        final CompletableFuture<?> unused = question.whenComplete((answer, failure) -> {
            if (failure == null) {
                following.complete(answer);
            } else {
                following.completeExceptionally(failure);
            }
        });
    }

    /** Sorted on the thread that may wait: the exchange, whose thread has the answer, goes on. */
    private CompletableFuture<Known> ask() {
        final long count = changes.getAsLong(); // before the question: what comes meanwhile is asked for next time
        return waiting.ask(new UsersQuery()).thenApplyAsync(report -> keep(count, report), waiting.thread());
    }

    private Known keep(final long count, final UsersReport report) {
        final long[] uids =
                report.uids().stream().mapToLong(Long::longValue).sorted().toArray();
        final Known fresh = new Known(count, report.seq(), uids);
        known = fresh;
        return fresh;
    }
}
