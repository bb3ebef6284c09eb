package io.daybook.cluster.node;

import io.aeron.cluster.service.ClusterClock;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The machine's clock for all that Aeron does by time, which never goes back: where the machine's is set back, this one
 * goes on at three quarters of the speed until the other has caught up. Aeron keeps its deadlines in this time, so with
 * the machine's own a node that is set back by an hour would for an hour let nobody connect, join no log and miss no
 * follower; and one that stood still would be no better. Heartbeats come late by a third meanwhile, which others bear:
 * they wait for two intervals at least. Forward it follows at once. Any thread.
 */
final class SteadyClock implements ClusterClock {
    private final ClusterClock machine;
    private final LongSupplier nanoTime;
    private long timeNs;
    private long readAtNs;

    /**
     * Begins with the machine's time.
     *
     * @param nanoTime goes on evenly, as {@link System#nanoTime()} does
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
