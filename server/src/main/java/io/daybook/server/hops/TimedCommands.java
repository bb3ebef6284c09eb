package io.daybook.server.hops;

import io.daybook.host.Clock;
import io.daybook.wire.hops.Hop;
import io.daybook.wire.hops.HopRing;
import io.daybook.wire.hops.HopSpan;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The times at which timed commands reached each step in this process. Any thread. */
public final class TimedCommands {
    /** The spans within a venue: each step, then spans of several steps. */
    public static final List<HopSpan> SPANS;

    /** The step from the engine's start until the result may leave, which every command takes. */
    public static final HopSpan COMMAND = new HopSpan(Hop.T3, Hop.T4J, "engine and journal");

    /** The number of commands whose times are kept. */
    private static final int ROWS = 1 << 16;

    /** The age from which a command counts as complete. */
    private static final long COMPLETE_NS = TimeUnit.SECONDS.toNanos(1);

    static {
        final Set<Hop> own = EnumSet.of(Hop.T1, Hop.T2, Hop.T3, Hop.T4, Hop.T4J, Hop.T5, Hop.T6, Hop.T5M, Hop.T6M);
        SPANS = HopSpan.ALL.stream()
                .filter(span -> own.contains(span.from()) && own.contains(span.to()))
                .toList();
    }

    private final int every;
    private final Times times;
    private final LongSupplier newest;
    private final Clock clock;

    /** The seq up to which commands were counted. */
    private long counted;

    /** The times of a command. */
    @FunctionalInterface
    public interface Times {
        /**
         * Reads the times of a command, as {@link io.daybook.sessions.hops.VenueHops#read} does.
         *
         * @return whether the times are kept
         */
        boolean read(long seq, long[] byCode);
    }

    /** Receives commands whose times are kept. */
    @FunctionalInterface
    public interface Visitor {
        /** Called for a command; the times are valid during the call. */
        void onCommand(long seq, long[] byCode);
    }

    /** Receives the duration of a step. */
    @FunctionalInterface
    public interface Steps {
        /** The duration in ns, at least 0. */
        void onStep(HopSpan span, long ns);
    }

    /**
     * Keeps the times of commands from now on.
     *
     * @param every the power of two whose multiples are the timed seqs; 0 for none
     * @param times the times of each timed command
     * @param newest the seq of the last command
     * @param clock the clock of these times
     */
    public TimedCommands(final int every, final Times times, final LongSupplier newest, final Clock clock) {
        this.every = every;
        this.times = times;
        this.newest = newest;
        this.clock = clock;
        this.counted = newest.getAsLong();
    }

    /** The number whose multiples are the timed seqs; 0 for none. */
    public int every() {
        return every;
    }

    /** Visits the newest commands, the last one first. */
    public void forEachNewest(final int most, final Visitor visitor) {
        if (every == 0) {
            return;
        }
        final long[] byCode = new long[Hop.CODE_LIMIT];
        Arrays.fill(byCode, HopRing.NO_TIME);
        long seq = newest.getAsLong() & -every;
        int found = 0;
        for (int row = 0; row < ROWS && found < most && seq > 0; row++) {
            if (times.read(seq, byCode)) {
                visitor.onCommand(seq, byCode);
                found++;
            }
            seq -= every;
        }
    }

    /**
     * Visits the steps of each complete command that was not visited before.
     *
     * @param most the largest number of commands; if there are more, the newest are visited
     */
    public synchronized void forEachNew(final int most, final Steps steps) {
        if (every == 0) {
            return;
        }
        final long[] byCode = new long[Hop.CODE_LIMIT];
        Arrays.fill(byCode, HopRing.NO_TIME);
        final long over = newestOver(byCode);
        final long oldest = over - (most - 1L) * every;
        for (long seq = Math.max((counted & -every) + every, oldest); seq <= over; seq += every) {
            if (times.read(seq, byCode)) {
                tell(COMMAND, byCode, steps);
                SPANS.forEach(span -> tell(span, byCode, steps));
            }
        }
        counted = Math.max(counted, over);
    }

    /** The newest command that has all its times; the last counted one if there is no newer one. */
    private long newestOver(final long[] byCode) {
        final long last = newest.getAsLong() & -every;
        final long least = Math.max(counted, last - (long) ROWS * every);
        final long nowNs = clock.nanoTime();
        for (long seq = last; seq > least; seq -= every) {
            if (times.read(seq, byCode)) {
                final long began = byCode[Hop.T3.code()];
                if (began != HopRing.NO_TIME && nowNs - began >= COMPLETE_NS) {
                    return seq;
                }
            }
        }
        return counted;
    }

    private static void tell(final HopSpan span, final long[] byCode, final Steps steps) {
        final long ns = span.of(byCode);
        if (ns != HopRing.NO_TIME) {
            steps.onStep(span, Math.max(0, ns)); // can be negative between two threads
        }
    }
}
