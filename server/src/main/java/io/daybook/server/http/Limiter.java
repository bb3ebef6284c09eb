package io.daybook.server.http;

import io.daybook.host.Clock;
import io.daybook.server.identity.Caller;
import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How many requests a second a key may send, or an address without one; and how often an address may fail to log in.
 * Token buckets that hold a second's worth. Addresses of IPv6 count by their /64 ({@link AddressBlock}). Any thread.
 */
public final class Limiter {
    private static final int MAX_SENDERS = 20_000;
    private static final int FAILURES_PER_MINUTE = 10;

    /** Cookies that an address may ask for: each is a line of the audit log, on the disk before the answer. */
    static final int LOGINS_PER_MINUTE = 20;

    /** Passwords of an address that are checked, right or wrong: people choose them, so they can be guessed. */
    static final int PASSWORDS_PER_MINUTE = 10;

    /**
     * Passwords that are checked for a name, of addresses from which none was right yet: who has many addresses guesses
     * no faster. Somebody can use them up on purpose, so where its owner has logged in from they do not count.
     */
    static final int PASSWORDS_OF_NAME_PER_MINUTE = 30;

    /** Names are no longer: what comes behind that makes no other name. */
    private static final int MAX_NAME = 64;

    /** Of an address with more failures, so many signatures of keys that never were right from there are checked. */
    private static final int SUSPECTS_PER_SECOND = 50;

    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long MINUTE_NS = TimeUnit.MINUTES.toNanos(1);

    private final Clock clock;
    private final Map<String, Bucket> buckets = new Latest<>();
    private final Map<InetAddress, Bucket> failures = new Latest<>();
    private final Map<InetAddress, Bucket> suspects = new Latest<>();
    private final Map<InetAddress, Bucket> logins = new Latest<>();
    private final Map<InetAddress, Bucket> guesses = new Latest<>();
    private final Map<String, Bucket> guessesOfName = new Latest<>();
    private final Map<Login, Boolean> known = new Latest<>();
    private final Map<Login, Boolean> people = new Latest<>();
    private int requestsPerSecond;
    private int ordersPerSecond;

    /** How much a sender may still send. */
    record State(int limit, int remaining) {}

    /** A key that has signed from an address, or a person who has logged in from there. */
    private record Login(InetAddress address, String name) {}

    /** The senders heard last. */
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

    /** Tokens, each of its period's share of nanoseconds. */
    private static final class Bucket {
        private long filledNs;
        private long lastNs;

        private Bucket(final long fullNs, final long nowNs) {
            this.filledNs = fullNs;
            this.lastNs = nowNs;
        }

        /** Takes one of {@code limit} tokens of a period; what is left, or −1. */
        private int take(final int limit, final long periodNs, final long nowNs) {
            final long price = periodNs / limit;
            fill(periodNs, nowNs);
            if (filledNs < price) {
                return -1;
            }
            filledNs -= price;
            return (int) (filledNs / price);
        }

        /** How many tokens there are. */
        private int left(final int limit, final long periodNs, final long nowNs) {
            fill(periodNs, nowNs);
            return (int) (filledNs / (periodNs / limit));
        }

        private void fill(final long periodNs, final long nowNs) {
            filledNs = Math.min(periodNs, filledNs + Math.max(0, nowNs - lastNs));
            lastNs = nowNs;
        }
    }

    /** With limits for each key, and for each address without one. */
    public Limiter(final Clock clock, final int requestsPerSecond, final int ordersPerSecond) {
        this.clock = clock;
        this.requestsPerSecond = requestsPerSecond;
        this.ordersPerSecond = ordersPerSecond;
    }

    /** Other limits count from now on. */
    public synchronized void limits(final int requests, final int orders) {
        requestsPerSecond = requests;
        ordersPerSecond = orders;
    }

    /**
     * A request comes.
     *
     * @return what is left
     * @throws Problem THROTTLED, with when to come again
     */
    synchronized State take(final Caller caller, final Cost cost) {
        final int limit = limit(cost);
        final long nowNs = clock.nanoTime();
        final Bucket bucket = buckets.computeIfAbsent(sender(caller, cost), unused -> new Bucket(SECOND_NS, nowNs));
        final int remaining = bucket.take(limit, SECOND_NS, nowNs);
        if (remaining < 0) {
            throw Problem.of(
                            ProblemCode.THROTTLED,
                            limit + " a second are let through; wait a second, or ask the operator for more")
                    .header("Retry-After", "1")
                    .header("RateLimit-Limit", Integer.toString(limit))
                    .header("RateLimit-Remaining", "0")
                    .header("RateLimit-Reset", "1");
        }
        return new State(limit, remaining);
    }

