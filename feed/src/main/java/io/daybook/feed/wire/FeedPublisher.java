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
 * The public feed of an exchange: folds its results, keeps them in the log, and sends them, on a thread of its own.
 * Build it, give its {@link #attachment} to the exchange, start the exchange, then this, before anybody can send a
 * command. At the end close the exchange, then this.
 *
 * <p>Where it fails, the exchange detaches it and goes on; heartbeats stop, and {@link #failure} says why. Where the
 * log has messages that the journal does not hold, nothing is sent, {@link #isAhead} says so, and the log has to be
 * restarted.
 *
 * <p>{@link #shared} makes one for a node of a cluster, {@link #start(SharedLog)} starts it: of the nodes, which all
 * make the same messages, one at a time sends line A, and others line B.
 */
public final class FeedPublisher implements AutoCloseable {
    /** The feed's folder in that of the exchange. */
    public static final String FOLDER = "feed";

    /** What {@link #spinning} is where nothing is said. */
    public static final int DEFAULT_SPIN_MICROS = 50;

    /** In the feed's folder, that of the log of levels, where there is a stream of them. */
    public static final String LEVELS_FOLDER = "levels";

    private static final Logger LOG = LoggerFactory.getLogger(FeedPublisher.class);
    private static final int POLL_LIMIT = 256;
    private static final long WAIT_MS = 2;
    private static final long END_NS = TimeUnit.SECONDS.toNanos(10);

    /** How soon sockets that could not be opened are tried again, where nodes share the log. */
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

    /** Where nodes share the log: that, and what it is heard by. */
    private @Nullable SharedLog shared;

    private @Nullable SharedFollower sharedFollower;

    /** What is sent there. */
    private Sending sending = Sending.NOTHING;

    /** Whether what was sent is known, so that more may be. */
    private boolean isSure;

    private volatile @Nullable ViewSource served;
    private volatile @Nullable WireCounters counters;
    private volatile boolean isAsleep;
    private volatile boolean isStopped;
    private volatile @Nullable Throwable failure;

    /** Why a node that shares the log sends nothing for now, although it goes on folding; and when it tries again. */
    private volatile @Nullable Throwable wireFailure;

    private long nextTryNs;

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
        this(storage, folder, known, settings, limits, listings, clock, scheduler, false);
    }

    /**
     * The same, with a stream of levels, which subscribers get over TCP.
     *
     * @param hasLevels whether there is one; as the feed of the folder began
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
     * A feed that other nodes make as well, each with a folder of its own, the same bytes.
     *
     * @param folder that of the node
     * @param exchange whose feed it is
     * @param restarts how often the feed was begun anew, the same on all nodes
     * @throws FeedLogException where the log cannot be used
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

    /** How it hears of results: to be attached before the exchange starts. The exchange must not be INLINE. */
    public Attachment attachment() {
        final SharedFollower follower = sharedFollower;
        return new Attachment(follower == null ? fold : follower, OnFailure.DETACH, this::wakeUp);
    }

    /** Called by a thread of the exchange: to wake somebody who is awake costs it a microsecond for nothing. */
    private void wakeUp() {
        if (isAsleep) {
            selector.wakeup();
        }
    }

    /**
     * How long its thread looks for more before it sleeps. Before {@link #start}.
     *
     * @param micros in µs; 0 for no time
     */
    public void spinning(final int micros) {
        if (micros < 0) {
            throw new IllegalArgumentException("micros must not be negative: micros=" + micros);
        }
        spinNs = TimeUnit.MICROSECONDS.toNanos(micros);
    }

    /** The history that the folder is in. Before the exchange starts. */
    public void in(final Histories.Current history) {
        fold.in(history);
    }

    /** Times some commands on their way through the feed. Before {@link #start}. */
    public void timedBy(final FeedHops recorder) {
        hops = recorder;
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
        if (isAhead()) {
            LOG.error("The log of the feed is ahead of the journal: nothing is sent until it is restarted");
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
     * Begins to follow, and to send what this node has to send. Where a socket cannot be opened it sends nothing, goes
     * on with the fold, the log and the parts of snapshots, and tries again once a second.
     *
     * @param log the node's, which names this feed's follower
     */
    public void start(final SharedLog log) {
        poller = log;
        shared = log;
        isStarted = true;
        scheduler.run("daybook-feed", this::run);
    }

    /** Whether the log has messages that the journal does not hold, so that nothing is sent. */
    public boolean isAhead() {
        return isAhead(sinks.log) || isAhead(sinks.levels.log);
    }

    private static boolean isAhead(final @Nullable FeedLog log) {
        return log != null && log.isAhead();
    }

    /** From where a gateway serves its subscribers; null where nothing is sent. Once started. */
    public @Nullable ViewSource views() {
        return sinks.wire == null ? null : sinks.wire.views();
    }

    /** The same where nodes share the log: null while this node does not send line A. Any thread. */
    public @Nullable ViewSource served() {
        return served;
    }

    /** What was sent and refused, null where nothing is sent. Once started; any thread. */
    public @Nullable WireCounters counters() {
        return counters;
    }

    /** Where requests are taken, null where they are not. Once started. */
    public @Nullable InetSocketAddress requestAddress() throws IOException {
        return sinks.wire == null ? null : sinks.wire.requestAddress();
    }

    /** Why it has ended by itself, null where it has not. Any thread. */
    public @Nullable Throwable failure() {
        return failure;
    }

    /** Why it sends nothing for now although it goes on, where nodes share the log; null where it can. Any thread. */
    public @Nullable Throwable wireFailure() {
        return wireFailure;
    }

    /** Whether it sends nothing for long, if ever: subscribers had better go elsewhere. Any thread. */
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
                    look(log);
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
            LOG.error("The feed has failed, and the exchange goes on without it", e);
            endSending();
            endAtNextResult(polled, e);
        } finally {
            endSending();
            ended.countDown();
        }
    }

    /** Where nodes share the log, subscribers go elsewhere. */
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

    /** Whether somebody had asked for something. */
    private boolean duty(final FeedWire wire) {
        if (isSure) {
            return wire.duty();
        }
        wire.keepSilent();
        return false;
    }

    /** The follower was restored by another thread: so nothing is opened before it can be polled. */
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
                LOG.error("The feed cannot be sent; it goes on without being heard, and tries again", e);
            }
            wireFailure = e;
            nextTryNs = clock.nanoTime() + RETRY_NS;
        }
    }

    /** Sends what this node has to send by now. */
    private void look(final SharedLog log) {
        if (wireFailure != null && !isAhead() && clock.nanoTime() - nextTryNs >= 0) {
            fold.onBatchEnd(); // it begins with what comes next
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
        fold.onBatchEnd(); // who goes on here finds in the log what another has sent
        sending = now;
        wire.sendOn(now);
        served = now == Sending.LINE_A ? wire.views() : null;
    }

    /**
     * Before the first message is sent, what an earlier process had told must have been made again. Who is to send line
     * A has heard all of it: messages that the log has beyond that are lost, and it is ahead. Who is to send line B may
     * have some of it still to come.
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

    /** What fails beside the fold the exchange does not see: it would wait for the fold once its ring is full. */
    private void endAtNextResult(final @Nullable FollowerPoller polled, final Throwable cause) {
        sinks.failure = cause;
        while (polled != null && !isStopped && !polled.isDrained()) {
            if (polled.poll(1) == 0) {
                scheduler.pause(TimeUnit.MILLISECONDS.toNanos(WAIT_MS));
            }
        }
    }

    /** Waits for a result or a request; whether there was a result. */
    private boolean sleep(final FollowerPoller polled) throws IOException {
        isAsleep = true;
        // What came before the line above woke nobody: one more look.
        final boolean hasPolled = polled.poll(POLL_LIMIT) > 0;
        if (!hasPolled) {
            selector.select(FeedPublisher::ignore, WAIT_MS);
        }
        isAsleep = false;
        return hasPolled;
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

    /** What a full disk did not take before it does not take now: the next start makes it again. */
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
