package io.daybook.core.stages;

import com.lmax.disruptor.Sequence;
import io.daybook.core.doors.CommandRing;
import io.daybook.core.scheduling.Counters;
import io.daybook.core.scheduling.Stage;
import io.daybook.engine.ExchangeEngine;
import java.util.List;

/**
 * The risk thread's work where matching has threads of its own: holds commands ahead of matching, and settles them
 * behind it, as soon as matching advances, whether or not a new command comes.
 *
 * <p>Holding runs ahead on a state that lacks the latest settlements. A command that the engine cannot decide on such a
 * state stays at the front. The stage reports what it held before, so that matching comes to it, and settles that when
 * matching has passed it; then the state is exact and the command is decided. At that moment no matching thread is
 * inside a command and none can start one, so that a query may look at all books.
 */
public final class RiskStage implements Stage {
    private static final int MAX_BATCH = 64;
    private static final int WAITS = 0;

    private final CommandRing ring;
    private final Published published;
    private final ExchangeEngine engine;
    private final Sequence[] matched;
    private final Sequence held = new Sequence();
    private final Sequence settled = new Sequence();
    private final Counters counters = new Counters(1);

    private long nextToHold = held.get() + 1;
    private long nextToSettle = settled.get() + 1;
    private long waitedFor = -1;

    /**
     * Risk at the front of a ring.
     *
     * @param watch hears of slots that are claimed and not published
     * @param matchedSequences how far each matching thread is, set later; the shards of the engine in order
     */
    RiskStage(
            final CommandRing ring,
            final StallWatch watch,
            final ExchangeEngine engine,
            final List<Sequence> matchedSequences) {
        this.ring = ring;
        this.published = new Published(ring, watch);
        this.engine = engine;
        this.matched = matchedSequences.toArray(new Sequence[0]);
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
                engine.settle(ring.slot(at));
                at++;
            }
        } finally { // what is in front of a command that broke the engine is settled
            nextToSettle = at;
            settled.set(at - 1);
        }
        return (int) (at - first);
    }

    private int hold() {
        final long first = nextToHold;
        final long last = Math.min(published.from(first), first + MAX_BATCH - 1);
        long at = first;
        while (at <= last && engine.hold(ring.slot(at), nextToSettle == at)) {
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
