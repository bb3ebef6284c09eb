package io.daybook.feed.wire;

import io.daybook.api.Attachment;
import io.daybook.api.Exchange;
import io.daybook.api.FollowerPoller;
import io.daybook.api.Listing;
import io.daybook.api.OnFailure;
import io.daybook.feed.ChannelSink;
import io.daybook.feed.FeedFold;
import io.daybook.feed.log.FeedLog;
import io.daybook.feed.log.FeedLogLimits;
import io.daybook.gateway.session.ViewSource;
import io.daybook.journal.host.Clock;
import io.daybook.journal.host.Scheduler;
import io.daybook.journal.storage.JournalStorage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The public feed of an exchange: folds its results, keeps them in the log, and sends them, on a thread of its own.
 * Build it, give its {@link #attachment} to the exchange, start the exchange, then this, before anybody can send a
 * command. At the end close the exchange, then this.
 *
 * <p>Where it fails, the exchange detaches it and goes on; heartbeats stop, and {@link #failure} says why. Where the
 * log has messages that the journal does not hold, nothing is sent, {@link #isAhead} says so, and the log has to be
 * restarted.
 */
public final class FeedPublisher implements AutoCloseable {
    /** The feed's folder in that of the exchange. */
    public static final String FOLDER = "feed";

    private static final Logger LOG = LoggerFactory.getLogger(FeedPublisher.class);
    private static final int POLL_LIMIT = 256;
    private static final long WAIT_MS = 2;
    private static final long END_NS = TimeUnit.SECONDS.toNanos(10);

    private final JournalStorage storage;
    private final Path folder;
    private final WireSettings settings;
    private final FeedLogLimits limits;
    private final Clock clock;
    private final FeedFold fold;
    private final ShadowBooks books;
    private final Selector selector;
    private final Sinks sinks = new Sinks();
    private final Scheduler scheduler;
    private final CountDownLatch ended = new CountDownLatch(1);
    private @Nullable FollowerPoller poller;
    private boolean isStarted;
    private volatile boolean isStopped;
    private volatile @Nullable Throwable failure;

    /** Log and wire, once they are there. */
    private static final class Sinks implements ChannelSink {
        private @Nullable FeedLog log;
        private @Nullable FeedWire wire;

        @Override
        public void onMessage(
                final int channel,
                final long number,
                final byte[] bytes,
                final int offset,
                final int length,
                final boolean replayed) {
            if (log != null) {
                log.onMessage(channel, number, bytes, offset, length, replayed);
            }
            if (wire != null) {
                wire.onMessage(channel, number, bytes, offset, length, replayed);
            }
        }

        @Override
        public void onBatchEnd() {
            if (log != null) {
                log.onBatchEnd();
            }
            if (wire != null) {
                wire.onBatchEnd();
            }
        }

        @Override
        public void onRecovered(final int channel, final long nextNumber) {
            if (log != null) {
                log.onRecovered(channel, nextNumber);
            }
        }

        @Override
        public void force() {
            if (log != null) {
                log.force();
            }
        }
    }

    /**
     * A feed that is not attached yet.
     *
     * @param folder that of the exchange
     * @param known the exchange's id; null where its folder is new
     * @param settings whose session names are set when it starts
     * @param listings whose names snapshots tell
     * @param scheduler gives it its thread
     * @throws UncheckedIOException where the system has no sockets
     */
    public FeedPublisher(
            final JournalStorage storage,
            final Path folder,
            final @Nullable UUID known,
            final WireSettings settings,
            final FeedLogLimits limits,
            final List<Listing> listings,
            final Clock clock,
            final Scheduler scheduler) {
        this.storage = storage;
        this.folder = folder.resolve(FOLDER);
        this.settings = settings;
        this.limits = limits;
        this.clock = clock;
        this.scheduler = scheduler;
        fold = new FeedFold(settings.channels(), sinks);
        books = new ShadowBooks(fold, listings);
        if (known != null) {
            openLog(known);
        }
        try {
            selector = Selector.open();
        } catch (final IOException e) {
            throw new UncheckedIOException("the feed cannot be sent", e);
        }
    }

    private FeedLog openLog(final UUID exchange) {
        final FeedLog opened = FeedLog.open(storage, folder, exchange, settings.channels(), limits);
        sinks.log = opened;
        return opened;
    }

    /** How it hears of results: to be attached before the exchange starts. The exchange must not be INLINE. */
    public Attachment attachment() {
        return new Attachment(fold, OnFailure.DETACH, selector::wakeup);
    }

    /**
     * Opens the sockets, and begins to send.
     *
     * @param running the exchange, to which nobody has sent a command yet
     * @throws UncheckedIOException where an address cannot be used; the exchange goes on without a feed once it is
     *     closed
     */
    public void start(final Exchange running, final UUID exchange) {
        poller = running.poller(FeedFold.NAME);
        final FeedLog log = sinks.log == null ? openLog(exchange) : sinks.log;
        fold.endRecovery();
        if (log.isAhead()) {
            LOG.error("The log of the feed is ahead of the journal: nothing is sent until it is restarted");
        } else {
            try {
                sinks.wire = FeedWire.open(settings.named(log.session(0)), log, null, books, clock, selector);
            } catch (final IOException e) {
                throw new UncheckedIOException("the feed cannot be sent: " + e.getMessage(), e);
            }
        }
        isStarted = true;
        scheduler.run("daybook-feed", this::run);
    }

    /** Whether the log has messages that the journal does not hold, so that nothing is sent. */
    public boolean isAhead() {
        return sinks.log != null && sinks.log.isAhead();
    }

    /** From where a gateway serves its subscribers; null where nothing is sent. Once started. */
    public @Nullable ViewSource views() {
        return sinks.wire == null ? null : sinks.wire.views();
    }

    /** What was sent and refused, null where nothing is sent. Once started; any thread. */
    public @Nullable WireCounters counters() {
        return sinks.wire == null ? null : sinks.wire.counters();
    }

    /** Where requests are taken, null where they are not. Once started. */
    public @Nullable InetSocketAddress requestAddress() throws IOException {
        return sinks.wire == null ? null : sinks.wire.requestAddress();
    }

    /** Why it has ended by itself, null where it has not. Any thread. */
    public @Nullable Throwable failure() {
        return failure;
    }

    private void run() {
        final FollowerPoller polled = poller;
        final FeedWire wire = sinks.wire;
        try {
            while (polled != null && !isStopped && !polled.isDrained()) {
                final boolean hasPolled = polled.poll(POLL_LIMIT) > 0;
                final boolean wasAsked = wire != null && wire.duty();
                if (!hasPolled && !wasAsked) {
                    selector.select(FeedPublisher::ignore, WAIT_MS);
                }
            }
        } catch (final IOException | RuntimeException | Error e) {
            failure = e;
            LOG.error("The feed has failed, and the exchange goes on without it", e);
        } finally {
            ended.countDown();
        }
    }

    /** The socket is tried at each step anyway. */
    private static void ignore(final SelectionKey ready) {}

    /** Ends it, once the exchange was closed and everything was heard. */
    @Override
    public void close() {
        try {
            if (isStarted && !scheduler.await(ended, END_NS)) {
                isStopped = true;
                selector.wakeup();
                final boolean unused = scheduler.await(ended, END_NS);
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try {
            if (sinks.wire != null) {
                sinks.wire.close();
            }
            selector.close();
        } catch (final IOException e) {
            LOG.error("The sockets of the feed cannot be closed", e);
        }
        if (sinks.log != null) {
            sinks.log.close();
        }
    }
}
