package io.daybook.server;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeMetrics;
import io.daybook.api.ExchangeState;
import io.daybook.api.FollowerMetrics;
import io.daybook.journal.host.Clock;
import io.daybook.server.history.MarketHistory;
import io.daybook.server.metrics.VenueCounts;
import java.io.File;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Whether an exchange lives and is well. Judged by what is seen at each look: who never asks is told nothing. Any
 * thread.
 */
final class VenueHealth {
    private static final long STANDS_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long HISTORY_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long MARK_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int MOST_MARKS = 600;
    private static final int INTERVALS = 3;
    private static final long MIN_FREE_BYTES = 1L << 28;
    private static final int MIN_FREE_SHARE = 10;

    /** So much is room enough, whatever its share of a disk. */
    private static final long ENOUGH_FREE_BYTES = 1L << 32;

    private final File data;
    private final long snapshotIntervalNs;
    private final VenueCounts counts;
    private final MarketHistory history;
    private final Clock clock;
    private final ClockSteps steps;

    /** What was delivered when, which the history has not heard yet; the oldest first. */
    private final Deque<Mark> marks = new ArrayDeque<>();

    private long stoodAt = -1;
    private long stoodNs;

    /** The snapshot behind which commands were seen, and when for the first time. */
    private long olderSeq = -1;

    private long olderNs;

    private record Mark(long seq, long ns) {}

    /**
     * Of the exchange of a folder.
     *
     * @param snapshotEveryMinutes 0 for never
     */
    VenueHealth(
            final File data,
            final int snapshotEveryMinutes,
            final VenueCounts counts,
            final MarketHistory history,
            final Clock clock) {
        this.data = data;
        this.snapshotIntervalNs = TimeUnit.MINUTES.toNanos(snapshotEveryMinutes);
        this.counts = counts;
        this.history = history;
        this.clock = clock;
        this.steps = new ClockSteps(clock);
    }

    /** Whether a restart would not help: it has not failed, and what waits in its ring moves. */
    synchronized boolean isLive(final Exchange exchange) {
        if (exchange.state() == ExchangeState.FAILED) {
            return false;
        }
        final ExchangeMetrics metrics = exchange.metrics();
        final long freed = metrics.published() - metrics.ringFill();
        final long nowNs = clock.nanoTime();
        if (metrics.ringFill() == 0 || freed != stoodAt) {
            stoodAt = metrics.ringFill() == 0 ? -1 : freed;
            stoodNs = nowNs;
        }
        return nowNs - stoodNs < STANDS_NS;
    }

    /** What is not as it should be. */
    synchronized List<String> degraded(final Exchange exchange) {
        final ExchangeMetrics metrics = exchange.metrics();
        final List<String> reasons = new ArrayList<>();
        for (final FollowerMetrics follower : metrics.followers()) {
            if (!follower.attached()) {
                reasons.add("follower " + follower.name() + " is detached");
            }
        }
        reasons.addAll(steps.look());
        if (metrics.listenerErrors() > 0) {
            reasons.add("listeners have thrown");
        }
        final long lagNs = historyLagNs(metrics.deliveredSeq());
        if (lagNs > HISTORY_NS) {
            reasons.add(
                    String.format(Locale.ROOT, "the history is %d s behind", TimeUnit.NANOSECONDS.toSeconds(lagNs)));
        }
        if (counts.hasSnapshotFailed()) {
            reasons.add("the last snapshot failed");
        }
        if (isSnapshotOld(metrics.deliveredSeq())) {
            reasons.add("no snapshot was completed in " + INTERVALS + " intervals");
        }
        final long free = data.getUsableSpace();
        if (free < MIN_FREE_BYTES) {
            reasons.add("less than 256 MiB of disk are free");
        } else if (free < Math.min(ENOUGH_FREE_BYTES, data.getTotalSpace() / MIN_FREE_SHARE)) {
            reasons.add("less than " + MIN_FREE_SHARE + "% of the disk are free");
        }
        return reasons;
    }

    /** For how long the history has not heard of something that was delivered, to a second; ns. */
    synchronized long historyLagNs(final long deliveredSeq) {
        final long nowNs = clock.nanoTime();
        final long heard = history.seq();
        while (!marks.isEmpty() && marks.getFirst().seq <= heard) {
            marks.removeFirst();
        }
        if (deliveredSeq > heard
                && marks.size() < MOST_MARKS
                && (marks.isEmpty() || nowNs - marks.getLast().ns >= MARK_NS)) {
            marks.add(new Mark(deliveredSeq, nowNs));
        }
        return marks.isEmpty() ? 0 : nowNs - marks.getFirst().ns;
    }

    private boolean isSnapshotOld(final long deliveredSeq) {
        final VenueCounts.Snapshot last = counts.lastSnapshot();
        final long lastSeq = last == null ? 0 : last.seq();
        if (snapshotIntervalNs == 0 || deliveredSeq <= lastSeq) {
            return false;
        }
        if (olderSeq != lastSeq) {
            olderSeq = lastSeq;
            olderNs = clock.nanoTime();
        }
        return clock.nanoTime() - olderNs > INTERVALS * snapshotIntervalNs;
    }
}
