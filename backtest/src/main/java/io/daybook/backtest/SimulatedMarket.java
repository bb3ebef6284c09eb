package io.daybook.backtest;

import io.daybook.api.CommandType;
import io.daybook.api.EventKind;
import io.daybook.api.EventView;
import io.daybook.api.Exchange;
import io.daybook.api.ResultView;
import io.daybook.client.OrderType;
import io.daybook.client.book.OrderLevels;
import io.daybook.client.feed.ChannelBooks;
import io.daybook.feed.FeedFold;
import io.daybook.flow.RecordedEvent;
import io.daybook.flow.RecordedListener;
import io.daybook.flow.market.OutsiderListener;
import io.daybook.flow.market.RecordedMarket;
import io.daybook.sessions.order.OrderList;
import io.daybook.sessions.order.OrderReader;
import io.daybook.sessions.order.OwnedOrders;
import io.daybook.trading.EngineFeed;
import io.daybook.trading.Execution;
import io.daybook.trading.OrderPort;
import io.daybook.trading.RequestKind;
import io.daybook.trading.TradeEngine;
import io.daybook.wire.OffReason;
import io.daybook.wire.feed.MessageSink;
import io.daybook.wire.feed.MoldPacket;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A recorded day as a market for one trader. Three lines have a {@link Latency}: the trader's orders to the exchange,
 * the exchange's answers to the trader, and the messages of its feed. Everything happens in the order of time. At equal
 * times the messages of the day come first, then what is due on the lines, in the order in which it was sent. A timer
 * fires before the first answer or message of the feed that reaches the trader at or after its time, and after the
 * orders that reach the exchange at that time.
 *
 * <p>The feed is that of {@link FeedFold}, and the trader reads it with {@link ChannelBooks}, as in live trading.
 * {@link OwnedOrders} makes answers and fills, as it does for the TCP door. Allocates nothing for an event once it has
 * room. Used by one thread, once.
 */
public final class SimulatedMarket implements RecordedListener, OrderPort {
    private static final int PLACE_ORDER = CommandType.PLACE_ORDER.code();
    private static final int REPLACE_ORDER = CommandType.REPLACE_ORDER.code();
    private static final int RESET = CommandType.RESET.code();
    private static final int ACT = EventKind.ACT.code();
    private static final int FIRST_HANDLES = 64;

    /** The most deliveries at one time: a trader that gets more is sending rejected requests again without end. */
    private static final int MOST_AT_ONE_TIME = 1_000_000;

    private final Ground ground;
    private final @Nullable RecordedMarket market;
    private final Latency latency;
    private final Fees fees;
    private final TradeEngine engine;
    private final ChannelBooks books;
    private final Wakes wakes;
    private final Line orders = new Line();
    private final Line answers = new Line();
    private final Line feed = new Line();
    private final FeedFold fold = new FeedFold(new FeedLine());
    private final OwnResults results = new OwnResults();
    private final OrderMessage request = new OrderMessage();
    private final Execution execution = new Execution();
    private MarketObserver observer = MarketObserver.NONE;

    /** The order that each handle of the trader names. */
    private long[] handleOrders = new long[FIRST_HANDLES];

    /** The symbol of the order that each handle names. */
    private int[] handleSymbols = new int[FIRST_HANDLES];

    private long placed;
    private long requests;
    private long answered;

    /** The number of messages that were put on the lines. */
    private long sent;

    private long nowNs;

    /** The number of messages that arrived and timers that fired at the current time. */
    private int deliveries;

    private boolean canSend = true;
    private boolean isClosed;

    /**
     * Creates a day that has not begun.
     *
     * @param exchange a new exchange without threads
     * @param fees the fees of the trader's fills
     * @param trader makes the trader, which sends its requests through the given port
     */
    public SimulatedMarket(
            final Exchange exchange,
            final Latency latency,
            final Fees fees,
            final Function<OrderPort, TradeEngine> trader) {
        this.latency = latency;
        this.fees = fees;
        market = new RecordedMarket(exchange, results);
        ground = new RecordedGround(market);
        engine = trader.apply(this);
        books = new ChannelBooks(new End(engine));
        wakes = new Wakes.OnTime(engine);
    }

    /**
     * Creates the market of a live run that is replayed.
     *
     * @param journalGround the ground that carries out the venue's journal and the trader's requests
     */
    SimulatedMarket(
            final JournalGround journalGround, final Latency latency, final Function<OrderPort, TradeEngine> trader) {
        this.latency = latency;
        fees = Fees.NONE;
        market = null;
        ground = journalGround;
        journalGround.results(results::onResult);
        engine = trader.apply(this);
        books = new ChannelBooks(new End(engine));
        wakes = journalGround.wakes(engine, books, this::open);
        canSend = false;
    }

    private void open() {
        canSend = true;
    }

    /** Reports the events at the exchange to an observer from now on. */
    public void observe(final MarketObserver other) {
        observer = other;
    }

