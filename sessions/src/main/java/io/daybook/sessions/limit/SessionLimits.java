package io.daybook.sessions.limit;

/**
 * The limits of a gateway's connections.
 *
 * @param inFlight unanswered requests of a session; above it, its connection is not read
 * @param refusalsPerSecond refusals by the gateway itself; above it, BYE ABUSE
 * @param connections the total number of connections
 * @param connectionsPerAddress connections of one address
 * @param notLoggedIn connections that have not logged in yet
 * @param loginMs the time limit of a login
 * @param failedLoginsPerMinute failed logins of one address
 * @param unsentBytes bytes that are queued for a connection; more waits in its outbox
 * @param behindBytes the bytes of the outbox by which a connection may lag, besides what it requested at its login;
 *     above it, BYE SLOW
 * @param stuckMs the time limit for unsent bytes without progress, and for a login that waits for the ring or the disk
 * @param outboxKeptBytes the bytes of a session's messages; above it, the oldest are deleted
 * @param outboxKeptDays the days after which messages are deleted
 * @param closedKept the number of closed orders whose trades STATUS shows, a power of two
 */
public record SessionLimits(
        int inFlight,
        int refusalsPerSecond,
        int connections,
        int connectionsPerAddress,
        int notLoggedIn,
        int loginMs,
        int failedLoginsPerMinute,
        long unsentBytes,
        long behindBytes,
        int stuckMs,
        long outboxKeptBytes,
        int outboxKeptDays,
        int closedKept) {

    /** The default limits. */
    public static final SessionLimits DEFAULT =
            new SessionLimits(4_096, 100, 1_000, 10, 100, 5_000, 10, 4L << 20, 64L << 20, 10_000, 1L << 30, 7, 1 << 17);

    private static final long MIN_UNSENT_BYTES = 4 << 10;

    /** Checks the ranges. */
    public SessionLimits {
        positive("inFlight", inFlight);
        positive("refusalsPerSecond", refusalsPerSecond);
        positive("connections", connections);
        positive("connectionsPerAddress", connectionsPerAddress);
        positive("notLoggedIn", notLoggedIn);
        positive("loginMs", loginMs);
        positive("failedLoginsPerMinute", failedLoginsPerMinute);
        if (unsentBytes < MIN_UNSENT_BYTES) {
            throw new IllegalArgumentException(
                    "unsentBytes must be at least " + MIN_UNSENT_BYTES + ": unsentBytes=" + unsentBytes);
        }
        positive("behindBytes", behindBytes);
        positive("stuckMs", stuckMs);
        positive("outboxKeptBytes", outboxKeptBytes);
        positive("outboxKeptDays", outboxKeptDays);
        if (closedKept < 1 || Integer.bitCount(closedKept) != 1) {
            throw new IllegalArgumentException("closedKept must be a power of two: closedKept=" + closedKept);
        }
    }

    private static void positive(final String name, final long value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1: " + name + "=" + value);
        }
    }
}
