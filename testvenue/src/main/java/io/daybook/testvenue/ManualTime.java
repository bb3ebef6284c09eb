package io.daybook.testvenue;

import io.daybook.host.Clock;
import io.daybook.host.VenueTime;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The time of a venue that moves only on command, from one due time to the next, so that each expiry happens at its
 * exact time. Any thread may move it, one at a time.
 */
final class ManualTime extends VenueTime {
    /** The start time. It is fixed, so that two runs have the same commands. */
    static final Instant START = Instant.parse("2026-01-05T09:00:00Z");

    private static final long LOOK_NS = 50_000;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);

    private volatile long nowNs;
    private volatile @Nullable Ticks ticks;

    /** @param first the time of the venue, ns since the epoch; 0 for {@link #START} */
    ManualTime(final Clock machine, final long first) {
        super(machine);
        this.nowNs = first == 0 ? TimeUnit.SECONDS.toNanos(START.getEpochSecond()) : first;
    }

    @Override
    public long stampNs() {
        return nowNs;
    }

    @Override
    public long epochMillis() {
        return TimeUnit.NANOSECONDS.toMillis(nowNs);
    }

    @Override
    public void drives(final Ticks exchange) {
        ticks = exchange;
    }

    /**
     * Moves to a time.
     *
     * @param agenda the other tasks that are due on the way
     * @throws IllegalStateException if the exchange does not carry out a due command
     */
    synchronized void moveTo(final long untilNs, final Agenda agenda) {
        for (long next = next(agenda); next <= untilNs; next = next(agenda)) {
            stepTo(Math.max(nowNs, next));
            agenda.runDue(nowNs);
        }
        stepTo(untilNs);
    }

    private long next(final Agenda agenda) {
        final Ticks exchange = ticks;
        return Math.min(agenda.dueNs(), exchange == null ? Long.MAX_VALUE : exchange.dueNs());
    }

    private void stepTo(final long timeNs) {
        nowNs = timeNs;
        final Ticks exchange = ticks;
        if (exchange == null) {
            return;
        }
        final long beganNs = machine().nanoTime();
        exchange.wake();
        while (!exchange.isDone(timeNs)) {
            if (machine().nanoTime() - beganNs > PATIENCE_NS) {
                throw new IllegalStateException("the exchange has not carried out within 30 s the commands due at "
                        + Instant.ofEpochMilli(epochMillis()));
            }
            LockSupport.parkNanos(LOOK_NS);
        }
    }
}
