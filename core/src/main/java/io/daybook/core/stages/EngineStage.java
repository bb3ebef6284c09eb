package io.daybook.core.stages;

import com.lmax.disruptor.Sequence;
import io.daybook.api.HopRecorder;
import io.daybook.core.doors.CommandRing;
import io.daybook.core.scheduling.Stage;
import io.daybook.engine.ExchangeEngine;
import io.daybook.host.Clock;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import io.daybook.kernel.command.Numbering;

/** Carries commands out in order, a few at a time, so that the next stages can start soon. */
public final class EngineStage implements Stage {
    private final CommandRing ring;
    private final Published published;
    private final ExchangeEngine engine;
    private final EventRing events;
    private final int maxBatch;
    private final HopRecorder hops;
    private final long hopMask;
    private final Clock clock;
    private final Sequence sequence = new Sequence();

    private long next = sequence.get() + 1;

    /**
     * Creates the stage at the front of a ring.
     *
     * @param watch is called for slots that are claimed and not published
     * @param maxBatch the most commands between two reports of progress
     * @param hops records the times of some commands, read from {@code clock}
     */
    EngineStage(
            final CommandRing ring,
            final StallWatch watch,
            final ExchangeEngine engine,
            final EventRing events,
            final int maxBatch,
            final HopRecorder hops,
            final Clock clock) {
        this.ring = ring;
        this.published = new Published(ring, watch);
        this.engine = engine;
        this.events = events;
        this.maxBatch = maxBatch;
        this.hops = hops;
        this.hopMask = hops.mask();
        this.clock = clock;
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
                if ((engine.seq() + 1 & hopMask) == 0) {
                    executeTimed(slot);
                } else {
                    engine.execute(slot);
                }
                at++;
                isShort = slot.eventCount() > 0 && isShort(); // only events take room
            }
        } finally { // the commands before one that broke the engine are settled
            if (at > first) {
                next = at;
                sequence.set(at - 1);
            }
        }
        return (int) (at - first);
    }

    /** Carries the next command out and times it; a query or void slot before it is not timed. */
    private void executeTimed(final CommandSlot slot) {
        if (!Numbering.isCommand(slot.type())) {
            engine.execute(slot);
            return;
        }
        hops.onBegan(engine.seq() + 1, clock.nanoTime());
        engine.execute(slot);
        hops.onSettled(engine.seq(), clock.nanoTime());
    }

    private boolean isShort() {
        return events.isShort() || engine.isShort();
    }
}
