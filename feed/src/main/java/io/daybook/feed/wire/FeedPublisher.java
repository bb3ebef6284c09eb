package io.daybook.feed.wire;

import io.daybook.api.Attachment;
import io.daybook.api.Exchange;
import io.daybook.api.FollowerPoller;
import io.daybook.api.Listing;
import io.daybook.api.OnFailure;
import io.daybook.feed.ChannelReader;
import io.daybook.feed.ChannelShadow;
import io.daybook.feed.FeedFold;
import io.daybook.feed.log.FeedLog;
import io.daybook.feed.log.FeedLogException;
import io.daybook.feed.log.FeedLogLimits;
import io.daybook.host.Clock;
import io.daybook.host.Scheduler;
import io.daybook.host.storage.JournalStorage;
import io.daybook.sessions.ViewSource;
import io.daybook.sessions.member.Closing;
import io.daybook.sessions.outbox.Histories;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The public feed of an exchange: it folds the results into messages, stores them in the log, and sends them, on a
 * thread of its own. Create the publisher, pass its {@link #attachment} to the exchange, start the exchange and then
 * the publisher, before any client can send a command. At the end close the exchange, then the publisher.
 *
 * <p>If the publisher fails, the exchange detaches it and continues; heartbeats stop, and {@link #failure} returns the
 * cause. If the log has messages that the journal does not have, nothing is sent, {@link #isAhead} is true, and the log
 * must be restarted.
 *
 * <p>{@link #shared} creates a publisher for a node of a cluster, and {@link #start(SharedLog)} starts it. All nodes
 * make the same messages; one node at a time sends line A, and the others send line B.
 */
public final class FeedPublisher implements AutoCloseable {
    /** The feed's folder in the folder of the exchange. */
    public static final String FOLDER = "feed";

    /** The default of {@link #spinning}. */
    public static final int DEFAULT_SPIN_MICROS = 50;

    /** The folder of the log of levels in the feed's folder, if there is a stream of levels. */
    public static final String LEVELS_FOLDER = "levels";

    private static final Logger LOG = LoggerFactory.getLogger(FeedPublisher.class);
    private static final int POLL_LIMIT = 256;
    private static final long WAIT_MS = 2;
    private static final long END_NS = TimeUnit.SECONDS.toNanos(10);

    /** The time after which sockets that could not be opened are tried again, if nodes share the log. */
    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(1);

    private final JournalStorage storage;
    private final Path folder;
    private final WireSettings settings;
    private final FeedLogLimits limits;
    private final Clock clock;
    private final boolean hasLevels;
    private final int restarts;
    private final FeedFold fold;
    private final ShadowBooks books;
    private final Selector selector;
    private final FeedSinks sinks = new FeedSinks();
    private final Scheduler scheduler;
    private final CountDownLatch ended = new CountDownLatch(1);
    private @Nullable FeedHops hops;
    private @Nullable FollowerPoller poller;
    private long spinNs = TimeUnit.MICROSECONDS.toNanos(DEFAULT_SPIN_MICROS);
    private boolean isStarted;

    /** The shared log of nodes; null if there is none. */
    private @Nullable SharedLog shared;

    /** The follower of the shared log; null if there is none. */
    private @Nullable SharedFollower sharedFollower;

    /** The line that this node sends. */
    private Sending sending = Sending.NOTHING;

    /** Whether the messages that were sent before are known, so that more may be sent. */
    private boolean isSure;

    private volatile @Nullable ViewSource served;
    private volatile @Nullable WireCounters counters;
    private volatile boolean isAsleep;
    private volatile boolean isStopped;
    private volatile @Nullable Throwable failure;

    /** The reason for which a node that shares the log sends nothing for now, although it continues to fold. */
    private volatile @Nullable Throwable wireFailure;

    /** The time of the next try after {@link #wireFailure}. */
    private long nextTryNs;

    /**
     * Creates a feed that is not attached yet.
     *
     * @param folder the folder of the exchange
     * @param known the id of the exchange; null if its folder is new
     * @param settings the settings without session names, which are set at the start
     * @param listings the listings with the names for snapshots
     * @param scheduler provides the thread of the publisher
     * @throws UncheckedIOException if the system has no sockets
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
        this(storage, folder, known, settings, limits, listings, clock, scheduler, false);
    }

    /**
     * Creates a feed with a stream of levels, which subscribers receive over TCP.
     *
     * @param hasLevels whether there is a stream of levels; must not change after the feed of the folder began
     */
    public FeedPublisher(
            final JournalStorage storage,
            final Path folder,
            final @Nullable UUID known,
            final WireSettings settings,
            final FeedLogLimits limits,
            final List<Listing> listings,
            final Clock clock,
            final Scheduler scheduler,
            final boolean hasLevels) {
        this(storage, folder, known, settings, limits, listings, clock, scheduler, hasLevels, FeedLog.AS_FOUND);
    }

    private FeedPublisher(
            final JournalStorage storage,
            final Path folder,
            final @Nullable UUID known,
            final WireSettings settings,
            final FeedLogLimits limits,
            final List<Listing> listings,
            final Clock clock,
            final Scheduler scheduler,
            final boolean hasLevels,
            final int restarts) {
        this.storage = storage;
        this.folder = folder.resolve(FOLDER);
        this.settings = settings;
        this.limits = limits;
        this.clock = clock;
        this.scheduler = scheduler;
        this.hasLevels = hasLevels;
        this.restarts = restarts;
        fold = new FeedFold(settings.channels(), sinks, hasLevels ? sinks.levels : null);
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

    /**
     * Creates a feed that other nodes make too, with the same bytes, each in its own folder.
     *
     * @param folder the folder of the node
     * @param exchange the id of the exchange
     * @param restarts how often the feed was restarted, the same on all nodes
     * @throws FeedLogException if the log cannot be used
     */
    public static FeedPublisher shared(
            final JournalStorage storage,
            final Path folder,
            final UUID exchange,
            final WireSettings settings,
            final FeedLogLimits limits,
            final List<Listing> listings,
            final Clock clock,
            final Scheduler scheduler,
            final boolean hasLevels,
            final int restarts) {
        final FeedPublisher feed = new FeedPublisher(
                storage, folder, exchange, settings, limits, listings, clock, scheduler, hasLevels, restarts);
        feed.sharedFollower = new SharedFollower(feed.fold);
        return feed;
    }

    private FeedLog openLog(final UUID exchange) {
        final FeedLog opened = FeedLog.open(storage, folder, exchange, settings.channels(), restarts, limits);
        sinks.log = opened;
        if (hasLevels) {
            sinks.levels.log = FeedLog.open(
                    storage, folder.resolve(LEVELS_FOLDER), exchange, settings.channels(), restarts, limits);
        }
        return opened;
    }

    /**
     * The attachment through which the publisher receives results. Attach it before the exchange starts, which must not
     * be INLINE.
     */
    public Attachment attachment() {
        final SharedFollower follower = sharedFollower;
        return new Attachment(follower == null ? fold : follower, OnFailure.DETACH, this::wakeUp);
    }

    /**
     * Wakes the feed's thread if it sleeps. Called by a thread of the exchange: the check of {@code isAsleep} saves it
     * a microsecond if the feed's thread is awake.
     */
    private void wakeUp() {
        if (isAsleep) {
            selector.wakeup();
        }
    }

    /**
     * Sets how long the feed's thread polls for more results before it sleeps. Called before {@link #start}.
     *
     * @param micros in µs; 0 for no time
     */
    public void spinning(final int micros) {
        if (micros < 0) {
            throw new IllegalArgumentException("micros must not be negative: micros=" + micros);
        }
        spinNs = TimeUnit.MICROSECONDS.toNanos(micros);
    }

    /** Sets the history of the folder. Called before the exchange starts. */
    public void in(final Histories.Current history) {
        fold.in(history);
    }

    /** Times some commands on their way through the feed. Called before {@link #start}. */
    public void timedBy(final FeedHops recorder) {
        hops = recorder;
    }

    /**
     * Opens the sockets, and begins to send.
     *
     * @param running the exchange, before it has received any command
     * @throws UncheckedIOException if an address cannot be used; close this feed, and the exchange continues without it
     */
    public void start(final Exchange running, final UUID exchange) {
        poller = running.poller(FeedFold.NAME);
        final FeedLog log = sinks.log == null ? openLog(exchange) : sinks.log;
        fold.endRecovery();
        if (isAhead()) {
            LOG.error("The feed log is ahead of the journal, so the feed sends nothing: stop the venue, then run"
                    + " 'daybook feed restart'");
        } else {
            try {
                final FeedWire wire =
                        FeedWire.open(settings.named(log.session(0)), log, sinks.levels.log, books, clock, selector);
                if (hops != null) {
                    wire.timedBy(hops);
                }
                sinks.wire = wire;
                counters = wire.counters();
            } catch (final IOException e) {
                throw new UncheckedIOException("the feed cannot be sent: " + e.getMessage(), e);
            }
        }
        isSure = true;
        isStarted = true;
        scheduler.run("daybook-feed", this::run);
    }

    /**
     * Begins to follow, and to send this node's share. If a socket cannot be opened, the publisher sends nothing,
     * continues the fold, the log and the parts of snapshots, and tries again once a second.
     *
     * @param log the log of the node, with the follower of this feed
     */
    public void start(final SharedLog log) {
        poller = log;
        shared = log;
        isStarted = true;
        scheduler.run("daybook-feed", this::run);
    }

    /** Returns whether the log has messages that the journal does not have, so that nothing is sent. */
    public boolean isAhead() {
        return isAhead(sinks.log) || isAhead(sinks.levels.log);
    }

    private static boolean isAhead(final @Nullable FeedLog log) {
        return log != null && log.isAhead();
    }

    /** The source from which a gateway serves its subscribers; null if nothing is sent. Called after the start. */
    public @Nullable ViewSource views() {
        return sinks.wire == null ? null : sinks.wire.views();
    }

    /**
     * The source from which a gateway serves its subscribers, if nodes share the log; null while this node does not
     * send line A. Any thread.
     */
    public @Nullable ViewSource served() {
        return served;
    }

    /**
     * The numbers of sent and refused packets and requests; null if nothing is sent. Called after the start; any
     * thread.
     */
    public @Nullable WireCounters counters() {
        return counters;
    }

    /** The address for requests; null if no requests are taken. Called after the start. */
    public @Nullable InetSocketAddress requestAddress() throws IOException {
        return sinks.wire == null ? null : sinks.wire.requestAddress();
    }

    /** The failure that has ended the feed; null if there is none. Any thread. */
    public @Nullable Throwable failure() {
        return failure;
    }

    /**
     * The reason for which a feed on a shared log sends nothing for now, although it continues; null if it can send.
     * Any thread.
     */
    public @Nullable Throwable wireFailure() {
        return wireFailure;
    }

    /**
     * Returns whether the feed will send nothing for a long time, perhaps for ever, so that subscribers should use
     * another node. Any thread.
     */
    public boolean isSilent() {
        return ended.getCount() == 0 || wireFailure != null || isAhead();
    }

    private void run() {
        final FollowerPoller polled = poller;
        final SharedLog log = shared;
        try {
            if (log != null) {
                openWire(log);
            }
            long lastWorkNs = clock.nanoTime();
            while (polled != null && !isStopped && !polled.isDrained()) {
                final boolean hasPolled = polled.poll(POLL_LIMIT) > 0;
                if (log != null) {
                    updateSending(log);
                }
                final FeedWire wire = sinks.wire;
                final boolean wasAsked = wire != null && duty(wire);
                if (hasPolled || wasAsked) {
                    lastWorkNs = clock.nanoTime();
                } else if (clock.nanoTime() - lastWorkNs < spinNs) {
                    Thread.onSpinWait();
                } else if (sleep(polled)) {
                    lastWorkNs = clock.nanoTime();
                }
            }
        } catch (final IOException | RuntimeException | Error e) {
            failure = e;
            LOG.error("The feed has failed, and the exchange continues without it", e);
            endSending();
            endAtNextResult(polled, e);
        } finally {
            endSending();
            ended.countDown();
        }
    }

    /** Ends sending. If nodes share the log, subscribers change to another node. */
    private void endSending() {
        served = null;
        final FeedWire wire = sinks.wire;
        if (shared != null && wire != null) {
            sinks.wire = null;
            try {
                wire.end();
            } catch (final IOException e) {
                LOG.error("The sockets of the feed cannot be closed", e);
            }
        }
    }

    /** Does the due work of the wire. Returns whether a request was answered. */
    private boolean duty(final FeedWire wire) {
        if (isSure) {
            return wire.duty();
        }
        wire.keepSilent();
        return false;
    }

    /**
     * Opens the wire. Another thread restores the follower, so the wire is not opened before the follower can be
     * polled.
     */
    private void openWire(final SharedLog log) {
        while (!isStopped && !log.isReady()) {
            scheduler.pause(TimeUnit.MILLISECONDS.toNanos(WAIT_MS));
        }
        Objects.requireNonNull(sharedFollower).requireRestored();
        if (!isStopped && !isAhead()) {
            openWire();
        }
    }

    private void openWire() {
        final FeedLog messages = Objects.requireNonNull(sinks.log);
        try {
            final FeedWire wire = FeedWire.open(
                    settings.named(messages.session(0)), messages, sinks.levels.log, books, clock, selector);
            wire.sendOn(sending);
            sinks.wire = wire;
            counters = wire.counters();
            wireFailure = null;
        } catch (final IOException | IllegalArgumentException e) {
            if (wireFailure == null) {
                LOG.error("The feed cannot be sent; it continues without sending, and tries again", e);
            }
            wireFailure = e;
            nextTryNs = clock.nanoTime() + RETRY_NS;
        }
    }

    /** Begins or ends sending, according to the share that this node has now. */
    private void updateSending(final SharedLog log) {
        if (wireFailure != null && !isAhead() && clock.nanoTime() - nextTryNs >= 0) {
            fold.onBatchEnd(); // passes on earlier messages, because the wire begins with the next one
            openWire();
        }
        final FeedWire wire = sinks.wire;
        if (wire == null) {
            return;
        }
        if (isAhead()) {
            endSending();
            return;
        }
        final Sending now = log.sending();
        if (now == sending || !isSure && !becomeSure(now)) {
            return;
        }
        fold.onBatchEnd(); // a node that takes over must find in its log the messages that another node has sent
        sending = now;
        wire.sendOn(now);
        served = now == Sending.LINE_A ? wire.views() : null;
    }

    /**
     * Checks that everything that an earlier process sent has been made again, because the first message may only be
     * sent then. A node that is to send line A has received all commands of these messages: if its log has more
     * messages, the commands are lost, and the log is ahead. A node that is to send line B may still receive some.
     */
    private boolean becomeSure(final Sending wanted) {
        if (wanted == Sending.LINE_B && !isLogMadeAgain()) {
            return false;
        }
        Objects.requireNonNull(sharedFollower).recovered();
        isSure = !isAhead();
        return isSure;
    }

    private boolean isLogMadeAgain() {
        for (int channel = 0; channel < fold.channels(); channel++) {
            final ChannelShadow shadow = fold.channel(channel);
            if (isBeyond(sinks.log, channel, shadow.nextNumber())
                    || isBeyond(sinks.levels.log, channel, shadow.nextLevelNumber())) {
                return false;
            }
        }
        return true;
    }

    private static boolean isBeyond(final @Nullable ChannelReader log, final int channel, final long next) {
        return log != null && log.nextNumber(channel) > next;
    }

    /**
     * Fails the follower with an error outside the fold, which the exchange does not see: the exchange would otherwise
     * wait for the fold once its ring is full.
     */
    private void endAtNextResult(final @Nullable FollowerPoller polled, final Throwable cause) {
        sinks.failure = cause;
        while (polled != null && !isStopped && !polled.isDrained()) {
            if (polled.poll(1) == 0) {
                scheduler.pause(TimeUnit.MILLISECONDS.toNanos(WAIT_MS));
            }
        }
    }

    /** Waits for a result or a request. Returns whether there was a result. */
    private boolean sleep(final FollowerPoller polled) throws IOException {
        isAsleep = true;
        // Results that came before isAsleep was set woke no thread, so the feed polls once more.
        final boolean hasPolled = polled.poll(POLL_LIMIT) > 0;
        if (!hasPolled) {
            selector.select(FeedPublisher::ignore, WAIT_MS);
        }
        isAsleep = false;
        return hasPolled;
    }

    /** Does nothing, because each step tries the socket anyway. */
    private static void ignore(final SelectionKey ready) {}

    /** Ends the publisher, after the exchange was closed and the publisher has received all results. */
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
        Closing.all(
                () -> close(sinks.wire), () -> close(selector), () -> close(sinks.log), () -> close(sinks.levels.log));
    }

    private static void close(final @Nullable Closeable sockets) {
        try {
            if (sockets != null) {
                sockets.close();
            }
        } catch (final IOException e) {
            LOG.error("The sockets of the feed cannot be closed", e);
        }
    }

    /** Closes a log. Messages that a full disk refused before are lost here too; the next start makes them again. */
    private static void close(final @Nullable FeedLog log) {
        try {
            if (log != null) {
                log.close();
            }
        } catch (final FeedLogException e) {
            LOG.error("The last messages of the feed are not in its log", e);
        }
    }
}