    /**
     * The market that carries out the recorded day.
     *
     * @throws NullPointerException if this market replays a live run
     */
    public RecordedMarket recorded() {
        return Objects.requireNonNull(market, "this market replays a live run, so it has no recorded day");
    }

    /** The number of the trader's order with this id, from 1. */
    public static long numberOf(final long orderId) {
        return orderId - RecordedMarket.FIRST_OUTSIDER_ID + 1;
    }

    /** The trader. */
    public TradeEngine trader() {
        return engine;
    }

    // ---- the day -------------------------------------------------------------------------------------------------

    @Override
    public void onEvent(final RecordedEvent event) {
        if (event.timeNs() > nowNs) {
            moveTo(event.timeNs());
        }
        final RecordedMarket day = recorded();
        day.onEvent(event);
        if (!day.isUnderWay()) {
            observer.onEvent(nowNs);
        }
    }

    /** Delivers all messages that are due before a time, and moves to that time. */
    void moveTo(final long timeNs) {
        if (nowNs == 0) {
            nowNs = timeNs;
            wakes.begin(timeNs);
            return;
        }
        endAggressor();
        deliverBefore(timeNs);
        nowNs = timeNs;
    }

    private void endAggressor() {
        if (ground.endAggressor()) {
            observer.onEvent(nowNs);
        }
    }

    /** Ends the day: the messages on the lines arrive, and the trader can send nothing more. */
    public void end() {
        endAggressor();
        isClosed = true;
        canSend = false;
        deliverBefore(Line.NEVER);
    }

    private void deliverBefore(final long limitNs) {
        while (true) {
            Line first = orders;
            first = isBefore(answers, first) ? answers : first;
            first = isBefore(feed, first) ? feed : first;
            final long timerNs = isClosed ? Line.NEVER : wakes.nextNs();
            if (first.dueNs() >= limitNs && timerNs >= limitNs) {
                return;
            }
            countAt(Math.min(first.dueNs(), timerNs));
            if (first.dueNs() > timerNs) {
                wakes.wake(nowNs);
            } else if (first == feed) {
                showFeed();
            } else if (first == answers) {
                giveAnswer();
            } else {
                carryOut();
            }
        }
    }

    private void countAt(final long timeNs) {
        deliveries = timeNs == nowNs ? deliveries + 1 : 0;
        nowNs = timeNs;
        if (deliveries > MOST_AT_ONE_TIME) {
            throw new IllegalStateException("the strategy makes time stand still at " + timeNs + " ns: it got "
                    + MOST_AT_ONE_TIME + " answers and timers at this time, and sends again after each; give orders"
                    + " or answers a latency above 0, or let it wait for its book to change (market-maker: slack=1)");
        }
    }

    private static boolean isBefore(final Line one, final Line other) {
        return one.dueNs() < other.dueNs()
                || one.dueNs() == other.dueNs() && one.dueNs() != Line.NEVER && one.number() < other.number();
    }

    // ---- from the trader to the exchange -------------------------------------------------------------------------

    @Override
    public long place(
            final int handle,
            final int symbol,
            final int side,
            final OrderType type,
            final long price,
            final long size) {
        if (!canSend) {
            return NOT_SENT;
        }
        if (handle >= handleOrders.length) {
            handleOrders = Arrays.copyOf(handleOrders, Math.max(handle + 1, 2 * handleOrders.length));
            handleSymbols = Arrays.copyOf(handleSymbols, handleOrders.length);
        }
        handleOrders[handle] = ground.idOf(++placed, requests + 1);
        handleSymbols[handle] = symbol;
        final int at = send(RequestKind.PLACE, handle);
        OrderMessage.terms(orders.bytes(), at, side, type.code(), price, size);
        return handleOrders[handle];
    }

    @Override
    public long replace(final int handle, final long price, final long total) {
        if (!canSend) {
            return NOT_SENT;
        }
        final int at = send(RequestKind.REPLACE, handle);
        OrderMessage.terms(orders.bytes(), at, 0, 0, price, total);
        return requests;
    }

    @Override
    public long cancel(final int handle) {
        if (!canSend) {
            return NOT_SENT;
        }
        send(RequestKind.CANCEL, handle);
        return requests;
    }

    @Override
    public boolean status(final int handle) {
        return false;
    }

    private int send(final RequestKind kind, final int handle) {
        requests++;
        final int at = orders.append(nowNs + latency.orderNs(requests), sent++, OrderMessage.LENGTH);
        OrderMessage.request(orders.bytes(), at, kind, handleOrders[handle], handleSymbols[handle]);
        return at;
    }

    private void carryOut() {
        request.read(orders.bytes(), orders.first());
        orders.remove();
        if (request.kind == RequestKind.PLACE) {
            observer.onPlace(request.orderId, request.symbol, nowNs, request.side(), request.price, request.size);
        }
        observer.onRequest(ground.carryOut(request, nowNs));
        observer.onEvent(nowNs);
    }

    // ---- from the exchange to the trader -------------------------------------------------------------------------

