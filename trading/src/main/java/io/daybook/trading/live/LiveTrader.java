package io.daybook.trading.live;

import io.daybook.client.DaybookClient;
import io.daybook.client.FeedClient;
import io.daybook.client.book.OrderLevels;
import io.daybook.host.Clock;
import io.daybook.trading.EngineFeed;
import io.daybook.trading.LimitReached;
import io.daybook.trading.Strategy;
import io.daybook.trading.TradeEngine;
import io.daybook.trading.TraderConfig;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A strategy at a venue. It has two sessions there: one that trades, and one that receives the feed. The strategy runs
 * on the subscriber's thread; answers reach that thread through a queue. The trader begins with the first message of
 * the trading session, so that its positions include all trades of the session; it cancels orders that an earlier
 * program has left.
 *
 * <p>Start and close it on any thread.
 */
public final class LiveTrader implements AutoCloseable {
    private static final long LISTING_TIMEOUT_S = 60;
    private static final int POLL_MS = 5;

    private final TradeEngine engine;
    private final VenueOrders orders;
    private final Books books;
    private final FeedClient feed;
    private final DaybookClient client;

    private LiveTrader(
            final TradeEngine engine,
            final VenueOrders orders,
            final Books books,
            final FeedClient feed,
            final DaybookClient client) {
        this.engine = engine;
        this.orders = orders;
        this.books = books;
        this.feed = feed;
        this.client = client;
    }

    /** Returns a builder of a trader. */
    public static Builder builder(final TraderConfig config, final Strategy strategy) {
        return new Builder(config, strategy);
    }

    /** The reason why the trader has stopped by itself; null if it has not. */
    public @Nullable Throwable failure() {
        final Throwable ofOrders = client.failure();
        return ofOrders != null ? ofOrders : feed.failure() != null ? feed.failure() : orders.stopped();
    }

    /** The limits of losses that were reached, each with the time when it was first reached. Any thread. */
    public List<LimitReached> reached() {
        return engine.gate().reached();
    }

    /**
     * Runs a task on the trader's thread, and waits until it is done.
     *
     * @throws IOException if the trader has stopped
     */
    public void ask(final Consumer<TradeEngine> question) throws IOException, InterruptedException {
        final CountDownLatch answered = new CountDownLatch(1);
        books.question = () -> {
            question.accept(engine);
            answered.countDown();
        };
        feed.wake();
        do {
            final Throwable failure = failure();
            if (failure != null) {
                throw new IOException("the trader has stopped: " + description(failure), failure);
            }
        } while (!answered.await(POLL_MS, TimeUnit.MILLISECONDS));
    }

    /** The class, the message and the place of a failure: the message alone can be null. */
    private static String description(final Throwable failure) {
        final StackTraceElement[] frames = failure.getStackTrace();
        return failure instanceof IOException
                ? String.valueOf(failure.getMessage())
                : failure + (frames.length == 0 ? "" : " at " + frames[0]);
    }

    /**
     * Stops calling the strategy, cancels its orders, and waits for the outcome.
     *
     * @return whether nothing is open any more
     */
    public boolean settle(final long timeoutMs) throws IOException, InterruptedException {
        final boolean[] isSettled = new boolean[1];
        final long endNs = books.clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        while (!isSettled[0] && books.clock.nanoTime() - endNs < 0) {
            ask(own -> isSettled[0] = books.retire());
            Thread.sleep(POLL_MS);
        }
        return isSettled[0];
    }

    /**
     * Logs out, and ends both threads. Orders stay, unless the session's {@code cancelOnDisconnect} cancels them. The
     * orders of a strategy that threw an exception are always cancelled.
     */
    @Override
    public void close() {
        orders.close();
        if (feed.failure() != null) {
            feed.close(); // its thread sends nothing more
            orders.cancelAll(client);
        }
        client.close();
        feed.close();
        books.close();
    }

