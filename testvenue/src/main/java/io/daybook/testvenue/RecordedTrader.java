package io.daybook.testvenue;

import io.daybook.api.ExchangeClosedException;
import io.daybook.api.Listing;
import io.daybook.flow.RecordedEvent;
import io.daybook.flow.market.MarketCounts;
import io.daybook.flow.market.RecordedMarket;
import io.daybook.server.http.Json;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A recorded day in a listing: a tick of the listing is 1/10,000 dollar of the file, and a lot is a share. Each event
 * is carried out as long after the start as it came after the day's time at the start. Any thread.
 */
final class RecordedTrader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RecordedTrader.class);
    private static final int MOST_FILLS = 1_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Life life;
    private final Listing listing;
    private final DayReader.File file;
    private final DayReader reader;
    private final VenueGround ground;
    private final RecordedMarket market;
    private final Deque<Fill> fills = new ArrayDeque<>();
    private final long aheadNs;
    private long events;
    private boolean isClosed;
    private String state = "trades";

    /** A trade of a user's order with the day. */
    private record Fill(
            String key, long orderId, long price, long size, boolean isMaker, boolean isDoubtful, long ns) {}

    /**
     * A day that has not begun.
     *
     * @param fromNs the time, in ns after midnight; below 0 for that of the first event
     * @throws io.daybook.server.http.Problem if the files hold no such day
     */
    RecordedTrader(final Life life, final Listing listing, final DayReader.File file, final long fromNs) {
        this.life = life;
        this.listing = listing;
        this.file = file;
        this.reader = new DayReader(file, listing.symbol());
        final RecordedEvent first;
        try {
            first = reader.peek();
        } catch (RuntimeException e) {
            reader.close();
            throw e;
        }
        this.ground = new VenueGround(life, listing, life.orders(), this::drainIfIdle);
        this.market = new RecordedMarket(ground, this::filled);
        final long dayNs = fromNs < 0 && first != null ? first.timeNs() : fromNs;
        this.aheadNs = life.time().stampNs() - dayNs;
    }

    /**
     * Carries out all events up to the time of the start, and the later ones when they are due.
     *
     * @throws io.daybook.server.http.Problem if the files are damaged up to there; the orders sent so far rest until
     *     {@link #end}
     */
    void begin() {
        act();
    }

    /** The exchange's thread must not wait for a thread that waits for it. */
    private void drainIfIdle() {
        if (lock.tryLock()) {
            try {
                ground.drain();
            } finally {
                lock.unlock();
            }
        }
    }

    private void filled(
            final long orderId, final long price, final long size, final boolean isMaker, final boolean isDoubtful) {
        if (fills.size() == MOST_FILLS) {
            fills.remove();
        }
        fills.add(new Fill(life.name(ground.outsider()), orderId, price, size, isMaker, isDoubtful, ground.tradedNs()));
    }

    /** Carries out the events that are due. */
    private void act() {
        lock.lock();
        try {
            actLocked();
        } finally {
            lock.unlock();
        }
    }

    private void actLocked() {
        if (!isLive()) {
            return;
        }
        try {
            ground.catchUp();
            final long nowNs = life.time().stampNs();
            RecordedEvent next = reader.peek();
            while (next != null && next.timeNs() + aheadNs <= nowNs) {
                market.onEvent(next);
                events++;
                reader.take();
                next = reader.peek();
            }
            market.end();
            if (next == null) {
                state = "ended";
                reader.close();
            } else {
                life.agenda().at(next.timeNs() + aheadNs, listing.symbol(), this::act);
            }
        } catch (ExchangeClosedException e) {
            LOG.debug("the venue of a recorded day has ended", e);
        } catch (RuntimeException e) {
            state = "stopped: " + e.getMessage();
            LOG.error("the recorded day of {} has stopped", listing.name(), e);
            throw e;
        }
    }

    private boolean isLive() {
        return state.equals("trades");
    }

    /** Ends the day, and cancels its orders. */
    void end() {
        lock.lock();
        try {
            if (isLive()) {
                state = "deleted";
            }
            RecordedMarket.owners(listing.symbol()).forEach(uid -> life.cancelAll(uid, listing.symbol()));
            catchUp();
            close();
        } finally {
            lock.unlock();
        }
    }

    /** Takes the trades so far; a day that has ended has resting orders, which still trade. */
    private void catchUp() {
        if (isClosed) {
            return;
        }
        try {
            ground.catchUp();
        } catch (ExchangeClosedException e) {
            LOG.debug("the venue of a recorded day has ended", e);
        }
    }

    void write(final Json json) {
        lock.lock();
        try {
            catchUp();
            writeLocked(json);
        } finally {
            lock.unlock();
        }
    }

    private void writeLocked(final Json json) {
        final MarketCounts counts = market.counts();
        json.object().put("kind", "recorded").put("file", file.messages().toString());
        json.put("state", state).put("events", events);
        json.object("counts")
                .put("displaced", counts.displaced())
                .put("consumed", counts.consumed())
                .put("missed", counts.missed())
                .put("odd", counts.odd())
                .put("doubtful", counts.doubtful())
                .put("unknown", counts.unknown())
                .end();
        json.list("fills");
        for (final Fill fill : fills) {
            json.object()
                    .put("key", fill.key)
                    .put("orderId", fill.orderId)
                    .put("price", listing.price(fill.price).toPlainString())
                    .put("size", listing.quantity(fill.size).toPlainString())
                    .put("role", fill.isMaker ? "maker" : "taker")
                    .put("doubtful", fill.isDoubtful)
                    .put("time", Instant.ofEpochSecond(0, fill.ns).toString())
                    .end();
        }
        json.endList().end();
    }

    @Override
    public void close() {
        lock.lock();
        try {
            if (isLive()) {
                state = "deleted";
            }
            isClosed = true;
            reader.close();
            ground.close();
        } finally {
            lock.unlock();
        }
    }
}