    /** Puts each group of the feed on its line. */
    private final class FeedLine implements MessageSink {
        @Override
        public void onMessages(
                final long firstNumber, final int count, final byte[] bytes, final int offset, final int length) {
            final int at = feed.append(ground.timeNs() + latency.feedNs(fold.seq()), sent++, length);
            System.arraycopy(bytes, offset, feed.bytes(), at, length);
        }

        @Override
        public void onMessage(final long number, final byte[] bytes, final int offset, final int length) {
            throw new UnsupportedOperationException("the fold must send groups as a whole");
        }
    }

    private void showFeed() {
        final byte[] bytes = feed.bytes();
        int at = feed.first();
        final int end = at + feed.firstLength();
        feed.remove();
        while (at < end) {
            final int length = MoldPacket.messageLength(bytes, at);
            at += MoldPacket.MESSAGE_HEADER_LENGTH;
            books.onMessage(bytes, at, length);
            at += length;
        }
        if (books.stale() != null) {
            throw new IllegalStateException("the feed must be sound: " + books.stale());
        }
    }

    /** Receives the feed for the trader. Each whole group sets the trader's time, as in live trading. */
    private final class End extends EngineFeed {
        End(final TradeEngine engine) {
            super(engine);
        }

        @Override
        public void onGroup(final long seq, final long timeNs) {
            if (wakes.isSeen(seq)) {
                engine().at(nowNs);
            }
            super.onGroup(seq, timeNs);
        }

        @Override
        public void onFresh(final int symbol, final OrderLevels levels, final int book) {
            if (market != null) {
                super.onFresh(symbol, levels, book);
            }
        }
    }

    private void giveAnswer() {
        final byte[] bytes = answers.bytes();
        final int at = answers.first();
        answers.remove();
        engine.at(nowNs);
        AnswerMessage.give(bytes, at, engine, fees, execution);
    }

    /** Puts the messages for the trader on their line. */
    private final class OwnResults extends OwnedOrders<OrderList> implements OutsiderListener {
        private final OrderList own = new OrderList();

        /** Whether the result replaces an order that keeps its place in the queue. */
        private boolean isKept;

        @Override
        public void onResult(final ResultView result) {
            fold.onResult(result, false);
            final int type = result.typeCode();
            final boolean isOwn = ground.isRequest(result);
            isKept = false;
            if (isOwn || type == RESET || isAboutOwn(result)) {
                read(result, isOwn);
            }
            if (isOwn && type == REPLACE_ORDER && result.isSuccess()) {
                observer.onReplace(result.orderId(), ground.timeNs(), request.size, isKept);
            }
        }

        /**
         * Whether the command, or one of its events, names an order of the trader, so that the reader has to walk over
         * the events. The taker of an event is always the order of the command, or of an act that an event has
         * announced.
         */
        private boolean isAboutOwn(final ResultView result) {
            boolean isAboutOwn = ground.isOwn(result.orderId());
            for (int i = 0; i < result.eventCount() && !isAboutOwn; i++) {
                final EventView event = result.event(i);
                isAboutOwn = ground.isOwn(event.kindCode() == ACT ? event.takerOrderId() : event.makerOrderId());
            }
            return isAboutOwn;
        }

        @Override
        protected @Nullable OrderList ownerOf(final long orderId) {
            return ground.isOwn(orderId) ? own : null;
        }

        @Override
        protected OrderList ordersOf(final OrderList owner) {
            return owner;
        }

        private int append() {
            return answers.append(
                    ground.timeNs() + latency.answerNs(++answered, fold.seq()), sent++, AnswerMessage.LENGTH);
        }

        @Override
        protected void replaced(final OrderReader order) {
            isKept = order.isKept();
        }

        @Override
        protected void answer(final ResultView result, final int fills, final long traded) {
            final int type = result.typeCode();
            final RequestKind kind = type == PLACE_ORDER
                    ? RequestKind.PLACE
                    : type == REPLACE_ORDER ? RequestKind.REPLACE : RequestKind.CANCEL;
            final int at = append();
            AnswerMessage.answer(answers.bytes(), at, result, kind, traded);
        }

        @Override
        protected void fill(final @Nullable OrderList owner, final OrderReader order) {
            if (owner != null) {
                final int at = append();
                AnswerMessage.fill(answers.bytes(), at, order);
            }
        }

        @Override
        protected void off(
                final @Nullable OrderList owner,
                final long orderId,
                final long uid,
                final long size,
                final long remaining,
                final OffReason reason) {
            if (owner != null) {
                final int at = append();
                AnswerMessage.off(answers.bytes(), at, orderId, size, remaining);
            }
        }

        @Override
        protected void lost(final OrderList owner, final long orderId, final long size) {
            final int at = append();
            AnswerMessage.off(answers.bytes(), at, orderId, size, 0);
        }

        @Override
        public void onReset() {
            forget(own);
        }

        @Override
        public void onFill(
                final long orderId,
                final long price,
                final long size,
                final boolean isMaker,
                final boolean isDoubtful) {
            observer.onFill(orderId, price, size, isMaker, isDoubtful);
        }
    }
}