    /**
     * Receives the subscriber's calls for the trader. Each event gets a time of its own, so that the sequence of
     * recorded events is unambiguous. Used by the subscriber's thread.
     */
    private static final class Books extends EngineFeed {
        private final VenueOrders orders;
        private final @Nullable RunRecord run;
        private final Clock clock;
        private final long epochNs;
        private final IntConsumer arriving = this::arriving;
        private final CountDownLatch listed = new CountDownLatch(1);
        private long nowNs;

        /** A task of another thread, to be run on the trader's thread. */
        private volatile @Nullable Runnable question;

        Books(final TradeEngine engine, final VenueOrders orders, final @Nullable RunRecord run, final Clock clock) {
            super(engine);
            this.orders = orders;
            this.run = run;
            this.clock = clock;
            epochNs = clock.epochNs() - clock.nanoTime();
            if (run != null) {
                run.setting("epochNs=" + epochNs);
            }
        }

        private void move() {
            nowNs = Math.max(nowNs + 1, epochNs + clock.nanoTime());
            if (run != null) {
                run.at(nowNs);
            }
            engine().at(nowNs);
        }

        private void move(final RunEvent event, final long value) {
            move();
            if (run != null) {
                run.add(event, value);
            }
        }

        @Override
        public void onTurn() {
            final long timerNs = engine().nextTimerNs();
            final long sent = engine().orders().sent();
            move();
            if (run != null
                    && (engine().nextTimerNs() != timerNs || engine().orders().sent() != sent)) {
                run.add(RunEvent.TURN, 0);
            }
            orders.drainTo(engine(), arriving);
            final Runnable asked = question;
            if (asked != null) {
                question = null;
                asked.run();
            }
        }

        private void arriving(final int kind) {
            move(VenueOrders.eventOf(kind), 0);
        }

        void close() {
            if (run != null) {
                run.close();
            }
        }

        boolean retire() {
            move(RunEvent.RETIRE, 0);
            return engine().retire();
        }

        @Override
        public void onGroup(final long seq, final long timeNs) {
            move(RunEvent.GROUP, seq);
            super.onGroup(seq, timeNs);
            orders.drainTo(engine(), arriving);
        }

        @Override
        public void onFresh(final int symbol, final OrderLevels levels, final int book) {
            move(RunEvent.FRESH, symbol);
            super.onFresh(symbol, levels, book);
        }

        @Override
        public void onStale(final int channel) {
            move(RunEvent.STALE, channel);
            super.onStale(channel);
        }

        @Override
        public void onListing(
                final int symbol,
                final int type,
                final int base,
                final int quote,
                final long lotSize,
                final long tickValue,
                final long minPrice,
                final long maxPrice) {
            super.onListing(symbol, type, base, quote, lotSize, tickValue, minPrice, maxPrice);
            if (engine().isListed()) {
                listed.countDown();
            }
        }
    }

    /** Collects the settings of a trader. Used by one thread. */
    public static final class Builder {
        private final TraderConfig config;
        private final Strategy strategy;
        private String host = "127.0.0.1";
        private int port;
        private long uid;
        private int session;
        private String secret = "";
        private int feedSession;
        private String feedSecret = "";
        private boolean busySpin;
        private @Nullable Path hops;
        private boolean timesFeed;
        private int hopEvery;
        private Clock clock = Clock.system();
        private @Nullable Path record;
        private List<String> recordSettings = List.of();

        private Builder(final TraderConfig config, final Strategy strategy) {
            this.config = config;
            this.strategy = strategy;
        }

        /** Sets the address of the venue's TCP door. */
        public Builder address(final String newHost, final int newPort) {
            host = Objects.requireNonNull(newHost, "host");
            port = newPort;
            return this;
        }

        /** Sets the session that trades, and its user. */
        public Builder session(final int newSession, final String newSecret, final long newUid) {
            session = newSession;
            secret = Objects.requireNonNull(newSecret, "secret");
            uid = newUid;
            return this;
        }

