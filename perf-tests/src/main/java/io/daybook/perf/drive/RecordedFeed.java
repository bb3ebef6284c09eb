package io.daybook.perf.drive;

import io.daybook.api.ResultView;
import io.daybook.client.feed.SnapshotWriter;
import io.daybook.feed.ChannelSink;
import io.daybook.feed.FeedFold;
import io.daybook.feed.log.FeedLog;
import io.daybook.feed.log.FeedLogLimits;
import io.daybook.feed.wire.BookSource;
import io.daybook.feed.wire.FeedWire;
import io.daybook.feed.wire.LineSettings;
import io.daybook.feed.wire.WireSettings;
import io.daybook.host.Clock;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.wire.feed.FeedSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.Selector;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * The work of a feed's thread, without the exchange: folds the results that it receives into messages, and writes these
 * to the log, or sends them on one line to an open port of this machine without a reader, or both. Used by one thread.
 */
public final class RecordedFeed implements Consumer<ResultView>, AutoCloseable {
    private static final int BATCH = 256;
    private static final int UNUSED = 1;

    private final DatagramSocket subscriber;
    private final Selector selector;
    private final FeedLog log;
    private final FeedWire wire;
    private final List<ChannelSink> sinks = new ArrayList<>();
    private final FeedFold fold;
    private int results;

    /** Creates a feed of one channel, in a new folder. */
    public RecordedFeed(final Path folder, final boolean hasLog, final boolean hasLine) {
        final InetAddress loopback = InetAddress.getLoopbackAddress();
        final FileJournalStorage storage = new FileJournalStorage();
        log = FeedLog.open(storage, folder, new UUID(0xDA1B, 0xFEED), 1, FeedLogLimits.DEFAULT);
        try {
            subscriber = new DatagramSocket(0, loopback);
            selector = Selector.open();
            final InetSocketAddress target = new InetSocketAddress(loopback, subscriber.getLocalPort());
            wire = FeedWire.open(settings(target), log, null, new NoBooks(), Clock.system(), selector);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        if (hasLog) {
            sinks.add(log);
        }
        if (hasLine) {
            sinks.add(wire);
        }
        fold = new FeedFold(1, new Sinks());
    }

    private static WireSettings settings(final InetSocketAddress target) {
        return new WireSettings(
                0,
                0,
                1,
                PerfProperties.number("packet", FeedSettings.PACKET_BYTES),
                new LineSettings(target, null),
                null,
                null,
                FeedSettings.CYCLE_MS,
                null,
                address -> false,
                UNUSED,
                UNUSED);
    }

    @Override
    public void accept(final ResultView result) {
        fold.onResult(result, false);
        results++;
        if (results % BATCH == 0) {
            endBatch();
        }
    }

    /** Does the work at the end of a poll. */
    public void endBatch() {
        fold.onBatchEnd();
    }

    @Override
    public void close() {
        try {
            wire.close();
            selector.close();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        subscriber.close();
        log.close();
    }

    private final class Sinks implements ChannelSink {
        @Override
        public void onMessage(
                final int channel,
                final long number,
                final byte[] bytes,
                final int offset,
                final int length,
                final boolean replayed) {
            for (int i = 0; i < sinks.size(); i++) {
                sinks.get(i).onMessage(channel, number, bytes, offset, length, replayed);
            }
        }

        @Override
        public void onMessages(
                final int channel,
                final long firstNumber,
                final int count,
                final byte[] bytes,
                final int offset,
                final int length,
                final boolean replayed) {
            for (int i = 0; i < sinks.size(); i++) {
                sinks.get(i).onMessages(channel, firstNumber, count, bytes, offset, length, replayed);
            }
        }

        @Override
        public void onBatchEnd() {
            for (int i = 0; i < sinks.size(); i++) {
                sinks.get(i).onBatchEnd();
            }
        }

        @Override
        public void onRecovered(final int channel, final long nextNumber) {
            log.onRecovered(channel, nextNumber);
        }
    }

    private static final class NoBooks implements BookSource {
        @Override
        public int symbols(final int channel) {
            return 0;
        }

        @Override
        public void write(final int channel, final int index, final SnapshotWriter writer) {
            throw new IllegalStateException("there are no snapshots");
        }
    }
}
