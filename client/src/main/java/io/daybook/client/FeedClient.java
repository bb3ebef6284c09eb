package io.daybook.client;

import io.daybook.client.feed.ChannelBooks;
import io.daybook.client.feed.FeedCounters;
import io.daybook.client.feed.FeedListener;
import io.daybook.wire.feed.FeedSession;
import io.daybook.wire.hops.HopFile;
import io.daybook.wire.hops.HopRing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A subscriber of the public feed: it reads the lines, requests lost messages, and keeps the books. It hides a book
 * while messages about it may be missing.
 *
 * <pre>{@code
 * try (FeedClient client = FeedClient.builder()
 *         .lineA(new InetSocketAddress("239.1.1.1", 15000))
 *         .lineB(new InetSocketAddress("239.1.1.2", 16000))
 *         .snapshots(new InetSocketAddress("239.1.1.3", 17000))
 *         .requests(new InetSocketAddress("10.0.0.5", 18000))
 *         .channels(0)
 *         .listener(listener)
 *         .start()) {
 *     ...
 * }
 * }</pre>
 *
 * <p>The port p of a line is that of channel 0; channel c has port p + c. A multicast group is joined; any other
 * address must be one of this machine. Build and close it on any thread; the listener is called on the client's own
 * thread, and books are read there, during its calls. After the first seconds it allocates memory only for more symbols
 * and orders.
 */
public final class FeedClient implements AutoCloseable {
    private static final long JOIN_MS = 5_000;

    private final FeedLoop loop;
    private final Thread thread;

    private FeedClient(final FeedLoop loop) {
        this.loop = loop;
        thread = new Thread(loop, "daybook-feed-client");
        thread.setDaemon(true);
    }

    /** Returns a builder for a client. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The books of a channel, for reading on the client's thread only, during a call of the listener.
     *
     * @throws IllegalArgumentException if the client does not follow the channel
     */
    public ChannelBooks books(final int channel) {
        return loop.subscriber(channel).books();
    }

    /**
     * The counters of a channel. Any thread may call this.
     *
     * @throws IllegalArgumentException if the client does not follow the channel
     */
    public FeedCounters counters(final int channel) {
        return loop.subscriber(channel).counters();
    }

    /** Makes the client's thread call {@link FeedListener#onTurn} at once. Any thread may call this. */
    public void wake() {
        loop.wake();
    }

    /**
     * The reason for the last end of the connection over TCP; empty if it never ended, or if there is no such
     * connection. Any thread may call this.
     */
    public String lastStreamEnd() {
        return loop.lastStreamEnd();
    }

    /**
     * The number of the venue's history, from the last connection over TCP: it changes if the venue is restored from a
     * backup, and is 0 if the venue never was, or if there was no such connection. Any thread may call this.
     */
    public long history() {
        return loop.history();
    }

    /**
     * The reason why the client has ended by itself: an exception of the listener, or a fault of the network; null if
     * it has not.
     */
    public @Nullable Throwable failure() {
        return loop.failure();
    }