        /** Sets the session that receives the feed; it needs the right {@code view}. */
        public Builder feed(final int newSession, final String newSecret) {
            feedSession = newSession;
            feedSecret = Objects.requireNonNull(newSecret, "secret");
            return this;
        }

        /** Lets no thread sleep: the least latency, at the cost of two whole cores. */
        public Builder busySpin() {
            busySpin = true;
            return this;
        }

        /**
         * Times every n-th command (T7 to T12), and, if the feed is timed, T7m to T9m: only one trader of a venue
         * should time the feed.
         *
         * @param folder the folder to which the files are written at the end
         */
        public Builder hops(final Path folder, final int every, final boolean ofFeed) {
            hops = folder;
            hopEvery = every;
            timesFeed = ofFeed;
            return this;
        }

        /**
         * Records what the strategy receives and sends, and when, one {@link RunEvent} a line. With the venue's journal
         * and hops ({@code hopEvery = 1}) the record is enough to replay the run.
         *
         * @param settings the lines to be written first, each {@code name=value}
         */
        public Builder record(final Path file, final List<String> settings) {
            record = file;
            recordSettings = List.copyOf(settings);
            return this;
        }

        /** Sets another clock than the system's. */
        public Builder clock(final Clock newClock) {
            clock = newClock;
            return this;
        }

        /**
         * Subscribes, waits for the listings of the symbols, logs in, and receives the whole stream of the session.
         *
         * @throws IllegalArgumentException if a setting is out of range
         * @throws IOException if the venue cannot be reached, or lacks a symbol
         */
        public LiveTrader start() throws IOException, InterruptedException {
            final VenueOrders orders = new VenueOrders(config, uid);
            final RunRecord run = openRecord(orders);
            final TradeEngine engine = new TradeEngine(config, strategy, run == null ? orders : run);
            orders.handles(engine.orders().handles());
            final Books books = new Books(engine, orders, run, clock);
            final FeedClient.Builder subscriber = FeedClient.builder().stream(
                            new InetSocketAddress(host, port), feedSession, feedSecret)
                    .channels(IntStream.range(0, config.channels()).toArray())
                    .busySpin(busySpin)
                    .listener(books);
            final Path folder = hops;
            if (folder != null && timesFeed) {
                subscriber.hops(folder.resolve("feed-" + feedSession + ".hops"), hopEvery);
            }
            final FeedClient feed = subscriber.start();
            try {
                if (!books.listed.await(LISTING_TIMEOUT_S, TimeUnit.SECONDS)) {
                    throw new IOException("the feed does not list all of " + config.symbols() + " within "
                            + LISTING_TIMEOUT_S + " s on " + config.channels() + " channels (--channels must be"
                            + " the number of channels of the venue's feed); its stream last ended with: "
                            + feed.lastStreamEnd());
                }
                final DaybookClient client = connect(orders, feed, folder);
                orders.open(client);
                return new LiveTrader(engine, orders, books, feed, client);
            } catch (final IOException | InterruptedException | RuntimeException e) {
                orders.close();
                feed.close();
                books.close();
                throw e;
            }
        }

        private @Nullable RunRecord openRecord(final VenueOrders orders) throws IOException {
            if (record == null) {
                return null;
            }
            final List<String> settings = new ArrayList<>(recordSettings);
            settings.add("uid=" + uid);
            settings.add("session=" + session);
            return new RunRecord(record, orders, config, settings);
        }

        private DaybookClient connect(final VenueOrders orders, final FeedClient feed, final @Nullable Path folder)
                throws IOException {
            orders.wakes(feed::wake);
            final DaybookClient.Builder trading = DaybookClient.builder()
                    .address(host, port)
                    .session(session, secret)
                    .program("daybook-trading")
                    .nextOut(1)
                    .listener(orders);
            if (busySpin) {
                trading.busySpin();
            }
            if (folder != null) {
                trading.hops(folder.resolve("orders-" + session + ".hops"), hopEvery);
            }
            return trading.connect();
        }
    }
}
