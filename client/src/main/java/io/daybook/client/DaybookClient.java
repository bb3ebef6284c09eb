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
 * A session at a venue, over TCP. Any thread may send commands, which return at once; a {@link ClientListener} receives
 * the results on one I/O thread. The client reconnects by itself and continues its stream; requests that the venue
 * never carried out are handed back, and the client never sends them again. Without TLS nothing is allocated once all
 * paths have run.
 *
 * <p>A handle is used by one thread at a time. If the listener throws, the client stops, {@link #failure} has the
 * reason, and the next client begins with the message that the listener did not handle.
 *
 * <p>Each command returns the number of its request, except that a PLACE returns the id of its order; a negative result
 * is the reason why the command was not sent: {@link #NOT_CONNECTED}, {@link #FULL}, {@link #STALE}.
 */
public final class DaybookClient implements AutoCloseable {
    /** No connection is open; the listener's {@code onWelcome} is called when one is. */
    public static final long NOT_CONNECTED = -1;

    /**
     * Too many requests are unanswered, or too many bytes unsent; or the session is a drop copy, which sends no
     * requests.
     */
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

    /** Returns a builder, which needs at least an address, a session and a listener. */
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
     * @param handle filled in if the order is sent
     * @param price the price in ticks; for budget types the total
     * @param size the size in lots
     * @param reserve for bids of pairs the highest price of a later move; 0 means the price
     * @param terms null for none
     * @return the order's id; if negative, the reason why the order was not sent
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
     * @param size the total, including traded lots
     * @param reserve as in a PLACE
     * @param trigger 0 for no change
     * @param stopPrice 0 for no change
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
     * @param uid the owner of the orders, one of the session's accounts
     * @param symbol the symbol of the orders; 0 for all symbols of the user
     * @param side null for both
     * @param flagged whether only flagged orders are taken
     * @param suspend whether the user is suspended first
     */
    public long massCancel(
            final long uid, final int symbol, final @Nullable Side side, final boolean flagged, final boolean suspend) {
        return sent(outbound.massCancel(uid, symbol, side, flagged, suspend));
    }

    /**
     * Queries the status of an order; this changes nothing and takes no number.
     *
     * @param id at least 0; the answer repeats it
     * @return the id; if negative, the reason why the query was not sent
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

    /**
     * Returns whether the client has ended: by {@link #close}, because the venue ended the session, or by a failure.
     */
    public boolean isStopped() {
        return !thread.isAlive();
    }

    /** The failure of the listener or the disk that stopped the client; else null. */
    public @Nullable Throwable failure() {
        return loop.failure();
    }

    /**
     * Logs out, once everything that was sent is answered. Without an answer within five seconds the connection is cut.
     * On the I/O thread this returns at once. Any thread may call this, and repeated calls have no effect; later
     * commands return {@link #NOT_CONNECTED}.
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

    /** Ends without a logout, like a killed program: the venue cancels the session's orders if it is set to do so. */
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

        /** Sets the venue's address. Without {@link #tls} it must be an address of this machine. */
        public Builder address(final String newHost, final int newPort) {
            addresses = List.of(new VenueAddress(Objects.requireNonNull(newHost, "host"), newPort));
            return this;
        }

        /**
         * Sets the addresses of the venue's nodes, in any order: the client tries one after the other until it is
         * admitted; if a node names the leader, the client tries that one next. Without {@link #tls} they must be
         * addresses of this machine.
         *
         * @param hostsAndPorts each {@code host:port}
         * @throws IllegalArgumentException if one of them is not an address
         */
        public Builder addresses(final String... hostsAndPorts) {
            addresses = Arrays.stream(hostsAndPorts).map(VenueAddress::of).toList();
            return this;
        }

        /** Sets the session that logs in. */
        public Builder session(final int newSession, final String newSecret) {
            session = newSession;
            secret = Objects.requireNonNull(newSecret, "secret");
            return this;
        }

        /** Sets the name of the program in the venue's audit log; at most 32 characters are sent. */
        public Builder program(final String name) {
            program = Objects.requireNonNull(name, "program");
            return this;
        }

        /** Uses TLS, with the trust of a context and, if the context has one, its certificate. */
        public Builder tls(final SSLContext context) {
            tls = Objects.requireNonNull(context, "tls");
            return this;
        }

        /**
         * Sets the time without a message after which either side sends a heartbeat; a side that sends nothing for
         * twice this time counts as lost.
         */
        public Builder heartbeatMs(final int newHeartbeatMs) {
            heartbeatMs = newHeartbeatMs;
            return this;
        }

        /** Sets the first pause before a new connection, which doubles up to the second value. */
        public Builder reconnectMs(final long min, final long max) {
            minReconnectMs = min;
            maxReconnectMs = max;
            return this;
        }

        /** Sets the time that {@link #connect} waits for the first welcome. */
        public Builder connectTimeoutMs(final long newConnectTimeoutMs) {
            connectTimeoutMs = newConnectTimeoutMs;
            return this;
        }

        /** Sets the maximum number of unanswered requests. */
        public Builder maxInFlight(final int newMaxInFlight) {
            maxInFlight = newMaxInFlight;
            return this;
        }

        /**
         * Sets the number at which the stream continues, for a program that keeps this number itself: 1 for the whole
         * stream, 0 for new messages only.
         */
        public Builder nextOut(final long newNextOut) {
            nextOut = newNextOut;
            return this;
        }

        /**
         * Makes the client keep the stream's number in a small file. With a new file the client begins at the start of
         * the stream. The file is written after the listener was called: a program that was killed may receive its last
         * messages again, and misses none.
         */
        public Builder nextOutFile(final Path path) {
            nextOutFile = Objects.requireNonNull(path, "nextOutFile");
            return this;
        }

        /**
         * Declares that the session is a drop copy, which receives the reports of other sessions, and sends no
         * requests. Without this setting a client stops at the first copy, because it would take the requests of others
         * for its own.
         */
        public Builder dropCopy() {
            dropCopy = true;
            return this;
        }

        /** Never lets the I/O thread sleep while it is connected: the least latency, at the cost of a core. */
        public Builder busySpin() {
            busySpin = true;
            return this;
        }

        /**
         * Times this client's commands whose seq is a multiple of {@code every} on their way through the client (T7 to
         * T12), and writes the times when the client ends. {@code daybook hops} joins them with the venue's. The newest
         * 65,536 are kept.
         *
         * @param file the file to create or replace; its name should end with {@value HopFile#SUFFIX}
         * @param every a power of two, at most {@link HopRing#MAX_EVERY}, best the same as the venue's; 0 for no times
         */
        public Builder hops(final Path file, final int every) {
            hopFile = Objects.requireNonNull(file, "file");
            hopEvery = every;
            return this;
        }

        /** Sets the listener. */
        public Builder listener(final ClientListener newListener) {
            listener = Objects.requireNonNull(newListener, "listener");
            return this;
        }

        /**
         * Connects, and waits for the venue's welcome.
         *
         * @throws IllegalArgumentException if a setting is missing or out of range
         * @throws ClientException if the client could not connect in time, or the venue refused the login
         * @throws IOException if the file with the stream's number cannot be read
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
                    "reconnectMs must be at least 1, and its second value at least its first: reconnectMs="
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
            throw new ClientException("interrupted while connecting", null, e);
        }
    }
}
