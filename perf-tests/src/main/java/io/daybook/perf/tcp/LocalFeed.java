package io.daybook.perf.tcp;

import io.daybook.client.FeedClient;
import io.daybook.feed.log.FeedLogLimits;
import io.daybook.feed.wire.FeedHops;
import io.daybook.feed.wire.FeedPublisher;
import io.daybook.feed.wire.LineSettings;
import io.daybook.feed.wire.WireSettings;
import io.daybook.host.Clock;
import io.daybook.host.Scheduler;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.wire.feed.FeedSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of a feed of one channel on this machine. UDP to a unicast address has one receiver, so line B is a
 * second subscriber's line A, and each follows the feed through one line.
 */
final class LocalFeed {
    private static final int PORTS = 4;
    private static final int NO_LIMIT = 1_000_000;

    private final InetSocketAddress first;
    private final InetSocketAddress second;
    private final InetSocketAddress snapshots;
    private final InetSocketAddress requests;
    private final int cycleMs;

    /** Takes free ports. */
    LocalFeed(final int cycleMs) {
        this.cycleMs = cycleMs;
        final List<DatagramSocket> open = new ArrayList<>();
        try {
            final InetAddress loopback = InetAddress.getLoopbackAddress();
            final List<InetSocketAddress> free = new ArrayList<>();
            for (int i = 0; i < PORTS; i++) {
                final DatagramSocket socket = new DatagramSocket(0, loopback);
                open.add(socket);
                free.add(new InetSocketAddress(loopback, socket.getLocalPort()));
            }
            first = free.get(0);
            second = free.get(1);
            snapshots = free.get(2);
            requests = free.get(3);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            open.forEach(DatagramSocket::close);
        }
    }

    /** Creates a publisher with both lines, for an exchange in this folder, which must be new. */
    FeedPublisher publisher(final Path folder, final FeedHops hops) {
        return publisher(folder, hops, new LineSettings(second, null));
    }

    /**
     * Creates a publisher with the first line alone, because the system would answer each packet to an address without
     * a listener.
     */
    FeedPublisher firstAlone(final Path folder, final FeedHops hops) {
        return publisher(folder, hops, null);
    }

    private FeedPublisher publisher(final Path folder, final FeedHops hops, final @Nullable LineSettings lineB) {
        final WireSettings settings = new WireSettings(
                0,
                0,
                1,
                PerfProperties.number("packet", FeedSettings.PACKET_BYTES),
                new LineSettings(first, null),
                lineB,
                new LineSettings(snapshots, null),
                cycleMs,
                requests,
                InetAddress::isLoopbackAddress,
                NO_LIMIT,
                NO_LIMIT);
        final FeedPublisher publisher = new FeedPublisher(
                new FileJournalStorage(),
                folder,
                null,
                settings,
                FeedLogLimits.DEFAULT,
                List.of(),
                Clock.system(),
                Scheduler.threads(Clock.system()));
        publisher.timedBy(hops);
        publisher.spinning(TcpOptions.spinMicros());
        return publisher;
    }

    /** A subscriber of the first line that may request messages. */
    FeedClient.Builder first() {
        return FeedClient.builder().channels(0).lineA(first).requests(requests);
    }

    /** A subscriber of the second line that may request messages. */
    FeedClient.Builder second() {
        return FeedClient.builder().channels(0).lineA(second).requests(requests);
    }

    /** The address of snapshots; one subscriber at a time can receive them. */
    InetSocketAddress snapshots() {
        return snapshots;
    }
}
