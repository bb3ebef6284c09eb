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
 * The users of an exchange without a fold of users. Queries the exchange for all users if some may have been added
 * since the last query. At most one query is under way; all requests that come meanwhile share the next query. Any
 * thread.
 */
public final class AskedUsers implements Users {
    private final Waiting waiting;
    private final LongSupplier changes;

    /** The last query that was sent. */
    private CompletableFuture<Known> asked = CompletableFuture.completedFuture(new Known(-1, 0, new long[0]));

    /** The query that follows the present one; null if no request waits for it. */
    private @Nullable CompletableFuture<Known> next;

    private volatile Known known = asked.join();

    /** All users, ascending, after at least this count of changes. */
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
     * Creates a list of users that queries the exchange when it is asked.
     *
     * @param changes supplies the number of commands since the start that may have changed the set of users
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

    /** Returns the answer to a query that is sent after the start of this call. */
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

    /** Sorts the answer on the thread that may wait, so that the thread of the exchange is free at once. */
    private CompletableFuture<Known> ask() {
        final long count = changes.getAsLong(); // before the query: the next query covers later changes
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
