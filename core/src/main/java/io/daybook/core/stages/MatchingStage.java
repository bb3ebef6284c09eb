package io.daybook.core.stages;

import com.lmax.disruptor.Sequence;
import io.daybook.core.doors.CommandRing;
import io.daybook.core.scheduling.Stage;
import io.daybook.engine.ExchangeEngine;
import io.daybook.kernel.command.EventRing;

/**
 * Matches the commands of one shard of books, after the risk thread. The stage also steps over the commands of other
 * shards.
 */
final class MatchingStage implements Stage {
    private static final int MAX_BATCH = 64;

    private final CommandRing ring;
    private final Sequence held;
    private final ExchangeEngine engine;
    private final int shard;
    private final EventRing events;
    private final Sequence matched;

    private long next;

    /**
     * Creates the stage of one shard.
     *
     * @param held how far the risk thread is
     * @param matched set to how far this stage is
     * @param events the event ring of the shard
     */
    MatchingStage(
            final CommandRing ring,
            final Sequence held,
            final Sequence matched,
            final ExchangeEngine engine,
            final int shard,
            final EventRing events) {
        this.ring = ring;
        this.held = held;
        this.matched = matched;
        this.engine = engine;
        this.shard = shard;
        this.events = events;
        this.next = matched.get() + 1;
    }

    @Override
    public int doWork() {
        final long first = next;
        final long last = Math.min(held.get(), first + MAX_BATCH - 1);
        long at = first;
        try {
            while (at <= last && !events.isShort()) {
                engine.match(shard, ring.slot(at));
                at++;
            }
        } finally { // the commands before one that broke the engine are matched
            if (at > first) {
                next = at;
                matched.set(at - 1);
            }
        }
        return (int) (at - first);
    }
}
