package io.daybook.sessions.outbox;

import io.daybook.sessions.limit.SessionLimits;
import java.util.concurrent.TimeUnit;

/**
 * The amount of messages that a session's outbox keeps: at least those since the newest snapshot with its part.
 *
 * @param segmentBytes the size after which a new file begins
 * @param keptBytes the size over which the oldest files are deleted
 * @param keptNs the age over which files are deleted, if all their messages are older
 */
public record OutboxLimits(int segmentBytes, long keptBytes, long keptNs) {
    private static final int SEGMENT_BYTES = 4 << 20;

    /** Files of 4 MiB, and the gateway's limits. */
    public static OutboxLimits of(final SessionLimits limits) {
        return new OutboxLimits(
                SEGMENT_BYTES, limits.outboxKeptBytes(), TimeUnit.DAYS.toNanos(limits.outboxKeptDays()));
    }
}
