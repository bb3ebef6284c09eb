package io.daybook.sessions.limit;

/**
 * The limits of a gateway's connections.
 *
 * @param inFlight unanswered requests of a session; over it, its connection is not read
 * @param refusalsPerSecond refusals of the gateway itself; over it, BYE ABUSE
 * @param connections in all
 * @param connectionsPerAddress of one address
 * @param notLoggedIn connections that have not logged in yet
 * @param loginMs how long a connection may take to log in
 * @param failedLoginsPerMinute of one address
 * @param unsentBytes that are queued for a connection; more waits in its outbox
 * @param behindBytes of the outbox that a connection may fall behind, beside what it asked for at its login; over it,
 *     BYE SLOW
 * @param stuckMs how long unsent bytes may make no progress, and a login wait for the ring or the disk
 * @param outboxKeptBytes of the messages of a session; over it, the oldest go
 * @param outboxKeptDays after which messages go
 * @param closedKept of how many closed orders STATUS tells what they traded, a power of two
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