    /** How much of a kind is let through in a second. */
    public synchronized int limit(final Cost cost) {
        return cost == Cost.REQUEST ? requestsPerSecond : ordersPerSecond;
    }

    /** How much of a kind a sender has used of its second. */
    public synchronized int used(final Caller caller, final Cost cost) {
        final Bucket bucket = buckets.get(sender(caller, cost));
        return bucket == null ? 0 : limit(cost) - bucket.left(limit(cost), SECOND_NS, clock.nanoTime());
    }

    private static String sender(final Caller caller, final Cost cost) {
        return (caller.key() == null
                        ? AddressBlock.of(caller.address()).getHostAddress()
                        : caller.key().id())
                + " " + cost;
    }

    /**
     * A signature is about to be checked, which costs more than to refuse it. An address that has failed too often has
     * few of them checked; keys that were right from there before are let through, for others may share the address.
     *
     * @throws Problem THROTTLED
     */
    synchronized void beforeCheck(final InetAddress from, final String key) {
        final InetAddress address = AddressBlock.of(from);
        final Bucket failed = failures.get(address);
        final long nowNs = clock.nanoTime();
        if (failed == null
                || failed.left(FAILURES_PER_MINUTE, MINUTE_NS, nowNs) > 0
                || known.get(new Login(address, key)) != null) {
            return;
        }
        final Bucket bucket = suspects.computeIfAbsent(address, unused -> new Bucket(SECOND_NS, nowNs));
        if (bucket.take(SUSPECTS_PER_SECOND, SECOND_NS, nowNs) < 0) {
            throw tooManyFailures();
        }
    }

    /** A signature of a key was right. */
    synchronized void passed(final InetAddress from, final String key) {
        known.put(new Login(AddressBlock.of(from), key), Boolean.TRUE);
    }

    /**
     * An address was not who it said. It does not hold up good keys of the same address: others may share it.
     *
     * @throws Problem THROTTLED where that was too often
     */
    synchronized void failed(final InetAddress from) {
        final long nowNs = clock.nanoTime();
        final Bucket bucket = failures.computeIfAbsent(AddressBlock.of(from), unused -> new Bucket(MINUTE_NS, nowNs));
        if (bucket.take(FAILURES_PER_MINUTE, MINUTE_NS, nowNs) < 0) {
            throw tooManyFailures();
        }
    }

    /**
     * An address wants a cookie.
     *
     * @throws Problem THROTTLED where that was too often
     */
    synchronized void login(final InetAddress from) {
        final long nowNs = clock.nanoTime();
        final Bucket bucket = logins.computeIfAbsent(AddressBlock.of(from), unused -> new Bucket(MINUTE_NS, nowNs));
        if (bucket.take(LOGINS_PER_MINUTE, MINUTE_NS, nowNs) < 0) {
            throw Problem.of(
                            ProblemCode.THROTTLED,
                            LOGINS_PER_MINUTE + " logins a minute are let through from an address; wait a minute")
                    .header("Retry-After", "60");
        }
    }

    /**
     * An address says a password of a name, right or wrong.
     *
     * @throws Problem THROTTLED where that was too often
     */
    synchronized void guess(final InetAddress from, final String name) {
        final InetAddress address = AddressBlock.of(from);
        final long nowNs = clock.nanoTime();
        final Bucket bucket = guesses.computeIfAbsent(address, unused -> new Bucket(MINUTE_NS, nowNs));
        if (bucket.take(PASSWORDS_PER_MINUTE, MINUTE_NS, nowNs) < 0) {
            throw tooManyGuesses(PASSWORDS_PER_MINUTE + " passwords a minute are checked for an address");
        }
        final String counted = counted(name);
        if (people.get(new Login(address, counted)) == null
                && guessesOfName
                                .computeIfAbsent(counted, unused -> new Bucket(MINUTE_NS, nowNs))
                                .take(PASSWORDS_OF_NAME_PER_MINUTE, MINUTE_NS, nowNs)
                        < 0) {
            throw tooManyGuesses(PASSWORDS_OF_NAME_PER_MINUTE
                    + " passwords a minute are checked for a name, of addresses from which none was right");
        }
    }

    /** The password of a name was right. */
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
        return Problem.of(
                        ProblemCode.THROTTLED,
                        "too many requests of this address had no key that counts; wait a minute")
                .header("Retry-After", "60");
    }
}
