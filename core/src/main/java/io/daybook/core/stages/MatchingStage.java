package io.daybook.core.stages;

import com.lmax.disruptor.Sequence;
import io.daybook.core.doors.CommandRing;
import io.daybook.core.scheduling.Stage;
import io.daybook.engine.ExchangeEngine;
import io.daybook.kernel.command.EventRing;

/**
 * Matches the commands of one shard of books, behind the risk thread. It passes every command, those of other shards
 * too.
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
     * Matching for one shard.
     *
     * @param held how far the risk thread is
     * @param matched where this stage says how far it is
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
        } finally { // what is in front of a command that broke the engine is matched
            if (at > first) {
                next = at;
                matched.set(at - 1);
            }
        }
        return (int) (at - first);
    }
}
