package io.daybook.gateway.config;

import io.daybook.sessions.member.AddressRange;
import io.daybook.wire.feed.FeedSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the public feed in {@code daybook.toml}.
 *
 * @param channels 1 to 64; fixed once the folder has a feed
 * @param levels whether there is a stream of levels in addition to the stream of orders; fixed once the folder has a
 *     feed
 * @param keptMinutes the span of the log, by the time of commands
 * @param keptBytes the size of the log for all channels of a stream, at least {@value #MIN_KEPT_BYTES} per channel
 * @param packetBytes the longest packet, {@value FeedSettings#MIN_PACKET_BYTES} to
 *     {@value FeedSettings#MAX_PACKET_BYTES}
 * @param lineA the destination of packets; null if no packets are sent, and subscribers use TCP only
 * @param lineB the destination of a second copy of each packet; null for one line only
 * @param snapshots the destination of snapshots, or null for none
 * @param cycleMs the time in which each symbol's snapshot is sent once, in milliseconds
 * @param requests the requests for lost messages, or null if they are not taken
 */
public record FeedDoor(
        int channels,
        boolean levels,
        int keptMinutes,
        long keptBytes,
        int packetBytes,
        @Nullable Line lineA,
        @Nullable Line lineB,
        @Nullable Line snapshots,
        int cycleMs,
        @Nullable Requests requests) {
    /** The least {@link #keptBytes} per channel. */
    public static final int MIN_KEPT_BYTES = 1 << 20;

    /**
     * The destination of packets.
     *
     * @param target the address of channel 0, a multicast group or a machine; channel c has the port {@code + c}
     * @param network the interface that sends packets to a group; null for a machine
     */
    public record Line(InetSocketAddress target, @Nullable NetworkInterface network) {}

    /**
     * The settings of requests for lost messages.
     *
     * @param address to listen on
     * @param from the addresses that may send requests
     * @param perSecond how many requests of one address are answered in a second
     * @param allPerSecond how many requests of all addresses are answered in a second
     */
    public record Requests(InetSocketAddress address, List<AddressRange> from, int perSecond, int allPerSecond) {

        /** Copies the list. */
        public Requests {
            from = List.copyOf(from);
        }

        /** Returns whether an address may send requests. */
        public boolean mayAsk(final InetAddress address) {
            return from.stream().anyMatch(range -> range.contains(address));
        }
    }
}
