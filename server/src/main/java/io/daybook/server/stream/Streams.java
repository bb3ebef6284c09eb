package io.daybook.server.stream;

import io.daybook.api.BookChangeView;
import io.daybook.api.ExchangeListener;
import io.daybook.api.LiveBook;
import io.daybook.api.ResultView;
import io.daybook.host.Clock;
import io.daybook.server.history.MarketHistory;
import io.daybook.server.history.Trade;
import io.daybook.server.history.TradeListener;
import io.daybook.server.http.TextFrame;
import io.daybook.server.orders.OrdersBook;
import io.daybook.server.orders.Update;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes events from the threads of the exchange, and gives them to topics on a separate thread, every 50 ms or at once.
 * Events without subscriptions cost only a check. The queue between the threads is bounded: events that do not fit are
 * dropped, and are read later from the books and folds, which have all of them.
 *
 * <pre>
 * delivery  --- changes of books ---+
 * orders    --- updates of users ---+--> queue --> thread of the streams --> one task per event loop --> sockets
 * history   --- trades -------------+               (ticks, encodes once)
 * </pre>
 */
public final class Streams implements LiveBook.Watcher, ExchangeListener, AutoCloseable {
    /** The time between two ticks. */
    public static final long TICK_NS = TimeUnit.MILLISECONDS.toNanos(50);

    /**
     * The shortest time between the end of a late tick and the next one: without it, slow ticks would take the whole
     * time of the thread.
     */
    private static final long LEAST_BETWEEN_NS = TICK_NS / 2;

    /** The number of ticks in a second. */
    public static final int TICKS_PER_SECOND = (int) (TimeUnit.SECONDS.toNanos(1) / TICK_NS);

    private static final Logger LOG = LoggerFactory.getLogger(Streams.class);
    private static final int QUEUE = 65_536;
    private static final int MAX_LEVELS = 5_000;
    private static final long JOIN_MS = 5_000;

    private final Clock clock;
    private final StreamObserver observer;
    private final OrdersBook orders;
    private final MarketHistory history;
    private final BlockingQueue<Runnable> queue = new ArrayBlockingQueue<>(QUEUE);
    private final Thread thread = new Thread(this::work, "daybook-streams");

    /**
     * All topics by name. They are never removed. A channel needs a listing or an account of the caller's key, so the
     * number of topics is bounded: in both APIs, fewer than 400 per listing and ten per account. A topic without
     * subscriptions costs a check each tick.
     */
    private final Map<String, Topic<?>> topics = new ConcurrentHashMap<>();

    private final Map<Integer, Books> books = new ConcurrentHashMap<>();
    private final Map<Integer, List<TradeTopic>> trades = new ConcurrentHashMap<>();
    private final Map<Long, List<UpdateTopic>> updates = new ConcurrentHashMap<>();

    /** The number of changes of each account that has a counter. */
    private final Map<Long, AtomicLong> accounts = new ConcurrentHashMap<>();

    private volatile boolean isClosed;

    /** The task of each second; set before the thread begins. */
    private Runnable eachSecond = () -> {};

    /** A book and its topics. */
    private static final class Books {
        private final List<BookTopic> topics = new CopyOnWriteArrayList<>();

        /** Null until the book is complete for the first time. */
        private volatile @Nullable LiveBook book;

        /**
         * Whether changes are passed to the topics. Set before a snapshot is taken, so that each change is in the
         * snapshot or passed on.
         */
        private volatile boolean isHeard;

        /** Whether changes are missing, because they did not fit into the queue or the book began anew. */
        private volatile boolean isBroken;
    }

    private record TradeTopic(EachTopic topic, TradeBacklog backlog) {}

    private record UpdateTopic(EachTopic topic, UpdateBacklog backlog) {}

    public Streams(
            final OrdersBook orders, final MarketHistory history, final Clock clock, final StreamObserver observer) {
        this.clock = clock;
        this.observer = observer;
        this.orders = orders;
        this.history = history;
        thread.setDaemon(true);
    }