    /** Ends the client, and waits for its thread, unless that thread calls this. */
    @Override
    public void close() {
        loop.stop();
        if (Thread.currentThread() == thread) {
            return;
        }
        try {
            thread.join(JOIN_MS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Collects the settings of a client. Used by one thread. */
    public static final class Builder {
        private static final int MAX_EXCHANGE = 0xFF_FFFF;

        private @Nullable InetSocketAddress lineA;
        private @Nullable InetSocketAddress lineB;
        private @Nullable InetSocketAddress snapshots;
        private List<InetSocketAddress> requests = List.of();
        private @Nullable NetworkInterface interfaceA;
        private @Nullable NetworkInterface interfaceB;
        private List<InetAddress> sources = List.of();
        private TreeSet<Integer> channels = new TreeSet<>();
        private @Nullable FeedListener listener;
        private List<InetSocketAddress> streamAddresses = List.of();
        private @Nullable SSLContext tls;
        private int session;
        private String secret = "";
        private int exchange = -1;
        private boolean busySpin;
        private @Nullable Path hopFile;
        private int hopEvery;

        private Builder() {}

        /** Sets the address of line A for channel 0. */
        public Builder lineA(final InetSocketAddress value) {
            lineA = value;
            return this;
        }

        /** Sets the address of line B for channel 0; without it there is one line. */
        public Builder lineB(final InetSocketAddress value) {
            lineB = value;
            return this;
        }

        /**
         * Sets the address of the snapshots for channel 0; without it, a gap whose messages cannot be requested stays.
         */
        public Builder snapshots(final InetSocketAddress value) {
            snapshots = value;
            return this;
        }

        /**
         * Sets the addresses for requests of lost messages of all channels; without them the client sends no requests.
         *
         * @param values one address, or the addresses of all nodes of a cluster, which are tried in turn
         */
        public Builder requests(final InetSocketAddress... values) {
            requests = List.of(values);
            return this;
        }

        /**
         * Sets the venue's TCP door, for snapshots and for all messages after them. Without lines it is the only
         * source.
         *
         * @param ofSession a session with the right {@code view}, which no other client uses
         */
        public Builder stream(final InetSocketAddress address, final int ofSession, final String ofSecret) {
            return stream(List.of(address), ofSession, ofSecret);
        }

        /**
         * Sets the TCP doors of a venue with several nodes, which are tried one after the other until one admits the
         * client.
         *
         * @param addresses the doors of all nodes
         * @param ofSession a session with the right {@code view}, which no other client uses
         */
        public Builder stream(final List<InetSocketAddress> addresses, final int ofSession, final String ofSecret) {
            streamAddresses = List.copyOf(addresses);
            session = ofSession;
            secret = ofSecret;
            return this;
        }

        /** Sets TLS for the TCP door; required if the door is on another machine. */
        public Builder tls(final SSLContext value) {
            tls = value;
            return this;
        }

        /** Sets the network interfaces on which groups are joined: for line A and the snapshots, and for line B. */
        public Builder interfaces(final NetworkInterface ofLineA, final NetworkInterface ofLineB) {
            interfaceA = ofLineA;
            interfaceB = ofLineB;
            return this;
        }

        /** Accepts packets of groups from these addresses only, if the system can filter packets by their sender. */
        public Builder sources(final InetAddress... values) {
            sources = List.of(values);
            return this;
        }

        /** Sets the channels to follow; symbol s is in channel s modulo the number of channels. */
        public Builder channels(final int... values) {
            channels = new TreeSet<>();
            for (final int channel : values) {
                channels.add(channel);
            }
            return this;
        }

        /** Sets the listener of all channels; each symbol is in one channel only. */
        public Builder listener(final FeedListener value) {
            listener = value;
            return this;
        }

        /** Sets the first 24 bits of the exchange's id; by default they come from the first packet of each channel. */
        public Builder exchange(final int value) {
            exchange = value;
            return this;
        }

        /** Sets whether the subscriber's thread never sleeps: this saves microseconds, and occupies a processor. */
        public Builder busySpin(final boolean value) {
            busySpin = value;
            return this;
        }

        /**
         * Times the exchange's commands whose seq is a multiple of {@code every} on their way through the subscriber
         * (T7m to T9m), and writes the times when the client ends. {@code daybook hops} joins them with the venue's.
         * The newest 65,536 are kept.
         *
         * @param file the file to create or replace; its name should end with {@value HopFile#SUFFIX}
         * @param every a power of two, at most {@link HopRing#MAX_EVERY}, and best the venue's; 0 for no times
         */
        public Builder hops(final Path file, final int every) {
            hopFile = file;
            hopEvery = every;
            return this;
        }

        /**
         * Opens the sockets and begins to listen.
         *
         * @throws IllegalArgumentException if a setting is missing or out of range
         * @throws UncheckedIOException if an address cannot be bound or joined
         */
        public FeedClient start() {
            if (listener == null || channels.isEmpty()) {
                throw new IllegalArgumentException("listener and channels must be set");
            }
            if (channels.first() < 0 || channels.last() >= FeedSession.MAX_CHANNELS) {
                throw new IllegalArgumentException(
                        "channels must be 0 to " + (FeedSession.MAX_CHANNELS - 1) + ": channels=" + channels);
            }
            if (exchange > MAX_EXCHANGE) {
                throw new IllegalArgumentException("exchange must have 24 bits: exchange=" + exchange);
            }
            if (lineA == null && streamAddresses.isEmpty()) {
                throw new IllegalArgumentException("lineA or stream must be set");
            }
            for (final InetSocketAddress address : streamAddresses) {
                if (address.isUnresolved()) {
                    throw new IllegalArgumentException("the host of stream is not known: stream=" + address);
                }
                if (tls == null && !address.getAddress().isLoopbackAddress()) {
                    throw new IllegalArgumentException(
                            "tls must be set for a venue on another machine: stream=" + address);
                }
            }
            final SubscriberHops hops = hopFile == null || hopEvery == 0 ? null : new SubscriberHops(hopFile, hopEvery);
            final List<FeedLoop.Line> lines = new ArrayList<>();
            if (lineA != null) {
                lines.add(new FeedLoop.Line(lineA, interfaceA));
            }
            if (lineB != null) {
                lines.add(new FeedLoop.Line(lineB, interfaceB));
            }
            if (snapshots != null) {
                lines.add(new FeedLoop.Line(snapshots, interfaceA));
            }
            try {
                final FeedLoop loop = new FeedLoop(List.copyOf(channels), exchange, listener, requests, busySpin);
                loop.open(lines, sources);
                if (!streamAddresses.isEmpty()) {
                    loop.stream(new FeedStream.Settings(streamAddresses, session, secret, tls, lineA == null));
                }
                if (hops != null) {
                    loop.timedBy(hops);
                }
                final FeedClient client = new FeedClient(loop);
                client.thread.start();
                return client;
            } catch (final IOException e) {
                throw new UncheckedIOException("the sockets of the feed cannot be opened: " + e.getMessage(), e);
            }
        }
    }
}
