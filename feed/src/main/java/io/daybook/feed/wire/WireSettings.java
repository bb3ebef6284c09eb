package io.daybook.feed.wire;

import io.daybook.wire.feed.FeedSession;
import io.daybook.wire.feed.FeedSettings;
import io.daybook.wire.feed.MoldPacket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the network side of a feed; {@link FeedSettings} has their bounds and defaults.
 *
 * @param exchange the first 24 bits of the exchange's id
 * @param restart the number of restarts of the feed
 * @param channels 1 to {@link FeedSession#MAX_CHANNELS}
 * @param packetBytes the length of the longest packet
 * @param lineA the first line; null if nothing is sent
 * @param lineB the second line; null if there is only one
 * @param snapshots the destination of snapshots, null for none
 * @param cycleMs the time in which each symbol's snapshot is sent once
 * @param requests the address for requests of lost messages, null for none
 * @param mayAsk the addresses that may send requests
 * @param requestsPerSecond the limit of answered requests of one address
 * @param allRequestsPerSecond the limit of answered requests of all addresses
 */
public record WireSettings(
        int exchange,
        int restart,
        int channels,
        int packetBytes,
        @Nullable LineSettings lineA,
        @Nullable LineSettings lineB,
        @Nullable LineSettings snapshots,
        int cycleMs,
        @Nullable InetSocketAddress requests,
        Predicate<InetAddress> mayAsk,
        int requestsPerSecond,
        int allRequestsPerSecond) {
    private static final int EXCHANGE_DIGITS = 6;
    private static final int HEXADECIMAL = 16;

    /** Checks the ranges. */
    public WireSettings {
        require("channels", channels, 1, FeedSession.MAX_CHANNELS);
        require("packetBytes", packetBytes, FeedSettings.MIN_PACKET_BYTES, FeedSettings.MAX_PACKET_BYTES);
        require("cycleMs", cycleMs, 1, Integer.MAX_VALUE);
        require("requestsPerSecond", requestsPerSecond, 1, Integer.MAX_VALUE);
        require("allRequestsPerSecond", allRequestsPerSecond, 1, Integer.MAX_VALUE);
        requirePorts("lineA", lineA, channels);
        requirePorts("lineB", lineB, channels);
        requirePorts("snapshots", snapshots, channels);
        if (lineA == null && lineB != null) {
            throw new IllegalArgumentException("lineB needs lineA: lineB=" + lineB.target());
        }
        session(0, exchange, restart);
    }

    private static void requirePorts(final String name, final @Nullable LineSettings line, final int channels) {
        if (line != null && !line.hasPorts(channels)) {
            throw new IllegalArgumentException(
                    name + " must leave a port for each of " + channels + " channels: " + name + "=" + line.target());
        }
    }

    private static void require(final String name, final int value, final int least, final int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    name + " must be from " + least + " to " + most + ": " + name + "=" + value);
        }
    }

    /**
     * Returns these settings with the exchange and the restart count of a session name.
     *
     * @param session a result of {@link FeedSession#name}
     */
    WireSettings named(final String session) {
        return new WireSettings(
                Integer.parseInt(session, 0, EXCHANGE_DIGITS, HEXADECIMAL),
                Integer.parseInt(session, EXCHANGE_DIGITS, EXCHANGE_DIGITS + 2, HEXADECIMAL),
                channels,
                packetBytes,
                lineA,
                lineB,
                snapshots,
                cycleMs,
                requests,
                mayAsk,
                requestsPerSecond,
                allRequestsPerSecond);
    }

    /** The session of a channel. */
    FeedSession session(final int channel) {
        return session(channel, exchange, restart);
    }

    private static FeedSession session(final int channel, final int exchange, final int restart) {
        return new FeedSession(exchange, restart, channel);
    }

    /** The number of bytes of a packet for messages. */
    int messageBytes() {
        return packetBytes - MoldPacket.HEADER_LENGTH;
    }
}
