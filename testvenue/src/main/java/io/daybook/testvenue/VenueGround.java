package io.daybook.testvenue;

import io.daybook.api.EventKind;
import io.daybook.api.EventView;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.ExchangeListener;
import io.daybook.api.Listing;
import io.daybook.api.OrderBookQuery;
import io.daybook.api.RestingOrder;
import io.daybook.api.RestingOrders;
import io.daybook.api.ResultView;
import io.daybook.api.Subscription;
import io.daybook.api.SymbolSpec;
import io.daybook.flow.market.MarketGround;
import io.daybook.flow.market.MarketIds;
import io.daybook.flow.market.MarketResults;
import io.daybook.flow.market.RecordedMarket;
import io.daybook.server.orders.OrderView;
import io.daybook.server.orders.OrdersBook;
import io.daybook.wire.OrderNumbers;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The exchange of a test venue under a recorded day of one listing: all orders that do not belong to the day are
 * outsiders'. Results arrive on the exchange's thread and wait in a queue for the thread of the day, which sends one
 * command at a time. Live orders are those of the HTTP door's {@link OrdersBook}.
 */
final class VenueGround implements MarketGround, RestingOrders, ExchangeListener, AutoCloseable {
    /** Free ids, which no door derives, from 2^40 on; the ids of the house count from 1. */
    private static final MarketIds IDS = new MarketIds(
            OrderNumbers.LARGEST_FREE / 4,
            OrderNumbers.LARGEST_FREE / 2,
            OrderNumbers.LARGEST_FREE / 2,
            OrderNumbers.LARGEST_FREE);

