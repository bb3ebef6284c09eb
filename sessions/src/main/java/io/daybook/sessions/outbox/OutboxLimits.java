package io.daybook.sessions.outbox;

import io.daybook.sessions.limit.SessionLimits;
import java.util.concurrent.TimeUnit;

/**
 * How much of its messages a session's outbox keeps: never less than from the newest snapshot with its part on.
 *
 * @param segmentBytes after which a new file is begun
 * @param keptBytes over which the oldest files go
 * @param keptNs files whose messages are all older go
 */
public record OutboxLimits(int segmentBytes, long keptBytes, long keptNs) {
    private static final int SEGMENT_BYTES = 4 << 20;

    /** Files of 4 MiB, and what the gateway's limits say. */
    public static OutboxLimits of(final SessionLimits limits) {
        return new OutboxLimits(
                SEGMENT_BYTES, limits.outboxKeptBytes(), TimeUnit.DAYS.toNanos(limits.outboxKeptDays()));
    }
}
