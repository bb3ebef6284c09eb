package io.daybook.server;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeMetrics;
import io.daybook.api.ExchangeState;
import io.daybook.api.FollowerMetrics;
import io.daybook.host.Clock;
import io.daybook.host.VenueTime;
import io.daybook.server.history.MarketHistory;
import io.daybook.server.metrics.VenueCounts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Judges whether an exchange is live and well. It compares the observations of successive checks, so it detects nothing
 * without them. Any thread.
 */
final class VenueHealth {
    private static final long STANDS_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long HISTORY_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long MARK_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long AHEAD_NS = TimeUnit.SECONDS.toNanos(2);
    private static final int MOST_MARKS = 600;
    private static final int INTERVALS = 3;

    private final DiskRoom disk;
    private final long snapshotIntervalNs;
    private final VenueCounts counts;
    private final @Nullable MarketHistory history;
    private final VenueTime time;
    private final Clock clock;
    private final ClockSteps steps;

    /** The delivered results that the history lacks, with their times; the oldest first. */
    private final Deque<Mark> marks = new ArrayDeque<>();

    /** The positions of delivery, under the empty name, and of the followers that the venue needs, by name. */
    private final Map<String, Place> places = new HashMap<>();

    /** The followers that the venue does not need: their progress has no effect on {@link #isLive}. */
    private volatile Set<String> spared = Set.of();

    /** The seq of the last snapshot when commands after it were first observed; -1 before. */
    private long olderSeq = -1;

    /** The time of that observation. */
    private long olderNs;

    private record Mark(long seq, long ns) {}

    /**
     * The last observed position of a reader of the ring, and the time since which it has not moved while work waits.
     */
    private static final class Place {
        private boolean isAwaited;
        private long furthest;
        private long sinceNs;
    }

    /**
     * Observes an exchange.
     *
     * @param disk the disk of its folder
     * @param snapshotEveryMinutes 0 for never
     * @param history the history of the market; null if none is kept
     */
    VenueHealth(
            final DiskRoom disk,
            final int snapshotEveryMinutes,
            final VenueCounts counts,
            final @Nullable MarketHistory history,
            final VenueTime time) {
        this.disk = disk;
        this.snapshotIntervalNs = TimeUnit.MINUTES.toNanos(snapshotEveryMinutes);
        this.counts = counts;
        this.history = history;
        this.time = time;
        this.clock = time.machine();
        this.steps = new ClockSteps(clock);
    }

    /** Sets the followers that the venue does not need: if they hang, they are only reported among the problems. */
    void spare(final Set<String> followers) {
        spared = Set.copyOf(followers);
    }

    /** Queries the room on the disk, which may be slow. The result completes soon, with or without the answer. */
    CompletableFuture<Void> look() {
        return disk.look();
    }

    /**
     * Returns whether the exchange is live: it has not failed, and delivery and the followers that halt the exchange
     * when they fail make progress. If not, only a restart helps.
     */
    synchronized boolean isLive(final Exchange exchange) {
        if (exchange.state() == ExchangeState.FAILED) {
            return false;
        }
        final ExchangeMetrics metrics = exchange.metrics();
        boolean moves = moves("", metrics.delivered(), metrics.published() - metrics.delivered());
        for (final FollowerMetrics follower : metrics.followers()) {
            if (follower.attached() && !spared.contains(follower.name())) {
                moves &= moves(follower.name(), metrics.delivered() - follower.slotsBehind(), follower.slotsBehind());
            }
        }
        return moves;
    }

    /**
     * Returns whether a reader makes progress. Numbers that are read one after the other may seem to go back, so only a
     * new maximum is progress.
     */
    private boolean moves(final String name, final long at, final long waiting) {
        final Place place = places.computeIfAbsent(name, unused -> new Place());
        final long nowNs = clock.nanoTime();
        if (!place.isAwaited || at > place.furthest) {
            place.sinceNs = nowNs;
        }
        place.isAwaited = waiting > 0;
        place.furthest = Math.max(at, place.furthest);
        return !place.isAwaited || nowNs - place.sinceNs < STANDS_NS;
    }

    /** Checks the exchange and returns its problems, a sentence each. */
    synchronized List<String> degraded(final Exchange exchange) {
        final ExchangeMetrics metrics = exchange.metrics();
        final List<String> reasons = new ArrayList<>();
        for (final FollowerMetrics follower : metrics.followers()) {
            if (!follower.attached()) {
                reasons.add("follower " + follower.name() + " is detached");
            }
        }
        reasons.addAll(steps.look());
        final long aheadNs = counts.timeNs() - time.epochNs();
        if (aheadNs > AHEAD_NS) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "times of commands are %d s ahead of the clock, which was once set too far ahead: they stay the"
                            + " same until the clock has passed them",
                    TimeUnit.NANOSECONDS.toSeconds(aheadNs)));
        }
        if (metrics.listenerErrors() > 0) {
            reasons.add("listeners have thrown exceptions");
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
        reasons.addAll(disk.reasons());
        return reasons;
    }

    /**
     * The age, in ns, of the oldest delivered result that the history lacks, to within a second; 0 without a history.
     */
    synchronized long historyLagNs(final long deliveredSeq) {
        if (history == null) {
            return 0;
        }
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
