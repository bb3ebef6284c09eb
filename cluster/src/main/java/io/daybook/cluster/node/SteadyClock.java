package io.daybook.cluster.node;

import io.aeron.cluster.service.ClusterClock;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The clock for Aeron's deadlines, which never goes back: if the machine's clock is set back, this one runs at three
 * quarters of the speed until the other has caught up. With the machine's own clock, a node that is set back by an hour
 * would accept no connection, join no log and notice no missing follower for an hour; and a clock that stood still
 * would be no better. Heartbeats are late by a third meanwhile, which the others tolerate, because they wait for at
 * least two intervals. Forward jumps are followed at once. Any thread may call this.
 */
final class SteadyClock implements ClusterClock {
    private final ClusterClock machine;
    private final LongSupplier nanoTime;
    private long timeNs;
    private long readAtNs;

    /**
     * Starts at the machine's time.
     *
     * @param nanoTime runs evenly, as {@link System#nanoTime()} does
     */
    SteadyClock(final ClusterClock machine, final LongSupplier nanoTime) {
        this.machine = machine;
        this.nanoTime = nanoTime;
        this.timeNs = machine.timeNanos();
        this.readAtNs = nanoTime.getAsLong();
    }

    @Override
    public TimeUnit timeUnit() {
        return TimeUnit.NANOSECONDS;
    }

    @Override
    public synchronized long time() {
        final long machineNs = machine.timeNanos();
        final long nowNs = nanoTime.getAsLong();
        timeNs = Math.max(machineNs, timeNs + (nowNs - readAtNs) * 3 / 4);
        readAtNs = nowNs;
        return timeNs;
    }
}
