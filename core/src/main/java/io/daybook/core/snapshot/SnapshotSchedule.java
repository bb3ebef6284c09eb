package io.daybook.core.snapshot;

import io.daybook.api.SnapshotConfig;
import java.util.concurrent.TimeUnit;

/**
 * Decides when an automatic snapshot is due, by count and clock; the command that requests it goes through the ring.
 * Used by one thread.
 */
public final class SnapshotSchedule {
    private final long everyCommands;
    private final long everyNs;

    private long lastSeq;
    private long lastNs;

    /**
     * Starts counting.
     *
     * @param lastSeq of the last snapshot
     * @param nowNs monotonic
     */
    public SnapshotSchedule(final SnapshotConfig config, final long lastSeq, final long nowNs) {
        this.everyCommands = config.everyCommands();
        this.everyNs = TimeUnit.MINUTES.toNanos(config.everyMinutes());
        this.lastSeq = lastSeq;
        this.lastNs = nowNs;
    }

    /** Whether one is due after a command. */
    public boolean isDue(final long seq, final long nowNs) {
        if (seq <= lastSeq) {
            return false;
        }
        return everyCommands > 0 && seq - lastSeq >= everyCommands || everyNs > 0 && nowNs - lastNs >= everyNs;
    }

    /** Records that one was requested. */
    public void asked(final long seq, final long nowNs) {
        lastSeq = seq;
        lastNs = nowNs;
    }
}