    /**
     * Begins to receive trades and updates, and starts the thread.
     *
     * @param everySecond called on the thread of the streams, so it must be quick
     */
    public void start(final Runnable everySecond) {
        eachSecond = everySecond;
        history.listener(new TradesHeard());
        orders.listener(this::onUpdate);
        thread.start();
    }

    @Override
    public void close() {
        isClosed = true;
        history.listener(TradeListener.NOBODY);
        orders.listener((uid, update) -> {});
        try {
            thread.join(JOIN_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    StreamObserver observer() {
        return observer;
    }

    // ---- topics: any thread --------------------------------------------------------------------------------------

    /**
     * Returns the topic of the changes of a book.
     *
     * @param name the name of the topic, which must be unique
     * @param everyTicks the ticks between two messages; {@link BookTopic#EACH_COMMAND} for a message per command
     */
    public BookTopic book(
            final String name,
            final String kind,
            final int symbol,
            final int everyTicks,
            final BookTopic.Encoder encoder) {
        return (BookTopic) topic(name, () -> {
            final BookTopic topic = new BookTopic(kind, observer, everyTicks, encoder);
            booksOf(symbol).topics.add(topic);
            return topic;
        });
    }

    /**
     * Returns a topic whose messages have the whole state, with at least {@code everyTicks} ticks between two messages.
     */
    public LatestTopic latest(
            final String name, final String kind, final int everyTicks, final Supplier<LatestTopic.Source> source) {
        return (LatestTopic) topic(name, () -> new LatestTopic(kind, this, everyTicks, source.get()));
    }

    /** Returns the topic of the trades of a symbol. Earlier trades are available as far back as the history reaches. */
    public EachTopic trades(
            final String name, final String kind, final int symbol, final BiFunction<Key, Trade, TextFrame> encoder) {
        return (EachTopic) topic(name, () -> {
            final TradeBacklog backlog = new TradeBacklog(history, symbol, encoder);
            final EachTopic topic = new EachTopic(kind, observer, backlog);
            trades.computeIfAbsent(symbol, unused -> new CopyOnWriteArrayList<>())
                    .add(new TradeTopic(topic, backlog));
            return topic;
        });
    }

    /**
     * Returns the topic of the updates of a user's orders. Earlier updates are available as far back as the book of
     * orders keeps them.
     */
    public EachTopic updates(
            final String name, final String kind, final long uid, final Function<Update, TextFrame> encoder) {
        return (EachTopic) topic(name, () -> {
            orders.keepUpdates(List.of(uid));
            final UpdateBacklog backlog = new UpdateBacklog(orders, uid, encoder);
            final EachTopic topic = new EachTopic(kind, observer, backlog);
            updates.computeIfAbsent(uid, unused -> new CopyOnWriteArrayList<>()).add(new UpdateTopic(topic, backlog));
            return topic;
        });
    }

    /** The number of times that the money of an account may have changed since the first call. */
    public AtomicLong accountChanges(final long uid) {
        return accounts.computeIfAbsent(uid, unused -> new AtomicLong());
    }

    /**
     * Runs a task on the thread of the streams.
     *
     * @return whether the task was accepted; if not, the queue is full
     */
    public boolean run(final Runnable task) {
        return queue.offer(task);
    }

    private Topic<?> topic(final String name, final Supplier<Topic<?>> made) {
        return topics.computeIfAbsent(name, unused -> made.get());
    }

    private Books booksOf(final int symbol) {
        return books.computeIfAbsent(symbol, unused -> new Books());
    }

    // ---- events from the exchange's threads ----------------------------------------------------------------------

    @Override
    public void onWhole(final LiveBook book) {
        final Books known = booksOf(book.symbol());
        known.isBroken = known.book != null;
        known.book = book;
    }

    @Override
    public void onCleared(final LiveBook book) {
        booksOf(book.symbol()).isBroken = true;
    }

    @Override
    public void onChange(final LiveBook book, final BookChangeView view) {
        final Books known = books.get(view.symbol());
        if (known != null && known.isHeard) {
            final BookChange change = BookChange.of(view);
            if (!queue.offer(() -> known.topics.forEach(topic -> topic.onChange(change)))) {
                known.isBroken = true;
            }
        }
    }

    @Override
    public void onResult(final ResultView result) {
        if (!accounts.isEmpty()) {
            accountChanged(result.uid());
            for (int i = 0; i < result.eventCount(); i++) {
                accountChanged(result.event(i).makerUid());
                accountChanged(result.event(i).takerUid());
            }
        }
    }

    private void accountChanged(final long uid) {
        final AtomicLong changes = accounts.get(uid);
        if (changes != null) {
            changes.incrementAndGet();
        }
    }

    /** Receives the trades from the follower of the market's history. */
    private final class TradesHeard implements TradeListener {
        @Override
        public boolean hears(final int symbol) {
            return trades.containsKey(symbol);
        }

        @Override
        public void onTrade(final Trade trade, final @Nullable Trade before) {
            final List<TradeTopic> heard = trades.get(trade.symbol());
            if (heard != null) {
                heard.forEach(one -> tell(one.topic, () -> one.backlog.message(trade, before)));
            }
        }
    }

    private void onUpdate(final long uid, final Update update) {
        final List<UpdateTopic> heard = updates.get(uid);
        if (heard != null) {
            heard.forEach(one -> tell(one.topic, () -> one.backlog.message(update)));
        }
    }

    private void tell(final EachTopic topic, final Supplier<EachTopic.Message> message) {
        if (topic.isHeard() && !queue.offer(() -> topic.tell(message.get()))) {
            topic.lost();
        }
    }

    // ---- the thread ----------------------------------------------------------------------------------------------

    private void work() {
        long tick = 0;
        long nextNs = clock.nanoTime() + TICK_NS;
        while (!isClosed) {
            try {
                final long leftNs = nextNs - clock.nanoTime();
                if (leftNs <= 0) {
                    try {
                        onTick(++tick);
                    } finally { // even if a message could not be made
                        nextNs = Math.max(nextNs + TICK_NS, clock.nanoTime() + LEAST_BETWEEN_NS);
                    }
                } else {
                    final Runnable task = queue.poll(leftNs, TimeUnit.NANOSECONDS);
                    if (task != null) {
                        task.run();
                    }
                }
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                LOG.error("a message of a stream could not be made", e);
            } catch (OutOfMemoryError e) {
                LOG.error("there was not enough memory for a message of a stream: all books begin anew", e);
                books.values().forEach(known -> known.isBroken = true);
            }
        }
    }

    private void onTick(final long tick) {
        if (tick % TICKS_PER_SECOND == 0) {
            eachSecond.run();
        }
        books.values().forEach(known -> onTick(known, tick));
        for (final Topic<?> topic : topics.values()) {
            if (topic instanceof LatestTopic latest) {
                latest.onTick(tick);
            } else if (topic instanceof EachTopic each) {
                each.onTick();
            }
        }
    }

    private static void onTick(final Books known, final long tick) {
        if (known.isBroken) {
            known.isBroken = false;
            known.topics.forEach(BookTopic::broken);
        }
        boolean isHeard = false;
        final List<BookTopic> wanting = new ArrayList<>();
        for (final BookTopic topic : known.topics) {
            topic.onTick(tick);
            isHeard |= topic.isHeard();
            if (topic.isHeard() && topic.wantsSnapshot()) {
                wanting.add(topic);
            }
        }
        known.isHeard = isHeard;
        final LiveBook book = known.book;
        if (!wanting.isEmpty() && book != null && book.isWhole()) {
            final var levels = book.report(MAX_LEVELS);
            wanting.forEach(topic -> topic.snapshot(levels));
        }
    }
}
