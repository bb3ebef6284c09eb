package io.daybook.server.api;

import io.daybook.api.UsersQuery;
import io.daybook.api.UsersReport;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

/**
 * The users of an exchange of whom no fold is kept: it is asked for all of them where some were added since it was last
 * asked. Any thread.
 */
public final class AskedUsers implements Users {
    private final Waiting waiting;
    private final LongSupplier changes;
    private volatile Known known = new Known(-1, 0, List.of());

    /** All of them, ascending, as they were at a count of changes or later. */
    private record Known(long changes, long seq, List<Long> uids) {
        Part above(final long uid, final int most) {
            int from = 0;
            int end = uids.size();
            while (from < end) {
                final int middle = (from + end) >>> 1;
                if (uids.get(middle) <= uid) {
                    from = middle + 1;
                } else {
                    end = middle;
                }
            }
            return new Part(uids.subList(from, Math.min(uids.size(), from + most)), seq);
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
        final long now = changes.getAsLong(); // before the question: what comes meanwhile is asked for next time
        final Known before = known;
        return before.changes == now
                ? CompletableFuture.completedStage(before.above(uid, most))
                : waiting.ask(new UsersQuery())
                        .thenApply(report -> keep(now, report).above(uid, most));
    }

    private Known keep(final long count, final UsersReport report) {
        final Known fresh =
                new Known(count, report.seq(), report.uids().stream().sorted().toList());
        known = fresh;
        return fresh;
    }
}
