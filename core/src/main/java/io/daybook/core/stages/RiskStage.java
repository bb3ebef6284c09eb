package io.daybook.core.stages;

import com.lmax.disruptor.Sequence;
import io.daybook.api.HopRecorder;
import io.daybook.core.doors.CommandRing;
import io.daybook.core.scheduling.Counters;
import io.daybook.core.scheduling.Stage;
import io.daybook.engine.ExchangeEngine;
import io.daybook.host.Clock;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.Numbering;
import java.util.List;

/**
 * The work of the risk thread if matching has threads of its own: holds funds for commands before matching, and settles
 * them after it, as soon as matching advances, whether or not a new command comes.
 *
 * <p>Holding runs ahead on a state that lacks the latest settlements. A command that the engine cannot decide on such a
 * state stays at the front. The stage reports the commands that it held before, waits until matching has passed them,
 * and settles them; then the state is exact and the command is decided. At that moment no matching thread is inside a
 * command and none can start one, so a query may read all books.
 */
public final class RiskStage implements Stage {
    private static final int MAX_BATCH = 64;
    private static final int WAITS = 0;

    private final CommandRing ring;
    private final Published published;
    private final ExchangeEngine engine;
    private final Sequence[] matched;
    private final HopRecorder hops;
    private final long hopMask;
    private final Clock clock;

    /** The numbers of settled commands; tracked only if commands are timed. */
    private final Numbering settledNumbers;

    private final Sequence held = new Sequence();
    private final Sequence settled = new Sequence();
    private final Counters counters = new Counters(1);

    private long nextToHold = held.get() + 1;
    private long nextToSettle = settled.get() + 1;
    private long waitedFor = -1;

    /**
     * Creates the stage at the front of a ring.
     *
     * @param watch is called for slots that are claimed and not published
     * @param matchedSequences the progress of each matching thread, which sets it later; in the order of the engine's
     *     shards
     * @param hops records the times of some commands, read from {@code clock}
     */
    RiskStage(
            final CommandRing ring,
            final StallWatch watch,
            final ExchangeEngine engine,
            final List<Sequence> matchedSequences,
            final HopRecorder hops,
            final Clock clock) {
        this.ring = ring;
        this.published = new Published(ring, watch);
        this.engine = engine;
        this.matched = matchedSequences.toArray(new Sequence[0]);
        this.hops = hops;
        this.hopMask = hops.mask();
        this.clock = clock;
        this.settledNumbers = engine.newCursor();
    }

    /** How far commands are held; matching follows. */
    public Sequence held() {
        return held;
    }

    /** How far commands are settled; delivery follows. */
    Sequence settled() {
        return settled;
    }

    /** How many commands had to wait for the settlement of those before them. Any thread. */
    long waits() {
        return counters.get(WAITS);
    }

    @Override
    public int doWork() {
        return settle() + hold();
    }

    private int settle() {
        final long first = nextToSettle;
        long last = first + MAX_BATCH - 1;
        for (final Sequence shard : matched) {
            last = Math.min(last, shard.get());
        }
        if (last < first) {
            return 0;
        }
        long at = first;
        try {
            while (at <= last) {
                final CommandSlot slot = ring.slot(at);
                engine.settle(slot);
                if (hopMask != HopRecorder.NO_SEQ) {
                    settled(slot);
                }
                at++;
            }
        } finally { // the commands before one that broke the engine are settled
            nextToSettle = at;
            settled.set(at - 1);
        }
        return (int) (at - first);
    }

    private void settled(final CommandSlot slot) {
        if (settledNumbers.take(slot) && (settledNumbers.seq() & hopMask) == 0) {
            hops.onSettled(settledNumbers.seq(), clock.nanoTime());
        }
    }

    /** Holds funds for a command that is timed; a query or void slot before it is not timed. */
    private boolean holdTimed(final CommandSlot slot, final boolean exact) {
        if (Numbering.isCommand(slot.type())) {
            hops.onBegan(engine.seq() + 1, clock.nanoTime());
        }
        return engine.hold(slot, exact);
    }

    private boolean hold(final long at) {
        final CommandSlot slot = ring.slot(at);
        final boolean exact = nextToSettle == at;
        return (engine.seq() + 1 & hopMask) == 0 ? holdTimed(slot, exact) : engine.hold(slot, exact);
    }

    private int hold() {
        final long first = nextToHold;
        final long last = Math.min(published.from(first), first + MAX_BATCH - 1);
        long at = first;
        while (at <= last && hold(at)) {
            at++;
        }
        if (at <= last && waitedFor != at) {
            waitedFor = at;
            counters.add(WAITS, 1);
        }
        if (at > first) {
            nextToHold = at;
            held.set(at - 1);
        }
        return (int) (at - first);
    }
}
