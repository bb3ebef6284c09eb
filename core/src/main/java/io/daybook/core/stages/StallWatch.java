package io.daybook.core.stages;

import io.daybook.core.doors.CommandRing;
import io.daybook.core.scheduling.Counters;
import io.daybook.host.Clock;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Warns of slots that stay claimed and unpublished, once for each claim, because every command after such a slot waits
 * for it. The thread at the front of the ring calls it when it finds nothing to do. It reads the clock only after it
 * found the same slot unpublished many times.
 */
final class StallWatch {
    private static final long STALLED_AFTER_NS = TimeUnit.SECONDS.toNanos(1);

    /** A sleeping thread polls every 25 ms, so this takes 0.8 s at most. */
    private static final int POLLS_BEFORE_CLOCK = 32;

    private final CommandRing ring;
    private final Clock clock;
    private final Consumer<String> warning;
    private final Counters stalled = new Counters(1);

    private long watched = CommandRing.FULL;
    private int polls;
    private long sinceNs;
    private long warnedUpTo = CommandRing.FULL;

    /**
     * Watches a ring.
     *
     * @param warning receives the text of each warning, on the watching thread
     */
    StallWatch(final CommandRing ring, final Clock clock, final Consumer<String> warning) {
        this.ring = ring;
        this.clock = clock;
        this.warning = warning;
    }

    /** How many claims it has warned about. Any thread. */
    long stalledClaims() {
        return stalled.get(0);
    }

    /** Called when the next slot to consume is not published. */
    void onUnpublished(final long sequence) {
        if (sequence <= warnedUpTo || !ring.isClaimed(sequence)) {
            return;
        }
        if (sequence != watched) {
            watched = sequence;
            polls = 0;
        } else if (polls < POLLS_BEFORE_CLOCK) {
            polls++;
            if (polls == POLLS_BEFORE_CLOCK) {
                sinceNs = clock.nanoTime();
            }
        } else if (clock.nanoTime() - sinceNs >= STALLED_AFTER_NS) {
            warnedUpTo = sequence;
            stalled.add(0, 1);
            warning.accept(
                    "a slot of the ring has been claimed for more than a second and is not published: every command"
                            + " after it waits. It was claimed by "
                            + ring.openClaims().claimant(sequence)
                            + ". Publish it or abandon it: fill slots in try-with-resources, or by place(order -> ...);"
                            + " slot=" + sequence);
        }
    }
}
