package io.daybook.client;

import io.daybook.wire.ByeReason;
import io.daybook.wire.OrderNumbers;
import io.daybook.wire.hops.HopFile;
import io.daybook.wire.hops.HopRing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A session at a venue, over TCP. Any thread may send commands, which return at once; a {@link ClientListener} gets the
 * rest on one I/O thread. The client reconnects by itself and continues its stream; requests that the venue never
 * carried out are handed back, and never sent again by themselves. Without TLS nothing is allocated once all paths have
 * run.
 *
 * <p>A handle is used by one thread at a time. The client does not outlive a listener that throws: it stops before the
 * message, {@link #failure} has the reason, and another client continues there.
 *
 * <p>Each command returns the request's number, a PLACE the order's id; or, negative, the reason why it was not sent:
 * {@link #NOT_CONNECTED}, {@link #FULL}, {@link #STALE}.
 */
public final class DaybookClient implements AutoCloseable {
    /** No connection is open; the listener's {@code onWelcome} is called when one is. */
    public static final long NOT_CONNECTED = -1;

    /** Too many requests are unanswered, or bytes unsent; or the session is a drop copy, which sends none. */
    public static final long FULL = -2;

    /**
     * The order was handed back, or never placed; or 64 reconnects have handed requests back since, so that the client
     * cannot decide. An order that is live according to an answer gets a new handle from {@link OrderHandle#of}.
     */
    public static final long STALE = -3;

    private static final long CLOSE_TIMEOUT_MS = 6_000;

    private final Outbound outbound;
    private final ClientLoop loop;
    private final Thread thread;

    private DaybookClient(final Outbound outbound, final ClientLoop loop, final Thread thread) {
        this.outbound = outbound;
        this.loop = loop;
        this.thread = thread;
    }

    /** A builder for address and session. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Places a plain order, as {@link #place(OrderHandle, long, int, Side, OrderType, long, long, long, OrderTerms)}.
     */
    public long place(
            final OrderHandle handle,
            final long uid,
            final int symbol,
            final Side side,
            final OrderType type,
            final long price,
            final long size) {
        return place(handle, uid, symbol, side, type, price, size, 0, null);
    }

    /**
     * Places an order.
     *
     * @param handle is filled in if the order is sent
     * @param price in ticks; of budget types the total
     * @param size in lots
     * @param reserve bids of pairs: the highest price of a later move; 0 for the price
     * @param terms null for none
     * @return the order's id, or, negative, the reason why it was not sent
     */
    public long place(
            final OrderHandle handle,
            final long uid,
            final int symbol,
            final Side side,
            final OrderType type,
            final long price,
            final long size,
            final long reserve,
            final @Nullable OrderTerms terms) {
        return sent(outbound.place(handle, uid, symbol, side, type, price, size, reserve, terms));
    }

    /** Gives an order another price, in ticks. */
    public long move(final OrderHandle order, final long price) {
        return sent(outbound.move(order, price));
    }

    /** Takes lots off an order. */
    public long reduce(final OrderHandle order, final long size) {
        return sent(outbound.reduce(order, size));
    }

    /** Takes an order off the book. */
    public long cancel(final OrderHandle order) {
        return sent(outbound.cancel(order));
    }

    /** Gives an order another price and size, as {@link #replace(OrderHandle, long, long, long, long, long)}. */
    public long replace(final OrderHandle order, final long price, final long size) {
        return replace(order, price, size, 0, 0, 0);
    }

    /**
     * Gives an order another price, size or trigger. Its id stays.
     *
     * @param size the total, in which what was traded counts
     * @param reserve as in a PLACE
     * @param trigger 0 as before
     * @param stopPrice 0 as before
     */
    public long replace(
            final OrderHandle order,
            final long price,
            final long size,
            final long reserve,
            final long trigger,
            final long stopPrice) {
        return sent(outbound.replace(order, price, size, reserve, trigger, stopPrice));
    }

    /**
     * Cancels many orders; if the answer's {@code remaining} is 1, more are left.
     *
     * @param uid their owner, one of the session's accounts
     * @param symbol their symbol; 0 for all of the user
     * @param side null for both
     * @param flagged whether only flagged orders are taken
     * @param suspend whether the user is suspended first
     */
    public long massCancel(
            final long uid, final int symbol, final @Nullable Side side, final boolean flagged, final boolean suspend) {
        return sent(outbound.massCancel(uid, symbol, side, flagged, suspend));
    }

    /**
     * Asks what has become of an order; it changes nothing and takes no number.
     *
     * @param id ≥ 0, comes back in the answer
     * @return the id, or negative why the question was not sent
     */
    public long status(final long id, final long orderId) {
        if (id < 0) {
            throw new IllegalArgumentException("id must be at least 0: id=" + id);
        }
        return sent(outbound.status(id, orderId));
    }

    /** The first number of the stream that the listener has not received. */
    public long nextOut() {
        return loop.nextOut();
    }

    /** Whether the client has ended: by {@link #close}, because the venue ended the session, or by a failure. */
    public boolean isStopped() {
        return !thread.isAlive();
    }

    /** The failure of the listener or the disk that stopped the client; else null. */
    public @Nullable Throwable failure() {
        return loop.failure();
    }

    /**
     * Logs out, once everything that was sent is answered. Without an answer within five seconds the connection is cut.
     * On the I/O thread it returns at once. Any thread may call it, and repeated calls have no effect; later commands
     * return {@link #NOT_CONNECTED}.
     */
    @Override
    public void close() {
        loop.logout();
        if (loop.isOwnThread()) {
            return;
        }
        try {
            thread.join(CLOSE_TIMEOUT_MS);
            loop.stop();
            thread.join(CLOSE_TIMEOUT_MS);
        } catch (final InterruptedException e) {
            loop.stop();
            Thread.currentThread().interrupt();
        }
    }

    /** Ends without a logout, as a killed program would: the venue cancels the session's orders if it is set to. */
    public void abort() {
        loop.stop();
    }

    private long sent(final long result) {
        if (result >= 0) {
            loop.wake();
        }
        return result;
    }

    /** Collects the settings of a client. Used by one thread. */
    public static final class Builder {
        private static final int MIN_HEARTBEAT_MS = 100;
        private static final int MAX_HEARTBEAT_MS = 60_000;
        private static final int MAX_SECRET = 48;
        private static final int OUT_BYTES = 1 << 20;

        private List<VenueAddress> addresses = List.of();
        private int session;
        private String secret = "";
        private String program = "daybook-client";
        private @Nullable SSLContext tls;
        private int heartbeatMs = 1_000;
        private long minReconnectMs = 50;
        private long maxReconnectMs = 5_000;
        private long connectTimeoutMs = 10_000;
        private int maxInFlight = 4_096;
        private long nextOut = -1;
        private @Nullable Path nextOutFile;
        private boolean dropCopy;
        private boolean busySpin;
        private @Nullable Path hopFile;
        private int hopEvery;
        private @Nullable ClientListener listener;

        private Builder() {}

        /** The venue's address. Without {@link #tls} it must be this machine's. */
        public Builder address(final String newHost, final int newPort) {
            addresses = List.of(new VenueAddress(Objects.requireNonNull(newHost, "host"), newPort));
            return this;
        }

        /**
         * The addresses of the venue's nodes, in any order: the client goes from one to the next until it is admitted;
         * if a node names the leader, it goes to that one. Without {@link #tls} they must be this machine's.
         *
         * @param hostsAndPorts each {@code host:port}
         * @throws IllegalArgumentException if one is no address
         */
        public Builder addresses(final String... hostsAndPorts) {
            addresses = Arrays.stream(hostsAndPorts).map(VenueAddress::of).toList();
            return this;
        }

        /** The session that logs in. */
        public Builder session(final int newSession, final String newSecret) {
            session = newSession;
            secret = Objects.requireNonNull(newSecret, "secret");
            return this;
        }

        /** The name of the program in the venue's audit log; at most 32 characters are sent. */
        public Builder program(final String name) {
            program = Objects.requireNonNull(name, "program");
            return this;
        }

        /** Uses TLS, with this context's trust and, if it has one, its certificate. */
        public Builder tls(final SSLContext context) {
            tls = Objects.requireNonNull(context, "tls");
            return this;
        }

        /** After this time without a message either side sends a heartbeat; after two the other one is silent. */
        public Builder heartbeatMs(final int newHeartbeatMs) {
            heartbeatMs = newHeartbeatMs;
            return this;
        }

        /** The first pause before a new connection, which doubles up to the second. */
        public Builder reconnectMs(final long min, final long max) {
            minReconnectMs = min;
            maxReconnectMs = max;
            return this;
        }

        /** The time that {@link #connect} waits for the first welcome. */
        public Builder connectTimeoutMs(final long newConnectTimeoutMs) {
            connectTimeoutMs = newConnectTimeoutMs;
            return this;
        }

        /** The most unanswered requests. */
        public Builder maxInFlight(final int newMaxInFlight) {
            maxInFlight = newMaxInFlight;
            return this;
        }

        /**
         * Sets the number at which the stream continues, which the program keeps itself: 1 for the whole stream, 0 for
         * new messages only.
         */
        public Builder nextOut(final long newNextOut) {
            nextOut = newNextOut;
            return this;
        }

        /**
         * The client keeps the stream's number in a small file, which a new session finds empty, and begins with the
         * stream's first. The file is written after the listener was called: a program that was killed may get its last
         * messages again, and misses none.
         */
        public Builder nextOutFile(final Path path) {
            nextOutFile = Objects.requireNonNull(path, "nextOutFile");
            return this;
        }

        /**
         * The session is a drop copy: it gets the reports of others, and sends no requests. Without this setting a
         * client stops at the first copy, because it would take the requests of others for its own.
         */
        public Builder dropCopy() {
            dropCopy = true;
            return this;
        }

        /** The I/O thread never sleeps while it is connected: the least latency, for a whole core. */
        public Builder busySpin() {
            busySpin = true;
            return this;
        }

        /**
         * Times every n-th of the venue's commands, if it is this client's, on its way through the client (T7 to T12),
         * and writes the times when the client ends. {@code daybook hops} joins them with the venue's. The newest
         * 65,536 are kept.
         *
         * @param file to be made or replaced; name it so that it ends with {@value HopFile#SUFFIX}
         * @param every a power of two, at most {@link HopRing#MAX_EVERY}, and best the venue's; 0 for no times
         */
        public Builder hops(final Path file, final int every) {
            hopFile = Objects.requireNonNull(file, "file");
            hopEvery = every;
            return this;
        }

        /** The listener. */
        public Builder listener(final ClientListener newListener) {
            listener = Objects.requireNonNull(newListener, "listener");
            return this;
        }

        /**
         * Connects, and waits for the venue's welcome.
         *
         * @throws IllegalArgumentException when a setting is missing or out of range
         * @throws ClientException when no connection could be had in time, or the venue refused the login
         * @throws IOException when the file with the stream's number cannot be read
         */
        public DaybookClient connect() throws IOException {
            check();
            final NextOutFile file = nextOutFile == null ? null : NextOutFile.open(nextOutFile, session);
            final StreamPosition position = file == null ? new StreamPosition(nextOut) : load(file);
            final ClientHops hops =
                    hopFile == null || hopEvery == 0 ? null : new ClientHops(hopFile, hopEvery, maxInFlight);
            final Outbound outbound = new Outbound(session, dropCopy ? 0 : maxInFlight, OUT_BYTES, hops);
            final ClientConfig config = new ClientConfig(
                    addresses,
                    session,
                    secret,
                    program,
                    tls,
                    heartbeatMs,
                    minReconnectMs,
                    maxReconnectMs,
                    dropCopy,
                    busySpin);
            final ClientLoop loop = new ClientLoop(
                    config, Objects.requireNonNull(listener, "listener"), outbound, position, file, hops);
            final Thread thread = new Thread(loop, "daybook-client-" + session);
            thread.setDaemon(true);
            final DaybookClient client = new DaybookClient(outbound, loop, thread);
            thread.start();
            client.awaitWelcome(connectTimeoutMs);
            return client;
        }

        private static StreamPosition load(final NextOutFile file) throws IOException {
            try {
                return file.load();
            } catch (final IOException e) {
                file.close();
                throw e;
            }
        }

        private void check() {
            require(listener != null, "listener must be set");
            require(!addresses.isEmpty(), "an address must be set");
            require(
                    session >= 1 && session <= OrderNumbers.MAX_SESSION,
                    "session must be 1 to " + OrderNumbers.MAX_SESSION + ": session=" + session);
            require(
                    !secret.isEmpty()
                            && secret.length() <= MAX_SECRET
                            && secret.chars().allMatch(c -> c > ' ' && c <= '~'),
                    "secret must be 1 to 48 printable characters of ASCII");
            require(
                    heartbeatMs >= MIN_HEARTBEAT_MS && heartbeatMs <= MAX_HEARTBEAT_MS,
                    "heartbeatMs must be 100 to 60000: heartbeatMs=" + heartbeatMs);
            require(
                    minReconnectMs >= 1 && maxReconnectMs >= minReconnectMs,
                    "reconnectMs must be at least 1, and the second no less than the first: reconnectMs="
                            + minReconnectMs + ", " + maxReconnectMs);
            require(connectTimeoutMs >= 1, "connectTimeoutMs must be at least 1: connectTimeoutMs=" + connectTimeoutMs);
            require(maxInFlight >= 1, "maxInFlight must be at least 1: maxInFlight=" + maxInFlight);
            HopRing.requireEvery(hopEvery);
            require(
                    nextOut >= 0 != (nextOutFile != null),
                    "either nextOut or nextOutFile must be set: nextOut=" + nextOut + ", nextOutFile=" + nextOutFile);
        }

        private static void require(final boolean condition, final String message) {
            if (!condition) {
                throw new IllegalArgumentException(message);
            }
        }
    }

    private void awaitWelcome(final long timeoutMs) throws IOException {
        try {
            final boolean inTime = loop.awaitOutcome(timeoutMs);
            if (loop.wasWelcomed()) {
                return;
            }
            final String why = loop.why();
            final ByeReason reason = loop.reason();
            loop.stop();
            thread.join(CLOSE_TIMEOUT_MS);
            throw new ClientException(
                    inTime ? why : "no welcome within " + timeoutMs + " ms; last: " + why, reason, loop.failure());
        } catch (final InterruptedException e) {
            loop.stop();
            Thread.currentThread().interrupt();
            throw new ClientException("interrupted while it connected", null, e);
        }
    }
}
