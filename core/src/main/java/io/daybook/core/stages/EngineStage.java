package io.daybook.core.stages;

import com.lmax.disruptor.Sequence;
import io.daybook.core.doors.CommandRing;
import io.daybook.core.scheduling.Stage;
import io.daybook.engine.ExchangeEngine;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;

/** Carries commands out, in order, a few at a time, so that the stages behind it hear of them soon. */
public final class EngineStage implements Stage {
    private final CommandRing ring;
    private final Published published;
    private final ExchangeEngine engine;
    private final EventRing events;
    private final int maxBatch;
    private final Sequence sequence = new Sequence();

    private long next = sequence.get() + 1;

    /**
     * An engine at the front of a ring.
     *
     * @param watch hears of slots that are claimed and not published
     * @param maxBatch the most commands between two reports of progress
     */
    EngineStage(
            final CommandRing ring,
            final StallWatch watch,
            final ExchangeEngine engine,
            final EventRing events,
            final int maxBatch) {
        this.ring = ring;
        this.published = new Published(ring, watch);
        this.engine = engine;
        this.events = events;
        this.maxBatch = maxBatch;
    }

    /** How far this stage is. */
    Sequence sequence() {
        return sequence;
    }

    @Override
    public int doWork() {
        final long first = next;
        final long last = Math.min(published.from(first), first + maxBatch - 1);
        long at = first;
        try {
            boolean isShort = isShort();
            while (at <= last && !isShort) {
                final CommandSlot slot = ring.slot(at);
                engine.execute(slot);
                at++;
                isShort = slot.eventCount() > 0 && isShort(); // only events take room
            }
        } finally { // what is in front of a command that broke the engine is settled
            if (at > first) {
                next = at;
                sequence.set(at - 1);
            }
        }
        return (int) (at - first);
    }

    private boolean isShort() {
        return events.isShort() || engine.isShort();
    }
}
