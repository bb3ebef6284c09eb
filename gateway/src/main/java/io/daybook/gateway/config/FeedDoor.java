package io.daybook.gateway.config;

import io.daybook.sessions.member.AddressRange;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code daybook.toml} says of the public feed.
 *
 * @param channels 1 to 64, for as long as the folder has its feed
 * @param levels whether there is a stream of levels beside that of orders, for as long as the folder has its feed
 * @param keptMinutes what the log keeps, by the time of commands
 * @param keptBytes what the log keeps of all channels of a stream, at least {@value #MIN_KEPT_BYTES} a channel
 * @param packetBytes the longest packet, {@value #MIN_PACKET_BYTES} to {@value #MAX_PACKET_BYTES}
 * @param lineA null where nothing is sent, and subscribers come over TCP alone
 * @param lineB null for one line only
 * @param snapshots where snapshots go, or null for none
 * @param cycleMs in which time each symbol's snapshot comes once, in milliseconds
 * @param requests where lost messages are asked for, or null for nowhere
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
    /** The least {@link #keptBytes} a channel. */
    public static final int MIN_KEPT_BYTES = 1 << 20;

    /** The shortest {@link #packetBytes}: room for the longest message. */
    public static final int MIN_PACKET_BYTES = 256;

    /** The longest {@link #packetBytes}: what one datagram over IPv4 carries. */
    public static final int MAX_PACKET_BYTES = 65_507;

    /**
     * Where packets go.
     *
     * @param target the address of channel 0, a multicast group or a machine; channel c has the port {@code + c}
     * @param network the interface that packets to a group leave by; null for a machine
     */
    public record Line(InetSocketAddress target, @Nullable NetworkInterface network) {}

    /**
     * Where lost messages are asked for.
     *
     * @param address to listen on
     * @param from who may ask
     * @param perSecond of one address that are answered
     * @param allPerSecond of all addresses that are answered
     */
    public record Requests(InetSocketAddress address, List<AddressRange> from, int perSecond, int allPerSecond) {

        /** Copies the list. */
        public Requests {
            from = List.copyOf(from);
        }

        /** Whether an address may ask. */
        public boolean mayAsk(final InetAddress address) {
            return from.stream().anyMatch(range -> range.contains(address));
        }
    }
}
