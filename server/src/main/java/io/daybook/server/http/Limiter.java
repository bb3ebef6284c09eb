package io.daybook.server.http;

import io.daybook.host.Clock;
import io.daybook.host.RateLimit;
import io.daybook.host.TokenBucket;
import io.daybook.server.identity.Caller;
import io.daybook.sessions.limit.AddressBlock;
import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Limits the requests per second of a key, or of an address without one, and the failed logins of an address, with
 * token buckets that hold the tokens of a second. Addresses of IPv6 count by their /64 ({@link AddressBlock}). Failed
 * logins over TCP and FIX do not count here, but in {@link io.daybook.sessions.limit.Addresses}. Any thread.
 */
public final class Limiter {
    private static final int MAX_SENDERS = 20_000;
    private static final int FAILURES_PER_MINUTE = 10;

    /**
     * The limit of logins of an address: each login writes a line of the audit log, which is on the disk before the
     * answer.
     */
    static final int LOGINS_PER_MINUTE = 20;

    /** The limit of password checks of an address, right or wrong: people choose passwords, so they can be guessed. */
    static final int PASSWORDS_PER_MINUTE = 10;

    /**
     * The limit of password checks of a name from addresses where none was right yet, so that an attacker with many
     * addresses cannot guess faster. An attacker can use up this limit on purpose, so it does not apply to addresses
     * from which the owner has logged in.
     */
    static final int PASSWORDS_OF_NAME_PER_MINUTE = 30;

    /** The characters of a name that are compared: names that differ only in later characters share a limit. */
    private static final int MAX_NAME = 64;

    /**
     * The limit of signature checks of an address with too many failures, for keys that never passed a check from that
     * address.
     */
    private static final int SUSPECTS_PER_SECOND = 50;

    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long MINUTE_NS = TimeUnit.MINUTES.toNanos(1);

    private final Clock clock;
    private final Map<String, TokenBucket> buckets = new Latest<>();
    private final Map<InetAddress, TokenBucket> failures = new Latest<>();
    private final Map<InetAddress, TokenBucket> suspects = new Latest<>();
    private final Map<InetAddress, TokenBucket> logins = new Latest<>();
    private final Map<InetAddress, TokenBucket> guesses = new Latest<>();
    private final Map<String, TokenBucket> guessesOfName = new Latest<>();
    private final Map<Login, Boolean> known = new Latest<>();
    private final Map<Login, Boolean> people = new Latest<>();
    private int requestsPerSecond;
    private int ordersPerSecond;

    /** The limit of a sender, and the number of requests that the sender may still send. */
    record State(int limit, int remaining) {}

    /** A key that has signed from an address, or a person who has logged in from there. */
    private record Login(InetAddress address, String name) {}

    /** The latest senders. */
    private static final class Latest<K, V> extends LinkedHashMap<K, V> {
        private static final long serialVersionUID = 1;