    private static final int MOST_QUEUED = 1_000;
    private static final long LOOK_NS = 20_000;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);

    private final Life life;
    private final Listing listing;
    private final OrdersBook orders;
    private final Runnable offered;
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final Map<Long, RestingOrder> outsiders = new TreeMap<>();
    private final Subscription subscription;

    /** Results up to this seq may have come before the subscription. */
    private final long firstSeq;

    private @Nullable MarketResults results;
    private volatile long heardSeq;
    private volatile boolean isEnded;
    private long answeredUid;
    private long answeredOrder;
    private long answeredSeq;
    private long outsider;
    private long tradedNs;

    /**
     * The number of results that were put into the queue since {@link #offered} ran last. Used by the exchange's
     * thread.
     */
    private int queued;

    /**
     * Subscribes to the results of a life's exchange.
     *
     * @param offered calls {@link #drain} if the thread of the day is idle; the exchange's thread runs it from time to
     *     time, so that the queue stays short
     */
    VenueGround(final Life life, final Listing listing, final OrdersBook orders, final Runnable offered) {
        this.offered = offered;
        this.life = life;
        this.listing = listing;
        this.orders = orders;
        this.subscription = life.exchange().addListener(this);
        this.firstSeq = seq();
    }

    private long seq() {
        return exchange().query(new OrderBookQuery(listing.symbol(), 1)).join().seq();
    }

    /** The user whose order traded with the day's order in the current trade. */
    long outsider() {
        return outsider;
    }

    /** The time of the trade that is passed on, in ns since 1970. */
    long tradedNs() {
        return tradedNs;
    }

    /** Passes on all results so far. */
    void catchUp() {
        awaitSeq(seq());
        drain();
        answeredOrder = 0;
    }

    // ---- the exchange's thread -----------------------------------------------------------------------------------

    @Override
    public void onResult(final ResultView result) {
        for (int i = 0; i < result.eventCount(); i++) {
            final EventView event = result.event(i);
            if (event.kindCode() == EventKind.TRADE.code() && event.symbol() == listing.symbol()) {
                keep(event, result.timestampNs());
            }
        }
        if (result.symbol() == listing.symbol() && IDS.isOfDay(result.orderId())) {
            final long uid = result.uid();
            final long order = result.orderId();
            final long seq = result.seq();
            final int code = result.isSuccess() ? 0 : result.resultCode();
            waiting.add(() -> answered(uid, order, seq, code));
        }
        heardSeq = result.seq();
        if (queued >= MOST_QUEUED) {
            queued = 0;
            offered.run();
        }
    }

    private void keep(final EventView trade, final long atNs) {
        final long taker = trade.takerOrderId();
        final long maker = trade.makerOrderId();
        final boolean isTakers = IDS.isOfDay(taker);
        if (!isTakers && !IDS.isOfDay(maker)) {
            return; // a trade of outsiders
        }
        final long other = isTakers ? trade.makerUid() : trade.takerUid();
        final int side = trade.takerSideCode();
        final long price = trade.price();
        final long size = trade.size();
        queued++;
        waiting.add(() -> {
            outsider = other;
            tradedNs = atNs;
            if (results != null) {
                results.onTrade(taker, side, maker, price, size);
            }
        });
    }

    @Override
    public void onClosed() {
        isEnded = true;
    }

    @Override
    public void onFatal(final Throwable cause) {
        isEnded = true;
    }

    // ---- the thread of the day -----------------------------------------------------------------------------------

    private void answered(final long uid, final long order, final long seq, final int refusal) {
        answeredUid = uid;
        answeredOrder = order;
        answeredSeq = seq;
        if (refusal != 0 && results != null) {
            results.onRefused(refusal);
        }
    }

    /** Passes on the results in the queue. */
    void drain() {
        for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
            next.run();
        }
    }

    private void awaitSeq(final long seq) {
        final long beganNs = System.nanoTime();
        while (seq > firstSeq && heardSeq < seq || orders.seq() < seq) {
            pause(beganNs);
        }
    }

    private void pause(final long beganNs) {
        if (isEnded) {
            throw new ExchangeClosedException("the venue has ended");
        }
        if (System.nanoTime() - beganNs > PATIENCE_NS) {
            throw new IllegalStateException("a command of a recorded day has no result after 30 s");
        }
        LockSupport.parkNanos(LOOK_NS);
    }

    @Override
    public Exchange exchange() {
        return life.exchange();
    }

    @Override
    public MarketIds ids() {
        return IDS;
    }

    @Override
    public SymbolSpec open(final int symbol, final long timeNs) {
        return listing.spec();
    }

    @Override
    public RestingOrders orders(final int symbol) {
        return this;
    }

    @Override
    public long stampNs(final long timeNs) {
        return 0;
    }

    @Override
    public void results(final MarketResults listener) {
        results = listener;
    }

    @Override
    public void awaitResult(final long uid, final long orderId) {
        final long beganNs = System.nanoTime();
        drain();
        while (answeredUid != uid || answeredOrder != orderId) {
            pause(beganNs);
            drain();
        }
        answeredOrder = 0;
        awaitSeq(answeredSeq);
    }

    @Override
    public boolean outsiders(final int symbol, final LongConsumer ids) {
        outsiders.clear();
        for (final RestingOrder order : life.house().resting(listing)) {
            if (!IDS.isOfDay(order.orderId())) {
                outsiders.put(order.orderId(), order);
                ids.accept(order.orderId());
            }
        }
        return true;
    }

    // ---- live orders ---------------------------------------------------------------------------------------------

    /** An order that rests. */
    private record Live(long lots, long price, int sideCode) {
        static final Live NONE = new Live(0, 0, 0);
    }

    private Live find(final long id) {
        if (!IDS.isOfDay(id)) {
            final RestingOrder order = outsiders.get(id);
            return order == null
                    ? Live.NONE
                    : new Live(order.remaining(), order.price(), order.side().code());
        }
        for (final boolean isAsk : new boolean[] {false, true}) {
            for (final OrderView order : orders.find(RecordedMarket.owner(listing.symbol(), id, isAsk), id)) {
                if (order.symbol() == listing.symbol() && order.remaining() > 0) {
                    return new Live(
                            order.remaining(), order.price(), order.side().code());
                }
            }
        }
        return Live.NONE;
    }

    @Override
    public long lots(final long orderId) {
        return find(orderId).lots;
    }

    @Override
    public long price(final long orderId) {
        return find(orderId).price;
    }

    @Override
    public int sideCode(final long orderId) {
        return find(orderId).sideCode;
    }

    @Override
    public long lotsBefore(final long orderId) {
        throw new UnsupportedOperationException("the rank of an order is not known on a test venue's exchange");
    }

    @Override
    public int ordersBefore(final long orderId) {
        throw new UnsupportedOperationException("the rank of an order is not known on a test venue's exchange");
    }

    @Override
    public long bestBid() {
        throw new UnsupportedOperationException("best prices are not known on a test venue's exchange");
    }

    @Override
    public long bestAsk() {
        throw new UnsupportedOperationException("best prices are not known on a test venue's exchange");
    }

    @Override
    public void close() {
        subscription.close();
    }
}
