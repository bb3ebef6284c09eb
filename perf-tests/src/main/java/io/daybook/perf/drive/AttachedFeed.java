package io.daybook.perf.drive;

import io.daybook.api.Attachment;
import io.daybook.api.Exchange;
import io.daybook.feed.log.FeedLogLimits;
import io.daybook.feed.wire.FeedPublisher;
import io.daybook.feed.wire.LineSettings;
import io.daybook.feed.wire.WireCounters;
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
import java.util.List;
import java.util.UUID;

/**
 * The feed of an exchange, with one channel, a log and one line. The line leads to an open port of this machine without
 * a reader: packets are sent as to a subscriber, but no subscriber takes processor time. Used by one thread.
 */
public final class AttachedFeed implements AutoCloseable {
    private static final int UNUSED = 1;

    private final DatagramSocket subscriber;
    private final FeedPublisher feed;

    /** Creates a feed for an exchange in this folder, which must be new. */
    public AttachedFeed(final Path folder) {
        final InetAddress loopback = InetAddress.getLoopbackAddress();
        try {
            subscriber = new DatagramSocket(0, loopback);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        final LineSettings line = new LineSettings(new InetSocketAddress(loopback, subscriber.getLocalPort()), null);
        final WireSettings settings = new WireSettings(
                0,
                0,
                1,
                PerfProperties.number("packet", FeedSettings.PACKET_BYTES),
                line,
                null,
                null,
                FeedSettings.CYCLE_MS,
                null,
                address -> false,
                UNUSED,
                UNUSED);
        feed = new FeedPublisher(
                new FileJournalStorage(),
                folder,
                null,
                settings,
                FeedLogLimits.DEFAULT,
                List.of(),
                Clock.system(),
                Scheduler.threads(Clock.system()));
    }

    /** The attachment through which the feed receives results. */
    public Attachment attachment() {
        return feed.attachment();
    }

    /** Starts to send. */
    public void start(final Exchange exchange) {
        feed.start(exchange, new UUID(0xDA1B, 0xFEED));
    }

    /** The number of packets that the feed has sent. */
    public long packets() {
        final WireCounters counters = feed.counters();
        return counters == null ? 0 : counters.packets();
    }

    /**
     * Closes the feed; called after the exchange is closed.
     *
     * @throws IllegalStateException if the feed has failed
     */
    @Override
    public void close() {
        feed.close();
        subscriber.close();
        final Throwable failure = feed.failure();
        if (failure != null) {
            throw new IllegalStateException("the feed has failed", failure);
        }
    }
}