        private Latest() {
            super(64, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(final Map.Entry<K, V> eldest) {
            return size() > MAX_SENDERS;
        }
    }

    /** Limits each key, and each address that sends requests without a key. */
    public Limiter(final Clock clock, final int requestsPerSecond, final int ordersPerSecond) {
        this.clock = clock;
        this.requestsPerSecond = requestsPerSecond;
        this.ordersPerSecond = ordersPerSecond;
    }

    /** Sets other limits. */
    public synchronized void limits(final int requests, final int orders) {
        requestsPerSecond = requests;
        ordersPerSecond = orders;
    }

    /**
     * Counts a request against the limit of its sender.
     *
     * @return what is left of the limit
     * @throws Problem THROTTLED, with the time to wait
     */
    synchronized State take(final Caller caller, final Cost cost) {
        final int limit = limit(cost);
        final TokenBucket bucket = bucket(buckets, sender(caller, cost), limit, SECOND_NS);
        if (!bucket.take(clock.nanoTime())) {
            throw Problem.of(
                            ProblemCode.THROTTLED,
                            "the limit is " + limit
                                    + " a second; wait a second, or ask the operator for a higher limit")
                    .header("Retry-After", "1")
                    .header("RateLimit-Limit", Integer.toString(limit))
                    .header("RateLimit-Remaining", "0")
                    .header("RateLimit-Reset", "1");
        }
        return new State(limit, bucket.left(clock.nanoTime()));
    }

    /** The limit of a kind of requests per second. */
    public synchronized int limit(final Cost cost) {
        return cost == Cost.REQUEST ? requestsPerSecond : ordersPerSecond;
    }

    /** The number of requests of a kind that a sender has used of its limit. */
    public synchronized int used(final Caller caller, final Cost cost) {
        final int limit = limit(cost);
        return limit - bucket(buckets, sender(caller, cost), limit, SECOND_NS).left(clock.nanoTime());
    }

    /** The bucket of a sender, full if it is new. */
    private <K> TokenBucket bucket(
            final Map<K, TokenBucket> all, final K sender, final int limit, final long periodNs) {
        final RateLimit rate = new RateLimit(limit, limit);
        final TokenBucket bucket =
                all.computeIfAbsent(sender, unused -> new TokenBucket(rate, periodNs, clock.nanoTime()));
        bucket.limit(rate);
        return bucket;
    }

    private <K> boolean passes(final Map<K, TokenBucket> all, final K sender, final int limit, final long periodNs) {
        return bucket(all, sender, limit, periodNs).take(clock.nanoTime());
    }

    private static String sender(final Caller caller, final Cost cost) {
        return (caller.key() == null
                        ? AddressBlock.of(caller.address()).getHostAddress()
                        : caller.key().id())
                + " " + cost;
    }

    /**
     * Checks the limit before a signature check, which costs more than a refusal. Few signatures of an address that
     * failed too often are checked. A key that has passed a check from that address before is not limited, because
     * several clients may share the address.
     *
     * @throws Problem THROTTLED
     */
    synchronized void beforeCheck(final InetAddress from, final String key) {
        final InetAddress address = AddressBlock.of(from);
        final TokenBucket failed = failures.get(address);
        if (failed == null || failed.left(clock.nanoTime()) > 0 || known.get(new Login(address, key)) != null) {
            return;
        }
        if (!passes(suspects, address, SUSPECTS_PER_SECOND, SECOND_NS)) {
            throw tooManyFailures();
        }
    }

    /** Records a right signature of a key. */
    synchronized void passed(final InetAddress from, final String key) {
        known.put(new Login(AddressBlock.of(from), key), Boolean.TRUE);
    }

    /**
     * Counts a failed login of an address. This does not limit valid keys of the same address, because several clients
     * may share it.
     *
     * @throws Problem THROTTLED after too many
     */
    synchronized void failed(final InetAddress from) {
        if (!passes(failures, AddressBlock.of(from), FAILURES_PER_MINUTE, MINUTE_NS)) {
            throw tooManyFailures();
        }
    }

    /**
     * Counts a login against the limit of an address.
     *
     * @throws Problem THROTTLED after too many
     */
    synchronized void login(final InetAddress from) {
        if (!passes(logins, AddressBlock.of(from), LOGINS_PER_MINUTE, MINUTE_NS)) {
            throw Problem.of(
                            ProblemCode.THROTTLED,
                            "an address may log in " + LOGINS_PER_MINUTE + " times a minute; wait a minute")
                    .header("Retry-After", "60");
        }
    }

    /**
     * Counts a password attempt, right or wrong, against the limits of an address and a name.
     *
     * @throws Problem THROTTLED after too many
     */
    synchronized void guess(final InetAddress from, final String name) {
        final InetAddress address = AddressBlock.of(from);
        if (!passes(guesses, address, PASSWORDS_PER_MINUTE, MINUTE_NS)) {
            throw tooManyGuesses("at most " + PASSWORDS_PER_MINUTE + " passwords a minute are checked for an address");
        }
        final String counted = counted(name);
        if (people.get(new Login(address, counted)) == null
                && !passes(guessesOfName, counted, PASSWORDS_OF_NAME_PER_MINUTE, MINUTE_NS)) {
            throw tooManyGuesses("at most " + PASSWORDS_OF_NAME_PER_MINUTE
                    + " passwords a minute are checked for a name from addresses where none was right");
        }
    }

    /** Records a right password of a name. */
    synchronized void guessed(final InetAddress from, final String name) {
        people.put(new Login(AddressBlock.of(from), counted(name)), Boolean.TRUE);
    }

    private static String counted(final String name) {
        return name.substring(0, Math.min(name.length(), MAX_NAME));
    }

    private static Problem tooManyGuesses(final String limit) {
        return Problem.of(ProblemCode.THROTTLED, limit + "; wait a minute").header("Retry-After", "60");
    }

    private static Problem tooManyFailures() {
        return Problem.of(ProblemCode.THROTTLED, "too many requests of this address had no valid key; wait a minute")
                .header("Retry-After", "60");
    }
}
