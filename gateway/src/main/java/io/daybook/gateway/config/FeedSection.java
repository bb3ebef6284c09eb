package io.daybook.gateway.config;

import io.daybook.api.Listing;
import io.daybook.api.SnapshotConfig;
import io.daybook.config.Printable;
import io.daybook.config.Section;
import io.daybook.sessions.member.AddressRange;
import io.daybook.wire.feed.FeedSession;
import io.daybook.wire.feed.FeedSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The section {@code [feed]}: {@code [feed.lineA]}, {@code [feed.lineB]} and {@code [feed.snapshots]} are the
 * destinations of packets, {@code [feed.requests]} the addresses that may request lost ones. In the file of a cluster's
 * node it is {@code [gateway.feed]}. Its result must not be used after a fault.
 */
final class FeedSection {
    private static final int DEFAULT_KEPT_MINUTES = 1_440;
    private static final long DEFAULT_KEPT_BYTES = 4L << 30;
    private static final int MAX_PORT = 65_535;

    private final Section section;

    FeedSection(final Section section) {
        this.section = section;
    }

    /** Reads the section of a cluster's node, which has additional keys. */
    NodeFeedConfig readOfNode(final List<Listing> listings) {
        final int restarts = section.whole("restarts", 0, 0, NodeFeedConfig.MAX_RESTARTS);
        final long anewFrom = section.whole("anewFrom", 0, 0, Long.MAX_VALUE);
        if (anewFrom > 0 && restarts == 0) {
            section.fault(
                    "anewFrom",
                    "needs " + section.name("restarts") + " of 1 or more: a feed that begins anew needs new names.");
        }
        return new NodeFeedConfig(read(), listings, restarts, anewFrom);
    }

    FeedDoor read() {
        final int channels = section.whole("channels", 1, 1, FeedSession.MAX_CHANNELS);
        final boolean levels = section.flag("levels", false);
        final int keptMinutes = section.whole("keptMinutes", DEFAULT_KEPT_MINUTES, 1, SnapshotConfig.MAX_KEEP_MINUTES);
        final long keptBytes = section.whole(
                "keptBytes", DEFAULT_KEPT_BYTES, (long) channels * FeedDoor.MIN_KEPT_BYTES, Long.MAX_VALUE);
        final int packetBytes = section.whole(
                "packetBytes", FeedSettings.PACKET_BYTES, FeedSettings.MIN_PACKET_BYTES, FeedSettings.MAX_PACKET_BYTES);
        final Section cycle = section.section("snapshots");
        final int cycleMs = cycle == null
                ? FeedSettings.CYCLE_MS
                : cycle.whole("cycleMs", FeedSettings.CYCLE_MS, 1, Integer.MAX_VALUE);
        final FeedDoor.Line lineA = line(section.section("lineA"), channels);
        final FeedDoor.Line lineB = line(section.section("lineB"), channels);
        final FeedDoor.Line snapshots = line(cycle, channels);
        for (final String key : List.of("lineB", "snapshots", "requests")) {
            if (section.has(key) && !section.has("lineA")) {
                section.fault(
                        key, "needs [" + section.name("lineA") + "]. Without lines subscribers can use only TCP.");
            }
        }
        final FeedDoor.Requests requests = requests(section.section("requests"));
        section.finish();
        return new FeedDoor(
                channels, levels, keptMinutes, keptBytes, packetBytes, lineA, lineB, snapshots, cycleMs, requests);
    }

    private static FeedDoor.@Nullable Line line(final @Nullable Section line, final int channels) {
        if (line == null) {
            return null;
        }
        final String text = line.text("address");
        final InetAddress address = text.isEmpty() ? null : DoorSection.numerals(line, "address", text);
        final int port = (int) line.whole("port", 1, MAX_PORT - channels + 1);
        final NetworkInterface network = line.takes("interface") ? network(line) : null;
        line.finish();
        if (address == null) {
            return null;
        }
        if (address.isAnyLocalAddress()) {
            line.fault("address", "\"" + address.getHostAddress() + "\" is not an address to send packets to.");
        } else if (address.isMulticastAddress() && !line.has("interface")) {
            line.fault(
                    "address",
                    "\"" + address.getHostAddress() + "\" is a multicast group. Add interface, the name of the network"
                            + " interface that sends the packets.");
        } else if (!address.isMulticastAddress() && line.has("interface")) {
            line.fault("interface", "is only for multicast groups. Remove it, or name a group.");
        }
        return new FeedDoor.Line(new InetSocketAddress(address, port), network);
    }

    private static @Nullable NetworkInterface network(final Section line) {
        return line.parsed("interface", name -> {
            try {
                final NetworkInterface found = NetworkInterface.getByName(name);
                if (found != null) {
                    return found;
                }
            } catch (final SocketException e) {
                throw new IllegalArgumentException("the network interfaces cannot be read: " + e.getMessage(), e);
            }
            throw new IllegalArgumentException(
                    "\"" + Printable.of(name) + "\" is not a network interface of this machine");
        });
    }

    private static FeedDoor.@Nullable Requests requests(final @Nullable Section requests) {
        if (requests == null) {
            return null;
        }
        final InetAddress address = DoorSection.address(requests);
        if (address.isMulticastAddress()) {
            requests.fault("bind", "\"" + address.getHostAddress() + "\" must be an address of this machine.");
        }
        final int port = (int) requests.whole("port", 1, MAX_PORT);
        final List<AddressRange> from =
                requests.takes("from") ? requests.parsedList("from", AddressRange::parse) : AddressRange.LOOPBACK;
        final int perSecond = requests.whole("perSecond", FeedSettings.REQUESTS_PER_SECOND, 1, Integer.MAX_VALUE);
        final int allPerSecond =
                requests.whole("allPerSecond", FeedSettings.ALL_REQUESTS_PER_SECOND, 1, Integer.MAX_VALUE);
        requests.finish();
        return new FeedDoor.Requests(new InetSocketAddress(address, port), from, perSecond, allPerSecond);
    }
}
