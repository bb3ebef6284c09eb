package io.daybook.venue;

import io.daybook.feed.wire.WireCounters;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Logs dropped packets of a feed, at most once a minute. Used by one thread. */
public final class FeedDrops {
    private final Consumer<String> notes;
    private long told;
    private long dueNs;

    /** Creates a report without counters. */
    public FeedDrops(final Consumer<String> notes) {
        this.notes = notes;
    }

    /**
     * Logs the packets that were dropped since the last report.
     *
     * @param counters null while nothing is sent
     */
    public void tell(final @Nullable WireCounters counters, final long nowNs) {
        if (counters == null || counters.dropped() == told || told > 0 && nowNs - dueNs < 0) {
            return;
        }
        told = counters.dropped();
        dueNs = nowNs + TimeUnit.MINUTES.toNanos(1);
        notes.accept(String.format(
                Locale.ROOT,
                "note: the network has not taken %,d of %,d packets of the feed: is there a route to"
                        + " its groups, and does the link carry the rate?",
                told,
                told + counters.packets()));
    }
}
